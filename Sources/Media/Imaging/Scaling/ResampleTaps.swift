import BoothCore

/// Which source samples, with which weights, make each sample of a scaled row or column.
///
/// Every output sample has the same number of taps, padded with zero weights, all within the source, so that the
/// loops that use them need no bounds of their own.
struct ResampleTaps {
  enum Filter {
    /// Windowed sinc with three lobes: sharp, for stills.
    case lanczos3
    /// Linear interpolation, widened to averaging when it makes smaller: for live frames.
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
      case .triangle: return x < 1 ? 1 - x : 0
      case .lanczos3:
        if x < 1e-9 { return 1 }
        if x >= 3 { return 0 }
        return 3 * sinePi(x) * sinePi(x / 3) / (Double.pi * Double.pi * x * x)
      }
    }
  }

  /// Taps per output sample.
  let count: Int
  /// First source sample of each output sample.
  let starts: [Int]
  /// `count` weights for each output sample; they add up to 1.
  let weights: [Float]

  /// - Parameters:
  ///   - source: samples there are.
  ///   - origin, length: the part of the source that is shown, in source samples from the source's edge.
  ///   - target: samples wanted.
  init(source: Int, origin: Double, length: Double, target: Int, filter: Filter) {
    let step = length / Double(target)
    let spread = max(step, 1)
    let support = filter.radius * spread
    let count = min(source, Int((support * 2).rounded(.up)) + 1)
    var starts: [Int] = []
    var weights: [Float] = []
    starts.reserveCapacity(target)
    weights.reserveCapacity(target * count)
    var row = [Double](repeating: 0, count: count)
    for index in 0..<target {
      let center = origin + (Double(index) + 0.5) * step
      let start = min(max(Int((center - support).rounded(.down)), 0), source - count)
      var sum = 0.0
      for tap in 0..<count {
        row[tap] = filter.weight((Double(start + tap) + 0.5 - center) / spread)
        sum += row[tap]
      }
      if abs(sum) < 1e-6 {  // the centre lies outside of the source: take the nearest sample
        for tap in 0..<count { row[tap] = 0 }
        row[center < 0 ? 0 : count - 1] = 1
        sum = 1
      }
      starts.append(start)
      for tap in 0..<count { weights.append(Float(row[tap] / sum)) }
    }
    self.count = count
    self.starts = starts
    self.weights = weights
  }

  /// The weights as whole numbers of 1/256 that add up to 256 exactly; only for filters without negative weights.
  func in256ths() -> [UInt16] {
    var result = weights.map { UInt16(max(0, $0) * 256) }
    for index in starts.indices {
      let range = index * count..<(index + 1) * count
      let missing = 256 - result[range].reduce(0, +)
      let largest = range.max { weights[$0] < weights[$1] } ?? range.lowerBound
      result[largest] += missing
    }
    return result
  }
}

/// sin(πx) for 0 ≤ x ≤ 3 to about 1e-9, without a maths library: the Taylor series around the nearest whole number.
private func sinePi(_ x: Double) -> Double {
  let whole = x.rounded()
  let y = (x - whole) * Double.pi
  let square = y * y
  var term = y
  var sum = y
  var n = 1.0
  while n < 14 {
    term *= -square / ((n + 1) * (n + 2))
    sum += term
    n += 2
  }
  return Int(whole) % 2 == 0 ? sum : -sum
}
