import BoothCore
import BoothStore
import BoothTesting
import FoundationEssentials
import Logging
import Synchronization
import Testing

@testable import Gallery
@testable import S3Storage
@testable import WebSupport

/// A gallery's way from a folder into a bucket, and back into another folder.
@Suite struct GalleryMoveTests {
  private static let logger = Logger(label: "move") { _ in SwiftLogNoOpLogHandler() }
  private static let token = [("X-FotoX-Key", GalleryLab.token)]

  /// A bucket in memory, as a store.
  private static func withBucket(_ body: (S3ObjectStore) async throws -> Void) async throws {
    let standIn = try StandInBucket()
    defer { standIn.stop() }
    let bucket = S3Bucket(
      try S3Settings(bucket: StandInBucket.name, endpoint: standIn.endpoint),
      credentials: S3Credentials(accessKey: "AK", secretKey: "secret"))
    try await body(S3ObjectStore(bucket, prefix: "below/"))
    try await bucket.shutdown()
  }

  private static func move(_ folder: any ObjectStore, into bucket: any ObjectStore) -> GalleryMove {
    GalleryMove(
      from: GalleryMove.Side(folder, lists: .index), to: GalleryMove.Side(bucket, lists: .keys), logger: logger)
  }

  private static func move(_ bucket: any ObjectStore, backInto folder: any ObjectStore) -> GalleryMove {
    GalleryMove(
      from: GalleryMove.Side(bucket, lists: .keys), to: GalleryMove.Side(folder, lists: .index), logger: logger)
  }

  /// A gallery over a bucket.
  private static func serve(
    _ store: S3ObjectStore, _ body: @Sendable @escaping (GalleryLab) async throws -> Void
  ) async throws {
    let configure: @Sendable (inout GalleryConfiguration) -> Void = {
      $0.lists = .keys
      $0.indexPause = .zero
    }
    let over: @Sendable (FolderObjectStore) -> any ObjectStore = { _ in store }
    try await GalleryLab.run(configure: configure, over: over, body)
  }

  private final class Kept: Sendable {
    private let state = Mutex<[String: String]>([:])
    var found: [String: String] { state.withLock { $0 } }
    func keep(_ found: [String: String]) { state.withLock { $0 = found } }
  }

  /// What guests and booths see of it.
  private static func seen(_ lab: GalleryLab, _ sessions: [String]) async throws -> [String: String] {
    var seen: [String: String] = [:]
    seen["list"] = try await FleetLab.listed(lab, event: 8).pages.flatMap(\.self).joined(separator: " ")
    let index = try await lab.get("/api/events/7", token).json["sessions"]
    seen["index"] = index?.array?.compactMap { $0["session_id"]?.string }.joined(separator: " ")
    seen["closed"] = "\(try await lab.get("/e/7").status)"
    for session in sessions {
      seen[session] = "\(try await lab.get("/s/\(session)").status)"
      for event in [7, 8] {
        let path = "events/\(event)/sessions/\(session)/strip_photo.jpg"
        let reply = try await lab.get("/asset?path=\(path)")
        seen[path] = "\(reply.status) \(reply["Content-Type"] ?? "") \(reply.text)"
      }
    }
    seen["emails"] = try await lab.get("/asset?path=private/emails/emails_7.json", token).text
    return seen
  }

