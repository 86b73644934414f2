import BoothCore
import Imaging
import Testing

@Suite struct FrameConverterTests {
  /// Reads planes back as pixels, by way of JPEG, whose colours are full-range BT.601 by definition.
  private func pixels(_ picture: I420Picture) throws -> Bitmap {
    let codec = JPEGCodec()
    return try codec.decode(codec.encode(picture, quality: 98))
  }

  private func jpegFrame(_ size: PixelSize, _ subsampling: JPEGCodec.Subsampling) throws -> Frame {
    let jpeg = try JPEGCodec().encode(TestPictures.chart(size), quality: 95, subsampling: subsampling)
    return TestPictures.frame(jpeg, .jpeg, size, strideBytes: 0)
  }

  /// The middle of each quarter shows the chart's colour.
  private func expectChart(_ bitmap: Bitmap, mirrored: Bool = false, _ location: SourceLocation = #_sourceLocation) {
    let chart = TestPictures.chart(PixelSize(width: 4, height: 4))
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let seen = bitmap.color(bitmap.width * (1 + 2 * x) / 4, bitmap.height * (1 + 2 * y) / 4)
      let expected = chart.color((mirrored ? 1 - x : x) * 2, y * 2)
      #expect(seen.isNear(expected), "quarter \(x), \(y): \(seen)", sourceLocation: location)
    }
  }

  @Test(
    arguments: [JPEGCodec.Subsampling.s444, .s422, .s420],
    [PixelSize(width: 320, height: 240), PixelSize(width: 321, height: 243)])
  func `JPEG frames become planes of their own size, smaller and larger`(
    _ subsampling: JPEGCodec.Subsampling, _ size: PixelSize
  ) throws {
    let frame = try jpegFrame(size, subsampling)
    let converter = FrameConverter()
    for target in [(320, 240), (160, 120), (100, 76), (64, 64), (640, 480), (40, 30)] {
      var picture = I420Picture(size: PixelSize(width: target.0, height: target.1))
      try converter.convert(frame, into: &picture)
      expectChart(try pixels(picture))
    }
  }

  @Test func `a JPEG frame of the same size keeps its brightness to the last bit`() throws {
    let size = PixelSize(width: 320, height: 240)
    let scene = TestPictures.scene(size, seed: 3)
    let codec = JPEGCodec()
    let gray = try codec.decode(codec.encode(scene, quality: 90, subsampling: .gray))
    let frame = TestPictures.frame(
      try codec.encode(scene, quality: 90, subsampling: .s422), .jpeg, size, strideBytes: 0)
    var picture = I420Picture(size: size)
    try FrameConverter().convert(frame, into: &picture)
    #expect(zip(picture.y, gray.withPixels { $0.map { UInt8($0 & 255) } }).allSatisfy { $0 == $1 })
  }

  @Test func `a grey frame has no colours`() throws {
    let size = PixelSize(width: 64, height: 48)
    let frame = try jpegFrame(size, .gray)
    var picture = I420Picture(size: size)
    picture.u[5] = 9
    try FrameConverter().convert(frame, into: &picture)
    #expect(picture.u.allSatisfy { $0 == 128 } && picture.v.allSatisfy { $0 == 128 })
  }

  /// The chart as a YUYV camera sends it: limited range by default, rows padded.
  private func yuyvFrame(_ size: PixelSize, range: YUVRange) -> Frame {
    let chart = TestPictures.chart(size)
    let stride = size.width * 2 + 32
    var bytes = [UInt8](repeating: 0xAA, count: stride * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let c = chart.color(x, y)
        let (r, g, b) = (Double(c.red), Double(c.green), Double(c.blue))
        let luma = 0.299 * r + 0.587 * g + 0.114 * b
        let (u, v) = ((b - luma) / 1.772, (r - luma) / 1.402)
        let (yy, uu, vv) =
          range == .full
          ? (luma, 128 + u, 128 + v) : (16 + luma * 219 / 255, 128 + u * 224 / 255, 128 + v * 224 / 255)
        bytes[y * stride + 2 * x] = UInt8(yy.rounded())
        bytes[y * stride + 2 * x + 1] = UInt8(min(max((x % 2 == 0 ? uu : vv).rounded(), 0), 255))
      }
    }
    return TestPictures.frame(bytes, .yuyv, size, strideBytes: stride)
  }

  @Test func `YUYV frames have the right colours in either range`() throws {
    let size = PixelSize(width: 96, height: 64)
    for range in [YUVRange.limited, .full] {
      let converter = FrameConverter(yuyv: range)
      let frame = yuyvFrame(size, range: range)
      for target in [size, PixelSize(width: 48, height: 32), PixelSize(width: 200, height: 120)] {
        var picture = I420Picture(size: target)
        try converter.convert(frame, into: &picture)
        expectChart(try pixels(picture))
      }
      expectChart(try converter.preview(of: frame, in: PixelSize(width: 20, height: 20)))
      expectChart(try JPEGCodec().decode(converter.still(of: frame)))
    }
  }

  /// The YUYV chart with the colours of every second row, in turn below the luma; rows padded.
  private func nv12Frame(_ size: PixelSize) -> Frame {
    let packed = Array(yuyvFrame(size, range: .limited).bytes)
    let (from, stride) = (size.width * 2 + 32, size.width + 16)
    var bytes = [UInt8](repeating: 0xAA, count: stride * size.height * 3 / 2)
    for y in 0..<size.height {
      for x in 0..<size.width {
        bytes[y * stride + x] = packed[y * from + 2 * x]
        if y % 2 == 0 { bytes[(size.height + y / 2) * stride + x] = packed[y * from + 2 * x + 1] }
      }
    }
    return TestPictures.frame(bytes, .nv12, size, strideBytes: stride)
  }

  @Test func `NV12 frames have the right colours`() throws {
    let size = PixelSize(width: 96, height: 64)
    let converter = FrameConverter()
    let frame = nv12Frame(size)
    for target in [size, PixelSize(width: 48, height: 32), PixelSize(width: 200, height: 120)] {
      var picture = I420Picture(size: target)
      try converter.convert(frame, into: &picture)
      expectChart(try pixels(picture))
    }
    expectChart(try converter.preview(of: frame, in: PixelSize(width: 20, height: 20)))
    expectChart(try JPEGCodec().decode(converter.still(of: frame)))
    let cut = TestPictures.frame(Array(frame.bytes.dropLast(112)), .nv12, size, strideBytes: 112)
    #expect(throws: ImageError.self) { try converter.still(of: cut) }
  }

  @Test func `planes come in the range that was asked for`() throws {
    let size = PixelSize(width: 96, height: 64)
    let codec = JPEGCodec()
    let white = try codec.encode(Bitmap(size: size, color: .white), quality: 95)
    var picture = I420Picture(size: size)
    try FrameConverter(output: .limited).convert(TestPictures.frame(white, .jpeg, size, strideBytes: 0), into: &picture)
    #expect(picture.range == .limited && picture.y.allSatisfy { $0 == 235 })
    let black = try codec.encode(Bitmap(size: size, color: .black), quality: 95)
    try FrameConverter(output: .limited).convert(TestPictures.frame(black, .jpeg, size, strideBytes: 0), into: &picture)
    #expect(picture.y.allSatisfy { $0 == 16 } && picture.u.allSatisfy { $0 == 128 })
    // There and back again.
    try FrameConverter(output: .limited).convert(yuyvFrame(size, range: .limited), into: &picture)
    let bytes = picture.y + picture.u + picture.v
    let frame = TestPictures.frame(bytes, .i420, size, strideBytes: size.width)
    var full = I420Picture(size: size)
    try FrameConverter(i420: .limited).convert(frame, into: &full)
    expectChart(try pixels(full))
  }

  @Test func `I420 frames are cropped evenly when proportions differ`() throws {
    let size = PixelSize(width: 128, height: 64)
    var source = I420Picture(size: size)
    for y in 0..<64 { for x in 0..<128 { source.y[y * 128 + x] = UInt8(x * 2) } }
    let frame = TestPictures.frame(source.y + source.u + source.v, .i420, size, strideBytes: 128)
    var picture = I420Picture(size: PixelSize(width: 64, height: 64))
    try FrameConverter().convert(frame, into: &picture)
    #expect(picture.y[0] == 64 && picture.y[63] == 64 + 126)
  }

  @Test func `previews fit, cover or stretch, and mirror`() throws {
    let size = PixelSize(width: 320, height: 240)
    let converter = FrameConverter()
    let box = PixelSize(width: 80, height: 20)
    for frame in [try jpegFrame(size, .s422), yuyvFrame(size, range: .limited)] {
      let fitting = try converter.preview(of: frame, in: box)
      #expect(fitting.size == PixelSize(width: 27, height: 20))
      expectChart(fitting)
      let covering = try converter.preview(of: frame, in: box, fit: .covering)
      #expect(covering.size == box)
      expectChart(covering)
      let stretching = try converter.preview(of: frame, in: box, fit: .stretching, mirrored: true)
      #expect(stretching.size == box)
      expectChart(stretching, mirrored: true)
      #expect(try converter.preview(of: frame, in: PixelSize(width: 1, height: 1)).size.area == 1)
      expectChart(try converter.preview(of: frame, in: PixelSize(width: 700, height: 500)))
    }
  }

  @Test func `a preview averages noise away`() throws {
    let size = PixelSize(width: 1920, height: 1080)
    var random = SeededRandom(seed: 5)
    var picture = I420Picture(size: size)
    for index in picture.y.indices { picture.y[index] = UInt8(random.next() & 255) }
    let frame = TestPictures.frame(picture.y + picture.u + picture.v, .i420, size, strideBytes: size.width)
    let preview = try FrameConverter().preview(of: frame, in: PixelSize(width: 160, height: 90))
    #expect(preview.size == PixelSize(width: 160, height: 90))
    // 48 samples of deviation 74 each: the mean deviates by less than 11; five times that is never exceeded.
    let values = preview.withPixels { $0.map { Int($0 & 255) } }
    #expect(values.allSatisfy { abs($0 - 127) < 55 })
    #expect(values.reduce(0, +) / values.count > 124 && values.reduce(0, +) / values.count < 131)
  }

  @Test func `a still keeps a JPEG frame's own bytes`() throws {
    let size = PixelSize(width: 160, height: 120)
    let jpeg = try TestPictures.jpeg(size, seed: 11)
    let padded = TestPictures.frame(jpeg + [0, 0, 0, 0, 0], .jpeg, size, strideBytes: 0)
    #expect(try FrameConverter().still(of: padded) == jpeg)
  }

  @Test func `a still of a frame without Huffman tables is a complete file`() throws {
    let size = PixelSize(width: 160, height: 120)
    let jpeg = try TestPictures.jpeg(size, seed: 12)
    let frame = TestPictures.frame(removingSegments(0xC4, from: jpeg), .jpeg, size, strideBytes: 0)
    let still = try FrameConverter().still(of: frame)
    #expect(try JPEGCodec().decode(still) == JPEGCodec().decode(jpeg))
    #expect(still.indices.dropLast().contains { still[$0] == 0xFF && still[$0 + 1] == 0xC4 })
    var picture = I420Picture(size: size)
    try FrameConverter().convert(frame, into: &picture)
  }

  @Test func `frames cut short throw, whatever is asked of them`() throws {
    let size = PixelSize(width: 160, height: 120)
    let converter = FrameConverter()
    let jpeg = try TestPictures.jpeg(size, seed: 13)
    let whole: [(FrameLayout, [UInt8], Int)] = [
      (.jpeg, jpeg, 0), (.yuyv, [UInt8](repeating: 100, count: 320 * 120), 320),
      (.i420, [UInt8](repeating: 100, count: 160 * 180), 160),
    ]
    for (layout, bytes, stride) in whole {
      var picture = I420Picture(size: size)
      for part in 0..<16 {
        let frame = TestPictures.frame(Array(bytes[..<(bytes.count * part / 16)]), layout, size, strideBytes: stride)
        #expect(throws: ImageError.self) { try converter.convert(frame, into: &picture) }
        #expect(throws: ImageError.self) { try converter.preview(of: frame, in: PixelSize(width: 16, height: 9)) }
        #expect(throws: ImageError.self) { try converter.still(of: frame) }
      }
      let frame = TestPictures.frame(bytes, layout, size, strideBytes: stride)
      try converter.convert(frame, into: &picture)
    }
  }

  @Test func `frames that lie about their shape throw`() throws {
    let bytes = [UInt8](repeating: 1, count: 1000)
    let shapes: [(Int, Int, Int)] = [
      (0, 0, 0), (1, 1, 2), (-4, 8, 16), (8, -4, 16), (10, 10, -20), (10, 10, 5), (100_000, 100_000, 200_000),
      (Int.max, 2, 4), (16, 16, Int.max),
    ]
    var picture = I420Picture(size: PixelSize(width: 16, height: 16))
    for (width, height, stride) in shapes {
      for layout in [FrameLayout.i420, .yuyv] {
        let frame = TestPictures.frame(bytes, layout, PixelSize(width: width, height: height), strideBytes: stride)
        #expect(throws: ImageError.self) { try FrameConverter().convert(frame, into: &picture) }
        #expect(throws: ImageError.self) { try FrameConverter().preview(of: frame, in: picture.size) }
      }
    }
  }

  @Test func `buffers stay where they are from frame to frame`() throws {
    let size = PixelSize(width: 320, height: 240)
    let frame = try jpegFrame(size, .s422)
    let converter = FrameConverter()
    var picture = I420Picture(size: size)
    try converter.convert(frame, into: &picture)
    let before = picture.withPlanes { y, u, v in [y.baseAddress, u.baseAddress, v.baseAddress] }
    try converter.convert(frame, into: &picture)
    #expect(picture.withPlanes { y, u, v in [y.baseAddress, u.baseAddress, v.baseAddress] } == before)
  }
}
