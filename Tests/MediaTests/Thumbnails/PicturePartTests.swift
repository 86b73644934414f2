import BoothCore
import BoothTesting
import CTurboJPEG
import Testing

@testable import Thumbnails

/// Parts of photos at their own size.
@Suite(.timeLimit(.minutes(15))) struct PicturePartTests {
  private static func maker() -> ThumbnailMaker { ThumbnailMaker(program: nil) }

  /// Columns of one pixel, black and white.
  private static func lines(_ size: PixelSize) -> [UInt8] {
    (0..<size.height).flatMap { _ in
      (0..<size.width).flatMap { x in [UInt8](repeating: x % 2 == 0 ? 0 : 255, count: 3) }
    }
  }

  private static func part(_ level: Int, _ column: Int, _ row: Int, _ columns: Int = 1, _ rows: Int = 1) throws
    -> PicturePart
  {
    try #require(PicturePart(level: level, column: column, row: row, columns: columns, rows: rows))
  }

  @Test func `at its own size every pixel is there, in each cell and at the edges`() throws {
    let size = PixelSize(width: 1301, height: 703)
    let file = TestPhotos.encode(Self.lines(size), size, TJPF_RGB, TJSAMP_420, 95)
    for (column, row, expected) in [
      (0, 0, PixelSize(width: 512, height: 512)), (2, 1, PixelSize(width: 277, height: 191)),
    ] {
      let made = try Self.maker().picture(of: .bytes(file), part: try Self.part(0, column, row))
      #expect(made.size == expected)
      let decoded = try #require(TestPhotos.decode(made.jpeg))
      #expect(decoded.size == expected)
      let wrong = (0..<expected.area).filter { at in
        let x = column * 512 + at % expected.width
        return abs(Int(decoded.rgb[at * 3]) - (x % 2 == 0 ? 0 : 255)) > 40
      }
      #expect(wrong.isEmpty, "\(wrong.count)")
    }
    // At half of it they are grey.
    let half = try Self.maker().picture(of: .bytes(file), part: try Self.part(1, 0, 0, 2, 1))
    #expect(half.size == PixelSize(width: 651, height: 352))
    let grey = try #require(TestPhotos.decode(half.jpeg)).rgb[300_000]
    #expect((90...165).contains(grey))
  }

  @Test(arguments: 1...8) func `parts stand upright, whatever the file says of how it was held`(turn: Int) throws {
    let orientation = try #require(Orientation(rawValue: turn))
    let size = PixelSize(width: 1200, height: 800)
    let file = TestPhotos.jpeg(orientation, size: size)
    // The middle of each quarter.
    for (index, cell) in [(0, (0, 0)), (1, (2, 0)), (2, (0, 1)), (3, (2, 1))] {
      let made = try Self.maker().picture(of: .bytes(file), part: try Self.part(0, cell.0, cell.1))
      let decoded = try #require(TestPhotos.decode(made.jpeg))
      let at = ((decoded.size.height - 20) * decoded.size.width + decoded.size.width - 20) * 3
      let colour = TestPhotos.colors[index]
      // The upper cells reach below the middle, but for their first rows.
      let top = (20 * decoded.size.width + decoded.size.width - 20) * 3
      let place = cell.1 == 0 ? top : at
      #expect(
        abs(Int(decoded.rgb[place]) - Int(colour.x)) < 25 && abs(Int(decoded.rgb[place + 2]) - Int(colour.z)) < 25,
        "\(turn) \(cell)")
    }
  }

  @Test func `what is too much, or beyond the photo, is refused`() throws {
    #expect(PicturePart(level: 0, column: 0, row: 0, columns: 5, rows: 5) == nil)
    #expect(PicturePart(level: 9, column: 0, row: 0, columns: 1, rows: 1) == nil)
    #expect(PicturePart(level: 0, column: -1, row: 0, columns: 1, rows: 1) == nil)
    #expect(PicturePart(level: 0, column: 0, row: 0, columns: 0, rows: 1) == nil)
    let file = TestPhotos.jpeg(size: PixelSize(width: 600, height: 400))
    #expect(ThumbnailMaker.pixels(of: .bytes(file)) == PixelSize(width: 600, height: 400))
    #expect(throws: ThumbnailError.self) { try Self.maker().picture(of: .bytes(file), part: try Self.part(0, 2, 0)) }
    let question = ThumbnailWire.Question(request: .part(try Self.part(3, 700, 12, 4, 6)), limits: ThumbnailLimits())
    #expect(ThumbnailWire.question(ThumbnailWire.message(question)) == question)
  }

  @Test func `of much that one person asks for the last is made; the same is made once`() async throws {
    let service = try PicturePartService(program: nil)
    defer { service.close() }
    let file = TestPhotos.jpeg(size: PixelSize(width: 900, height: 900))
    let (key, part) = (ThumbnailKey("one"), try Self.part(0, 0, 0))
    let first = try await service.picture(of: .bytes(file), key: key, part: part, for: "a")
    // Kept: what is asked for it again is not even read.
    #expect(try await service.picture(of: .bytes([]), key: key, part: part, for: "b") == first)
    service.forget(key)
    await #expect(throws: ThumbnailError.self) {
      try await service.picture(of: .bytes([]), key: key, part: part, for: "b")
    }
    service.close()
    await #expect(throws: ThumbnailError.self) {
      try await service.picture(of: .bytes(file), key: key, part: part, for: "a")
    }
  }
}
