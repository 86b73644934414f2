import BoothCore
import BoothTesting
import Glibc
import Synchronization
import Testing

@testable import BoothStore

@Suite struct `A store of objects in a folder` {
  let scratch: TemporaryFolder
  let store: FolderObjectStore

  init() throws {
    scratch = try TemporaryFolder()
    store = try FolderObjectStore(path: scratch.path("store"))
  }

  @Test(arguments: ObjectStoreConformance.checks)
  func `keeps the promises of the port`(_ check: ObjectStoreConformance) async throws { try await check.run(store) }

  @Test func `keeps objects as plain files under their keys`() async throws {
    _ = try await store.write(key("events/7/index.json"), contentType: "application/json", bytes: [1, 2])
    #expect(try scratch.read("store/events/7/index.json") == [1, 2])
  }

  @Test func `is found again by another process`() async throws {
    let written = try await store.write(key("a/b.jpg"), contentType: "application/x-odd", bytes: [1, 2])
    let again = try FolderObjectStore(path: scratch.path("store"))
    #expect(try await again.info(key("a/b.jpg")) == written)
  }

  @Test func `serves a file put there by hand, with the type of its extension`() async throws {
    let types = [
      "x.jpg": "image/jpeg", "x.JPEG": "image/jpeg", "x.mov": "video/quicktime", "x.mp4": "video/mp4",
      "x.json": "application/json", "x": "application/octet-stream", "x.y.strange": "application/octet-stream",
    ]
    for name in types.keys { try scratch.put("store/hand/" + name, [1, 2, 3]) }
    for (name, type) in types {
      let (info, bytes) = try #require(try await store.readAll(key("hand/" + name), limit: 10))
      #expect(info.contentType == type && bytes == [1, 2, 3])
    }
    #expect(try await store.list(prefix: "hand/", after: nil, limit: 100).count == types.count)
  }

  @Test func `does not trust the type it noted once a file was replaced by hand`() async throws {
    let before = try await store.write(key("x.jpg"), contentType: "video/mp4", bytes: [1, 2, 3])
    try scratch.put("store/x.jpg", [4, 5, 6])
    let now = try #require(try await store.info(key("x.jpg")))
    #expect(now.contentType == "image/jpeg")
    #expect(now.etag != before.etag)
  }

  @Test func `leaves no notes, drafts or empty folders behind`() async throws {
    for number in 0..<5 {
      _ = try await store.write(key("a/b/x.jpg"), contentType: "application/x-\(number)", bytes: [1])
    }
    #expect(try scratch.names("store/.booth/types").count == 1)
    try await store.delete(key("a/b/x.jpg"))
    #expect(try scratch.names("store") == [".booth"])
    #expect(try scratch.names("store/.booth/types") == [])
    #expect(try scratch.names("store/.booth/drafts") == [])
  }

