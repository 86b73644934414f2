import BoothCore
import Testing

@testable import Imaging

@Suite struct PNGReadingTests {
  /// A ramp with an edge in it: red to the right, green downwards, blue in the lower half.
  private func ramp(
    _ width: Int, _ height: Int, _ color: PNGWriter.Color = .rgba, depth: Int = 8, isInterlaced: Bool = false
  ) -> [UInt8] {
    let most = (1 << depth) - 1
    return PNGWriter(width: width, height: height, depth: depth, color: color, isInterlaced: isInterlaced) { x, y in
      let (red, green, blue) = (x * most / (width - 1), y * most / (height - 1), y * 2 < height ? 0 : most)
      let alpha = x * 3 < width ? most / 2 : most
      return switch color {
      case .gray, .palette: [red]
      case .grayAlpha: [red, alpha]
      case .rgb: [red, green, blue]
      case .rgba: [red, green, blue, alpha]
      }
    }.bytes
  }

  @Test(arguments: [false, true]) func `artwork of any colour type and depth has the colours it was saved with`(
    _ isInterlaced: Bool
  ) throws {
    for depth in [8, 16] {
      let picture = try PNG.decode(ramp(52, 31, .rgba, depth: depth, isInterlaced: isInterlaced))
      #expect(picture.color(51, 0) == RGBColor(red: 255, green: 0, blue: 0))
      #expect(picture.color(51, 30) == RGBColor(red: 255, green: 255, blue: 255))
      #expect(picture.color(0, 30).isNear(RGBColor(red: 0, green: 255, blue: 255), within: 2))
      #expect(picture.color(0, 30).alpha == 127 || picture.color(0, 30).alpha == 128)
      // Alpha is multiplied in: no channel is above it.
      #expect(picture[0, 30] & 255 <= picture[0, 30] >> 24)
      let solid = try PNG.decode(ramp(52, 31, .rgb, depth: depth, isInterlaced: isInterlaced))
      #expect(solid.isOpaque && solid.color(51, 30) == .white)
      let veiled = try PNG.decode(ramp(52, 31, .grayAlpha, depth: depth, isInterlaced: isInterlaced))
      #expect(veiled.color(51, 0) == .white && veiled.color(0, 0).alpha < 130)
    }
    for depth in [1, 2, 4, 8, 16] {
      let gray = try PNG.decode(ramp(52, 31, .gray, depth: depth, isInterlaced: isInterlaced))
      #expect(gray.color(0, 0) == .black && gray.color(51, 30) == .white, "\(depth) bits")
    }
    for depth in [1, 2, 4, 8] {
      var writer = PNGWriter(width: 5, height: 3, depth: depth, color: .palette, isInterlaced: isInterlaced) { x, _ in
        [x % 2]
      }
      writer.palette = [200, 100, 50, 10, 20, 30]
      writer.alphas = [255, 0]
      let picture = try PNG.decode(writer.bytes)
      #expect(picture.color(0, 0) == RGBColor(red: 200, green: 100, blue: 50) && picture[1, 2] == 0, "\(depth) bits")
    }
  }

  @Test func `an interlaced picture looks like a plain one, whole and made smaller`() throws {
    for size in [PixelSize(width: 1, height: 1), PixelSize(width: 20, height: 15), PixelSize(width: 97, height: 61)] {
      let plain = ramp(97, 61)
      let interlaced = ramp(97, 61, isInterlaced: true)
      #expect(plain != interlaced)
      #expect(try PNG.decode(interlaced, covering: size) == PNG.decode(plain, covering: size))
    }
  }

  @Test func `a picture that is made smaller while it is read is the mean of its pixels`() throws {
    let stripes = PNGWriter(width: 70, height: 52, depth: 8, color: .rgba) { x, _ in
      x % 2 == 0 ? [255, 0, 0, 255] : [0, 0, 255, 0]
    }.bytes
    let small = try PNG.decode(stripes, covering: PixelSize(width: 30, height: 20))
    #expect(small.size == PixelSize(width: 35, height: 26))
    // What is transparent has no colour of its own to add.
    #expect(small.color(3, 3).isNear(RGBColor(red: 255, green: 0, blue: 0), within: 1))
    #expect((127...128).contains(small.color(34, 25).alpha))
    #expect(try PNG.decode(stripes).size == PixelSize(width: 70, height: 52))
  }

  @Test(arguments: [false, true]) func `no picture is held in more memory than the budget`(_ isInterlaced: Bool) {
    let target = PixelSize(width: 1200, height: 1800)
    for (width, height) in [(7000, 7000), (32_767, 1525), (1525, 32_767), (5000, 10_000), (1200, 1800), (1, 32_767)] {
      let source = PixelSize(width: width, height: height)
      let step = PNGReading.step(source, covering: target, isInterlaced: isInterlaced)
      let held = PNGReading.reduced(source, by: step).area * (isInterlaced && step > 1 ? 20 : 4)
      #expect(held <= ArtworkName.decodingBudget, "\(source)")
    }
    let exact = PixelSize(width: 6000, height: 4000)
    #expect(PNGReading.step(exact, covering: exact, isInterlaced: isInterlaced) == 1)
  }

  @Test func `a large JPEG is decoded no larger than it is shown, and a progressive one within the budget`() throws {
    let size = PixelSize(width: 7000, height: 7000)
    let scale = JPEGScale.withinBudget(PixelSize(width: 1200, height: 1800), from: size)
    #expect(scale.apply(to: size).area * 4 <= ArtworkName.decodingBudget)
    var jpeg = try TestPictures.jpeg(PixelSize(width: 64, height: 48), seed: 1)
    let header = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
    jpeg[header + 1] = 0xC2
    jpeg.replaceSubrange(header + 5..<header + 9, with: [0x1B, 0x58, 0x1B, 0x58])
    let error = #expect(throws: ImageError.self) { try Bitmap(decoding: jpeg, covering: size) }
    #expect(error?.code == .tooLarge && error?.detail.contains("progressive JPEG of 7000x7000") == true)
  }

  @Test func `a picture of Apple's own kind is told as one`() {
    var bytes = ramp(20, 20)
    bytes.insert(contentsOf: PNGWriter.chunk("CgBI", [0x50, 0, 0x20, 0x02]), at: 8)
    let error = #expect(throws: ImageError.self) { try PNG.decode(bytes) }
    #expect(error?.detail.contains("CgBI") == true)
  }
}
