import BoothTesting
import Glibc
import PhotoModel
import Synchronization
import Testing

@testable import PhotoSources

@Suite struct FolderPhotosTests {
  private struct Found {
    var ids: [String] = []
    var entries: [PhotoEntry] = []
    var skipped: [String: PhotoSkip] = [:]
    var unreadable: [String] = []
    var mark: PhotoScanMark?
  }

  private func photos(_ root: String) -> FolderPhotos { FolderPhotos(PhotoSourceID("test")!, root: root) }

  private func scan(_ root: String, since mark: PhotoScanMark? = nil) async throws -> Found {
    var found = Found()
    for try await step in photos(root).scan(since: mark) {
      switch step {
      case .entries(let entries):
        found.entries += entries
        found.ids += entries.map(\.id.text)
      case .skipped(let name, let why): found.skipped[name] = why
      case .unreadable(let prefix, _): found.unreadable.append(prefix)
      case .films, .sidecars, .unchanged, .remark, .away: break
      case .mark(let new): found.mark = new
      }
    }
    found.ids.sort()
    return found
  }

  @Test func `pictures are found at any depth; what is hidden, packed or no picture is not`() async throws {
    let folder = try TemporaryFolder()
    for name in ["a.jpg", "b/c/d.HEIC", "b/.hidden.jpg", ".git/x.jpg", "My.photoslibrary/y.jpg", "e.txt", "f.jpg.txt"] {
      try folder.put(name, [1, 2, 3])
    }
    mkfifo(folder.path("pipe.jpg"), 0o600)
    let found = try await scan(folder.path)
    #expect(found.ids == ["/a.jpg", "/b/c/d.HEIC"])
    #expect(found.skipped == ["/pipe.jpg": .notAFile])
    #expect(found.entries.allSatisfy { $0.size == 3 && $0.modified != nil })
    #expect(found.entries.first { $0.name == "d.HEIC" }?.place == "/b/c")
  }

  /// Knows all that it was told, as it was.
  private final class Known: PhotoKnown {
    let states = Mutex<[Int64: Int64]>([:])
    let unnamed = Mutex(0)

    func isAsKnown(_ id: Int64, _ state: Int64) -> Bool {
      let isKnown = states.withLock { $0[id] == state }
      if isKnown { unnamed.withLock { $0 += 1 } }
      return isKnown
    }

    func isSidecarAsKnown(_ id: Int64, _ state: Int64) -> Bool { states.withLock { $0[id] == state } }
  }

  @Test func `files beside photos that are known are not named; one that was changed and given its old time is`()
    async throws
  {
    let folder = try TemporaryFolder()
    for name in ["a.jpg", "a.xmp", "b/Übung.jpg", "b/Übung.jpg.xmp", "none/c.xmp"] { try folder.put(name, [1, 2, 3]) }
    let known = Known()
    func named() async throws -> [PhotoSidecarFile] {
      var files: [PhotoSidecarFile] = []
      for try await step in photos(folder.path).scan(since: nil, known: known) {
        if case .sidecars(let found) = step { files += found }
      }
      return files
    }
    let files = try await named()
    // Where there are no photos there is nothing to speak of.
    #expect(files.map(\.id.text).sorted() == ["/a.xmp", "/b/Übung.jpg.xmp"])
    for file in files { known.states.withLock { $0[StableHash.id(file.id)] = StableHash.state(file) } }
    #expect(try await named().isEmpty)
    try folder.changeKeepingTime("a.xmp", [4, 5, 6])
    let again = try await named()
    #expect(again.map(\.id.text) == ["/a.xmp"])
    #expect(again.map(\.state) == files.filter { $0.id.text == "/a.xmp" }.map(\.state))
  }

  @Test func `what is known is not named, whatever bytes its name has; what has changed is`() async throws {
    let folder = try TemporaryFolder()
    let odd = Array(folder.path.utf8) + Array("/b/".utf8) + [0xFF, 0xE9] + Array(".jpg".utf8)
    for name in ["a.jpg", "b/Übung.png", "b/U\u{308}bung.png", "b/c/d.HEIC", "\u{10FFE9}.jpg"] {
      try folder.put(name, [1, 2, 3])
    }
    let made = FolderPath.withName(odd) { open($0, O_WRONLY | O_CREAT, 0o600) }
    #expect(made >= 0)
    close(made)
    let known = Known()
    let entries = try await scan(folder.path).entries
    #expect(entries.count == 6)
    for entry in entries {
      known.states.withLock {
        $0[StableHash.id(entry.id)] = StableHash.state(size: entry.size, modified: entry.modified, mark: entry.mark)
      }
    }
    func named() async throws -> [String] {
      var ids: [String] = []
      for try await step in photos(folder.path).scan(since: nil, known: known) {
        if case .entries(let entries) = step { ids += entries.map(\.id.text) }
      }
      return ids
    }
    #expect(try await named().isEmpty && known.unnamed.withLock { $0 } == 6)
    try folder.put("b/Übung.png", [1, 2, 3, 4])
    try folder.put("new.jpg", [1])
    #expect(try await named().sorted() == ["/b/Übung.png", "/new.jpg"].sorted())
  }

