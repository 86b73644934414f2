import BoothCore
import BoothTesting
import Documents
import FoundationEssentials
import Glibc
import Imaging
import StudioModel
import Testing

@testable import booth

@Suite struct PictureReceptionTests {
  @Test func `every refusal comes back from its code, and no other code is one`() {
    let refusals: [PictureRefusal] = [
      .heic, .noLibrary, .damaged, .tooLarge, .unknown, .cut(percent: nil), .cut(percent: 0), .cut(percent: 60),
      .cut(percent: 99), .rare, .tooLong,
    ]
    let codes = refusals.map(RefusalCode.code)
    #expect(codes.map(RefusalCode.refusal) == refusals && Set(codes).count == refusals.count)
    #expect(RefusalCode.code(.cut(percent: 100)) == RefusalCode.code(.cut(percent: 99)))
    // Of success, of a fault of ours, of a signal.
    for code: Int32 in [0, 1, 2, 64, 70, 137, 255] where code < 100 || code >= 200 {
      #expect(RefusalCode.refusal(code) == nil, "\(code)")
    }
  }

  @Test func `what a disk refuses comes back in the system's words, and blames no picture`() {
    for (number, words) in [
      (EROFS, "Read-only file system"), (EIO, "Input/output error"), (ENOSPC, "No space left on device"),
      (EDQUOT, "No space left on device"), (EACCES, "Permission denied"), (133, "Input/output error"),
    ] {
      let code = RefusalCode.code(ofDisk: number)
      #expect((1...255).contains(code) && RefusalCode.refusal(code) == nil)
      #expect(RefusalCode.trouble(code)?.contains(words) == true, "\(number)")
    }
    #expect(RefusalCode.trouble(RefusalCode.unreadable)?.contains("cannot be read") == true)
    for code: Int32 in [0, 1, 10, 15, 100, 199, 200] { #expect(RefusalCode.trouble(code) == nil, "\(code)") }
  }

  @Test func `a file that cannot be read is not called a bad picture`() throws {
    let folder = try TemporaryFolder()
    do {
      _ = try PictureProcessCommand.made(folder.path("gone"))
      Issue.record("it was made")
    } catch {
      #expect(error.refusal == nil && RefusalCode.trouble(error.code) != nil, "\(error)")
    }
  }

  private func made(_ bytes: [UInt8]) throws -> [PixelSize] {
    let folder = try TemporaryFolder()
    try folder.put("sent", bytes)
    return try PictureProcessCommand.made(folder.path("sent")).map { try JPEGCodec.probe($0) }
  }

  private func refusal(_ bytes: [UInt8]) throws -> PictureRefusal? {
    do {
      _ = try made(bytes)
    } catch let fault as PictureProcessCommand.PictureFault {
      return fault.refusal
    }
    Issue.record("it was taken")
    return nil
  }

  @Test func `a picture is made in both sizes, and one that is none is named`() throws {
    let red = Bitmap(size: PixelSize(width: 3000, height: 1000), color: RGBColor(red: 200, green: 30, blue: 30))
    let jpeg = try JPEGCodec().encode(red)
    #expect(try made(jpeg) == [PixelSize(width: 2000, height: 667), PixelSize(width: 400, height: 133)])
    #expect(try made(try PNG.encode(red)) == [PixelSize(width: 2000, height: 667), PixelSize(width: 400, height: 133)])
    #expect(try refusal(Array("<html>, which is no picture at all".utf8)) == .unknown)
    #expect(try refusal([]) == .unknown)
    guard case .cut(let percent?)? = try refusal(Array(jpeg.prefix(jpeg.count * 6 / 10))) else {
      Issue.record("not cut short")
      return
    }
    #expect((40...80).contains(percent))
    let png = try PNG.encode(red)
    #expect(try refusal(Array(png.dropLast(40))) == .damaged)
  }

  /// A profile of curves and a matrix (ICC.1:2010), its columns adapted to D50.
  private static func profile(_ columns: [[Double]], curve: [UInt8]) -> [UInt8] {
    func big(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }
    var tags: [(String, [UInt8])] = ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
    for (name, column) in zip(["rXYZ", "gXYZ", "bXYZ"], columns) {
      var content: [UInt8] = Array("XYZ \0\0\0\0".utf8)
      for number in column { content += big(Int((number * 65_536).rounded()), 4) }
      tags.append((name, content))
    }
    var (table, content) = (big(tags.count, 4), [UInt8]())
    for (name, bytes) in tags {
      table += Array(name.utf8)
      table += big(132 + tags.count * 12 + content.count, 4)
      table += big(bytes.count, 4)
      content += bytes
    }
    var head = [UInt8](repeating: 0, count: 128)
    head.replaceSubrange(16..<24, with: Array("RGB XYZ ".utf8))
    head.replaceSubrange(36..<40, with: Array("acsp".utf8))
    return head + table + content
  }

  /// Gamma by a number of 1/256.
  private static func gamma(_ number: UInt16) -> [UInt8] {
    Array("curv\0\0\0\0\0\0\0\u{1}".utf8) + [UInt8(number >> 8), UInt8(number & 255)]
  }

  /// Both sizes' colour of a PNG of one colour with a profile in it.
  private func colors(ofPNG color: RGBColor, _ profile: [UInt8], packed: ([UInt8]) -> [UInt8]) throws -> [RGBColor] {
    let plain = try PNG.encode(Bitmap(size: PixelSize(width: 800, height: 600), color: color))
    // Behind the header's 33 bytes.
    let part = PNGPart.bytes("iCCP", Array("P3\0\0".utf8) + packed(profile))
    let folder = try TemporaryFolder()
    try folder.put("sent", Array(plain.prefix(33)) + part + Array(plain.dropFirst(33)))
    return try PictureProcessCommand.made(folder.path("sent")).map { try JPEGCodec().decode($0).color(200, 100) }
  }

  /// Both sizes' colour of a JPEG of one colour with a profile in it.
  private func colors(_ color: RGBColor, _ profile: [UInt8]?) throws -> [RGBColor] {
    let plain = try JPEGCodec().encode(Bitmap(size: PixelSize(width: 800, height: 600), color: color), quality: 95)
    var file = Array(plain.prefix(2))
    if let profile {
      let count = profile.count + 16
      file += [0xFF, 0xE2, UInt8(count >> 8), UInt8(count & 255)]
      file += Array("ICC_PROFILE\0\u{1}\u{1}".utf8)
      file += profile
    }
    file += plain.dropFirst(2)
    let folder = try TemporaryFolder()
    try folder.put("sent", file)
    return try PictureProcessCommand.made(folder.path("sent")).map { try JPEGCodec().decode($0).color(200, 100) }
  }

  @Test func `colours of telephones and cameras come out as sRGB's`() throws {
    // What the same light is in sRGB was reckoned by CSS Color 4's matrices. Display P3 with gamma 2.2 would be another, so its curve
    // is sRGB's (function 3 of ICC.1, 10.16).
    let numbers: [Double] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    var curve: [UInt8] = Array("para\0\0\0\0\0\u{3}\0\0".utf8)
    for number in numbers {
      let fixed = Int((number * 65_536).rounded())
      for shift in [24, 16, 8, 0] { curve.append(UInt8(truncatingIfNeeded: fixed >> shift)) }
    }
    let p3 = Self.profile(
      [[0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407]], curve: curve)
    let adobe = Self.profile(
      [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]], curve: Self.gamma(0x233))
    let cases: [(RGBColor, [UInt8]?, RGBColor)] = [
      (RGBColor(red: 100, green: 180, blue: 80), p3, RGBColor(red: 65, green: 182, blue: 63)),
      (RGBColor(red: 130, green: 180, blue: 90), adobe, RGBColor(red: 102, green: 181, blue: 83)),
      (RGBColor(red: 100, green: 180, blue: 80), nil, RGBColor(red: 100, green: 180, blue: 80)),
    ]
    for (sent, profile, wanted) in cases {
      let pngs = try profile.map { try colors(ofPNG: sent, $0, packed: PNGPart.stored) } ?? []
      // One that cannot be unpacked is shown as it is.
      let broken = try profile.map { try colors(ofPNG: wanted, $0) { Array(PNGPart.stored($0).prefix(100)) } } ?? []
      for color in try colors(sent, profile) + pngs + broken {
        let far = [(color.red, wanted.red), (color.green, wanted.green), (color.blue, wanted.blue)].map {
          abs(Int($0.0) - Int($0.1))
        }
        #expect(far.allSatisfy { $0 <= 4 }, "\(color), not \(wanted)")
      }
    }
  }

