import BoothCore
import FoundationEssentials
import Imaging
import Testing

@Suite struct ExifTests {
  let moment = Date(timeIntervalSince1970: 1_772_379_296.75)  // 2026-03-01 15:34:56.75 UTC

  /// A minimal big-endian EXIF payload, as cameras write it.
  private func payload(orientation: UInt8, extra: [UInt8] = []) -> [UInt8] {
    Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
      + [0, 0, 0, 0] + extra
  }

  /// A chart that shows `orientation`'s upright picture once it is turned: stored the other way round.
  private func stored(_ orientation: Orientation, _ upright: PixelSize) throws -> [UInt8] {
    let inverse: Orientation =
      switch orientation {
      case .turnRight: .turnLeft
      case .turnLeft: .turnRight
      default: orientation
      }
    let jpeg = try JPEGCodec().encode(TestPictures.chart(upright).turned(inverse), quality: 95, subsampling: .s420)
    return insertingSegment(0xE1, payload(orientation: UInt8(orientation.rawValue)), into: jpeg)
  }

  private func expectUpright(_ bitmap: Bitmap, _ location: SourceLocation = #_sourceLocation) {
    let chart = TestPictures.chart(PixelSize(width: 4, height: 4))
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let seen = bitmap.color(bitmap.width * (1 + 2 * x) / 4, bitmap.height * (1 + 2 * y) / 4)
      #expect(seen.isNear(chart.color(x * 2, y * 2)), "quarter \(x), \(y): \(seen)", sourceLocation: location)
    }
  }

  @Test(arguments: Orientation.allCases)
  func `every orientation is read, decoded upright and baked in without loss`(_ orientation: Orientation) throws {
    let size = PixelSize(width: 96, height: 64)
    let jpeg = try stored(orientation, size)
    #expect(try Exif(jpeg: jpeg).orientation == orientation)
    #expect(try JPEGCodec.probe(jpeg) == orientation.apply(to: size))
    let codec = JPEGCodec()
    let upright = try codec.decode(jpeg)
    #expect(upright.size == size)
    expectUpright(upright)
    expectUpright(try codec.decode(jpeg, covering: PixelSize(width: 20, height: 12)))

    let stamped = try Exif.stamp(jpeg: jpeg, Exif.Stamp(capturedAt: moment))
    #expect(try Exif(jpeg: stamped).orientation == .upright)
    let baked = try codec.decode(stamped, oriented: false)
    #expect(baked.size == size)
    // The inverse DCT rounds rows and columns in turn, so a turned block may differ by a step; nothing was coded anew.
    #expect(TestPictures.difference(baked, upright).greatest <= 6)
  }

  @Test(arguments: Orientation.allCases)
  func `sides that are no multiple of a block lose less than a block`(_ orientation: Orientation) throws {
    let size = PixelSize(width: 99, height: 70)
    let stamped = try Exif.stamp(jpeg: stored(orientation, size), Exif.Stamp(capturedAt: moment))
    let baked = try JPEGCodec().decode(stamped)
    #expect((84...99).contains(baked.width) && (55...70).contains(baked.height))
    if orientation == .upright || orientation == .transposed { #expect(baked.size == size) }
    expectUpright(baked)
  }

  @Test func `a stamp can be read back`() throws {
    let jpeg = try TestPictures.jpeg(PixelSize(width: 64, height: 48), seed: 1)
    let stamp = Exif.Stamp(
      capturedAt: moment, utcOffsetSeconds: -12_600, make: "Canon", model: "EOS 700D", software: "Booth 1.0")
    let exif = try Exif(jpeg: Exif.stamp(jpeg: jpeg, stamp))
    #expect(exif.dateTimeOriginal == "2026:03:01 12:04:56")
    #expect(exif.offsetTimeOriginal == "-03:30")
    #expect(exif.make == "Canon" && exif.model == "EOS 700D" && exif.software == "Booth 1.0")
  }

  @Test(arguments: [
    (0.0, 0, "1970:01:01 00:00:00", "+00:00"), (951_782_399, 0, "2000:02:28 23:59:59", "+00:00"),
    (951_782_400, 0, "2000:02:29 00:00:00", "+00:00"), (4_107_542_399, 3600, "2100:03:01 00:59:59", "+01:00"),
    (-1, 0, "1969:12:31 23:59:59", "+00:00"), (1_000_000_000, 20_700, "2001:09:09 07:31:40", "+05:45"),
    (.infinity, 0, "9999:12:31 23:59:59", "+00:00"), (-.infinity, 0, "0001:01:01 00:00:00", "+00:00"),
  ])
  func `dates are right on all sorts of days`(_ seconds: Double, _ offset: Int, _ text: String, _ zone: String) throws {
    let jpeg = try TestPictures.jpeg(PixelSize(width: 16, height: 16), seed: 2)
    let stamp = Exif.Stamp(capturedAt: Date(timeIntervalSince1970: seconds), utcOffsetSeconds: offset)
    let exif = try Exif(jpeg: Exif.stamp(jpeg: jpeg, stamp))
    #expect(exif.dateTimeOriginal == text)
    #expect(exif.offsetTimeOriginal == zone)
  }

  @Test func `stamping again replaces, and leaves the picture and everything else alone`() throws {
    let jpeg = try TestPictures.jpeg(PixelSize(width: 64, height: 48), seed: 3)
    let profile = Array("ICC_PROFILE\0".utf8) + [1, 1] + (0..<300).map { UInt8($0 & 255) }
    var rich = insertingSegment(0xFE, Array("a comment".utf8), into: jpeg)
    rich = insertingSegment(0xE2, profile, into: rich)
    rich = insertingSegment(0xE2, Array("MPF\0II*\0".utf8), into: rich)
    rich = insertingSegment(0xE1, payload(orientation: 1, extra: [UInt8](repeating: 7, count: 500)), into: rich)
    rich += [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]
    let once = try Exif.stamp(jpeg: rich, Exif.Stamp(capturedAt: moment, model: "A"))
    let twice = try Exif.stamp(jpeg: once, Exif.Stamp(capturedAt: moment, model: "B"))
    #expect(twice.count == once.count)
    #expect(try Exif(jpeg: twice).model == "B")
    #expect(occurrences(of: Array("Exif\0\0".utf8), in: twice) == 1)
    #expect(occurrences(of: profile, in: twice) == 1)
    #expect(occurrences(of: Array("a comment".utf8), in: twice) == 1)
    #expect(occurrences(of: Array("MPF\0".utf8), in: twice) == 0)
    #expect(Array(twice.suffix(2)) == [0xFF, 0xD9])
    let codec = JPEGCodec()
    #expect(try codec.decode(twice) == codec.decode(jpeg))
    #expect(try codec.validate(twice) == PixelSize(width: 64, height: 48))
  }

  @Test func `a colour profile survives turning, and XMP that names the old orientation does not`() throws {
    let profile = Array("ICC_PROFILE\0".utf8) + [1, 1] + (0..<300).map { UInt8($0 & 255) }
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0<x tiff:Orientation=\"6\"/>".utf8)
    var jpeg = try stored(.turnRight, PixelSize(width: 96, height: 64))
    jpeg = insertingSegment(0xE2, profile, into: jpeg)
    jpeg = insertingSegment(0xE1, xmp, into: jpeg)
    let stamped = try Exif.stamp(jpeg: jpeg, Exif.Stamp(capturedAt: moment))
    #expect(occurrences(of: profile, in: stamped) == 1)
    #expect(occurrences(of: Array("tiff:Orientation".utf8), in: stamped) == 0)
    expectUpright(try JPEGCodec().decode(stamped))
  }

  @Test func `of a stripped picture nothing is left but the picture`() throws {
    var jpeg = try TestPictures.jpeg(PixelSize(width: 96, height: 64), seed: 4)
    let picture = jpeg
    let secrets = ["SERIAL 1234567", "an owner", "a place", "a profile"].map { Array($0.utf8) }
    for (marker, secret) in zip([0xE1, 0xFE, 0xED, 0xE2] as [UInt8], secrets) {
      jpeg = insertingSegment(marker, secret, into: jpeg)
    }
    let stripped = try Exif.strip(jpeg: jpeg + Array("SERIAL behind the end".utf8))
    for secret in secrets + [Array("SERIAL".utf8)] { #expect(occurrences(of: secret, in: stripped) == 0) }
    #expect(try JPEGCodec().decode(stripped) == JPEGCodec().decode(picture))
    #expect(throws: ImageError.self) { try Exif.strip(jpeg: Array(jpeg.dropLast(20))) }
  }

  @Test func `a picture cut short is not stamped`() throws {
    let upright = try TestPictures.jpeg(PixelSize(width: 96, height: 64), seed: 4)
    for jpeg in [upright, try stored(.turnLeft, PixelSize(width: 96, height: 64))] {
      for part in 0..<16 {
        let short = Array(jpeg[..<(jpeg.count * part / 16)])
        #expect(throws: ImageError.self) { try Exif.stamp(jpeg: short, Exif.Stamp(capturedAt: moment)) }
      }
    }
  }

  @Test func `malicious EXIF means nothing and harms nothing`() throws {
    let jpeg = try TestPictures.jpeg(PixelSize(width: 32, height: 32), seed: 5)
    let header = Array("Exif\0\0II*\0".utf8)
    let payloads: [[UInt8]] = [
      Array("Exif\0\0".utf8), header, header + [8, 0, 0, 0], header + [0xFF, 0xFF, 0xFF, 0xFF],
      // 65535 entries in a directory that has room for none; a directory that is its own header.
      header + [8, 0, 0, 0, 0xFF, 0xFF], header + [0, 0, 0, 0],
      // The EXIF directory is the main one again; its date stands at the end of the world, with 2^32 - 1 letters.
      header + [8, 0, 0, 0, 2, 0] + [0x69, 0x87, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0]
        + [0x03, 0x90, 2, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xF0, 0xFF, 0xFF, 0xFF] + [8, 0, 0, 0],
      // Orientation 0, 9 and of a wrong type.
      payload(orientation: 0), payload(orientation: 9),
      header + [8, 0, 0, 0, 1, 0, 0x12, 1, 9, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0],
    ]
    for payload in payloads {
      let hostile = insertingSegment(0xE1, payload, into: jpeg)
      #expect(try Exif(jpeg: hostile).orientation == .upright)
      #expect(try Exif(jpeg: hostile).dateTimeOriginal == nil)
      let stamped = try Exif.stamp(
        jpeg: hostile, Exif.Stamp(capturedAt: moment, make: String(repeating: "x", count: 99_999)))
      #expect(try JPEGCodec().decode(stamped) == JPEGCodec().decode(jpeg))
    }
  }

  private func occurrences(of pattern: [UInt8], in bytes: [UInt8]) -> Int {
    bytes.indices.dropLast(pattern.count - 1).count { bytes[$0..<$0 + pattern.count].elementsEqual(pattern) }
  }

  @Test(arguments: Orientation.allCases, [true, false])
  func `a PNG is shown as its EXIF says, as a JPEG is`(_ orientation: Orientation, _ isMarked: Bool) throws {
    let (width, height) = (6, 4)
    let plain = PNGWriter(width: width, height: height, depth: 8, color: .rgb) { x, y in [x * 40, y * 60, 90] }.bytes
    var bytes = plain
    let part = payload(orientation: UInt8(orientation.rawValue)).dropFirst(isMarked ? 0 : 6)
    // Behind the header.
    bytes.insert(contentsOf: PNGWriter.chunk("eXIf", Array(part)), at: 8 + 25)
    let upright = try PNG.decode(plain).turned(orientation)
    #expect(try PNG.decode(bytes) == upright)
    #expect(try PNG.probe(bytes) == upright.size)
    #expect(try Bitmap(decoding: bytes, covering: upright.size) == upright)
    let facts = try PictureFacts(of: bytes)
    #expect(facts.size == upright.size && facts.exif.orientation == orientation)
  }

  @Test func `a PNG whose EXIF is nonsense is shown as it is stored`() throws {
    let plain = PNGWriter(width: 6, height: 4, depth: 8, color: .rgb) { x, y in [x * 40, y * 60, 90] }.bytes
    for content in [[], [1, 2, 3], Array("MM".utf8) + [0, 42, 255, 255, 255, 255]] as [[UInt8]] {
      var bytes = plain
      bytes.insert(contentsOf: PNGWriter.chunk("eXIf", content), at: 8 + 25)
      #expect(try PNG.decode(bytes) == PNG.decode(plain))
    }
  }
}
