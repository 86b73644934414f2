import BoothCore
import BoothStore
import BoothTesting
import Glibc
import Synchronization
import Testing

@testable import Gallery

/// A page is kept while nothing has changed, and looks as the store is, after any writer.
@Suite struct `A session's page` {
  private static let folder = "events/7/sessions/\(Sample.session)"
  private static let link = "/s/\(Sample.session)"

  /// What is in the store was put there a while ago.
  private static func age(_ scratch: TemporaryFolder) throws {
    for path in try scratch.files() + ["", folder, "sessions/\(Sample.session)", "events/7"] {
      let times = [timespec(tv_sec: 1_700_000_000, tv_nsec: 5), timespec(tv_sec: 1_700_000_000, tv_nsec: 5)]
      try #require(utimensat(AT_FDCWD, scratch.path(path), times, AT_SYMLINK_NOFOLLOW) == 0, "\(path)")
    }
  }

  private static func run(
    _ body: @Sendable @escaping (GalleryLab, CountingStore.Count) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let count = CountingStore.Count()
    let counting: @Sendable (FolderObjectStore) -> any ObjectStore = { CountingStore(inner: $0, count: count) }
    try await GalleryLab.run(folder: folder, over: counting) { lab in
      try await lab.bring()
      // No film is waited for any more.
      lab.clock.advance(10_000_000)
      try age(folder)
      for _ in 1...3 { #expect(try await lab.get(link).text.contains("strip_photo.jpg")) }
      try await body(lab, count)
    }
  }

  @Test func `that many look at is made once, for each language`() async throws {
    try await Self.run { lab, count in
      let first = try await lab.get(Self.link)
      let before = count.reads
      for _ in 1...5 {
        let reply = try await lab.get(Self.link)
        #expect(reply.bytes == first.bytes && reply["ETag"] == first["ETag"])
      }
      #expect(count.reads == before)
      let tag = try #require(first["ETag"])
      #expect(try await lab.get(Self.link, [("If-None-Match", tag)]).status == 304)
      let head = try await lab.send(.head, Self.link)
      #expect(head.bytes.isEmpty && head["Content-Length"] == "\(first.bytes.count)")
      let german = try await lab.get(Self.link, [("Accept-Language", "de")])
      #expect(german.text.contains("lang=\"de\"") && !first.text.contains("lang=\"de\""))
      #expect(try await lab.get(Self.link).bytes == first.bytes)
    }
  }

  @Test func `shows what comes, goes and changes, at once`() async throws {
    try await Self.run { lab, _ in
      // A picture goes and comes back.
      try await lab.store.delete(try objectKey(Self.folder + "/photo_0.jpg"))
      let without = try await lab.get(Self.link)
      #expect(!without.text.contains("photo_0.jpg"))
      _ = try await lab.store.write(try objectKey(Self.folder + "/photo_0.jpg"), contentType: "image/jpeg", bytes: [1])
      #expect(try await lab.get(Self.link).text.contains("photo_0.jpg"))
      try Self.age(lab.folder)
      for _ in 1...3 { #expect(try await lab.get(Self.link).text.contains("photo_0.jpg")) }
      // The event is closed: its page is no longer led to.
      #expect(try await lab.get(Self.link).text.contains("e/7"))
      #expect(try await lab.complete(says: "link").status == 200)
      #expect(try await !lab.get(Self.link).text.contains("e/7"))
      try Self.age(lab.folder)
      for _ in 1...3 { #expect(try await !lab.get(Self.link).text.contains("e/7")) }
      // It is erased.
      let reply = try await lab.send(.delete, "/sessions/7/\(Sample.session)", [("X-FotoX-Key", GalleryLab.token)])
      #expect(reply.status == 200)
      #expect(try await lab.get(Self.link).status == 410)
    }
  }

  @Test func `shows each of two changes that the disk's clock cannot tell apart`() async throws {
    try await Self.run { lab, _ in
      let photo = try objectKey(Self.folder + "/photo_0.jpg")
      for _ in 1...20 {
        try await lab.store.delete(photo)
        #expect(try await !lab.get(Self.link).text.contains("photo_0.jpg"))
        _ = try await lab.store.write(photo, contentType: "image/jpeg", bytes: [1])
        #expect(try await lab.get(Self.link).text.contains("photo_0.jpg"))
      }
    }
  }

  @Test func `stays erased where an old copy of the gallery was put back`() async throws {
    try await Self.run { lab, _ in
      let copies = try lab.folder.files().filter { !$0.hasPrefix(".booth") }.map { ($0, try lab.folder.read($0)) }
      let token = [("X-FotoX-Key", GalleryLab.token)]
      #expect(try await lab.send(.delete, "/sessions/7/\(Sample.session)", token).status == 200)
      for (name, bytes) in copies { try lab.folder.put(name, bytes) }
      #expect(try await lab.get(Self.link).status == 410)
      #expect(try await lab.get("/api/s/\(Sample.session)/strips").status == 410)
      #expect(try await lab.get("/api/s/\(Sample.session)/all.zip").status == 410)
      for path in ["/api/events/7", "/api/events/7/thumbnails", "/e/7"] {
        #expect(try await !lab.get(path).text.contains(Sample.session), "\(path)")
      }
      #expect(try await lab.get("/api/events/7/all.zip").status == 404)
    }
  }
}

/// Counts what is read and listed.
private struct CountingStore: WrappedStore {
  final class Count: Sendable {
    private let total = Mutex(0)
    var reads: Int { total.withLock { $0 } }
    func add() { total.withLock { $0 += 1 } }
  }

  let inner: FolderObjectStore
  let count: Count

  func mark(of keys: [ObjectKey], in folder: ObjectKey?) async -> ObjectsMark? {
    await inner.mark(of: keys, in: folder)
  }
  func read(_ key: ObjectKey, range: Range<Int64>?) async throws(ObjectStoreError) -> (ObjectInfo, ByteStream)? {
    count.add()
    return try await inner.read(key, range: range)
  }
  func list(prefix: String, after: ObjectKey?, limit: Int) async throws(ObjectStoreError) -> [ObjectInfo] {
    count.add()
    return try await inner.list(prefix: prefix, after: after, limit: limit)
  }
}
