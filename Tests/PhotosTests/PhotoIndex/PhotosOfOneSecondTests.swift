import BoothTesting
import GRDB
import PhotoModel
import Synchronization
import Testing

@testable import PhotoLibrary

/// Photos of one second: in their order, in every list, whenever they were found.
@Suite struct PhotosOfOneSecondTests {
  private static let second: Int64 = 1_700_000_000

  private func index(_ folder: TemporaryFolder, _ name: String = "index.sqlite") throws -> PhotoIndex {
    try PhotoIndex(path: folder.path(name), marks: try PhotoMarks(path: folder.path("marks of \(name)")))
  }

  private static func entry(
    _ name: String, fraction: Int64? = nil, place: String = "", size: Int64 = 1
  ) -> PhotoEntry {
    var entry = PhotoEntry(
      id: PhotoID(place + "/" + name), name: name, place: place, size: size, modified: second * 1_000_000_000,
      mark: "m", isComplete: true)
    entry.details.taken = PhotoMoment(wallSeconds: second, offsetMinutes: 0, nanoseconds: fraction ?? 0)
    return entry
  }

  private func names(_ index: PhotoIndex, _ order: PhotoOrder, page: Int = 100) async throws -> [String] {
    var (found, cursor): ([PhotoRecord], PhotoCursor?) = ([], nil)
    let view = PhotoView(order: order)
    while case let part = try await index.photos(view, after: cursor, count: page), let last = part.last {
      found += part
      cursor = PhotoCursor(last.cursor.text)
      #expect(cursor == last.cursor)
    }
    let whole = try await index.photos(view, in: nil, from: 0, count: 1000)
    #expect(whole.map(\.number) == found.map(\.number))
    for (place, photo) in found.enumerated() { #expect(try await index.place(of: photo.number, in: view) == place) }
    return found.map { $0.entry.id.text }
  }

  @Test func `a burst stands by what is behind the second, then by its names as people count`() async throws {
    let folder = try TemporaryFolder()
    let index = try index(folder)
    let source = ScriptedPhotos()
    source.entries = [
      Self.entry("IMG_10.jpg"), Self.entry("late.jpg", fraction: 990_000_000), Self.entry("img_9.jpg"),
      Self.entry("IMG_2.jpg"), Self.entry("a.jpg", fraction: 120_000_000), Self.entry("IMG_002.jpg", place: "/b"),
    ]
    _ = try await index.scan(source)
    let oldest = try await names(index, .oldest, page: 1)
    #expect(Array(oldest.suffix(4)) == ["/img_9.jpg", "/IMG_10.jpg", "/a.jpg", "/late.jpg"])
    #expect(Set(oldest.prefix(2)) == ["/IMG_2.jpg", "/b/IMG_002.jpg"])
    #expect(try await names(index, .newest, page: 2) == oldest.reversed())
    #expect(
      try await names(index, .name).map { $0.split(separator: "/").last.map(String.init) ?? "" }.suffix(3)
        == ["img_9.jpg", "IMG_10.jpg", "late.jpg"])
  }

