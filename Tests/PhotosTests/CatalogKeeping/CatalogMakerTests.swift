import BoothTesting
import Glibc
import PhotoModel
import Synchronization
import Testing

@testable import PhotolalaFormat

@Suite struct CatalogMakerTests {
  /// Photos in memory, by name; says when it was read.
  private final class MemoryPhotos: PhotoProvider {
    let identifier = PhotoSourceID("memory")!
    let kind = PhotoSourceKind.folder
    let displayName = "memory"
    let capabilities = PhotoCapabilities.readOnly
    let photos: [String: [UInt8]]

    init(_ photos: [String: [UInt8]]) { self.photos = photos }

    func scan(since mark: PhotoScanMark?) -> AsyncThrowingStream<PhotoScanStep, any Error> {
      let names = photos.keys.sorted()
      return AsyncThrowingStream { continuation in
        continuation.yield(.entries(names.map { PhotoEntry(id: PhotoID($0), name: $0, modified: 7_900_000_000) }))
        continuation.yield(.entries([PhotoEntry(id: PhotoID("gone"), name: "gone.jpg", place: "a")]))
        continuation.yield(.mark(PhotoScanMark("")))
        continuation.finish()
      }
    }

    func open(_ id: PhotoID) async throws(PhotoSourceError) -> PhotoContent {
      guard let bytes = photos[id.text] else { throw .itemNotFound }
      return .bytes(bytes)
    }

    func identity(of id: PhotoID) async throws(PhotoSourceError) -> PhotoIdentity { PhotoIdentity() }
  }

  /// What stands behind `taken ` is when it was taken; what begins with `text` is no picture.
  private struct TextReader: PhotoReader {
    func details(of content: PhotoContent) -> PhotoDetails {
      var details = PhotoDetails()
      guard case .bytes(let bytes) = content else { return details }
      let text = String(decoding: bytes, as: UTF8.self)
      if text.hasPrefix("text") { details.trouble = "notAPicture" }
      if let range = text.firstRange(of: "taken "),
        let seconds = Int64(text[range.upperBound...].prefix { $0.isNumber })
      {
        details.taken = PhotoMoment(wallSeconds: seconds, offsetMinutes: 60)
      }
      return details
    }
  }

  private static func jpeg(_ text: String) -> [UInt8] { [0xFF, 0xD8, 0xFF] + Array((text + " of a photo").utf8) }

  @Test func `two photos with one key are told apart, and the one without a row is named`() async throws {
    let white = String(repeating: "w", count: 5000)
    let (red, blue) = (Array(("BM" + white + "red!").utf8), Array(("BM" + white + "blue").utf8))
    let source = MemoryPhotos(["blue.jpg": blue, "copy.jpg": red, "red.jpg": red])
    let maker = CatalogMaker(of: source, reader: TextReader())
    var known = PhotoCatalog()
    // The second time the catalog knows the key, and must not be believed for the other.
    for _ in 0..<2 {
      let (catalog, report) = try await maker.make(known: known)
      #expect(catalog.rows.map(\.md5) == [PhotoMD5(of: red)])
      #expect(report.failed["blue.jpg"]?.contains("copy.jpg is another photo") == true)
      #expect(report.failed.keys.sorted() == ["a/gone.jpg", "blue.jpg"])
      known = catalog
    }
  }

