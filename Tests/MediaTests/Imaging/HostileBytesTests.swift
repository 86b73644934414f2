import BoothCore
import FoundationEssentials
import Imaging
import Testing

/// Whatever bytes arrive, a picture or an ``ImageError`` comes out. A crash takes the test process with it.
@Suite struct HostileBytesTests {
  /// Flips bits, overwrites, cuts out, doubles.
  private func corrupt(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...12, using: &random) where bytes.count > 16 {
      // Half of the damage hits the headers, where sizes and offsets are.
      let end = Bool.random(using: &random) ? min(700, bytes.count) : bytes.count
      let at = Int.random(in: 0..<end, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[at] = .random(in: 0...255, using: &random)
      case 2: bytes[at] = 0xFF
      case 3: bytes.removeSubrange(at..<min(at + Int.random(in: 1...40, using: &random), bytes.count))
      case 4: bytes.insert(contentsOf: bytes[at..<min(at + 30, bytes.count)], at: at)
      default: bytes.removeLast(Int.random(in: 0..<bytes.count / 4, using: &random))
      }
    }
    return bytes
  }

  /// What the call made, or nil after an ``ImageError``; any other error fails the test.
  private func survive<Value>(_ body: () throws -> Value) -> Value? {
    do { return try body() } catch {
      #expect(error is ImageError)
      return nil
    }
  }

  @Test(arguments: [JPEGCodec.Subsampling.s422, .s420, .s444, .gray])
  func `damaged JPEG pictures`(_ subsampling: JPEGCodec.Subsampling) throws {
    var random = SeededRandom(seed: UInt64(truncatingIfNeeded: "\(subsampling)".utf8.reduce(7) { $0 * 31 + Int($1) }))
    let size = PixelSize(width: 100, height: 75)
    let jpeg = try TestPictures.jpeg(size, seed: 1, subsampling: subsampling)
    let stamped = try Exif.stamp(jpeg: jpeg, Exif.Stamp(capturedAt: Date(timeIntervalSince1970: 0), make: "M"))
    // One of everything, so that what one picture leaves behind meets the next.
    let codec = JPEGCodec()
    let converter = FrameConverter()
    var picture = I420Picture(size: PixelSize(width: 64, height: 48))
    var refused = 0
    for _ in 0..<250 {
      let bad = corrupt(stamped, &random)
      // A header may claim a large picture for little data: that is allowed, but would make this test slow.
      if let claimed = survive({ try JPEGCodec.probe(bad) }), claimed.area > 2_000_000 { continue }
      if survive({ try codec.validate(bad) }) == nil { refused += 1 }
      _ = survive { try codec.decode(bad, covering: PixelSize(width: 30, height: 20)) }
      _ = survive { try codec.decode(bad) }
      _ = survive { try Exif(jpeg: bad) }
      _ = survive { try Exif.stamp(jpeg: bad, Exif.Stamp(capturedAt: Date(timeIntervalSince1970: 0))) }
      let frame = TestPictures.frame(bad, .jpeg, size, strideBytes: 0)
      _ = survive { try converter.convert(frame, into: &picture) }
      _ = survive { try converter.preview(of: frame, in: PixelSize(width: 20, height: 11), fit: .covering) }
      _ = survive { try converter.still(of: frame) }
    }
    #expect(refused > 100)
    #expect(try codec.validate(stamped) == size)
    try converter.convert(TestPictures.frame(stamped, .jpeg, size, strideBytes: 0), into: &picture)
  }

  @Test func `damaged orientation blocks`() throws {
    var random = SeededRandom(seed: 99)
    let jpeg = try TestPictures.jpeg(PixelSize(width: 40, height: 30), seed: 1)
    var exif = Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 2, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    exif += [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38, 0, 0, 0, 0]
    exif += [0, 1, 0x90, 3, 0, 2, 0, 0, 0, 20, 0, 0, 0, 56, 0, 0, 0, 0] + Array("2026:01:02 03:04:05\0".utf8)
    #expect(try Exif(jpeg: insertingSegment(0xE1, exif, into: jpeg)).dateTimeOriginal == "2026:01:02 03:04:05")
    #expect(try Exif(jpeg: insertingSegment(0xE1, exif, into: jpeg)).orientation == .turnRight)
    for _ in 0..<2000 {
      var bad = exif
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bad[Int.random(in: 6..<bad.count, using: &random)] =
          [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      }
      if Bool.random(using: &random) { bad.removeLast(Int.random(in: 0..<40, using: &random)) }
      _ = try Exif(jpeg: insertingSegment(0xE1, bad, into: jpeg))
    }
  }

  @Test func `damaged PNG pictures`() throws {
    var random = SeededRandom(seed: 3)
    var source = TestPictures.scene(PixelSize(width: 50, height: 40), seed: 1)
    source[0, 0] = 0
    let png = try PNG.encode(source)
    for _ in 0..<400 {
      let bad = corrupt(png, &random)
      if let claimed = survive({ try PNG.probe(bad) }), claimed.area > 2_000_000 { continue }
      _ = survive { try PNG.decode(bad) }
      _ = survive { try Bitmap(decoding: bad, covering: PixelSize(width: 10, height: 10)) }
    }
  }

  @Test func `noise`() {
    var random = SeededRandom(seed: 4)
    for _ in 0..<500 {
      var bytes = (0..<Int.random(in: 0..<300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      if bytes.count > 2, Bool.random(using: &random) { bytes.replaceSubrange(0..<2, with: [0xFF, 0xD8]) }
      #expect(survive { try JPEGCodec().decode(bytes) } == nil)
      #expect(survive { try Bitmap(decoding: bytes) } == nil)
    }
  }
}
