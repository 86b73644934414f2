import BoothCore

/// Crops and scales one plane of bytes, keeping its tables and rows from one frame to the next.
///
/// Linear interpolation widened to averaging, in 8-bit fixed point: made for live frames, where time matters more
/// than the last bit of sharpness.
struct PlaneScaler {
  private struct Shape: Equatable {
    var source: PixelSize
    var target: PixelSize
    var crop: SIMD4<Double>
  }

  private var shape: Shape?
  private var rows = ResampleTaps(source: 1, origin: 0, length: 1, target: 1, filter: .triangle)
  private var columns = ResampleTaps(source: 1, origin: 0, length: 1, target: 1, filter: .triangle)
  private var rowWeights: [UInt16] = []
  private var columnWeights: [UInt16] = []
  private var sums: [UInt16] = []
  private var isPlainWide = false
  private var isPlainTall = false

  /// Fills `target` (`size.width` bytes a row) from the part of `source` that `crop` names.
  mutating func scale(
    _ source: PlaneView, crop: FillCrop, into target: UnsafeMutableBufferPointer<UInt8>, size: PixelSize
  ) {
    precondition(target.count >= size.area, "the target plane is too small for \(size)")
    prepare(source, crop, size)
    guard let out = target.baseAddress else { return }
    let count = rows.count
    for y in 0..<size.height {
      let start = rows.starts[y]
      let line = out + y * size.width
      if isPlainTall {
        let row = source.base + start * source.strideBytes
        if isPlainWide {
          line.update(from: row + columns.starts[0], count: size.width)
          continue
        }
        sums.withUnsafeMutableBufferPointer { sums in
          for x in 0..<source.width { sums[x] = UInt16(row[x]) }
        }
      } else {
        blendRows(source, start: start, weights: y * count)
      }
      blendColumns(into: line, width: size.width)
    }
  }

  private mutating func prepare(_ source: PlaneView, _ crop: FillCrop, _ size: PixelSize) {
    let wanted = Shape(
      source: PixelSize(width: source.width, height: source.height), target: size,
      crop: SIMD4(crop.x, crop.y, crop.width, crop.height))
    guard wanted != shape else { return }
    shape = wanted
    func taps(_ source: Int, _ origin: Double, _ length: Double, _ target: Int) -> (ResampleTaps, isPlain: Bool) {
      if length == Double(target), origin == origin.rounded(), origin >= 0, Int(origin) + target <= source {
        // One to one: a table with one tap each.
        return (ResampleTaps(plainFrom: Int(origin), count: target), true)
      }
      return (ResampleTaps(source: source, origin: origin, length: length, target: target, filter: .triangle), false)
    }
    (rows, isPlainTall) = taps(source.height, crop.y, crop.height, size.height)
    (columns, isPlainWide) = taps(source.width, crop.x, crop.width, size.width)
    rowWeights = rows.in256ths()
    columnWeights = columns.in256ths()
    sums = Array(repeating: 0, count: source.width)
  }

  /// Weighs source rows; the weights add up to 256, so that the sums of bytes just fit 16 bits.
  private mutating func blendRows(_ source: PlaneView, start: Int, weights offset: Int) {
    let count = rows.count
    let width = source.width
    sums.withUnsafeMutableBufferPointer { sums in
      guard let sums = sums.baseAddress else { return }
      var isFirst = true
      for tap in 0..<count {
        let weight = rowWeights[offset + tap]
        if weight == 0 { continue }
        let row = source.base + (start + tap) * source.strideBytes
        if isFirst {
          for x in 0..<width { sums[x] = UInt16(row[x]) &* weight }
          isFirst = false
        } else {
          for x in 0..<width { sums[x] &+= UInt16(row[x]) &* weight }
        }
      }
      for x in 0..<width { sums[x] = (sums[x] &+ 128) >> 8 }
    }
  }

  private func blendColumns(into line: UnsafeMutablePointer<UInt8>, width: Int) {
    let count = columns.count
    sums.withUnsafeBufferPointer { sums in
      columns.starts.withUnsafeBufferPointer { starts in
        columnWeights.withUnsafeBufferPointer { weights in
          guard let sums = sums.baseAddress, let starts = starts.baseAddress, let weights = weights.baseAddress else {
            return
          }
          if isPlainWide {
            let from = sums + starts[0]
            for x in 0..<width { line[x] = UInt8(truncatingIfNeeded: from[x]) }
            return
          }
          if count == 4 {  // making smaller by less than 1.5, the usual case
            for x in 0..<width {
              let from = sums + starts[x]
              let weight = weights + x &* 4
              let low = UInt32(from[0]) &* UInt32(weight[0]) &+ UInt32(from[1]) &* UInt32(weight[1])
              let high = UInt32(from[2]) &* UInt32(weight[2]) &+ UInt32(from[3]) &* UInt32(weight[3])
              line[x] = UInt8(truncatingIfNeeded: (low &+ high &+ 128) >> 8)
            }
            return
          }
          for x in 0..<width {
            var sum: UInt32 = 128
            let from = sums + starts[x]
            let weight = weights + x * count
            for tap in 0..<count { sum &+= UInt32(from[tap]) &* UInt32(weight[tap]) }
            line[x] = UInt8(truncatingIfNeeded: sum >> 8)
          }
        }
      }
    }
  }
}

extension ResampleTaps {
  /// Copies `count` samples from `first` on.
  init(plainFrom first: Int, count: Int) {
    self.init(count: 1, starts: Array(first..<first + count), weights: Array(repeating: 1, count: count))
  }

  private init(count: Int, starts: [Int], weights: [Float]) {
    self.count = count
    self.starts = starts
    self.weights = weights
  }
}