  @Test func `a catalog has every photo once, with its hashes, its date and its format`() async throws {
    let large = Self.jpeg("taken 1700000000 " + String(repeating: "x", count: 3_000_000))
    let source = MemoryPhotos([
      "a.jpg": large, "b.jpg": Self.jpeg("plain"), "b copy.jpg": Self.jpeg("plain"), "c.txt.jpg": Array("text".utf8),
      "d.jpg": [],
      "e.png": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 30),
    ])
    let maker = CatalogMaker(of: source, reader: TextReader())
    let (catalog, report) = try await maker.make()
    #expect(report.photos == 3 && report.hashed == 4 && report.known == 0)
    #expect(report.failed == ["c.txt.jpg": "notAPicture", "d.jpg": "it is empty", "a/gone.jpg": "it is gone"])
    let row = try #require(catalog.rows.first { $0.sizeBytes == Int64(large.count) })
    #expect(row.md5 == PhotoMD5(of: large) && row.head == PhotoMD5(of: large.prefix(4096)) && row.date == 1_699_996_400)
    #expect(Set(catalog.rows.map(\.format)) == [.jpeg, .png])
    #expect(catalog.rows.filter { $0.date == 7 }.count == 2)
    // What is known is not read again.
    let (again, second) = try await maker.make(known: catalog)
    #expect(again == catalog && second.hashed == 0 && second.known == 4)
    #expect(CatalogDifference(catalog, now: again).isEmpty)
    let (other, _) = try await CatalogMaker(
      of: MemoryPhotos(["b.jpg": Self.jpeg("plain"), "f.jpg": Self.jpeg("new")]), reader: TextReader()
    ).make()
    let difference = CatalogDifference(catalog, now: other)
    #expect(difference.missing.count == 1 && difference.gone.count == 2 && difference.changed.isEmpty)
  }

  @Test func `a catalog of the first kind saves reading, where name, size and time are the same`() async throws {
    let folder = try TemporaryFolder()
    let (same, other) = (Self.jpeg("same"), Self.jpeg("other"))
    let md5 = PhotoMD5(of: [9])
    try folder.put(
      "a/.photolala/manifest.plist",
      Array("<plist><dict><key>version</key><string>5.0</string></dict></plist>".utf8))
    let rows = [
      "\(md5),same.jpg,\(same.count),1700000000,7,,", "\(md5),other.jpg,\(other.count),1,8,,",
      "\(md5),same.jpg,1,1,7,,", "bad",
    ]
    try folder.put("a/.photolala/\(md5.text.prefix(1)).csv", Array(rows.joined(separator: "\n").utf8))
    let older = try #require(try OlderCatalog(in: folder.path("a")))
    #expect(older.count == 3 && older.troubles.count == 1)
    let source = MemoryPhotos(["same.jpg": same, "other.jpg": other])
    let (catalog, report) = try await CatalogMaker(of: source, reader: TextReader()).make(older: older)
    #expect(report.known == 1 && report.hashed == 1)
    let row = try #require(catalog.rows.first { $0.md5 == md5 })
    #expect(row.date == 1_700_000_000 && row.head == PhotoMD5(of: same))
    try folder.put("b/.photolala", Array(("# .photolala v2.0\n" + rows[0]).utf8))
    #expect(try OlderCatalog(in: folder.path("b"))?.count == 1)
    try folder.put("c/.photolala/manifest.plist", Array("<plist><string/></plist>".utf8))
    #expect(throws: CatalogFolderError.self) { try OlderCatalog(in: folder.path("c")) }
    try folder.put("d/x", [1])
    #expect(try OlderCatalog(in: folder.path("d")) == nil)
  }

  @Test func `a catalog goes to a real folder and comes back, and links are never followed`() throws {
    let folder = try TemporaryFolder()
    for name in ["photos/a.jpg", "cache/.keep", "elsewhere"] { try folder.put(name, [1]) }
    let root = DiskCatalogFolder(path: folder.path("photos"))
    let cache = try DiskCatalogFolder(cache: folder.path("cache"), of: folder.path("photos"))
    let kept = KeptCatalog(root: root, cache: cache)
    let md5 = PhotoMD5(of: [1])
    let catalog = PhotoCatalog(rows: [CatalogRow(head: md5, sizeBytes: 1, md5: md5, date: 5, format: .jpeg)])
    symlink(folder.path("elsewhere"), folder.path("photos/.photolala.md5"))
    let (name, refused) = try kept.publish(catalog)
    #expect(try refused == nil && folder.read("elsewhere") == [1])
    #expect(try folder.names("photos").sorted() == [".photolala.\(name).csv", ".photolala.md5", "a.jpg"])
    #expect(
      try folder.names("cache/" + MD5Hash.hex(of: folder.path("photos").utf8)).sorted()
        == [".photolala.\(name).csv", ".photolala.csv", ".photolala.md5"])
    #expect(kept.find().found?.catalog == catalog)
    unlink(folder.path("photos/.photolala.md5"))
    symlink(folder.path("cache"), folder.path("photos/.photolala.md5"))
    #expect(kept.find().found?.place == .cache)
    #expect(throws: CatalogFolderError.self) { try root.read("a.jpg", limit: 0) }
    #expect(throws: CatalogFolderError.self) {
      try DiskCatalogFolder(path: folder.path("nowhere")).names(beginning: "")
    }
    #expect(try root.read("nothing", limit: 1) == nil)
    try root.remove("nothing")
  }
}
