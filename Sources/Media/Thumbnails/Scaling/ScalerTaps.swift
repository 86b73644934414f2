import Glibc
import Synchronization

/// Which samples of a row or a column, with which weights, make each sample of a scaled one, widened to averaging where it makes
/// smaller.
struct ScalerTaps {
  enum Filter {
    /// A windowed sinc with three lobes: sharp.
    case lanczos3
    /// Between two neighbours: a third of the work, for colours, of which eyes see a quarter of the pixels.
    case triangle

    var radius: Double {
      switch self {
      case .lanczos3: 3
      case .triangle: 1
      }
    }

    func weight(_ x: Double) -> Double {
      let x = abs(x)
      switch self {
      case .triangle: return max(0, 1 - x)
      case .lanczos3:
        if x < 1e-9 { return 1 }
        if x >= 3 { return 0 }
        return 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
      }
    }
  }

  /// Taps of each sample. All lie within the source.
  let count: Int
  /// The first source sample of each; never falls from one to the next.
  let starts: [Int]
  /// `stride` weights for each, of which those behind `count` are 0.
  let weights: [Float]
  /// `count`, rounded up to whole vectors of four.
  let stride: Int

  private struct Shape: Hashable {
    var source: Int
    var origin: Double
    var extent: Double
    var target: Int
    var filter: Filter
  }

  /// Pictures of one camera all have the same: what was calculated last is kept, 3 MB of it at most.
  private static let known = Mutex<[Shape: ScalerTaps]>([:])
  private static let kept = 24

  /// The same as ``init(source:origin:extent:target:filter:)``.
  static func of(source: Int, origin: Double, extent: Double, target: Int, filter: Filter) -> ScalerTaps {
    let shape = Shape(source: source, origin: origin, extent: extent, target: target, filter: filter)
    if let taps = known.withLock({ $0[shape] }) { return taps }
    let taps = ScalerTaps(source: source, origin: origin, extent: extent, target: target, filter: filter)
    // Those of a panorama's columns would be many.
    if taps.weights.count <= 1 << 15 {
      known.withLock { known in
        if known.count >= kept { known.removeAll() }
        known[shape] = taps
      }
    }
    return taps
  }

  /// - Parameters:
  ///   - source: samples there are.
  ///   - origin: where the part that is shown begins, in source samples; fractions are welcome.
  ///   - extent: how long that part is.
  ///   - target: samples wanted.
  init(source: Int, origin: Double, extent: Double, target: Int, filter: Filter) {
    let step = extent / Double(target)
    let spread = max(step, 1)
    let support = filter.radius * spread
    let count = min(source, Int((support * 2).rounded(.up)) + 1)
    let stride = (count + 3) / 4 * 4
    var starts = [Int](repeating: 0, count: target)
    var weights = [Float](repeating: 0, count: target * stride)
    var row = [Double](repeating: 0, count: count)
    for index in 0..<target {
      let center = origin + (Double(index) + 0.5) * step
      let start = min(max(Int((center - support).rounded(.down)), 0), source - count)
      var sum = 0.0
      for tap in 0..<count {
        row[tap] = filter.weight((Double(start + tap) + 0.5 - center) / spread)
        sum += row[tap]
      }
      for tap in 0..<count { weights[index * stride + tap] = Float(row[tap] / sum) }
      starts[index] = start
    }
    self.count = count
    self.starts = starts
    self.weights = weights
    self.stride = stride
  }
}
