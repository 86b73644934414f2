import BoothCore
import CPhotoJPEG
import Glibc

/// A JPEG picture, read strip by strip at a fraction of its size. For one thread.
final class JPEGStrips {
  enum Colors { case grey, ycc, rgb, cmyk }

  let size: PixelSize
  let colors: Colors
  /// Whether 255 is no ink, as Adobe's programs store it and mark it.
  let isInverted: Bool
  /// What a progressive picture keeps in memory.
  let coefficientBytes: Int
  /// Whether its colours have one sample for two pixels each way.
  let isHalved: Bool
  private let reader: OpaquePointer

  /// Reads the head of the picture in a part of a file.
  init(_ file: PhotoFileReader, _ range: Range<Int>) throws(ThumbnailError) {
    var facts = cphotojpeg_facts()
    var result = CPHOTOJPEG_FINE
    let opened = cphotojpeg_open(file.descriptor, range.lowerBound, range.count, &facts, &result)
    guard let opened else { throw ThumbnailError(.failed, "there is not enough memory") }
    guard result == CPHOTOJPEG_FINE else {
      let error = Self.error(result, opened)
      cphotojpeg_close(opened)
      throw error
    }
    reader = opened
    size = PixelSize(width: Int(facts.width), height: Int(facts.height))
    isInverted = facts.is_inverted != 0
    isHalved = facts.is_halved != 0
    coefficientBytes = Int(clamping: facts.coefficient_bytes)
    colors =
      switch cphotojpeg_colors(UInt32(facts.colors)) {
      case CPHOTOJPEG_GREY: .grey
      case CPHOTOJPEG_YCC: .ycc
      case CPHOTOJPEG_CMYK: .cmyk
      default: .rgb
      }
  }

  deinit { cphotojpeg_close(reader) }

  /// Decodes it and scales what the plan shows; each plane as stored.
  /// - Parameters:
  ///   - isHalved: whether colours are wanted at half the size each way, as files have them; of `ycc` alone.
  ///   - isToEnd: whether all of it is decoded, so that what is wrong with it is found; otherwise only down to where the plan ends.
  ///   - isCoarse: whether the means of blocks will do, for a progressive picture whose whole would take too much memory.
  ///   - check: is shown the first rows; where it finds another picture in them, nothing more is decoded.
  func scaled(
    _ plan: ThumbnailPlan, isHalved: Bool = false, isToEnd: Bool = true, check: PreviewCheck? = nil,
    isCoarse: Bool = false
  ) throws(ThumbnailError) -> [[UInt8]] {
    let eighths = Self.eighths(shrink: plan.shrink)
    var facts = [cphotojpeg_plane](repeating: cphotojpeg_plane(), count: 4)
    let begun = isCoarse ? cphotojpeg_coarse(reader, &facts) : cphotojpeg_start(reader, Int32(eighths), &facts)
    guard begun == CPHOTOJPEG_FINE else { throw Self.error(begun, reader) }
    let count = [Colors.grey: 1, .ycc: 3, .rgb: 3, .cmyk: 4][colors] ?? 3
    let scalers = facts.prefix(count).enumerated().map { index, plane -> StripScaler in
      var part = plan.part(across: Double(plane.across64) / 64, down: Double(plane.down64) / 64)
      var target = plan.storedTarget
      if isHalved, index > 0 {
        // One for two pixels each way, also where the last has no other.
        target = PlanePicture.halved(target)
        part.width *= Double(2 * target.width) / Double(plan.storedTarget.width)
        part.height *= Double(2 * target.height) / Double(plan.storedTarget.height)
      }
      return StripScaler(
        source: PixelSize(width: Int(plane.width), height: Int(plane.height)), part: part, target: target,
        filter: colors == .ycc && index > 0 ? .triangle : .lanczos3)
    }
    var rows = [UnsafePointer<UInt8>?](repeating: nil, count: 4)
    var strides = [Int](repeating: 0, count: 4)
    var counts = [UInt32](repeating: 0, count: 4)
    while isToEnd || !scalers.allSatisfy(\.isComplete) {
      let result = cphotojpeg_next(reader, &rows, &strides, &counts)
      guard result == CPHOTOJPEG_FINE else { throw Self.error(result, reader) }
      guard counts.contains(where: { $0 > 0 }) else { break }
      try check?.look(facts, rows, strides, counts)
      for (index, scaler) in scalers.enumerated() {
        guard let first = rows[index] else { continue }
        for row in 0..<Int(counts[index]) { scaler.add(first + row * strides[index]) }
      }
    }
    guard scalers.allSatisfy(\.isComplete), check?.isDone ?? true else {
      throw ThumbnailError(.damaged, "its rows do not reach to its end")
    }
    return scalers.map(\.samples)
  }

