import BoothCore

/// A part of a plane in the plane's own samples; fractions are welcome.
struct PlanePart: Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}

/// Scales a plane whose rows come one after the other, in the memory of the few that are needed at once: columns first, of whole
/// rows, and then each finished row. Where few rows make one they are kept until all are there, and summed at once, as sums that
/// stay in registers take half the time; where many do, each is added to the sums that it belongs to.
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
  /// Rows that make one are kept up to so many.
  private static let mostKept = 24
  private let isKeeping: Bool
  /// How many rows are kept, or being summed, at once, and how long each is in memory: whole blocks of sixteen.
  private let slots: Int
  private let slotStride: Int
  private var sums: [Float]
  private var line: [Float]
  private var places: [Int]
  /// Rows of which only the columns are to be scaled yet: four at a time, as one vector has a sample of each.
  private var lines: [Float]
  private var waiting = 0
  private var quads: [Float]
  private var finished: [Float]
  private let finishedStride: Int
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
    isKeeping = rows.count <= Self.mostKept
    slots = isKeeping ? rows.count : most
    // Behind its end there is a vector of zeros, as taps are read four at a time.
    slotStride = (needed.count + 4 + 15) / 16 * 16
    sums = [Float](repeating: 0, count: slots * slotStride)
    line = [Float](repeating: 0, count: isKeeping ? 0 : needed.count)
    places = [Int](repeating: 0, count: isKeeping ? slots : 0)
    lines = [Float](repeating: 0, count: 4 * slotStride)
    quads = [Float](repeating: 0, count: 4 * slotStride)
    finishedStride = (target.width + 3) / 4 * 4
    finished = [Float](repeating: 0, count: 4 * finishedStride)
    samples = [UInt8](repeating: 0, count: target.area)
  }

  /// Takes the plane's next row, from its first sample.
  func add(_ row: UnsafePointer<UInt8>) {
    let y = next
    next += 1
    guard first < target.height, rows.starts[first] <= y else { return }
    let width = needed.count
    let source = row + needed.lowerBound
    guard !isKeeping else { return keep(source, y) }
    line.withUnsafeMutableBufferPointer { line in
      guard let line = line.baseAddress else { return }
      for x in 0..<width { line[x] = Float(source[x]) }
    }
    var index = first
    while index < target.height, rows.starts[index] <= y {
      let tap = y - rows.starts[index]
      if tap < rows.count { sum(index, rows.weights[index * rows.stride + tap], isFirst: tap == 0) }
      if tap == rows.count - 1 {
        let at = index % slots * slotStride
        for x in 0..<slotStride { lines[waiting * slotStride + x] = sums[at + x] }
        taken(index)
      }
      index += 1
    }
  }

  /// Keeps a row, and finishes those that it is the last of.
  private func keep(_ source: UnsafePointer<UInt8>, _ y: Int) {
    let (width, at) = (needed.count, y % slots * slotStride)
    sums.withUnsafeMutableBufferPointer { sums in
      guard let to = sums.baseAddress.map({ $0 + at }) else { return }
      for x in 0..<width { to[x] = Float(source[x]) }
    }
    while first < target.height, rows.starts[first] + rows.count - 1 <= y {
      combine(first)
      taken(first)
    }
  }

  /// The weighted sum of the kept rows that make one, in the order of the rows.
  private func combine(_ index: Int) {
    let (start, taps, strideBytes) = (rows.starts[index], rows.count, slotStride &* 4)
    for tap in 0..<taps { places[tap] = (start + tap) % slots * strideBytes }
    sums.withUnsafeBytes { kept in
      lines.withUnsafeMutableBytes { lines in
        places.withUnsafeBufferPointer { places in
          rows.weights.withUnsafeBufferPointer { weights in
            guard let kept = kept.baseAddress, let line = lines.baseAddress.map({ $0 + waiting &* strideBytes }),
              let places = places.baseAddress,
              let weights = weights.baseAddress.map({ $0 + index &* rows.stride })
            else { return }
            var x = 0
            while x < strideBytes {
              var (one, two) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
              var (three, four) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
              for tap in 0..<taps {
                let weight = SIMD4<Float>(repeating: weights[tap])
                let from = kept + (places[tap] &+ x)
                one += from.loadUnaligned(fromByteOffset: 0, as: SIMD4<Float>.self) * weight
                two += from.loadUnaligned(fromByteOffset: 16, as: SIMD4<Float>.self) * weight
                three += from.loadUnaligned(fromByteOffset: 32, as: SIMD4<Float>.self) * weight
                four += from.loadUnaligned(fromByteOffset: 48, as: SIMD4<Float>.self) * weight
              }
              line.storeBytes(of: one, toByteOffset: x, as: SIMD4<Float>.self)
              line.storeBytes(of: two, toByteOffset: x &+ 16, as: SIMD4<Float>.self)
              line.storeBytes(of: three, toByteOffset: x &+ 32, as: SIMD4<Float>.self)
              line.storeBytes(of: four, toByteOffset: x &+ 48, as: SIMD4<Float>.self)
              x &+= 64
            }
          }
        }
      }
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

  /// One more row waits for its columns.
  private func taken(_ index: Int) {
    first = index + 1
    waiting += 1
    guard waiting == 4 || first == target.height else { return }
    arrange()
    scaleColumns()
    for row in 0..<waiting { round(row, first - waiting + row) }
    waiting = 0
  }

  private static func columns(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>
  ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    (
      SIMD4(a[0], b[0], c[0], d[0]), SIMD4(a[1], b[1], c[1], d[1]), SIMD4(a[2], b[2], c[2], d[2]),
      SIMD4(a[3], b[3], c[3], d[3])
    )
  }

  /// Of four rows one, with the samples of a column behind each other.
  private func arrange() {
    let strideBytes = slotStride &* 4
    lines.withUnsafeBytes { lines in
      quads.withUnsafeMutableBytes { quads in
        guard let from = lines.baseAddress, let to = quads.baseAddress else { return }
        var x = 0
        while x < strideBytes {
          let (a, b, c, d) = Self.columns(
            from.loadUnaligned(fromByteOffset: x, as: SIMD4<Float>.self),
            from.loadUnaligned(fromByteOffset: strideBytes &+ x, as: SIMD4<Float>.self),
            from.loadUnaligned(fromByteOffset: 2 &* strideBytes &+ x, as: SIMD4<Float>.self),
            from.loadUnaligned(fromByteOffset: 3 &* strideBytes &+ x, as: SIMD4<Float>.self))
          to.storeBytes(of: a, toByteOffset: 4 &* x, as: SIMD4<Float>.self)
          to.storeBytes(of: b, toByteOffset: 4 &* x &+ 16, as: SIMD4<Float>.self)
          to.storeBytes(of: c, toByteOffset: 4 &* x &+ 32, as: SIMD4<Float>.self)
          to.storeBytes(of: d, toByteOffset: 4 &* x &+ 48, as: SIMD4<Float>.self)
          x &+= 16
        }
      }
    }
  }

  private func scaleColumns() {
    let (taps, weightStride, skipped, last) = (columns.count, columns.stride, needed.lowerBound, target.width &- 1)
    let strideBytes = finishedStride &* 4
    quads.withUnsafeBytes { quads in
      columns.weights.withUnsafeBufferPointer { weights in
        columns.starts.withUnsafeBufferPointer { starts in
          finished.withUnsafeMutableBytes { finished in
            guard let quads = quads.baseAddress, let weights = weights.baseAddress, let starts = starts.baseAddress,
              let to = finished.baseAddress
            else { return }
            func sum(_ x: Int) -> SIMD4<Float> {
              let from = quads + (starts[x] &- skipped) &* 16
              let by = weights + x &* weightStride
              var (even, odd) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
              var tap = 0
              // What is behind the last tap has no weight.
              while tap < taps {
                even += from.loadUnaligned(fromByteOffset: tap &* 16, as: SIMD4<Float>.self) * by[tap]
                odd += from.loadUnaligned(fromByteOffset: tap &* 16 &+ 16, as: SIMD4<Float>.self) * by[tap &+ 1]
                tap &+= 2
              }
              return even + odd
            }
            var x = 0
            while x <= last {
              let (a, b, c, d) = Self.columns(
                sum(x), sum(min(x &+ 1, last)), sum(min(x &+ 2, last)), sum(min(x &+ 3, last)))
              to.storeBytes(of: a, toByteOffset: x &* 4, as: SIMD4<Float>.self)
              to.storeBytes(of: b, toByteOffset: strideBytes &+ x &* 4, as: SIMD4<Float>.self)
              to.storeBytes(of: c, toByteOffset: 2 &* strideBytes &+ x &* 4, as: SIMD4<Float>.self)
              to.storeBytes(of: d, toByteOffset: 3 &* strideBytes &+ x &* 4, as: SIMD4<Float>.self)
              x &+= 4
            }
          }
        }
      }
    }
  }

  /// Many at once.
  private func round(_ row: Int, _ index: Int) {
    let (at, out, width) = (row &* finishedStride, index &* target.width, target.width)
    samples.withUnsafeMutableBufferPointer { samples in
      finished.withUnsafeBufferPointer { finished in
        guard let to = samples.baseAddress.map({ $0 + out }), let finished = finished.baseAddress.map({ $0 + at })
        else { return }
        let base = Int32(bitPattern: Self.whole.bitPattern)
        for x in 0..<width {
          let value = Int32(bitPattern: (finished[x] + Self.whole).bitPattern) &- base
          to[x] = UInt8(truncatingIfNeeded: max(0, min(255, value)))
        }
      }
    }
  }
}
