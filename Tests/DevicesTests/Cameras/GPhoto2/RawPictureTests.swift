import BoothCore
import ImageMetadata
import Imaging
import Testing

@testable import Cameras

/// Which picture of a RAW file is the photo, and how it stands.
@Suite struct RawPictureTests {
  private static let size = PixelSize(width: 1280, height: 960)

  private static func jpeg(_ size: PixelSize = size, red: UInt8 = 90) throws -> [UInt8] {
    try JPEGCodec().encode(Bitmap(size: size, color: RGBColor(red: red, green: 140, blue: 200)))
  }

  /// A structure as Canon's CR2: each directory has one strip of old JPEG (6), the first one the orientation.
  private static func raw(_ strips: [[UInt8]], orientation: Orientation = .upright) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ((bytes - 1 - $0) * 8)) }
    }
    func short(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + [0, 3, 0, 0, 0, 1] + number(value, 2) + [0, 0]
    }
    func long(_ tag: Int, _ value: Int) -> [UInt8] { number(tag, 2) + [0, 4, 0, 0, 0, 1] + number(value, 4) }
    var file: [UInt8] = Array("MM".utf8) + [0, 42] + number(16, 4) + Array("CR\u{2}\0\0\0\0\0".utf8)
    for (index, strip) in strips.enumerated() {
      let at = file.count + 2 + 6 * 12 + 4
      file += number(6, 2) + long(0x100, 6000) + long(0x101, 4000) + short(0x103, 6) + long(0x111, at)
      file += short(0x112, orientation.rawValue) + long(0x117, strip.count)
      file += number(index == strips.count - 1 ? 0 : at + strip.count, 4) + strip
    }
    return file
  }

  @Test func `the largest picture is the photo`() throws {
    let (small, large) = (try Self.jpeg(PixelSize(width: 1200, height: 800)), try Self.jpeg())
    let picture = try RawPicture(MemoryBytes(Self.raw([small, large])))
    #expect(picture.jpeg == large && picture.size == Self.size)
  }

  @Test func `the sensor's own pixels in lossless JPEG are no picture`() throws {
    let large = try Self.jpeg()
    var sensor = try Self.jpeg(PixelSize(width: 2000, height: 1500))
    let frame = try #require(sensor.indices.dropLast().first { sensor[$0] == 0xFF && sensor[$0 + 1] == 0xC0 })
    sensor[frame + 1] = 0xC3
    #expect(try RawPicture(MemoryBytes(Self.raw([large, sensor]))).jpeg == large)
  }

  @Test func `where the largest is damaged the next one is the photo`() throws {
    let (small, large) = (try Self.jpeg(), try Self.jpeg(PixelSize(width: 2000, height: 1500)))
    #expect(try RawPicture(MemoryBytes(Self.raw([small, Array(large.dropLast(50))]))).jpeg == small)
  }

  @Test func `a RAW file without a picture large enough says how large it is`() throws {
    let small = try Self.jpeg(PixelSize(width: 640, height: 480))
    #expect(throws: RawPicture.Fault.tooSmall(PixelSize(width: 640, height: 480))) {
      try RawPicture(MemoryBytes(Self.raw([small])))
    }
    #expect(throws: RawPicture.Fault.tooSmall(nil)) { try RawPicture(MemoryBytes(Self.raw([[1, 2, 3, 4]]))) }
    #expect(throws: RawPicture.Fault.tooSmall(nil)) { try RawPicture(MemoryBytes([])) }
  }

  @Test(arguments: Orientation.allCases)
  func `the picture stands as the RAW file says, and is the same bit for bit`(_ orientation: Orientation) throws {
    let jpeg = try Self.jpeg()
    let picture = try RawPicture(MemoryBytes(Self.raw([jpeg], orientation: orientation)))
    #expect(try Exif(jpeg: picture.jpeg).orientation == orientation)
    let quantization = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDB })
    #expect(picture.jpeg.suffix(jpeg.count - quantization) == jpeg[quantization...])
    // Said again otherwise, it says one thing only.
    let again = RawPicture.turned(RawPicture.turned(jpeg, as: .turnLeft), as: .transposed)
    #expect(again == RawPicture.turned(jpeg, as: .transposed))
    #expect(try Exif(jpeg: RawPicture.turned(picture.jpeg, as: .upright)).orientation == .upright)
  }

  @Test func `a picture that the body has turned itself is not turned again`() throws {
    let tall = try Self.jpeg(PixelSize(width: 900, height: 1350))
    #expect(try RawPicture(MemoryBytes(Self.raw([tall], orientation: .turnRight))).jpeg == tall)
  }
}