  @Test(arguments: PhotoOrder.allCases)
  func `whatever was found first, and however often it is looked for, each photo keeps its place`(
    _ order: PhotoOrder
  ) async throws {
    let folder = try TemporaryFolder()
    var entries: [PhotoEntry] = []
    for place in ["/one", "/two", "/three"] {
      for number in 0..<40 {
        entries.append(
          Self.entry(
            "\(number % 8).jpg", fraction: Int64(number % 3) * 1000, place: "\(place)/\(number / 8)",
            size: Int64(number % 2)))
      }
    }
    var orders: [[String]] = []
    for (round, listed) in [entries, entries.reversed(), entries.sorted { $0.name > $1.name }].enumerated() {
      let index = try index(folder, "\(round).sqlite")
      let source = ScriptedPhotos()
      source.entries = listed
      _ = try await index.scan(source)
      orders.append(try await names(index, order, page: 7))
      // Half of them go and come back.
      source.entries = listed.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      _ = try await index.scan(source)
      source.entries = listed
      _ = try await index.scan(source)
      orders.append(try await names(index, order, page: 5))
    }
    #expect(orders[0].count == 120 && Set(orders[0]).count == 120)
    for other in orders { #expect(other == orders[0]) }
  }

  @Test(arguments: PhotoOrder.allCases)
  func `a list goes on where it was, though its last photo is gone and others came beside it`(
    _ order: PhotoOrder
  ) async throws {
    let folder = try TemporaryFolder()
    let index = try index(folder)
    let source = ScriptedPhotos()
    source.entries = (0..<20).map { Self.entry("\($0 / 4).jpg", fraction: Int64($0 % 4), place: "/\($0)") }
    _ = try await index.scan(source)
    let view = PhotoView(order: order)
    let all = try await index.photos(view, after: nil, count: 100)
    let cursor = try #require(PhotoCursor(all[9].cursor.text))
    source.entries.removeAll { $0.id == all[9].entry.id }
    source.entries.append(Self.entry("2.jpg", fraction: 7, place: "/new"))
    _ = try await index.scan(source)
    let rest = try await index.photos(view, after: cursor, count: 100).filter { $0.entry.place != "/new" }
    // The own order has no place but its photo's.
    #expect(rest.map(\.entry.id) == all.dropFirst(10).map(\.entry.id))
  }

  @Test func `files without a date of their own stand by what the disk knows of theirs`() async throws {
    let folder = try TemporaryFolder()
    let index = try index(folder)
    let source = ScriptedPhotos()
    source.entries = ["c", "a", "b"].enumerated().map { place, name in
      PhotoEntry(
        id: PhotoID("/\(name)"), name: name, size: 1, modified: Self.second * 1_000_000_000 + Int64(place), mark: "m")
    }
    _ = try await index.scan(source)
    #expect(try await names(index, .oldest) == ["/c", "/a", "/b"])
  }

  @Test func `an index of before has its photos in order, and reads only those again that share their second`()
    async throws
  {
    let folder = try TemporaryFolder()
    let source = ScriptedPhotos()
    source.entries = ["IMG_10.jpg", "IMG_9.jpg", "IMG_11.jpg"].map { Self.entry($0) }
    for place in source.entries.indices { source.entries[place].isComplete = false }
    source.entries[2].details.taken = PhotoMoment(wallSeconds: 5)
    do {
      let index = try index(folder)
      _ = try await index.scan(source)
      try await index.readDetails(of: source, by: SizeReader(), workers: 1)
      try await index.file.current().pool.write { db in
        try OlderIndex.makeVersion5(db)
        try db.execute(sql: "UPDATE source SET mark = '12345'")
      }
      index.close()
    }
    let index = try index(folder)
    #expect(try await names(index, .oldest) == ["/IMG_11.jpg", "/IMG_9.jpg", "/IMG_10.jpg"])
    source.opened.withLock { $0 = 0 }
    #expect(try await index.readDetails(of: source, by: FractionReader(), workers: 1) == 2)
    #expect(source.opened.withLock { $0 } == 2)
    // By the reader IMG_10 is the earlier one.
    #expect(try await names(index, .oldest) == ["/IMG_11.jpg", "/IMG_10.jpg", "/IMG_9.jpg"])
  }

  @Test func `a catalog's fractions come into an index of before, and no thumbnail is made anew for them`() async throws
  {
    let folder = try TemporaryFolder()
    let index = try index(folder)
    let source = ScriptedPhotos()
    source.entries = [Self.entry("a.jpg"), Self.entry("b.jpg")]
    _ = try await index.scan(source)
    let before = try await index.photos(PhotoView(order: .oldest), after: nil, count: 9)
    try await index.file.current().pool.write { try $0.execute(sql: "UPDATE source SET mark = NULL") }
    source.entries = [Self.entry("a.jpg", fraction: 700_000_000), Self.entry("b.jpg", fraction: 100_000_000)]
    let report = try await index.scan(source)
    #expect(report.changed == 0)
    let after = try await index.photos(PhotoView(order: .oldest), after: nil, count: 9)
    #expect(after.map(\.entry.name) == ["b.jpg", "a.jpg"])
    #expect(after.map(\.stamp).sorted() == before.map(\.stamp).sorted())
  }

  @Test func `a photo's number by which it is told from another one is as it was before there were fractions`() {
    var details = PhotoDetails()
    details.taken = PhotoMoment(wallSeconds: 5, offsetMinutes: 60, nanoseconds: 7)
    #expect(
      "\(details)".contains("Optional(PhotoBrowser.PhotoMoment(wallSeconds: 5, offsetMinutes: Optional(60)))"))
  }

  @Test func `names are counted as people count them`() {
    let names = [
      "0.jpg", "1.jpg", "2.jpg", "9.jpg", "10.jpg", "123456789.jpg", "1234567890.jpg", "img.jpg", "IMG_1.jpg",
      "img_2 (1).jpg", "IMG_2.jpg", "img_10.jpg", "IMG_20240101_120000123.jpg", "ü2.jpg", "ü10.jpg",
    ]
    #expect(names.shuffled().sorted { NaturalName.key($0) < NaturalName.key($1) } == names)
    #expect(NaturalName.key("IMG_007") == NaturalName.key("img_7"))
    #expect(NaturalName.key("img_007.jpg").hasPrefix(NaturalName.key("img_007") + "."))
    let long = String(repeating: "9", count: 17)
    #expect(NaturalName.key(long) < NaturalName.key("1" + long))
  }
}

/// What is behind the second, by the size of what is read.
private struct FractionReader: PhotoReader {
  func details(of content: PhotoContent) -> PhotoDetails {
    var details = PhotoDetails()
    guard case .bytes(let bytes) = content else { return details }
    let isTen = String(decoding: bytes, as: UTF8.self).contains("10")
    details.taken = PhotoMoment(wallSeconds: 1_700_000_000, nanoseconds: isTen ? 1 : 2)
    return details
  }
}

/// Tables as an earlier version had them.
enum OlderIndex {
  static func makeVersion6(_ db: Database) throws {
    try db.execute(sql: "DROP TABLE sidecar; PRAGMA user_version = 6")
  }

  static func makeVersion5(_ db: Database) throws {
    try makeVersion6(db)
    try db.execute(
      sql: """
        DROP INDEX photo_date; DROP INDEX photo_source; DROP INDEX photo_name; DROP INDEX photo_size;
        DROP INDEX photo_starred;
        ALTER TABLE source DROP COLUMN away;
        ALTER TABLE photo DROP COLUMN fraction; ALTER TABLE photo DROP COLUMN turn;
        UPDATE photo SET sort = lower(name);
        CREATE INDEX photo_date ON photo (visible, shown);
        CREATE INDEX photo_source ON photo (source, visible, shown);
        CREATE INDEX photo_name ON photo (visible, sort);
        CREATE INDEX photo_size ON photo (visible, bytes);
        CREATE INDEX photo_starred ON photo (shown) WHERE star = 1;
        PRAGMA user_version = 5;
        """)
  }
}