  @Test func `a gallery is moved while it serves, and shows the same there and back again`() async throws {
    try await Self.withBucket { bucket in
      let all = ["SESSION-1", "SESSION-2", "SESSION-3", "SESSION-4", "SESSION-5", "ERASED-1"]
      let before = Kept()
      try await GalleryLab.run { lab in
        for session in all.prefix(3) + ["ERASED-1"] {
          try await lab.bring(session: session, says: "link")
          try await lab.bring(event: 8, session: session + "-8")
        }
        try await lab.upload(
          "private/emails/emails_7.json", Array("[{\"email\":\"a@example.org\",\"session_id\":\"SESSION-1\"}]".utf8),
          type: "application/json", session: "email-collection")
        let owner = GalleryOwner(lab.store)
        let ended = try await owner.addToken("Lost booth", for: nil, at: lab.clock.now)
        _ = try await owner.addToken("Booth", for: nil, at: lab.clock.now)
        let move = Self.move(lab.store, into: bucket)
        let first = try await move.pass()
        #expect(first.copied == first.objects && first.copiedBytes == first.bytes && first.listed == 8)
        let again = try await move.pass()
        #expect(again.hasChangedNothing && again.objects == first.objects)
        // It serves: sessions come, come again, are brought anew, and go.
        _ = try await owner.endTokens(ended.entry.id)
        try await lab.bring(session: "SESSION-4", says: "link")
        #expect(try await lab.complete(session: "SESSION-1").status == 200)
        try await lab.upload(
          "events/7/sessions/SESSION-2/strip_photo.jpg", Array("BYTES of strip_photo.jpg".utf8), type: "image/jpeg",
          session: "SESSION-2")
        #expect(try await lab.send(.delete, "/api/sessions/7/ERASED-1", Self.token).status == 200)
        let second = try await move.pass()
        #expect(second.copied > 5 && second.deleted > 3, "\(second)")
        let report = try await move.finish()
        #expect(report.hasChangedNothing && report.listed == 8)
        let found = try await Self.seen(lab, all)
        before.keep(found)
      }
      let expected = before.found
      #expect(expected["index"] == "SESSION-1 SESSION-4 SESSION-3 SESSION-2" && expected["ERASED-1"] == "410")
      #expect(expected["events/7/sessions/SESSION-2/strip_photo.jpg"] == "200 image/jpeg BYTES of strip_photo.jpg")
      #expect(try await GalleryOwner(bucket).tokens().map(\.name) == ["Booth"])
      try await Self.serve(bucket) { lab in
        #expect(try await Self.seen(lab, all) == expected)
        // It goes on there.
        lab.clock.advance(3600)
        try await lab.bring(session: "SESSION-5", says: "link")
      }
      // What serves is not overwritten any more.
      try await GalleryLab.run { lab in
        await #expect(throws: GalleryMove.Fault.self) { _ = try await Self.move(lab.store, into: bucket).pass() }
      }
      let after = Kept()
      try await Self.serve(bucket) { lab in
        let found = try await Self.seen(lab, all)
        after.keep(found)
      }
      let folder = try TemporaryFolder()
      let back = Self.move(bucket, backInto: try FolderObjectStore(path: folder.path))
      let report = try await back.finish()
      #expect(report.listed == 9 && report.copied == report.objects)
      try await GalleryLab.run(folder: folder) { lab in
        let found = try await Self.seen(lab, all)
        #expect(found == after.found)
        #expect(try await lab.get("/e/7?key=" + EventKey.of(7, secret: GalleryLab.secret)).text.contains("SESSION-5"))
      }
    }
  }

  @Test func `nothing is moved over what is in use`() async throws {
    let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
    let from = try FolderObjectStore(path: first.path)
    let to = try FolderObjectStore(path: second.path)
    _ = try await from.write(try objectKey("events/7/sessions/ABC/a.jpg"), contentType: "image/jpeg", bytes: [1])
    let theirs = try objectKey("sessions/XYZ/manifest.json")
    _ = try await to.write(theirs, contentType: "application/json", bytes: [2])
    let move = Self.move(from, into: to)
    await #expect(throws: GalleryMove.Fault.isInUse(key: theirs.text)) { _ = try await move.pass() }
    #expect(try await to.all(prefix: "").map(\.key) == [theirs])
    try await to.delete(theirs)
    #expect(try await move.pass().copied == 1)
    // It was served after all, before the move was finished.
    _ = try await to.write(theirs, contentType: "application/json", bytes: [2])
    await #expect(throws: GalleryMove.Fault.isInUse(key: theirs.text)) { _ = try await move.finish() }
    #expect(try await to.info(theirs) != nil)
  }

