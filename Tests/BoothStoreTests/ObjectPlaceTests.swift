import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@testable import BoothStore

/// A store of objects whose folder is taken away or exchanged while it is open.
@Suite struct ObjectPlaceTests {
  private let scratch: TemporaryFolder
  private let store: FolderObjectStore
  private let key = ObjectKey("events/7/photo_0.jpg")!
  private static let files = FileManager.default

  init() async throws {
    scratch = try TemporaryFolder()
    store = try FolderObjectStore(path: scratch.path("store"))
    _ = try await store.write(key, contentType: "image/jpeg", bytes: [1])
  }

  private func expectsRefusals() async {
    let isUnavailable = { (error: ObjectStoreError?) in
      error?.code == .unavailable && error?.detail.contains("nothing is kept or served before it is back") == true
    }
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await store.info(key) }, { _ = try await store.read(key, range: nil) },
      { _ = try await store.file(key) }, { _ = try await store.list(prefix: "", after: nil, limit: 9) },
      { _ = try await store.write(key, contentType: "image/jpeg", bytes: [2]) }, { try await store.delete(key) },
      { _ = try await store.place() },
    ]
    for (number, call) in calls.enumerated() {
      let error = await #expect(throws: ObjectStoreError.self) { try await call() }
      #expect(isUnavailable(error), "\(number): \(error.map(String.init(describing:)) ?? "")")
    }
    #expect(await store.mark(of: [key], in: nil) == nil, "a page that was made before is not given either")
  }

  @Test func `an object of a folder that was removed is out of reach, and none is taken`() async throws {
    try Self.files.removeItem(atPath: scratch.path("store"))
    await expectsRefusals()
  }

  @Test func `an empty folder in the place of the store's is not written to`() async throws {
    try Self.files.moveItem(atPath: scratch.path("store"), toPath: scratch.path("away"))
    try Self.files.createDirectory(atPath: scratch.path("store"), withIntermediateDirectories: true)
    await expectsRefusals()
    #expect(try Self.files.contentsOfDirectory(atPath: scratch.path("store")).isEmpty)
  }

  @Test func `a folder that is put back is served and written again`() async throws {
    try Self.files.moveItem(atPath: scratch.path("store"), toPath: scratch.path("away"))
    await expectsRefusals()
    try Self.files.moveItem(atPath: scratch.path("away"), toPath: scratch.path("store"))
    #expect(try await store.info(key)?.sizeBytes == 1)
    _ = try await store.write(key, contentType: "image/jpeg", bytes: [2, 3])
    #expect(try scratch.read("store/events/7/photo_0.jpg") == [2, 3])
  }

  @Test func `a copy of the folder counts as the same only with what was written last`() async throws {
    try Self.files.copyItem(atPath: scratch.path("store"), toPath: scratch.path("older"))
    let second = ObjectKey("events/7/photo_1.jpg")!
    _ = try await store.write(second, contentType: "image/jpeg", bytes: [2])
    try Self.files.copyItem(atPath: scratch.path("store"), toPath: scratch.path("newer"))
    try Self.files.moveItem(atPath: scratch.path("store"), toPath: scratch.path("away"))
    try Self.files.moveItem(atPath: scratch.path("older"), toPath: scratch.path("store"))
    await expectsRefusals()
    try Self.files.moveItem(atPath: scratch.path("store"), toPath: scratch.path("older"))
    try Self.files.moveItem(atPath: scratch.path("newer"), toPath: scratch.path("store"))
    #expect(try await store.info(second)?.sizeBytes == 1)
  }

  @Test func `a folder is begun anew where that is asked for`() async throws {
    let before = try await store.place()
    try Self.files.removeItem(atPath: scratch.path("store"))
    try await store.beginAnew()
    #expect(try await store.place() != before)
    #expect(try await store.info(key) == nil)
    _ = try await store.write(key, contentType: "image/jpeg", bytes: [2])
    #expect(try scratch.read("store/events/7/photo_0.jpg") == [2])
    // Not where the folder above is gone: that is another trouble.
    let other = try FolderObjectStore(path: scratch.path("data/gallery"))
    try Self.files.removeItem(atPath: scratch.path("data"))
    await #expect(throws: ObjectStoreError.self) { try await other.beginAnew() }
    #expect(!scratch.exists("data"))
  }
}
