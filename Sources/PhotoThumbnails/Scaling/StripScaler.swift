import BoothCore

/// A part of a plane in the plane's own samples; fractions are welcome.
struct PlanePart: Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}

/// Scales a plane whose rows come one after the other, in the memory of the few that are needed at once: columns first, as
/// sums of whole rows, and then each finished row.
///
/// For one thread. Rows that come after the last one needed are welcome, and do nothing.
final class StripScaler {
  let target: PixelSize
  /// The scaled plane, row by row; whole once ``isComplete``.
  private(set) var samples: [UInt8]
  var isComplete: Bool { first == target.height }

  private let columns: ScalerTaps
  private let rows: ScalerTaps
  /// The columns of the source that are needed.
  private let needed: Range<Int>
  /// How many rows are being summed at once, and how long each is in memory.
  private let slots: Int
  private let slotStride: Int
  private var sums: [Float]
  private var line: [Float]
  private var finished: [Float]
  private var next = 0
  private var first = 0

  /// - Parameters:
  ///   - source: the plane's own size.
  ///   - part: what is shown of it.
  init(source: PixelSize, part: PlanePart, target: PixelSize, filter: ScalerTaps.Filter = .lanczos3) {
    precondition(source.width > 0 && source.height > 0 && target.width > 0 && target.height > 0, "a plane has samples")
    self.target = target
    columns = .of(source: source.width, origin: part.x, extent: part.width, target: target.width, filter: filter)
    rows = .of(source: source.height, origin: part.y, extent: part.height, target: target.height, filter: filter)
    needed = (columns.starts.first ?? 0)..<(columns.starts.last ?? 0) + columns.count
    var most = 1
    var ahead = 0
    for row in 0..<target.height {
      while ahead < target.height, rows.starts[ahead] < rows.starts[row] + rows.count { ahead += 1 }
      most = max(most, ahead - row)
    }
    slots = most
    // Behind its end there is a vector of zeros, as taps are read four at a time.
    slotStride = (needed.count + 7) / 4 * 4
    sums = [Float](repeating: 0, count: slots * slotStride)
    line = [Float](repeating: 0, count: needed.count)
    finished = [Float](repeating: 0, count: target.width)
    samples = [UInt8](repeating: 0, count: target.area)
  }

  /// Takes the plane's next row, from its first sample.
  func add(_ row: UnsafePointer<UInt8>) {
    let y = next
    next += 1
    guard first < target.height, rows.starts[first] <= y else { return }
    let width = needed.count
    let source = row + needed.lowerBound
    line.withUnsafeMutableBufferPointer { line in
      guard let line = line.baseAddress else { return }
      for x in 0..<width { line[x] = Float(source[x]) }
    }
    var index = first
    while index < target.height, rows.starts[index] <= y {
      let tap = y - rows.starts[index]
      if tap < rows.count { sum(index, rows.weights[index * rows.stride + tap], isFirst: tap == 0) }
      if tap == rows.count - 1 {
        finish(index)
        first = index + 1
      }
      index += 1
    }
  }

  private func sum(_ index: Int, _ weight: Float, isFirst: Bool) {
    let (width, at) = (needed.count, index % slots * slotStride)
    sums.withUnsafeMutableBufferPointer { sums in
      line.withUnsafeBufferPointer { line in
        guard let target = sums.baseAddress.map({ $0 + at }), let line = line.baseAddress else { return }
        if isFirst {
          for x in 0..<width { target[x] = line[x] * weight }
        } else {
          for x in 0..<width { target[x] += line[x] * weight }
        }
      }
    }
  }

  /// 1.5 × 2^23: what is added to it is rounded to a whole number, which stands in its lowest bits.
  private static let whole: Float = 12_582_912

  private func finish(_ index: Int) {
    let (strideBytes, vectors) = (columns.stride &* 4, columns.stride / 4)
    let (slot, out, width) = (index % slots &* slotStride &- needed.lowerBound, index &* target.width, target.width)
    sums.withUnsafeBytes { sums in
      columns.weights.withUnsafeBytes { weights in
        columns.starts.withUnsafeBufferPointer { starts in
          finished.withUnsafeMutableBufferPointer { finished in
            guard let sums = sums.baseAddress, let weights = weights.baseAddress, let starts = starts.baseAddress,
              let finished = finished.baseAddress
            else { return }
            for x in 0..<width {
              let from = sums + (slot &+ starts[x]) &* 4
              let by = weights + x &* strideBytes
              var sum = SIMD4<Float>.zero
              for vector in 0..<vectors {
                let place = vector &* 16
                sum +=
                  from.loadUnaligned(fromByteOffset: place, as: SIMD4<Float>.self)
                  * by.loadUnaligned(fromByteOffset: place, as: SIMD4<Float>.self)
              }
              let half = sum.lowHalf + sum.highHalf
              finished[x] = half[0] + half[1]
            }
          }
        }
      }
    }
    // On its own, so that many are rounded at once.
    samples.withUnsafeMutableBufferPointer { samples in
      finished.withUnsafeBufferPointer { finished in
        guard let to = samples.baseAddress.map({ $0 + out }), let finished = finished.baseAddress else { return }
        let base = Int32(bitPattern: Self.whole.bitPattern)
        for x in 0..<width {
          let value = Int32(bitPattern: (finished[x] + Self.whole).bitPattern) &- base
          to[x] = UInt8(truncatingIfNeeded: max(0, min(255, value)))
        }
      }
    }
  }
}
