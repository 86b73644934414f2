import BoothCore
import BoothTesting
import Glibc
import ImageMetadata
import PhotoModel
import Testing
import Thumbnails

@testable import PhotoLibrary
@testable import booth

/// What is known of photos that have no picture, without trying them again.
@Suite(.timeLimit(.minutes(15))) struct NoPictureTests {
  private func photo(_ name: String, _ library: DataFolderPhotos) async throws -> PhotoRecord {
    let all = try await library.photos(PhotoView(order: .name), after: nil, count: 100)
    return try #require(all.first { $0.entry.name == name })
  }

  private func refusal(_ photo: PhotoRecord, _ library: DataFolderPhotos) async -> NoPicture? {
    do throws(PhotoLibraryError) { _ = try await library.picture(photo, .thumbnail, .visible) } catch {
      if case .noPicture(let kept) = error { return NoPicture(text: kept) }
    }
    return nil
  }

  private static let psd: [UInt8] =
    Array("8BPS".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 240, 0, 0, 1, 64, 0, 8, 0, 3]
    + [UInt8](repeating: 0, count: 8)

  @Test func `a list says why a photo has no picture and what helps, also after a new start`() async throws {
    let folder = try TemporaryFolder()
    let bitmap = PictureKeyTests.bitmap([0, 0, 255])
    try folder.put("photos/cut.bmp", Array(bitmap.dropLast(70_000)))
    try folder.put("photos/empty.jpg", [])
    try folder.put("photos/page.jpg", Array("<!DOCTYPE html><html><body>404</body></html>".utf8))
    try folder.put("photos/layers.psd", Self.psd)
    var library = try DataFolderPhotos(data: folder.path("data"))
    let source = try await library.addFolder(folder.path("photos"))
    _ = try await library.scan(source)
    // What a head says is known from the scan alone; the rest as soon as a picture was asked for.
    let empty = PhotoAnswer(try await photo("empty.jpg", library))
    #expect(empty.trouble == "empty")
    let page = PhotoAnswer(try await photo("page.jpg", library))
    #expect(page.trouble == "not-a-picture" && page.troubleWords == "is no picture: its file is a web page")
    for name in ["cut.bmp", "layers.psd"] {
      #expect(try await refusal(photo(name, library), library) != nil, "\(name)")
    }
    await library.close()
    library = try DataFolderPhotos(data: folder.path("data"))
    let cut = PhotoAnswer(try await photo("cut.bmp", library))
    #expect(
      cut.trouble == "cut" && cut.troubleByte == bitmap.count - 70_000 && cut.remedy?.contains("copy it again") == true)
    let layers = PhotoAnswer(try await photo("layers.psd", library))
    #expect(layers.trouble == "unsupported" && layers.troubleWords?.contains("PSD") == true)
    #expect(layers.remedy?.contains("save it as JPEG") == true)
    let found = try await library.photos(
      PhotoView(filter: PhotoSearch("broken")), after: nil, count: 100)
    #expect(Set(found.map(\.entry.name)) == ["cut.bmp", "empty.jpg", "layers.psd", "page.jpg"])
    await library.close()
  }

  @Test func `what another program refused is tried again, and what the file lacks is not`() async throws {
    let folder = try TemporaryFolder()
    try folder.put("photos/good.bmp", PictureKeyTests.bitmap([0, 0, 255]))
    try folder.put("photos/empty.jpg", [])
    var library = try DataFolderPhotos(data: folder.path("data"))
    _ = try await library.scan(try await library.addFolder(folder.path("photos")))
    let good = try await photo("good.bmp", library)
    // As a program of before left it, with other libraries.
    let old = NoPicture(.unsupported, need: .libvips, kind: "BMP", libraries: "another")
    try await library.index.note(trouble: old.text, of: good.number)
    await library.close()
    library = try DataFolderPhotos(data: folder.path("data"))
    let later = try await photo("good.bmp", library)
    #expect(NoPicture(text: later.entry.details.trouble ?? "") == old)
    #expect(try await library.picture(later, .thumbnail, .visible).isEmpty == false)
    #expect(try await photo("good.bmp", library).entry.details.trouble == nil)
    #expect(try await photo("empty.jpg", library).entry.details.trouble == "empty")
    // What these libraries refused stays.
    let own = NoPicture(.unsupported, need: .hevc, libraries: PictureLibraries.mark())
    try await library.index.note(trouble: own.text, of: good.number)
    try await library.index.forgetTroubles(but: PictureLibraries.mark())
    let still = try await photo("good.bmp", library).entry.details.trouble
    #expect(NoPicture(text: still ?? "") == own)
    await library.close()
  }

  @Test func `what lies beside a photo says when it was taken`() async throws {
    let folder = try TemporaryFolder()
    let bitmap = PictureKeyTests.bitmap([0, 0, 255])
    try folder.put("photos/IMG_1.bmp", bitmap)
    try folder.put(
      "photos/IMG_1.xmp", Array("<rdf:Description xmp:CreateDate=\"2019-03-04T05:06:07\" tiff:Model=\"Q2\"/>".utf8))
    try folder.put("photos/b/IMG_2.bmp", bitmap)
    try folder.put(
      "photos/b/IMG_2.bmp.supplemental-metadata.json",
      Array("{\"photoTakenTime\": {\"timestamp\": \"1714979289\"}}".utf8))
    try folder.put("photos/b/IMG_3.bmp", bitmap)
    let library = try DataFolderPhotos(data: folder.path("data"))
    _ = try await library.scan(try await library.addFolder(folder.path("photos")))
    let first = try await photo("IMG_1.bmp", library).entry.details
    #expect(first.camera == "Q2" && first.taken?.wallSeconds == 1_551_675_967)
    #expect(
      try await photo("IMG_2.bmp", library).entry.details.taken
        == PhotoMoment(wallSeconds: 1_714_979_289, offsetMinutes: 0))
    #expect(try await photo("IMG_3.bmp", library).entry.details.taken == nil)
    await library.close()
  }

  @Test func `pictures of kinds that are not read are counted aloud`() async throws {
    let folder = try TemporaryFolder()
    try folder.put("photos/good.bmp", PictureKeyTests.bitmap([0, 0, 255]))
    for name in ["a.xcf", "b.XCF", "sub/c.svg", "notes.txt"] { try folder.put("photos/\(name)", [1, 2, 3]) }
    let library = try DataFolderPhotos(data: folder.path("data"))
    let source = try await library.addFolder(folder.path("photos"))
    for _ in 0..<2 {
      let report = try #require(try await library.scan(source)).report
      #expect(report.skipped[.otherKind] == 3 && report.samples.count == 3)
      let remark = try await library.sources().first?.remark ?? ""
      #expect(remark.contains("2 .xcf, 1 .svg") && remark.contains("JPEG"), "\(remark)")
    }
    #expect(unlink(folder.path("photos/a.xcf")) == 0 && unlink(folder.path("photos/b.XCF")) == 0)
    #expect(unlink(folder.path("photos/sub/c.svg")) == 0)
    _ = try await library.scan(source)
    #expect(try await library.sources().first?.remark == "")
    await library.close()
  }
}