  @Test func `links are never followed: no loop, nothing twice, nothing from elsewhere`() async throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.put("a/b.jpg", [1])
    try other.put("secret.jpg", [1])
    symlink(folder.path, folder.path("a/loop"))
    symlink(folder.path("a/b.jpg"), folder.path("again.jpg"))
    symlink(other.path("secret.jpg"), folder.path("out.jpg"))
    symlink(other.path, folder.path("outside"))
    symlink("/nowhere", folder.path("nothing.jpg"))
    let found = try await scan(folder.path)
    #expect(found.ids == ["/a/b.jpg"])
    #expect(
      found.skipped == [
        "/a/loop": .linkToKnown, "/again.jpg": .linkToKnown, "/out.jpg": .linkLeadsOut, "/outside": .linkLeadsOut,
        "/nothing.jpg": .linkLeadsNowhere,
      ])
    for id in ["/out.jpg", "/outside/secret.jpg", "/a/loop/a/b.jpg", "/again.jpg"] {
      await #expect(throws: PhotoSourceError.itemNotFound, "\(id)") {
        _ = try await photos(folder.path).open(PhotoID(id))
      }
    }
  }

  @Test(arguments: [
    "a.jpg", "/../x.jpg", "/a/../../x.jpg", "//a.jpg", "/", "", "/.hidden.jpg", "/a\u{0}.jpg", "/a.jpg/", "/etc/passwd",
    "/./a.jpg", "/a/.booth-bin/1.jpg",
  ])
  func `an id that is none opens nothing`(_ id: String) async throws {
    let folder = try TemporaryFolder()
    try folder.put("root/a.jpg", [1])
    try folder.put("x.jpg", [1])
    let photos = photos(folder.path("root"))
    await #expect(throws: PhotoSourceError.itemNotFound) { _ = try await photos.open(PhotoID(id)) }
    await #expect(throws: PhotoSourceError.itemNotFound) { _ = try await photos.moveToTrash(PhotoID(id)) }
    await #expect(throws: PhotoSourceError.itemNotFound) {
      try await photos.restore(PhotoTrashed(id: PhotoID(id), place: "1"))
    }
  }

  @Test func `any bytes are a name, of up to 255`() async throws {
    let folder = try TemporaryFolder()
    let names: [[UInt8]] = [
      [0xFF, 0xFE, 0x20] + Array(".jpg".utf8), Array("e\u{301}.jpg".utf8), Array("é.jpg".utf8), Array("a\nb.jpg".utf8),
      Array(repeating: 0x61, count: 251) + Array(".jpg".utf8),
    ]
    for name in names {
      let path = Array((folder.path + "/").utf8) + name
      let file = FolderPath.withName(path) { open($0, O_WRONLY | O_CREAT, 0o600) }
      #expect(file >= 0)
      _ = name.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      close(file)
    }
    let found = try await scan(folder.path)
    #expect(Set(found.entries.map { NameBytes.bytes($0.id.text) }) == Set(names.map { [0x2F] + $0 }))
    for entry in found.entries {
      guard case .file(let file) = try await photos(folder.path).open(entry.id) else { continue }
      #expect([0x2F] + (try file.read(at: 0, count: 999)) == NameBytes.bytes(entry.id.text))
    }
  }

  @Test func `a part that cannot be read is said, and the rest is read`() async throws {
    let folder = try TemporaryFolder()
    try folder.put("a/b.jpg", [1])
    try folder.put("c/d.jpg", [1])
    chmod(folder.path("a"), 0)
    defer { chmod(folder.path("a"), 0o700) }
    let found = try await scan(folder.path)
    // Root reads everything.
    guard geteuid() != 0 else { return }
    #expect(found.ids == ["/c/d.jpg"] && found.unreadable == ["/a/"])
  }

  @Test func `a folder that is gone is away, and so is one whose disk left an empty place`() async throws {
    let folder = try TemporaryFolder()
    try folder.put("root/a.jpg", [1])
    let first = try await scan(folder.path("root"))
    #expect(rename(folder.path("root"), folder.path("kept")) == 0)
    await #expect(throws: PhotoSourceError.self) { _ = try await scan(folder.path("root"), since: first.mark) }
    mkdir(folder.path("root"), 0o700)
    await #expect(throws: PhotoSourceError.self) { _ = try await scan(folder.path("root"), since: first.mark) }
    rmdir(folder.path("root"))
    #expect(rename(folder.path("kept"), folder.path("root")) == 0)
    // The same folder, emptied, is empty.
    unlink(folder.path("root/a.jpg"))
    #expect(try await scan(folder.path("root"), since: first.mark).ids.isEmpty)
  }

  @Test func `what is thrown away comes back where it was, and over nothing`() async throws {
    let folder = try TemporaryFolder()
    try folder.put("a/b.jpg", [1, 2])
    let photos = photos(folder.path)
    let trashed = try await photos.moveToTrash(PhotoID("/a/b.jpg"))
    #expect(try await scan(folder.path).ids.isEmpty)
    // The bin itself says what lies in it, also to who knows nothing.
    #expect(try await photos.trashed() == [trashed])
    try folder.put("a/b.jpg", [9])
    await #expect(throws: PhotoSourceError.self) { try await photos.restore(trashed) }
    unlink(folder.path("a/b.jpg"))
    try await photos.restore(trashed)
    guard case .file(let file) = try await photos.open(PhotoID("/a/b.jpg")) else { return }
    #expect(try file.read(at: 0, count: 9) == [1, 2])
    await #expect(throws: PhotoSourceError.itemNotFound) { try await photos.restore(trashed) }
    #expect(try await photos.trashed().isEmpty)
    #expect(try folder.names(".booth-bin").isEmpty)
  }
}
