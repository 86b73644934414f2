public import BoothCore

/// What the RAW files of the simulated camera are: no sensor's pixels, but the structure that bodies of Nikon write (TIFF 6.0 with
/// sub-directories), with a picture inside.
public struct SimulatedRaw: Sendable {
  /// The JPEG file inside.
  public enum Picture: Sendable {
    /// As large as the photo.
    case full
    /// 160 × 120 pixels.
    case small
    case none
  }

  public var picture = Picture.full
  /// How it lies, as its first directory says (tag 0x0112).
  public var orientation = Orientation.upright
  /// Bytes behind the picture, in the place of the sensor's.
  public var sensorBytes = 40_000
  /// Made with the fields as they are.
  public init() {}

  /// Big-endian, with the JPEG before what the sensor saw.
  func file(_ jpeg: [UInt8], small: [UInt8], size: PixelSize) -> [UInt8] {
    let inside: [UInt8] =
      switch picture {
      case .full: jpeg
      case .small: small
      case .none: []
      }
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ((bytes - 1 - $0) * 8)) }
    }
    func short(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + [0, 3, 0, 0, 0, 1] + number(value, 2) + [0, 0]
    }
    func long(_ tag: Int, _ value: Int, count: Int = 1) -> [UInt8] {
      number(tag, 2) + [0, 4] + number(count, 4) + number(value, 4)
    }
    let maker = Array("NIKON CORPORATION\0".utf8)
    // The first directory, its maker's name and its two sub-directories, then the picture.
    let directory = 8
    let makerAt = directory + 2 + 6 * 12 + 4
    let list = makerAt + maker.count
    let (pictureAt, sensorAt) = (list + 8, list + 8 + 2 + 3 * 12 + 4)
    let jpegAt = sensorAt + 2 + 6 * 12 + 4
    var file: [UInt8] = Array("MM".utf8) + [0, 42] + number(directory, 4)
    file += number(6, 2) + long(0xFE, 1) + long(0x100, 160) + long(0x101, 120)
    file += number(0x10F, 2) + [0, 2] + number(maker.count, 4) + number(makerAt, 4)
    file += short(0x112, orientation.rawValue) + long(0x14A, list, count: 2) + number(0, 4)
    file += maker + number(pictureAt, 4) + number(sensorAt, 4)
    file += number(3, 2) + long(0xFE, 1) + long(0x201, inside.isEmpty ? 0 : jpegAt) + long(0x202, inside.count)
    file += number(0, 4)
    file += number(6, 2) + long(0xFE, 0) + long(0x100, size.width) + long(0x101, size.height) + short(0x103, 34_713)
    file += short(0x106, 32_803) + long(0x111, jpegAt + inside.count) + number(0, 4)
    return file + inside + [UInt8](repeating: 0x5A, count: sensorBytes)
  }
}
