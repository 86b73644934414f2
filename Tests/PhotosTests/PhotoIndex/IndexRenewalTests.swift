import BoothTesting
import GRDB
import Glibc
import PhotoModel
import Testing

@testable import PhotoLibrary

/// An index of which a page is damaged: it is made anew while it is in use, and what people said stays.
@Suite(.timeLimit(.minutes(15))) struct IndexRenewalTests {
  private let folder: TemporaryFolder
  private let source = ScriptedPhotos()
  private let album = PhotoAlbumID.own("best")
  private var path: String { folder.path("index.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    source.entries = (0..<67).map {
      PhotoEntry(id: PhotoID("/\($0).jpg"), name: "\($0).jpg", size: $0 + 1, modified: $0 * 1_000_000_000, mark: "m")
    }
  }

  private func index() throws -> PhotoIndex {
    try PhotoIndex(path: path, marks: try PhotoMarks(path: folder.path("marks.sqlite")))
  }

  /// One of all photos, with a star and an album, that is not open.
  private func make() async throws {
    let index = try index()
    try await fill(index)
    let photos = try await index.photos(PhotoView(order: .name), after: nil, count: 100)
    try await index.mark([try #require(photos[0].key)], PhotoMarkChange(star: true), at: 1)
    try await index.makeAlbum("best", "Best", at: 1)
    #expect(try await index.add(Array(photos.prefix(9)), to: album, at: 1) == 9)
    index.close()
  }

  private func fill(_ index: PhotoIndex) async throws {
    _ = try await index.scan(source)
    try await index.readDetails(of: source, by: SizeReader(), workers: 1)
  }

  /// Overwrites the first page of a table, or of an index of it.
  private func damage(_ name: String) throws {
    let database = try DatabaseQueue(path: path)
    let page = try database.read { db in
      try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [name])
    }
    try database.close()
    var bytes = try folder.read("index.sqlite")
    let start = (try #require(page) - 1) * 4096
    bytes.replaceSubrange(start..<start + 4096, with: Array(repeating: 0xA7, count: 4096))
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    try folder.put("index.sqlite", bytes)
  }

  /// Everything that pages ask for.
  private func expectAll(_ index: PhotoIndex) async throws {
    #expect(try await index.layout(PhotoView()).count == 67)
    for order in [PhotoOrder.newest, .name, .largest] {
      #expect(try await index.photos(PhotoView(order: order), after: nil, count: 100).count == 67)
    }
    let starred = try await index.photos(PhotoView(filter: PhotoSearch("star")), after: nil, count: 9)
    #expect(starred.count == 1)
    #expect(try await index.photo(try #require(starred.first?.key))?.isStarred == true)
    #expect(try await index.album(album, of: nil)?.count == 9)
    #expect(try await index.source(source.identifier)?.count == 67)
  }

  @Test(arguments: [
    "photo", "photo_hash", "photo_date", "photo_name", "photo_key", "photo_unread", "month_count", "source", "change",
  ])
  func `whichever page is damaged, all is there again after the next scan`(_ name: String) async throws {
    try await make()
    try damage(name)
    source.entries.append(PhotoEntry(id: PhotoID("/new.jpg"), name: "new.jpg", size: 99, mark: "m"))
    let index = try index()
    var isWhole = false
    for _ in 0..<2 where !isWhole {
      do {
        try await fill(index)
        _ = try await index.layout(PhotoView())
        for order in [PhotoOrder.newest, .name] {
          _ = try await index.photos(PhotoView(order: order), after: nil, count: 100)
        }
        _ = try await index.album(album, of: nil)
        isWhole = true
      } catch let error as PhotoIndexError where error == .renewed {
        #expect(error.words.contains("booth photos scan"))
      }
    }
    #expect(isWhole)
    source.entries.removeLast()
    try await fill(index)
    try await expectAll(index)
    #expect(index.renewals == 1 || name == "photo_unread")
    index.close()
    // And it is whole.
    let database = try DatabaseQueue(path: path)
    #expect(try await database.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
  }

  @Test func `who is told goes on with the new one, and photos have new numbers there`() async throws {
    try await make()
    let old: Int64
    do {
      let index = try index()
      old = try #require(try await index.photos(PhotoView(order: .name), after: nil, count: 1).first).number
      index.close()
    }
    try damage("photo_name")
    let index = try index()
    let version = try await index.version()
    index.whenRenewed {}
    #expect(try await index.photos(PhotoView(order: .name), after: nil, count: 100).isEmpty)
    #expect(try await index.version() > version)
    try await fill(index)
    try await expectAll(index)
    #expect(try await index.photo(old) == nil)
    index.close()
  }

  @Test func `another that has it open goes on in the new one, and work of many steps begins anew`() async throws {
    try await make()
    try damage("photo_hash")
    let (one, other) = (try index(), try index())
    try await other.whole {
      _ = try await other.version()
      await #expect(throws: PhotoIndexError.renewed) { try await fill(one) }
      await #expect(throws: PhotoIndexError.renewed) { _ = try await other.version() }
    }
    try await fill(one)
    try await expectAll(other)
    #expect((one.renewals, other.renewals) == (1, 1))
    // The end of those that had the old one open takes nothing away from the new one.
    one.close()
    try await other.note(source.identifier, .failed, "it was told")
    other.close()
    let again = try index()
    #expect(try await again.source(source.identifier)?.remark == "it was told")
    try await expectAll(again)
    again.close()
  }

  @Test func `a disk that fails, is full or busy takes no index away`() {
    for code in [
      ResultCode.SQLITE_IOERR, .SQLITE_IOERR_READ, .SQLITE_FULL, .SQLITE_BUSY, .SQLITE_READONLY, .SQLITE_CANTOPEN,
    ] { #expect(!IndexFile.isDamaged(DatabaseError(resultCode: code))) }
    for code in [ResultCode.SQLITE_CORRUPT, .SQLITE_CORRUPT_INDEX, .SQLITE_CORRUPT_SEQUENCE, .SQLITE_NOTADB] {
      #expect(IndexFile.isDamaged(DatabaseError(resultCode: code)))
    }
  }
}
