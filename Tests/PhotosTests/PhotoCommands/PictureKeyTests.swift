import BoothCore
import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoLibrary

/// Which files have one picture.
@Suite(.timeLimit(.minutes(15))) struct PictureKeyTests {
  /// White, with a square of one colour in the middle: of two such neither the first 4096 bytes nor the size tell them apart.
  static func bitmap(_ color: [UInt8]) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> ($0 * 8) & 255) } }
    let side = 300
    var bytes = Array("BM".utf8) + little(54 + side * side * 3, 4) + little(0, 4) + little(54, 4)
    bytes += little(40, 4) + little(side, 4) + little(side, 4) + little(1, 2) + little(24, 2) + little(0, 24)
    for y in 0..<side {
      for x in 0..<side {
        bytes += (100..<200).contains(x) && (100..<200).contains(y) ? color : [255, 255, 255]
      }
    }
    return bytes
  }

  @Test func `two scans with one white edge have a picture each, and a photo with another name keeps its own`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.put("scans/red.bmp", Self.bitmap([0, 0, 255]))
    try folder.put("scans/blue.bmp", Self.bitmap([255, 0, 0]))
    let library = try DataFolderPhotos(data: folder.path("data"))
    let source = try await library.addFolder(folder.path("scans"))
    _ = try await library.scan(source)
    let photos = try await library.photos(PhotoView(order: .name), after: nil, count: 10)
    #expect(photos.map(\.entry.name) == ["blue.bmp", "red.bmp"] && photos[0].key == photos[1].key)
    var pictures: [[UInt8]] = []
    for photo in photos { pictures.append(try await library.picture(photo, .thumbnail, .visible)) }
    #expect(pictures[0] != pictures[1])
    #expect(Glibc.rename(folder.path("scans/red.bmp"), folder.path("scans/a.bmp")) == 0)
    _ = try await library.scan(source)
    let renamed = try await library.photos(PhotoView(order: .name), after: nil, count: 10)
    #expect(renamed.map(\.entry.name) == ["a.bmp", "blue.bmp"])
    #expect(
      try renamed.first.map { DataFolderPhotos.pictureKey($0) } == DataFolderPhotos.pictureKey(#require(photos.last)))
    await library.close()
  }
}
