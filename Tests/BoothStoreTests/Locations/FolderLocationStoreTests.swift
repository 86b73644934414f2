import BoothCore
import BoothTesting
import BoothVault
import FoundationEssentials
import Locations
import Testing

@testable import BoothStore

@Suite struct FolderLocationStoreTests {
  let folder: TemporaryFolder
  let time = WallTime(unixSeconds: 1_770_000_000, secondsFromUTC: 3600)

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> FolderLocationStore { try FolderLocationStore.open(folder: folder.path) }

  @Test(arguments: LocationStoreConformance.checks)
  func `a folder and its database keep the promises of the port`(_ check: LocationStoreConformance) async throws {
    let folder = folder
    try await check.run(
      .init(try open()) { try FolderLocationStore.open(folder: folder.path) })
  }

  @Test(arguments: LocationStoreConformance.checks)
  func `the double keeps the promises of the port`(_ check: LocationStoreConformance) async throws {
    let store = try MemoryLocationStore()
    try await check.run(.init(store) { try store.reopened() })
  }

  @Test func `a database that is gone or damaged is written anew from the folders`() async throws {
    let store = try open()
    let id = LocationStoreConformance.location().id
    try await store.add(LocationStoreConformance.location(), old: .bytes(LocationStoreConformance.picture(1)))
    _ = try await store.addVersion(
      "v", of: id, from: .bytes(LocationStoreConformance.picture(2)), session: nil, at: time)
    let kept = try #require(try await store.location(id))
    store.close()
    for name in ["locations.sqlite", "locations.sqlite-wal", "locations.sqlite-shm"] where folder.exists(name) {
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
    #expect(throws: StoreError.self) { _ = try FolderLocationStore.openForReading(folder: folder.path) }
    let second = try open()
    #expect(try await second.locations() == [kept])
    #expect(await second.notes() == ["1 location that the books did not know was found in its folder"])
    second.close()
    try folder.put("locations.sqlite", Array(repeating: 7, count: 8192))
    let third = try open()
    #expect(try await third.locations() == [kept])
    #expect(folder.exists("locations.sqlite.damaged-1"))
    #expect(await third.notes().contains { $0.contains("set aside as locations.sqlite.damaged-1") })
  }

  @Test func `a second process sees what the first one changes, and both may change`() async throws {
    let (one, other) = (try open(), try open())
    let looking = try FolderLocationStore.openForReading(folder: folder.path)
    try await one.add(LocationStoreConformance.location("a"), old: .bytes(LocationStoreConformance.picture(1)))
    try await other.add(LocationStoreConformance.location("b"), old: .bytes(LocationStoreConformance.picture(2)))
    for store in [one, other, looking] {
      #expect(try await store.locations().map(\.id.text).sorted() == ["a", "b"])
    }
  }

  @Test func `books that another process has set aside are not written to any more`() async throws {
    let one = try open()
    try await one.add(LocationStoreConformance.location("a"), old: .bytes(LocationStoreConformance.picture(1)))
    for suffix in ["-wal", "-shm", ""] where folder.exists("locations.sqlite" + suffix) {
      try FileManager.default.moveItem(
        atPath: folder.path("locations.sqlite" + suffix), toPath: folder.path("locations.sqlite.damaged-1" + suffix))
    }
    let other = try open()
    try await one.add(LocationStoreConformance.location("b"), old: .bytes(LocationStoreConformance.picture(2)))
    #expect(try await other.locations().map(\.id.text).sorted() == ["a", "b"])
  }

  @Test func `a folder that never had a location has none, and looking makes no file`() async throws {
    let looking = try FolderLocationStore.openForReading(folder: folder.path)
    #expect(try await looking.locations() == [])
    #expect(try await looking.location(LocationID("a")!) == nil)
    #expect(try folder.names() == [])
  }

  @Test func `a location whose sheet cannot be read is kept, and said at every start`() async throws {
    let store = try open()
    try await store.add(LocationStoreConformance.location("a"), old: .bytes(LocationStoreConformance.picture(1)))
    store.close()
    for suffix in ["-wal", "-shm", ""] where folder.exists("locations.sqlite" + suffix) {
      try FileManager.default.removeItem(atPath: folder.path("locations.sqlite" + suffix))
    }
    try folder.put("locations/a/location.json", Array("{".utf8))
    for _ in 1...2 {
      let next = try open()
      #expect(try await next.locations() == [])
      #expect(await next.notes().count == 1)
      #expect(folder.exists("locations/a/old.jpg"))
      next.close()
    }
  }

  @Test func `a link in the place of the locations is not followed`() async throws {
    let elsewhere = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("locations"), withDestinationPath: elsewhere.path)
    let error = #expect(throws: StoreError.self) { _ = try open() }
    #expect(error?.detail.contains("link") == true)
    #expect(try elsewhere.names() == [])
  }

  @Test func `a search finds words of title, notes and provenance without their marks`() async throws {
    let store = try open()
    var other = LocationStoreConformance.location("b")
    other.title = "Straße der Ölmühle"
    other.notes = "שָׁלוֹם ١٩٣٨"
    try await store.add(LocationStoreConformance.location("a"), old: .bytes(LocationStoreConformance.picture(1)))
    try await store.add(other, old: .bytes(LocationStoreConformance.picture(2)))
    for (text, ids) in [
      ("STRASSE", ["b"]), ("olmuhle der", ["b"]), ("שלום", ["b"]), ("congress", ["a", "b"]), ("jaffa", ["a"]),
      ("jaffa olmuhle", []), ("1938 שלום", ["b"]), ("۱۹۳۸", ["b"]), ("", ["a", "b"]),
    ] {
      let search = LocationSearch(text)
      #expect(try await store.locations(matching: search).map(\.id.text).sorted() == ids, "\(text)")
      #expect(try await store.locations().filter { search.matches($0) }.map(\.id.text).sorted() == ids, "\(text)")
    }
  }
}
