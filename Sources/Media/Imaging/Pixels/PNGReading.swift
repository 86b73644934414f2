import BoothCore
import CPNG

/// One PNG file on its way into memory: rows come one after the other, and only what they become is held.
///
/// A picture that is to be smaller becomes so by whole numbers: each of its pixels is the mean, alpha multiplied in, of
/// `step` by `step` of the file's. The passes of an interlaced file are added up in the same way, each pixel where it
/// belongs, which takes sums for the whole picture rather than for a row.
struct PNGReading {
  /// Beyond this a picture is a few pixels, and sums of 32 bits would not hold.
  private static let largestStep = 1024
  /// Per pixel of an interlaced file that is made smaller: its four sums, and itself.
  private static let interlacedBytes = 20

  private let source: PixelSize
  private let target: PixelSize?

  init(_ source: PixelSize, covering target: PixelSize?) {
    self.source = source
    self.target = target
  }

  /// How many of the file's pixels, each way, become one.
  static func step(_ source: PixelSize, covering target: PixelSize?, isInterlaced: Bool) -> Int {
    guard let target else { return 1 }
    var step = max(1, min(source.width / max(target.width, 1), source.height / max(target.height, 1), largestStep))
    let budget = max(ArtworkName.decodingBudget, target.area * 4)
    func bytes(_ step: Int) -> Int { reduced(source, by: step).area * (isInterlaced && step > 1 ? interlacedBytes : 4) }
    while step < largestStep, bytes(step) > budget { step += 1 }
    return step
  }

  static func reduced(_ size: PixelSize, by step: Int) -> PixelSize {
    PixelSize(width: (size.width + step - 1) / step, height: (size.height + step - 1) / step)
  }

  func bitmap(_ bytes: [UInt8], subject: String) throws(ImageError) -> Bitmap {
    let rows = PNGRows(source, covering: target)
    var message = [CChar](repeating: 0, count: 160)
    let result = cpng_read(
      bytes, bytes.count, Unmanaged.passUnretained(rows).toOpaque(),
      { context, facts in
        guard let context, let facts else { return 1 }
        return Unmanaged<PNGRows>.fromOpaque(context).takeUnretainedValue().begin(facts.pointee) ? 0 : 1
      },
      { context, y, first, step, count, pixels in
        guard let context, let pixels else { return }
        Unmanaged<PNGRows>.fromOpaque(context).takeUnretainedValue()
          .take(pixels, row: Int(y), first: Int(first), every: Int(step), count: Int(count))
      }, &message, message.count)
    switch result {
    case CPNG_FINE: return Bitmap(size: rows.size, pixels: rows.finished())
    case CPNG_NO_MEMORY:
      throw ImageError(.failed, subject: subject, detail: "there is no memory for a row of a PNG picture of \(source)")
    case CPNG_STOPPED:
      throw ImageError(.unreadable, subject: subject, detail: "is a PNG picture that says two sizes; damaged")
    default:
      let words = message.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
      throw ImageError(.unreadable, subject: subject, detail: "is a PNG picture that is damaged or cut short: \(words)")
    }
  }
}

/// What the rows of a file become.
private final class PNGRows {
  private let source: PixelSize
  private let target: PixelSize?
  private var step = 1
  private var isInterlaced = false
  private(set) var size = PixelSize(width: 1, height: 1)
  private var pixels: [UInt32] = []
  /// Blue, green, red and alpha of each pixel to be, added up: of one row, or of all of an interlaced picture.
  private var sums: [SIMD4<UInt32>] = []

  init(_ source: PixelSize, covering target: PixelSize?) {
    self.source = source
    self.target = target
  }

  func begin(_ facts: cpng_facts) -> Bool {
    guard Int(facts.width) == source.width, Int(facts.height) == source.height else { return false }
    isInterlaced = facts.is_interlaced != 0
    step = PNGReading.step(source, covering: target, isInterlaced: isInterlaced)
    size = PNGReading.reduced(source, by: step)
    pixels = [UInt32](repeating: 0, count: size.area)
    if step > 1 { sums = Array(repeating: .zero, count: isInterlaced ? size.area : size.width) }
    return true
  }

  /// Four bytes a pixel: B G R A.
  func take(_ bytes: UnsafePointer<UInt8>, row y: Int, first: Int, every stride: Int, count: Int) {
    if step == 1 {
      pixels.withUnsafeMutableBufferPointer { pixels in
        for index in 0..<count { pixels[y * size.width + first + index * stride] = Self.packed(bytes + 4 * index) }
      }
      return
    }
    let start = isInterlaced ? y / step * size.width : 0
    sums.withUnsafeMutableBufferPointer { sums in
      for index in 0..<count {
        sums[start + (first + index * stride) / step] &+= Self.premultiplied(bytes + 4 * index)
      }
    }
    if !isInterlaced, y % step == step - 1 || y == source.height - 1 { store(row: y / step, from: 0) }
  }

  func finished() -> [UInt32] {
    if isInterlaced, step > 1 { for y in 0..<size.height { store(row: y, from: y * size.width) } }
    return pixels
  }

  /// Means of what was added up; the last row and column may have fewer.
  private func store(row y: Int, from start: Int) {
    let high = min(step, source.height - y * step)
    for x in 0..<size.width {
      let count = UInt32(high * min(step, source.width - x * step))
      let mean = (sums[start + x] &+ count / 2) / SIMD4(repeating: count)
      pixels[y * size.width + x] = mean.w << 24 | mean.z << 16 | mean.y << 8 | mean.x
      sums[start + x] = .zero
    }
  }

  private static func premultiplied(_ bytes: UnsafePointer<UInt8>) -> SIMD4<UInt32> {
    let color = SIMD4<UInt32>(UInt32(bytes[0]), UInt32(bytes[1]), UInt32(bytes[2]), 255)
    let alpha = UInt32(bytes[3])
    if alpha == 255 { return color }
    // Exact division by 255 with rounding, for products up to 255 * 255.
    let product = color &* alpha &+ 128
    return (product &+ product &>> 8) &>> 8
  }

  private static func packed(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    let part = premultiplied(bytes)
    return part.w << 24 | part.z << 16 | part.y << 8 | part.x
  }
}