  /// How many rows of the whole picture there are before its bytes end; nil where they do not. Once, instead of ``scaled(_:)``.
  func rowsToCut() -> Int? {
    var facts = [cphotojpeg_plane](repeating: cphotojpeg_plane(), count: 4)
    let begun = cphotojpeg_start(reader, 1, &facts)
    guard begun == CPHOTOJPEG_FINE else { return begun == CPHOTOJPEG_CUT ? 0 : nil }
    var rows = [UnsafePointer<UInt8>?](repeating: nil, count: 4)
    var strides = [Int](repeating: 0, count: 4)
    var counts = [UInt32](repeating: 0, count: 4)
    var done = 0
    while true {
      let result = cphotojpeg_next(reader, &rows, &strides, &counts)
      guard result == CPHOTOJPEG_FINE else { return result == CPHOTOJPEG_CUT ? done * 8 : nil }
      guard counts.contains(where: { $0 > 0 }) else { return nil }
      done += Int(counts[0])
    }
  }

  /// What is seen along the upper edge: the mean of each of so many columns, of one plane after the other, of so many rows of blocks
  /// of 8x8 samples. Once, instead of ``scaled(_:)``.
  /// - Returns: nil where there are fewer rows, or they are not coded together in one scan.
  func edge(rows wanted: Int, columns: Int) throws(ThumbnailError) -> [Int]? {
    var rows = [UnsafePointer<UInt8>?](repeating: nil, count: 3)
    var strides = [Int](repeating: 0, count: 3)
    var widths = [UInt32](repeating: 0, count: 3)
    var counts = [UInt32](repeating: 0, count: 3)
    let result = cphotojpeg_edge(reader, UInt32(wanted), &rows, &strides, &widths, &counts)
    guard result != CPHOTOJPEG_UNSUPPORTED else { return nil }
    guard result == CPHOTOJPEG_FINE, counts[0] > 0 else { throw Self.error(result, reader) }
    var means = EdgeMeans(planes: 3, columns: columns)
    for plane in 0..<3 {
      guard let first = rows[plane] else { return nil }
      // A plane of colours may have half the rows.
      let most = max(1, (wanted * Int(counts[plane]) + Int(counts[0]) - 1) / Int(counts[0]))
      for row in 0..<min(most, Int(counts[plane])) {
        means.add(UnsafeBufferPointer(start: first + row * strides[plane], count: Int(widths[plane])), of: plane)
      }
    }
    return means.values
  }

  /// Decodes at the smallest fraction that leaves our own filter something to do: a block's mean alone would make stairs. With
  /// 1.4 pictures are as similar to those of a whole decode (SSIM over 0.99) as with 2, and take a sixth less.
  static func eighths(shrink: Double) -> Int { [1, 2, 4].first { shrink * Double($0) / 8 >= leftToScale } ?? 8 }
  static let leftToScale = 1.4

  private static func error(_ result: cphotojpeg_result, _ reader: OpaquePointer) -> ThumbnailError {
    let text = String(cString: cphotojpeg_words(reader))
    return switch result {
    case CPHOTOJPEG_CUT: ThumbnailError(.cut, "it ends before its picture does")
    case CPHOTOJPEG_NO_MEMORY: ThumbnailError(.tooLarge, "it takes more memory than there is: \(text)")
    case CPHOTOJPEG_UNREADABLE: ThumbnailError(.unreadable, "its disk did not give its bytes")
    case CPHOTOJPEG_UNSUPPORTED: ThumbnailError(.unsupported, "a rare kind of JPEG that cannot be decoded: \(text)")
    default: ThumbnailError(.damaged, "it cannot be decoded: \(text)")
    }
  }
}
