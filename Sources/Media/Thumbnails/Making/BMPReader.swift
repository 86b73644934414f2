import BoothCore
import ImageMetadata

/// Windows bitmaps, row by row: of 1, 4, 8, 16, 24 and 32 bits, with masks, from either end; packed ones (RLE) as a whole, as they go
/// from below. Those that hold another format are named.
struct BMPReader {
  private let file: PhotoFileReader
  private let width: Int
  private let height: Int
  private let bits: Int
  private let isFromTop: Bool
  private let pixels: Int
  private let strideBytes: Int
  /// 1 for runs of bytes, 2 for runs of halves of bytes, 0 for neither.
  private let runs: Int
  /// A packed one is held as a whole: no larger one.
  private static let mostPacked = 40_000_000
  private var palette: [SIMD3<UInt8>] = []
  /// Masks of red, green and blue, where pixels have 16 or 32 bits.
  private var masks: [UInt32] = []

  init(_ file: PhotoFileReader) throws(ThumbnailError) {
    let head = try Self.bytes(file, 0, 138)
    func number(_ at: Int, _ size: Int) -> Int {
      (0..<size).reduce(0) { $0 | (at + $1 < head.count ? Int(head[at + $1]) << ($1 * 8) : 0) }
    }
    let headSize = number(14, 4)
    let isOld = headSize == 12
    self.file = file
    pixels = number(10, 4)
    width = isOld ? number(18, 2) : number(18, 4)
    let said = isOld ? number(20, 2) : Int(Int32(truncatingIfNeeded: number(22, 4)))
    (height, isFromTop) = (abs(said), said < 0)
    bits = isOld ? number(24, 2) : number(28, 2)
    let packing = isOld ? 0 : number(30, 4)
    guard width > 0, height > 0, width < 1 << 24, height < 1 << 24, [1, 4, 8, 16, 24, 32].contains(bits) else {
      throw ThumbnailError(.damaged, "its head cannot be")
    }
    runs = packing == 1 && bits == 8 || packing == 2 && bits == 4 ? packing : 0
    guard packing == 0 || packing == 3 || packing == 6 || runs > 0 && !isFromTop else {
      throw ThumbnailError(
        .unsupported, "a packed bitmap; save it as PNG with another program", need: .conversion)
    }
    guard runs == 0 || width * height <= Self.mostPacked else {
      throw ThumbnailError(.tooLarge, "\(width)×\(height) pixels of a packed bitmap are more than are decoded")
    }
    strideBytes = (width * bits + 31) / 32 * 4
    guard pixels >= 14 + headSize, pixels < file.count,
      runs > 0 || strideBytes * (height - 1) + (width * bits + 7) / 8 <= file.count - pixels
    else {
      throw ThumbnailError(.cut, "it ends before its picture does")
    }
    if bits <= 8 {
      let said = isOld ? 0 : number(46, 4)
      let count = min(said > 0 ? said : 1 << bits, 1 << bits)
      let size = isOld ? 3 : 4
      let colors = try Self.bytes(file, 14 + headSize, count * size)
      palette = (0..<1 << bits).map { index in
        let at = index * size
        return at + 2 < colors.count ? SIMD3(colors[at + 2], colors[at + 1], colors[at]) : .zero
      }
    } else if bits != 24 {
      // Behind the old head, or in the newer ones: the same place.
      let masked = packing != 0 ? [54, 58, 62].map { UInt32(number($0, 4)) } : []
      masks = masked.contains { $0 != 0 } ? masked : bits == 16 ? [0x7C00, 0x3E0, 0x1F] : [0xFF0000, 0xFF00, 0xFF]
    }
  }

  var size: PixelSize { PixelSize(width: width, height: height) }

