import BoothCore
import FoundationEssentials
import Glibc
import ImageMetadata
import Testing

@testable import Thumbnails

/// Pictures whose colours, or whose packing, are rarer than others'. One after the other: libvips is for one thread.
@Suite(.serialized, .timeLimit(.minutes(15))) struct RarerPicturesTests {
  private func made(_ bytes: [UInt8], _ size: ThumbnailSize = .edge512) throws -> Thumbnail {
    try ThumbnailMaker(program: TestProgram.picture()).thumbnail(of: .bytes(bytes), size: size)
  }

  private func colors(_ bytes: [UInt8]) throws -> [SIMD3<Int>] {
    let (size, rgb) = try #require(TestPhotos.decode(try made(bytes).jpeg))
    return (0..<4).map { index in
      let (x, y) = (size.width * (index % 2 * 2 + 1) / 4, size.height * (index / 2 * 2 + 1) / 4)
      let at = (y * size.width + x) * 3
      return SIMD3(Int(rgb[at]), Int(rgb[at + 1]), Int(rgb[at + 2]))
    }
  }

  private func near(_ found: SIMD3<Int>, _ wanted: SIMD3<Int>, _ most: Int = 6) -> Bool {
    let apart = found &- wanted
    return max(abs(apart.x), abs(apart.y), abs(apart.z)) <= most
  }

  // MARK: Profiles of tables

  /// A file whose profile has other names for its tables, and requests for another intent.
  private func profiled(_ file: [UInt8], _ names: [(old: String, new: String)], intent: UInt8) -> [UInt8] {
    let places = names.map { name in
      (4..<file.count - 4).first { file[$0..<$0 + 4].elementsEqual(name.old.utf8) }!
    }
    var bytes = file
    for (place, name) in zip(places, names) { bytes.replaceSubrange(place..<place + 4, with: Array(name.new.utf8)) }
    // 64 bytes into a profile, whose mark is 36 bytes into it.
    let head = (4..<file.count - 4).first { file[$0..<$0 + 4].elementsEqual("acsp".utf8) }! - 36
    bytes[head + 67] = intent
    return bytes
  }

  @Test(.enabled(if: PictureCheck.hasLibrary, "libvips is not on this machine"))
  func `a JPEG in XYB shows its own colours, whichever intent its profile has tables for and wishes`() throws {
    let file = LibraryPhotos.xybJPEG
    // What is in B2A0 leads nowhere from XYB.
    let cases: [(names: [(old: String, new: String)], intent: UInt8)] = [
      ([], 0), ([], 1), ([], 2), ([], 3), ([("A2B0", "A2B1")], 1), ([("A2B0", "A2B1")], 0), ([("A2B0", "A2B2")], 2),
      ([("B2A0", "A2B1")], 0), ([("A2B0", "A2B1"), ("B2A0", "A2B0")], 1), ([("A2B0", "A2B1"), ("B2A0", "A2B0")], 3),
    ]
    for (names, intent) in cases {
      let found = try colors(profiled(file, names, intent: intent))
      for (found, color) in zip(found, TestPhotos.colors) {
        #expect(near(found, SIMD3(truncatingIfNeeded: color), 12), "\(names), \(intent): \(found), not \(color)")
      }
    }
  }

  // MARK: PNG

  /// With parts between the head and the pixels.
  private func png(_ parts: [[UInt8]], _ kind: TestPhotos.PNGKind = .rgb8) -> [UInt8] {
    let whole = TestPhotos.png(kind)
    return Array(whole[..<33]) + parts.flatMap(\.self) + Array(whole[33...])
  }

  private func gamma(_ value: Int) -> [UInt8] { TestPhotos.chunk("gAMA", TestPhotos.big(value, 4)) }

  private func primaries(_ values: [Int]) -> [UInt8] {
    TestPhotos.chunk("cHRM", values.flatMap { TestPhotos.big($0, 4) })
  }

  private static let srgb = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]

  /// What sRGB has for light that is a power of a byte (IEC 61966-2-1).
  private func encoded(_ color: SIMD3<UInt8>, power: Double) -> SIMD3<Int> {
    func one(_ byte: UInt8) -> Int {
      let light = pow(Double(byte) / 255, power)
      return Int((light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055) * 255 + 0.5)
    }
    return SIMD3(one(color.x), one(color.y), one(color.z))
  }

  @Test(.enabled(if: PictureCheck.hasLibrary, "libvips is not on this machine"))
  func `a PNG that says how bright its values are is shown as bright as that`() throws {
    #expect(encoded(SIMD3(repeating: 64), power: 1) == SIMD3(repeating: 137))
    for (exponent, value) in [(1.0, 100_000), (2.0, 50_000)] {
      for kind in TestPhotos.PNGKind.allCases {
        let found = try colors(png([gamma(value), primaries(Self.srgb)], kind))
        for (found, color) in zip(found, TestPhotos.colors) {
          #expect(near(found, encoded(color, power: exponent)), "\(kind), gamma \(value): \(found) of \(color)")
        }
      }
    }
  }

  @Test(.enabled(if: PictureCheck.hasLibrary, "libvips is not on this machine"))
  func `a PNG of the usual exponent, or that says sRGB, stays as it is`() throws {
    let plain = TestPhotos.colors.map { SIMD3(Int($0.x), Int($0.y), Int($0.z)) }
    for parts in [
      [gamma(45_455)], [gamma(45_455), primaries(Self.srgb)], [TestPhotos.chunk("sRGB", [0]), gamma(100_000)],
      [gamma(0)], [TestPhotos.chunk("gAMA", [1])], [TestPhotos.chunk("cICP", [1, 13, 0, 1]), gamma(100_000)],
      [primaries([0, 0, 0, 0, 0, 0, 0, 0])],
    ] {
      for (found, wanted) in zip(try colors(png(parts)), plain) { #expect(near(found, wanted), "\(parts): \(found)") }
    }
  }

  @Test func `primaries of Display P3 make the same profile as its columns`() throws {
    let columns = try #require(
      ColorProfile.columns(white: (0.3127, 0.3290), (0.680, 0.320), (0.265, 0.690), (0.150, 0.060)))
    // Of Apple's Display P3.icc.
    let known = [[0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407]]
    for (found, wanted) in zip(columns.joined(), known.joined()) { #expect(abs(found - wanted) < 0.0006) }
  }

  @Test func `colours of a PNG that is decoded by other means are converted by its exponent`() throws {
    let colors = try withFolder { folder in
      let path = folder + "/a.png"
      try Data(png([gamma(100_000)])).write(to: URL(filePath: path))
      return try ForeignColors.read(path: path)
    }
    var pixels: [UInt32] = [0x8040_4040, 0xFF00_00FF]
    let known = try #require(colors)
    pixels.withUnsafeMutableBufferPointer { known.convert($0) }
    #expect(pixels[0] >> 24 == 0x80 && abs(Int(pixels[0] & 255) - 137) <= 1 && pixels[1] == 0xFF00_00FF)
  }

  // MARK: TIFF of floats

  private func tiff(_ values: [Float], width: Int) -> [UInt8] {
    let height = values.count / width
    var tags: [(Int, Int, Int)] = [
      (0x100, 4, width), (0x101, 4, height), (0x102, 3, 32), (0x103, 3, 1), (0x106, 3, 1), (0x111, 4, 0), (0x115, 3, 1),
      (0x116, 4, height), (0x117, 4, values.count * 4), (0x153, 3, 3),
    ]
    let start = 8 + 2 + tags.count * 12 + 4
    tags[5].2 = start
    var bytes: [UInt8] = [0x49, 0x49, 42, 0] + TestPhotos.little(8, 4) + TestPhotos.little(tags.count, 2)
    for (tag, type, value) in tags {
      bytes +=
        TestPhotos.little(tag, 2) + TestPhotos.little(type, 2) + TestPhotos.little(1, 4) + TestPhotos.little(value, 4)
    }
    return bytes + TestPhotos.little(0, 4) + values.flatMap { TestPhotos.little(Int($0.bitPattern), 4) }
  }

  @Test(.enabled(if: PictureCheck.hasLibrary, "libvips is not on this machine"))
  func `a grey TIFF of floating point is shown from black to white`() throws {
    // Four areas: black, a quarter, a half, white.
    let steps: [Float] = (0..<64 * 64).map { [0, 0.25, 0.5, 1][($0 / 64 >= 32 ? 2 : 0) + ($0 % 64 >= 32 ? 1 : 0)] }
    for (name, values) in [
      ("0 to 1", steps), ("0 to 255", steps.map { $0 * 255 }), ("heights", steps.map { $0 * 3000 - 200 }),
      ("with what is no number", [Float.nan] + steps.dropFirst()),
    ] as [(String, [Float])] {
      let found = try colors(tiff(values, width: 64))
      for (found, wanted) in zip(found, [0, 64, 128, 255]) {
        #expect(near(found, SIMD3(repeating: wanted)), "\(name): \(found), not \(wanted)")
      }
    }
  }

  // MARK: AVIF, JPEG XL

  @Test(.enabled(if: PictureCheck.hasLibrary, "libvips is not on this machine"))
  func `an AVIF is shown whatever its main brand is`() throws {
    for brand in ["avif", "avis", "mif1", "miaf"] {
      var bytes = LibraryPhotos.avif
      bytes.replaceSubrange(8..<12, with: Array(brand.utf8))
      #expect(PictureCheck.fault(try made(bytes)) == nil, "\(brand)")
    }
  }

  @Test(.enabled(if: PictureCheck.hasLibrary, "libvips is not on this machine"))
  func `an AVIF stands as its turns say`() throws {
    for turn in [("irot", 1), ("irot", 2), ("irot", 3), ("imir", 0), ("imir", 1)] as [(String, UInt8)] {
      let found = try made(LibraryPhotos.turned(LibraryPhotos.avif, [(type: turn.0, value: turn.1)]))
      #expect(found.size == (turn.0 == "irot" && turn.1 != 2 ? PixelSize(width: 64, height: 96) : TestPhotos.upright))
    }
  }

  /// The four colours, lossless.
  private static let jxl: [UInt8] = {
    let digits =
      "ff0a0f412408020100d4004b2837d61fbc57503001a0fedd8fbb31fed505802e100400c06842400004273407bad8e303245801d4a0fa997541384aebe3009f0b"
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits.dropFirst($0).prefix(2), radix: 16) ?? 0 }
  }()

  @Test(.enabled(if: PictureCheck.hasLibrary, "libvips is not on this machine"))
  func `a JPEG XL is shown, or what would show it is named`() throws {
    do {
      #expect(PictureCheck.fault(try made(Self.jxl)) == nil)
    } catch let error as ThumbnailError {
      #expect(error.code == .unsupported && error.need == .jpegXL, "\(error)")
    }
  }

  // MARK: Bitmaps

  private func packed(_ bits: Int, literal: Bool) -> [UInt8] {
    let plain = TestPhotos.bmp(bits: bits)
    let size = TestPhotos.upright
    var runs: [UInt8] = []
    for y in 0..<size.height {
      for half in 0..<2 {
        let color = UInt8((y < size.height / 2 ? 2 : 0) + half)
        let byte = bits == 8 ? color : color << 4 | color
        if literal {
          let count = size.width / 2
          runs += [0, UInt8(count)] + [UInt8](repeating: byte, count: bits == 8 ? count : count / 2)
        } else {
          runs += [UInt8(size.width / 2), byte]
        }
      }
      runs += [0, y == size.height - 1 ? 1 : 0]
    }
    var bytes = Array(plain[..<(54 + (4 << bits))]) + runs
    bytes[30] = bits == 8 ? 1 : 2
    return bytes
  }

  @Test func `packed bitmaps are shown, and cut ones are said to be cut`() throws {
    for bits in [4, 8] {
      for literal in [false, true] {
        let bytes = packed(bits, literal: literal)
        #expect(
          PictureCheck.fault(try ThumbnailMaker(program: nil).thumbnail(of: .bytes(bytes), size: .edge512)) == nil)
        let cut = Array(bytes.dropLast(30))
        do {
          _ = try ThumbnailMaker(program: nil).thumbnail(of: .bytes(cut), size: .edge512)
          Issue.record("a cut one was shown")
        } catch {
          #expect(error.code == .cut && error.byte == cut.count)
        }
      }
    }
  }

  // MARK: Reasons

  @Test func `what is listed and not read names what helps`() throws {
    var psd = Array("8BPS".utf8) + TestPhotos.big(1, 2) + [0, 0, 0, 0, 0, 0] + TestPhotos.big(3, 2)
    psd += TestPhotos.big(240, 4) + TestPhotos.big(320, 4) + TestPhotos.big(8, 2) + TestPhotos.big(3, 2)
    psd += TestPhotos.big(0, 4) + TestPhotos.big(0, 4)
    do {
      _ = try ThumbnailMaker(program: nil).thumbnail(of: .bytes(psd), size: .edge512)
      Issue.record("it was shown")
    } catch {
      #expect(error.reason("PSD") == NoPicture(.unsupported, need: .conversion, kind: "PSD"))
    }
  }

  @Test func `a reason goes through the other process with its need and its byte`() {
    for error in [
      ThumbnailError(.unsupported, "words;\nmore", need: .hevc), ThumbnailError(.cut, "", byte: 77),
      ThumbnailError(.failed, "plain"),
    ] {
      let message = ThumbnailWire.message(.failure(error))
      let head = ThumbnailWire.header(Array(message.prefix(8)))
      #expect(head.map { ThumbnailWire.answer(status: $0.status, Array(message.dropFirst(8))) } == .failure(error))
    }
  }

  @Test func `the libraries' mark changes with their versions, and with the program's`() {
    let names = ["libvips.so.42.16.1", "libheif.so.1.15.1", "libc.so.6"]
    let mark = PictureLibraries.mark(program: "1", names: names)
    #expect(mark == PictureLibraries.mark(program: "1", names: names.reversed() + ["libz.so.1"]))
    #expect(mark != PictureLibraries.mark(program: "2", names: names))
    #expect(mark != PictureLibraries.mark(program: "1", names: ["libvips.so.42.16.1", "libheif.so.1.19.7"]))
    #expect(PictureLibraries.mark() == PictureLibraries.mark() && !mark.contains(" "))
  }
}
