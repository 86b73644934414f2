import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoLibrary

/// Dates and places that stand beside photos, in files that come, change and go on their own.
@Suite(.timeLimit(.minutes(15))) struct SidecarChangeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.jpg", "b.jpg", "deep/a.jpg"] { try folder.put("one/\(name)", Array("a picture, \(name)".utf8)) }
  }

  private func open() throws -> DataFolderPhotos { try DataFolderPhotos(data: folder.path("data")) }

  /// How many photos were read.
  private func scan(_ photos: DataFolderPhotos) async throws -> Int {
    let id = try await photos.addFolder(folder.path("one"))
    while true {
      if let done = try await photos.scan(id) { return done.read }
      // What has changed has begun one.
      _ = await photos.runningScan(id)?.value
      await Task.yield()
    }
  }

  private func years(_ photos: DataFolderPhotos) async throws -> [String: Int64?] {
    let all = try await photos.photos(PhotoView(order: .name), after: nil, count: 100)
    return Dictionary(
      uniqueKeysWithValues: all.map {
        ($0.entry.id.text, $0.entry.details.taken.map { $0.wallSeconds / 31_556_952 + 1970 })
      })
  }

  private func put(_ name: String, xmp year: Int) throws {
    let words = "<x:xmpmeta><rdf:Description exif:DateTimeOriginal=\"\(year)-07-04T05:06:07+02:00\"/></x:xmpmeta>"
    try folder.put("one/\(name)", Array(words.utf8))
  }

  private func put(_ name: String, takeout seconds: Int) throws {
    try folder.put("one/\(name)", Array(#"{"photoTakenTime": {"timestamp": "\#(seconds)"}}"#.utf8))
  }

  @Test func `a sidecar that comes, changes or goes later is seen at the next scan`() async throws {
    let photos = try open()
    #expect(try await scan(photos) == 3)
    #expect(try await years(photos) == ["/a.jpg": nil, "/b.jpg": nil, "/deep/a.jpg": nil])
    try put("a.xmp", xmp: 2019)
    #expect(try await scan(photos) == 1)
    #expect(try await years(photos) == ["/a.jpg": 2019, "/b.jpg": nil, "/deep/a.jpg": nil])
    // Another time in it, of the same length.
    try put("a.xmp", xmp: 2020)
    #expect(try await scan(photos) == 1)
    #expect(try await years(photos)["/a.jpg"] == 2020)
    // Another one, which counts less.
    try put("a.jpg.json", takeout: 1_700_000_000)
    #expect(try await scan(photos) == 1)
    #expect(try await years(photos)["/a.jpg"] == 2020)
    #expect(unlink(folder.path("one/a.xmp")) == 0)
    #expect(try await scan(photos) == 1)
    #expect(try await years(photos)["/a.jpg"] == 2023)
    #expect(unlink(folder.path("one/a.jpg.json")) == 0)
    #expect(try await scan(photos) == 1)
    #expect(try await years(photos)["/a.jpg"] == .some(nil))
    #expect(try await scan(photos) == 0)
    await photos.close()
  }

  @Test(arguments: [
    "deep/a.XMP", "deep/a.jpg.xmp", "deep/A.JPG.json", "deep/a.jpg.supplemental-metadata.json", "deep/a.jpg.suppl.json",
  ]) func `a sidecar of any of the names that count is seen when it comes later`(_ name: String) async throws {
    let photos = try open()
    #expect(try await scan(photos) == 3)
    // Of no photo that is there.
    try put("deep/b.xmp", xmp: 2001)
    try put("deep/manifest.json", takeout: 1)
    #expect(try await scan(photos) == 0)
    if name.hasSuffix("json") { try put(name, takeout: 1_562_209_567) } else { try put(name, xmp: 2019) }
    #expect(try await scan(photos) == 1)
    #expect(try await years(photos) == ["/a.jpg": nil, "/b.jpg": nil, "/deep/a.jpg": 2019])
    #expect(rename(folder.path("one/\(name)"), folder.path("one/\(name.dropFirst(5))")) == 0)
    #expect(try await scan(photos) == 2)
    #expect(try await years(photos) == ["/a.jpg": 2019, "/b.jpg": nil, "/deep/a.jpg": nil])
    await photos.close()
  }

  @Test func `a sidecar in a folder that cannot be read for a while is not taken for gone`() async throws {
    try put("deep/a.xmp", xmp: 2019)
    let photos = try open()
    #expect(try await scan(photos) == 3)
    #expect(try await years(photos)["/deep/a.jpg"] == 2019)
    #expect(rename(folder.path("one/deep"), folder.path("aside")) == 0)
    #expect(try await scan(photos) == 0)
    #expect(rename(folder.path("aside"), folder.path("one/deep")) == 0)
    #expect(try await scan(photos) == 1)
    #expect(try await years(photos)["/deep/a.jpg"] == 2019)
    await photos.close()
  }
}