  @Test func `refuses a key that collides with a folder, or an object with one above it`() async throws {
    _ = try await store.write(key("a/b"), contentType: "text/plain", bytes: [1])
    for name in ["a", "a/b/c", "a/b/c/d"] {
      let error = await #expect(throws: ObjectStoreError.self) {
        _ = try await store.write(key(name), contentType: "text/plain", bytes: [2])
      }
      #expect(error?.code == .refused && error?.subject == name)
    }
    #expect(try await store.info(key("a")) == nil)
    #expect(try await store.info(key("a/b/c")) == nil)
    #expect(try await store.list(prefix: "", after: nil, limit: 10).map(\.key.text) == ["a/b"])
    try await store.delete(key("a"))
    try await store.delete(key("a/b/c"))
    try await store.delete(key("a/b"))
    _ = try await store.write(key("a"), contentType: "text/plain", bytes: [2])
    #expect(try await store.info(key("a"))?.sizeBytes == 1)
  }

  @Test func `an empty folder put there by hand does not stand in the way`() async throws {
    #expect(mkdir(scratch.path("store/a"), 0o770) == 0)
    _ = try await store.write(key("a"), contentType: "text/plain", bytes: [2])
    #expect(try scratch.read("store/a") == [2])
  }

  @Test func `makes a key's folders however often deleters take them away as empty ones`() async throws {
    let lane = BlockingLane(threads: 1)
    let isOver = Atomic(false)
    let (path, folder, deep) = (scratch.path("store"), store.folder, try key("busy/0/1/x"))
    async let removals: Int = lane.run {
      var count = 0
      while count < 300, !isOver.load(ordering: .relaxed) {
        for name in ["/busy/0/1", "/busy/0", "/busy"] where rmdir(path + name) == 0 { count += 1 }
      }
      isOver.store(true, ordering: .relaxed)
      return count
    }
    var failure: String?
    while !isOver.load(ordering: .relaxed) {
      do throws(SystemFault) {
        if try folder.makeParent(of: deep) == nil { failure = "took them for another object" }
      } catch {
        failure = "\(error)"
      }
      if failure != nil { isOver.store(true, ordering: .relaxed) }
    }
    #expect(failure == nil)
    #expect(await removals >= 300)
  }

  @Test func `does not go on making folders in a root that is gone`() throws {
    let root = try OpenFile.folder(at: scratch.path("store"))
    #expect(rename(scratch.path("store/.booth"), scratch.path("elsewhere")) == 0)
    #expect(rmdir(scratch.path("store")) == 0)
    let folder = ObjectFolder(path: "/proc/self/fd/\(root.descriptor)")
    #expect(throws: SystemFault.self) { try folder.makeParent(of: key("a/x")) }
    withExtendedLifetime(root) {}
  }

  @Test(arguments: [".booth", ".booth/locks/00", ".booth/types/x", ".booth/new"])
  func `keeps its own files to itself`(_ name: String) async throws {
    _ = try await store.write(key("x.jpg"), contentType: "application/x-odd", bytes: [1])
    #expect(try await store.info(key(name)) == nil)
    #expect(try await store.read(key(name), range: nil) == nil)
    let error = await #expect(throws: ObjectStoreError.self) {
      _ = try await store.write(key(name), contentType: "text/plain", bytes: [2])
    }
    #expect(error?.code == .refused)
    try await store.delete(key(name))
    #expect(scratch.exists("store/.booth/locks"))
    #expect(try await store.list(prefix: ".booth", after: nil, limit: 10).isEmpty)
    #expect(try await store.list(prefix: ".booth/", after: nil, limit: 10).isEmpty)
    #expect(try await store.list(prefix: "", after: nil, limit: 10).map(\.key.text) == ["x.jpg"])
  }

  @Test func `follows no link, neither to a file nor to a folder`() async throws {
    try scratch.put("secret/secret.txt", [9])
    try scratch.put("store/real/file.txt", [1])
    #expect(symlink(scratch.path("secret/secret.txt"), scratch.path("store/link.txt")) == 0)
    #expect(symlink(scratch.path("secret"), scratch.path("store/folder")) == 0)
    #expect(symlink("real", scratch.path("store/inside")) == 0)
    for name in ["link.txt", "folder/secret.txt", "inside/file.txt", "folder"] {
      #expect(try await store.info(key(name)) == nil, "\(name)")
      #expect(try await store.read(key(name), range: nil) == nil, "\(name)")
      try await store.delete(key(name))
    }
    #expect(try await store.list(prefix: "", after: nil, limit: 10).map(\.key.text) == ["real/file.txt"])
    #expect(try await store.list(prefix: "folder/", after: nil, limit: 10).isEmpty)
    let error = await #expect(throws: ObjectStoreError.self) {
      _ = try await store.write(key("folder/secret.txt"), contentType: "text/plain", bytes: [2])
    }
    #expect(error?.code == .refused)
    // A link with the object's own name gives way to the object; what it pointed at stays.
    _ = try await store.write(key("link.txt"), contentType: "text/plain", bytes: [2])
    #expect(try scratch.read("store/link.txt") == [2])
    #expect(try scratch.read("secret/secret.txt") == [9])
  }

  @Test func `is not held up by a pipe`() async throws {
    #expect(mkfifo(scratch.path("store/pipe"), 0o660) == 0)
    #expect(try await store.info(key("pipe")) == nil)
    #expect(try await store.read(key("pipe"), range: nil) == nil)
    #expect(try await store.list(prefix: "", after: nil, limit: 10).isEmpty)
  }

  @Test func `sweeps away the drafts of the dead and leaves those of the living`() async throws {
    try scratch.put("store/.booth/drafts/dead", [1, 2, 3])
    let living = try ObjectDraft(in: store.folder, label: "living")
    #expect(try scratch.names("store/.booth/drafts").count == 2)
    _ = try FolderObjectStore(path: scratch.path("store"))
    #expect(try scratch.names("store/.booth/drafts").count == 1)
    #expect(try living.exists())
    withExtendedLifetime(living) {}
  }

  @Test func `says so when the range is beyond the object, or the file cut short while read`() async throws {
    _ = try await store.write(key("x"), contentType: "text/plain", bytes: Array(repeating: 7, count: 200_000))
    let beyond = await #expect(throws: ObjectStoreError.self) { _ = try await store.read(key("x"), range: 0..<200_001) }
    #expect(beyond?.code == .conditionFailed)
    let (_, stream) = try #require(try await store.read(key("x"), range: nil))
    var pieces = stream.makeAsyncIterator()
    _ = try await pieces.next()
    #expect(truncate(scratch.path("store/x"), 100_000) == 0)
    let cut = await #expect(throws: ObjectStoreError.self) { while try await pieces.next() != nil {} }
    #expect(cut?.code == .unavailable)
  }

  @Test func `says what is wrong when the folder is gone, and goes on when it is back`() async throws {
    #expect(rename(scratch.path("store"), scratch.path("elsewhere")) == 0)
    for call in [
      { _ = try await store.info(try key("x")) },
      { _ = try await store.write(try key("x"), contentType: "text/plain", bytes: [1]) },
      { _ = try await store.list(prefix: "", after: nil, limit: 1) },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: ObjectStoreError.self) { try await call() }
      #expect(error?.code == .unavailable)
      #expect(error?.detail.contains("No such file") == true)
    }
    #expect(rename(scratch.path("elsewhere"), scratch.path("store")) == 0)
    _ = try await store.write(key("x"), contentType: "text/plain", bytes: [1])
  }

  @Test func `two stores on one folder lose no count`() async throws {
    let other = try FolderObjectStore(path: scratch.path("store"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<64 {
        let store = number % 2 == 0 ? store : other
        group.addTask { try await ObjectStoreConformance.count(up: try key("events/7/index.json"), in: store) }
      }
      try await group.waitForAll()
    }
    #expect(try scratch.read("store/events/7/index.json") == Array("64".utf8))
  }

  /// A shell counts on the same file under the same lock file, as a second process does.
  @Test func `another process on the same folder loses no count either`() async throws {
    _ = try await store.write(key("count"), contentType: "text/plain", bytes: Array("0".utf8))
    let lock = try #require(try scratch.names("store/.booth/locks").first)
    let script = """
      cd \(scratch.path("store"))
      for i in $(seq 40); do
        flock .booth/locks/\(lock) sh -c 'n=$(cat count); echo $((n + 1)) > .booth/n; mv .booth/n count'
      done
      """
    let shell = try Shell(script)
    for _ in 0..<40 { try await ObjectStoreConformance.count(up: key("count"), in: store) }
    #expect(shell.wait() == 0)
    #expect(String(decoding: try scratch.read("store/count"), as: UTF8.self).filter(\.isNumber) == "80")
  }

  @Test(.enabled(if: mayMount, "mounting a small disk needs the rights of root"))
  func `a full disk is told apart from others, and changes nothing`() async throws {
    let disk = scratch.path("disk")
    #expect(mkdir(disk, 0o770) == 0)
    #expect(mount("booth-test", disk, "tmpfs", 0, "size=256k") == 0)
    defer { umount(disk) }
    try await fill(disk)
  }

  private func fill(_ disk: String) async throws {
    let store = try FolderObjectStore(path: disk)
    _ = try await store.write(key("x"), contentType: "text/plain", bytes: [1])
    let error = await #expect(throws: ObjectStoreError.self) {
      _ = try await store.write(key("x"), contentType: "text/plain", bytes: Array(repeating: 7, count: 1 << 20))
    }
    #expect(error?.code == .full)
    #expect(try await store.readAll(key("x"), limit: 10)?.1 == [1])
    // The half-written draft was given back at once.
    _ = try await store.write(key("y"), contentType: "text/plain", bytes: Array(repeating: 7, count: 100_000))
  }
}

private func key(_ text: String) throws -> ObjectKey { try #require(ObjectKey(text)) }

/// Whether this process may mount a file system, tried once.
private let mayMount: Bool = {
  do {
    let scratch = try TemporaryFolder()
    guard mount("booth-test", scratch.path, "tmpfs", 0, "size=64k") == 0 else { return false }
    umount(scratch.path)
    return true
  } catch {
    return false
  }
}()

/// A shell that runs beside the test.
private struct Shell {
  let process: pid_t

  init(_ script: String) throws {
    var process = pid_t()
    let words: [String] = ["sh", "-e", "-c", script]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let failure = posix_spawn(&process, "/bin/sh", nil, nil, &arguments, environ)
    try #require(failure == 0)
    self.process = process
  }

  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }
}
