import ArgumentParser
import BoothCore
import BoothSystem
import BoothTesting
import CommandSupport
import Glibc
import Imaging
import PhotoModel
import PhotolalaFormat
import Testing

@testable import PhotoLibrary
@testable import booth

/// Thumbnails and facts exchanged with the app's cache, as `booth photos cache` does.
@Suite(.timeLimit(.minutes(15))) struct CacheRunTests {
  private static let account = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"
  private let folder: TemporaryFolder
  private var cache: PhotoCache { PhotoCache(root: folder.path("cache")) }

  init() throws {
    folder = try TemporaryFolder()
    try folder.put("cache/.keep", [])
  }

  private func photos() throws -> DataFolderPhotos { try DataFolderPhotos(data: folder.path("data")) }

  private func run(_ photos: DataFolderPhotos, reads: Bool = true, writes: Bool = true) async throws
    -> PhotosCacheAnswer
  {
    defer { photos.endPictures() }
    return try await CacheRun(photos: photos, cache: cache, reads: reads, writes: writes).run()
  }

  private func isRight(_ md5: PhotoMD5, _ width: Int, _ height: Int) throws -> Bool {
    try cache.read(.thumbnails, md5).map { CacheRun.isThumbnail($0, width, height) } ?? false
  }

  private static func jpeg(_ width: Int, _ height: Int) throws -> [UInt8] {
    try JPEGCodec().encode(Bitmap(size: PixelSize(width: width, height: height), color: .black))
  }

  /// EXIF of a camera, behind the picture's first two bytes: TIFF 6.0, least significant byte first.
  private static func withExif(_ jpeg: [UInt8]) -> [UInt8] {
    func two(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    func four(_ value: Int) -> [UInt8] { two(value & 0xFFFF) + two(value >> 16) }
    let texts = ["Canon\0", "EOS R5\0\0", "2023:11:14 22:13:20\0"].map { Array($0.utf8) }
    let rationals = [(1, 250), (28, 10), (35, 1)].flatMap { four($0.0) + four($0.1) }
    let (first, second) = (8, 8 + 2 + 3 * 12 + 4)
    let data = second + 2 + 5 * 12 + 4
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      two(tag) + two(type) + four(count) + four(value)
    }
    var tiff = Array("II*\0".utf8) + four(first)
    tiff += two(3) + entry(0x10F, 2, 6, data) + entry(0x110, 2, 8, data + 6) + entry(0x8769, 4, 1, second) + four(0)
    let ratio = data + 34
    tiff += two(5) + entry(0x829A, 5, 1, ratio) + entry(0x829D, 5, 1, ratio + 8) + entry(0x8827, 3, 1, 200)
    tiff += entry(0x9003, 2, 20, data + 14) + entry(0x920A, 5, 1, ratio + 16) + four(0)
    tiff += texts.joined() + rationals
    let segment = Array("Exif\0\0".utf8) + tiff
    return Array(jpeg.prefix(2)) + [0xFF, 0xE1, UInt8((segment.count + 2) >> 8), UInt8((segment.count + 2) & 255)]
      + segment
      + jpeg.dropFirst(2)
  }

  @Test func `what is missing is written as the app reads it, and what is right stays`() async throws {
    let first = Self.withExif(try Self.jpeg(900, 600))
    try folder.put("mine/a.jpg", first)
    try folder.put("mine/b.jpg", try Self.jpeg(300, 3000))
    try folder.put("mine/c.jpg", [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 99))
    let photos = try photos()
    _ = try await photos.scan(try await photos.addFolder(folder.path("mine")))
    let answer = try await run(photos)
    #expect(answer.writtenThumbnails == 2 && answer.writtenFacts == 2 && answer.without == 2 && answer.hashed == 3)
    let md5 = PhotoMD5(of: first)
    #expect(try isRight(md5, 900, 600))
    let json = try #require(try cache.read(.metadata, md5))
    let facts = try #require(CachedFacts.read(json, of: md5))
    #expect(facts.width == 900 && facts.height == 600 && facts.takenSeconds == 1_700_000_000)
    #expect(facts.camera == "Canon EOS R5" && facts.exposure == "f/2.8 1/250 s 35 mm ISO 200")

    let before = try cache.read(.metadata, md5)
    try cache.write(.thumbnails, md5, try Self.jpeg(256, 256))
    let again = try await run(photos)
    // Of another shape than the photo's.
    #expect(again.writtenThumbnails == 1 && again.writtenFacts == 0 && again.right == 3 && again.hashed == 0)
    #expect(try isRight(md5, 900, 600))
    #expect(try cache.read(.metadata, md5) == before)
    let names = try folder.files(under: "cache").filter { !$0.hasSuffix(".jpg") && !$0.hasSuffix(".json") }
    #expect(names == [".keep"])
    await photos.close()
  }

  @Test func `of two scans with one white edge a catalog's row is believed for neither`() async throws {
    let (red, blue) = (PictureKeyTests.bitmap([0, 0, 255]), PictureKeyTests.bitmap([255, 0, 0]))
    try folder.put("mine/red.bmp", red)
    try folder.put("mine/blue.bmp", blue)
    let row = CatalogRow(
      head: PhotoMD5(of: Array(red.prefix(CatalogRow.headBytes))), sizeBytes: Int64(red.count), md5: PhotoMD5(of: red),
      date: 1_700_000_000, format: .bmp)
    let kept = KeptCatalog<DiskCatalogFolder, DiskCatalogFolder>(
      root: DiskCatalogFolder(path: folder.path("mine")), cache: nil)
    _ = try kept.publish(PhotoCatalog(rows: [row]))
    let photos = try photos()
    _ = try await photos.scan(try await photos.addFolder(folder.path("mine")))
    #expect(try await run(photos).hashed == 2)
    let pictures = try [red, blue].map { try cache.read(.thumbnails, PhotoMD5(of: $0)) }
    #expect(pictures[0] != nil && pictures[1] != nil && pictures[0] != pictures[1])
    await photos.close()
  }

  @Test func `a bucket's photos have facts and thumbnails without being brought here`() async throws {
    let standIn = try StandInBucket()
    defer { standIn.stop() }
    let sums = (0..<4).map { PhotoMD5(of: [UInt8($0)]) }
    let catalog = PhotoCatalog(
      rows: sums.map { CatalogRow(head: $0, sizeBytes: 5000, md5: $0, date: 1_700_000_000, format: .jpeg) }
    ).bytes
    standIn.put("catalogs/\(Self.account)/\(CatalogPointer.snapshotName(PhotoMD5(of: catalog)))", catalog)
    standIn.put("catalogs/\(Self.account)/\(CatalogPointer.name)", CatalogPointer.bytes(PhotoMD5(of: catalog)))
    try folder.put("keys", Array("[default]\naws_access_key_id=AK\naws_secret_access_key=very-secret\n".utf8))
    let photos = try photos()
    let address =
      "s3://\(StandInBucket.name)/\(Self.account)?endpoint=\(standIn.endpoint)&credentials=\(folder.path("keys"))"
    _ = try await photos.scan(try await photos.addFolder(address))
    var facts = CachedFacts()
    (facts.width, facts.height, facts.cameraMake, facts.iso) = (6000, 4000, "Nikon", 400)
    for sum in sums.prefix(2) { try cache.write(.metadata, sum, facts.bytes(of: sum)) }
    // The second stands upright, as its thumbnail says; the third is cut, the fourth another one's.
    try cache.write(.thumbnails, sums[0], try Self.jpeg(384, 256))
    try cache.write(.thumbnails, sums[1], try Self.jpeg(256, 384))
    try cache.write(.thumbnails, sums[2], Array(try Self.jpeg(384, 256).dropLast(40)))
    try cache.write(.metadata, sums[3], facts.bytes(of: sums[0]))
    let answer = try await run(photos, writes: false)
    #expect(answer.readFacts == 2 && answer.readThumbnails == 2 && answer.refused == 2)
    let found = try await photos.photos(PhotoView(order: .name), after: nil, count: 10)
    func details(_ sum: PhotoMD5) -> PhotoDetails? { found.first { $0.entry.id.text == sum.text }?.entry.details }
    #expect(
      details(sums[0])?.width == 6000 && details(sums[0])?.camera == "Nikon" && details(sums[0])?.exposure == "ISO 400")
    #expect(details(sums[1])?.width == 4000 && details(sums[1])?.height == 6000)
    #expect(details(sums[2])?.width == nil && details(sums[3])?.width == nil)
    #expect(try await photos.photos(PhotoView(filter: PhotoSearch("camera:nikon")), after: nil, count: 9).count == 2)
    let first = try #require(found.first { $0.entry.id.text == sums[0].text })
    let picture = try await photos.picture(first, .thumbnail, .visible)
    #expect(!picture.isEmpty)
    photos.endPictures()
    #expect(try await run(photos, writes: false).readFacts == 0)
    await photos.close()
  }

  @Test func `a cache that lies among photos or in the data folder is refused`() async throws {
    try folder.put("mine/a.jpg", try Self.jpeg(300, 200))
    let photos = try photos()
    _ = try await photos.addFolder(folder.path("mine"))
    await photos.close()
    func said(_ more: String...) async throws -> String {
      do {
        try await PhotosCacheCommand.parse(more + ["--json", "--data", folder.path("data")]).run()
        return ""
      } catch let error as CommandError { return error.message }
    }
    #expect(try await said(folder.path("mine/cache")).contains("source of photos"))
    #expect(try await said(folder.path("data/cache")).contains("own data folder"))
    #expect(try await said(folder.path("none"), "--read").contains("No such file"))
    #expect(try await said(folder.path("new/cache"), "--write") == "")
    #expect(folder.exists("new/cache"))
  }
}