  @Test func `what is too long and what is written in a rare way is not called something else`() throws {
    // 1 by 50,000 pixels.
    let header: [UInt8] = [0, 0, 0, 1, 0, 0, 0xC3, 0x50, 8, 2, 0, 0, 0]
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let long = signature + PNGPart.bytes("IHDR", header) + PNGPart.bytes("IDAT", []) + PNGPart.bytes("IEND", [])
    #expect(try refusal(long) == .tooLong)
    #expect(try refusal(Self.tiff(halved: true)) == .rare)
    #expect(try made(Self.tiff(halved: false)) == [PixelSize](repeating: PixelSize(width: 64, height: 32), count: 2))
  }

  /// 64 by 32 pixels of one colour as YCbCr (TIFF 6.0, section 21); `halved`: colours for each two by two.
  private static func tiff(halved: Bool) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let unit: [UInt8] = Array(repeating: 120, count: halved ? 4 : 1) + [100, 180]
    let data = Array(repeatElement(unit, count: halved ? 512 : 2048).joined())
    let pixels = 8 + 2 + 12 * 11 + 4 + 6
    let tags = [
      (256, 3, 1, 64), (257, 3, 1, 32), (258, 3, 3, pixels - 6), (259, 3, 1, 1), (262, 3, 1, 6), (273, 4, 1, pixels),
      (277, 3, 1, 3), (278, 3, 1, 32), (279, 4, 1, data.count), (284, 3, 1, 1),
      (530, 3, 2, halved ? 0x2_0002 : 0x1_0001),
    ]
    var file: [UInt8] = Array("II*\0".utf8) + little(8, 4) + little(tags.count, 2)
    for (tag, kind, count, value) in tags {
      file += little(tag, 2) + little(kind, 2)
      file += little(count, 4) + little(value, 4)
    }
    file += little(0, 4) + little(8, 2)
    file += little(8, 2) + little(8, 2)
    return file + data
  }

  /// 16 by 8 pixels of one red in four inks, as libvips wrote them.
  private static let inks = """
    /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAGBAUGBQQGBgUGBwcGCAoQCgoJCQoUDg8MEBcUGBgXFBYWGh0lHxobIxwWFiAsICMmJykqKRkfLTAtKD
    AlKCko/8AAFAgACAAQBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQEC
    AwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dX
    Z3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4E
    QwBNAFkASwAAPwD6or50r58r6Foooor/2Q==
    """

  @Test func `four inks come as the colour that they print`() throws {
    let bytes = try #require(Data(base64Encoded: String(Self.inks.filter { !$0.isWhitespace })))
    let folder = try TemporaryFolder()
    try folder.put("sent", Array(bytes))
    let made = try PictureProcessCommand.made(folder.path("sent"))
    let color = try JPEGCodec().decode(made[0]).color(8, 4)
    #expect(color.red > 150 && color.green < 80 && color.blue < 80, "\(color)")
  }

  @Test func `a picture that would take more memory than there is for one is refused before it is decoded`()
    async throws
  {
    let folder = try TemporaryFolder()
    // 24,000 × 24,000 pixels of eight bytes, interlaced: all of them are held at once. The file has 60 bytes.
    let side: [UInt8] = [0, 0, 0x5D, 0xC0]
    let head = PNGPart.bytes("IHDR", side + side + [16, 6, 0, 0, 1])
    try folder.put("sent", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + head + PNGPart.bytes("IEND", []))
    let darkroom = try PictureDarkroom(folder: folder.path("darkroom"))
    for _ in 0..<3 {
      do {
        _ = try await darkroom.prepare(folder.path("sent"))
        Issue.record("it was taken")
      } catch {
        guard case .refused(.tooLarge) = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("darkroom")).isEmpty)
  }
}