  /// A folder that fails for ever from one of its changes on.
  private final class FailingStore: WrappedStore {
    let inner: FolderObjectStore
    private let left: Mutex<Int>

    init(_ inner: FolderObjectStore, after changes: Int) {
      self.inner = inner
      left = Mutex(changes)
    }

    private func change(_ key: ObjectKey) throws(ObjectStoreError) {
      let isOver = left.withLock { left in
        left -= 1
        return left < 0
      }
      if isOver { throw ObjectStoreError(.unavailable, subject: key.text, detail: "it is away") }
    }

    func write(
      _ key: ObjectKey, contentType: String, condition: WriteCondition, sizeBytes: Int64?, body: ByteStream
    ) async throws(ObjectStoreError) -> ObjectInfo {
      try change(key)
      return try await inner.write(
        key, contentType: contentType, condition: condition, sizeBytes: sizeBytes, body: body)
    }

    func delete(_ key: ObjectKey) async throws(ObjectStoreError) {
      try change(key)
      try await inner.delete(key)
    }
  }

  @Test func `a move that is cut off at any step is finished by the next`() async throws {
    try await GalleryLab.run { lab in
      for session in ["SESSION-1", "SESSION-2"] { try await lab.bring(session: session, says: "link") }
      let whole = try TemporaryFolder()
      let complete = try FolderObjectStore(path: whole.path)
      _ = try await Self.move(lab.store, into: complete).finish()
      let expected = try await complete.all(prefix: "").map { "\($0.key) \($0.sizeBytes)" }.sorted()
      #expect(expected.count > 12)
      var steps = 0
      var isDone = false
      while !isDone {
        let folder = try TemporaryFolder()
        let target = try FolderObjectStore(path: folder.path)
        do {
          _ = try await Self.move(lab.store, into: FailingStore(target, after: steps)).finish()
          isDone = true
        } catch let error as ObjectStoreError {
          #expect(error.code == .unavailable)
        }
        if !isDone { _ = try await Self.move(lab.store, into: target).finish() }
        #expect(try await target.all(prefix: "").map { "\($0.key) \($0.sizeBytes)" }.sorted() == expected, "\(steps)")
        steps += 1
        try #require(steps < 60)
      }
      #expect(steps > 14)
    }
  }

  /// A folder that keeps something else than it is given.
  private struct SpoilingStore: WrappedStore {
    let inner: FolderObjectStore

    func write(
      _ key: ObjectKey, contentType: String, condition: WriteCondition, sizeBytes: Int64?, body: ByteStream
    ) async throws(ObjectStoreError) -> ObjectInfo {
      var bytes: [UInt8] = []
      do { for try await piece in body { bytes += piece } } catch {
        throw ObjectStoreError(.incomplete, subject: key.text, detail: "\(error)")
      }
      if key.text.hasSuffix(".jpg"), !bytes.isEmpty { bytes[bytes.count - 1] ^= 1 }
      return try await inner.write(key, contentType: contentType, condition: condition, bytes: bytes)
    }
  }

  @Test func `what does not arrive whole is not taken for moved, and what was spoilt later is moved again`()
    async throws
  {
    try await GalleryLab.run { lab in
      try await lab.bring(session: "SESSION-1")
      let folder = try TemporaryFolder()
      let target = try FolderObjectStore(path: folder.path)
      let error = await #expect(throws: ObjectStoreError.self) {
        _ = try await Self.move(lab.store, into: SpoilingStore(inner: target)).pass()
      }
      #expect(error?.code == .incomplete && error?.subject.hasSuffix(".jpg") == true)
      _ = try await Self.move(lab.store, into: target).pass()
      // Of the same size.
      let key = try objectKey("events/7/sessions/SESSION-1/photo_0.jpg")
      _ = try await target.write(key, contentType: "image/jpeg", bytes: Array("bytes of photo_1.jpg".utf8))
      #expect(try await Self.move(lab.store, into: target).pass().copied == 1)
      #expect(try await target.readAll(key, limit: 100)?.1 == Array("bytes of photo_0.jpg".utf8))
    }
  }
}
