import BoothCore
import CTurboJPEG
import Testing

@testable import Thumbnails

/// What is seen along a picture's upper edge, decoded without all that lies below.
@Suite struct PhotoEdgeTests {
  private static let columns = 16

  /// Slopes of each colour.
  private func slopes(_ size: PixelSize) -> [UInt8] {
    (0..<size.area).flatMap { index -> [UInt8] in
      let (x, y) = (index % size.width * 190 / size.width, index / size.width * 190 / size.height)
      return [UInt8(40 + x), UInt8(30 + y), UInt8(220 - x)]
    }
  }

  private func edge(_ jpeg: [UInt8], rows: Int) throws -> [Int]? {
    let file = try PhotoFileReader(bytes: jpeg)
    return try JPEGStrips(file, 0..<file.count).edge(rows: rows, columns: Self.columns)
  }

  /// The same of pixels that another decoder gives.
  private func expected(_ jpeg: [UInt8], rows: Int) throws -> [Int] {
    let (size, rgb) = try #require(TestPhotos.decode(jpeg))
    var means = EdgeMeans(planes: 3, columns: Self.columns)
    for y in 0..<min(rows * 8, size.height) {
      var planes = [[UInt8]](repeating: [], count: 3)
      for x in 0..<size.width {
        let at = (y * size.width + x) * 3
        let picture = PlanePicture(
          size: PixelSize(width: 1, height: 1), red: [rgb[at]], green: [rgb[at + 1]], blue: [rgb[at + 2]])
        planes[0] += picture.y
        planes[1] += picture.cb
        planes[2] += picture.cr
      }
      for plane in 0..<3 { planes[plane].withUnsafeBufferPointer { means.add($0, of: plane) } }
    }
    return try #require(means.values)
  }

  private func isNear(_ one: [Int], _ other: [Int]) -> Bool { zip(one, other).allSatisfy { abs($0 - $1) <= 2 } }

  @Test func `it is what the whole picture shows there, however colours are stored`() throws {
    let size = PixelSize(width: 512, height: 128)
    for sampling in [TJSAMP_420, TJSAMP_422, TJSAMP_444, TJSAMP_440] {
      for quality: Int32 in [40, 98] {
        let jpeg = TestPhotos.encode(slopes(size), size, TJPF_RGB, sampling, quality)
        for rows in [2, 4, 16] {
          let own = try #require(try edge(jpeg, rows: rows))
          let whole = try expected(jpeg, rows: rows)
          #expect(isNear(own, whole), "\(sampling), \(quality), \(rows): \(own), not \(whole)")
        }
      }
    }
  }

  @Test func `where there are fewer rows, or no one scan of all colours, there is none`() throws {
    let size = PixelSize(width: 512, height: 128)
    let pixels = slopes(size)
    #expect(try edge(TestPhotos.encode(pixels, size, TJPF_RGB, TJSAMP_420, 90), rows: 17) == nil)
    #expect(try edge(TestPhotos.encode(pixels, size, TJPF_RGB, TJSAMP_GRAY, 90), rows: 1) == nil)
    #expect(try edge(TestPhotos.encode(pixels, size, TJPF_RGB, TJSAMP_420, 90, TJFLAG_PROGRESSIVE), rows: 1) == nil)
  }

  @Test func `bytes of any kind give an edge or a named reason`() throws {
    let size = PixelSize(width: 256, height: 64)
    let jpeg = TestPhotos.encode(slopes(size), size, TJPF_RGB, TJSAMP_420, 90)
    var state: UInt64 = 5
    for _ in 0..<2000 {
      var bytes = jpeg
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
      }
      if state >> 60 < 4 { bytes.removeLast(Int(state >> 40) % bytes.count) }
      do { _ = try edge(bytes, rows: 4) } catch let error as ThumbnailError { #expect(!error.detail.isEmpty) }
    }
  }
}