  /// Red, green and blue of what the plan shows.
  func scaled(_ plan: ThumbnailPlan) throws(ThumbnailError) -> [[UInt8]] {
    let scalers = (0..<3).map { _ in StripScaler(source: size, part: plan.part, target: plan.storedTarget) }
    var planes = [[UInt8]](repeating: [UInt8](repeating: 0, count: width), count: 3)
    if runs > 0 {
      let places = try unpacked()
      for row in (0..<height).reversed() {
        for x in 0..<width {
          let color = palette[Int(places[row * width + x]) & (palette.count - 1)]
          (planes[0][x], planes[1][x], planes[2][x]) = (color.x, color.y, color.z)
        }
        for (plane, scaler) in scalers.enumerated() {
          planes[plane].withUnsafeBufferPointer { scaler.add($0.baseAddress!) }
        }
      }
      return scalers.map(\.samples)
    }
    // Some rows a read.
    let rowsAtOnce = max(1, min(height, (1 << 18) / strideBytes))
    var row = 0
    while row < height {
      let count = min(rowsAtOnce, height - row)
      let lowest = isFromTop ? row : height - row - count
      let bytes = try Self.bytes(file, pixels + lowest * strideBytes, count * strideBytes)
      guard bytes.count >= (count - 1) * strideBytes + (width * bits + 7) / 8 else {
        throw ThumbnailError(.cut, "it ends before its picture does")
      }
      for index in 0..<count {
        unpack(bytes, (isFromTop ? index : count - 1 - index) * strideBytes, &planes)
        for (plane, scaler) in scalers.enumerated() {
          planes[plane].withUnsafeBufferPointer { scaler.add($0.baseAddress!) }
        }
      }
      row += count
    }
    return scalers.map(\.samples)
  }

  /// The colours' numbers of a packed one, the lowest row first; what is passed over has the first colour.
  private func unpacked() throws(ThumbnailError) -> [UInt8] {
    let bytes = try Self.bytes(file, pixels, min(file.count - pixels, Self.mostPacked * 2 + 1024))
    var places = [UInt8](repeating: 0, count: width * height)
    var (at, x, y) = (0, 0, 0)
    func put(_ value: UInt8) {
      if x < width, y < height { places[y * width + x] = value }
      x += 1
    }
    func half(_ byte: UInt8, _ index: Int) -> UInt8 { index % 2 == 0 ? byte >> 4 : byte & 15 }
    while y < height {
      guard at + 1 < bytes.count else {
        // Some writers leave the mark of the end out; a row that is not there is missed.
        guard y == height - 1, x >= width else { throw ThumbnailError(.cut, "it ends before its picture does") }
        break
      }
      let (count, value) = (Int(bytes[at]), bytes[at + 1])
      at += 2
      if count > 0 {
        for index in 0..<count { put(runs == 1 ? value : half(value, index)) }
        continue
      }
      switch value {
      case 0: (x, y) = (0, y + 1)
      case 1: return places
      case 2:
        guard at + 1 < bytes.count else { throw ThumbnailError(.cut, "it ends before its picture does") }
        (x, y) = (x + Int(bytes[at]), y + Int(bytes[at + 1]))
        at += 2
      default:
        let length = runs == 1 ? Int(value) : (Int(value) + 1) / 2
        guard at + length <= bytes.count else { throw ThumbnailError(.cut, "it ends before its picture does") }
        for index in 0..<Int(value) {
          put(runs == 1 ? bytes[at + index] : half(bytes[at + index / 2], index))
        }
        at += length + length % 2
      }
    }
    return places
  }

  private func unpack(_ bytes: [UInt8], _ start: Int, _ planes: inout [[UInt8]]) {
    for x in 0..<width {
      let color: SIMD3<UInt8>
      switch bits {
      case 24:
        let at = start + x * 3
        color = SIMD3(bytes[at + 2], bytes[at + 1], bytes[at])
      case 16:
        color = masked(UInt32(bytes[start + x * 2]) | UInt32(bytes[start + x * 2 + 1]) << 8)
      case 32:
        let at = start + x * 4
        color = masked(
          UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 3]) << 24)
      default:
        let perByte = 8 / bits
        let shift = 8 - bits * (x % perByte + 1)
        color = palette[Int(bytes[start + x / perByte] >> UInt8(shift)) & (1 << bits - 1)]
      }
      planes[0][x] = color.x
      planes[1][x] = color.y
      planes[2][x] = color.z
    }
  }

  private func masked(_ value: UInt32) -> SIMD3<UInt8> {
    func channel(_ mask: UInt32) -> UInt8 {
      guard mask != 0 else { return 0 }
      let shift = UInt32(mask.trailingZeroBitCount)
      let most = UInt64(mask >> shift)
      return UInt8(clamping: (UInt64((value & mask) >> shift) * 255 + most / 2) / most)
    }
    return SIMD3(channel(masks[0]), channel(masks[1]), channel(masks[2]))
  }

  private static func bytes(_ file: PhotoFileReader, _ at: Int, _ count: Int) throws(ThumbnailError) -> [UInt8] {
    do throws(PhotoFileReader.ReadError) {
      return try file.read(at: at, count: count)
    } catch {
      throw ThumbnailError(.unreadable, "it cannot be read: \(error.words)")
    }
  }
}
