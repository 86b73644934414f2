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
  /// - Parameter finish: called for each row when it is written, while the processor still has it at hand.
  mutating func scale(
    _ source: PlaneView, crop: FillCrop, into target: UnsafeMutableBufferPointer<UInt8>, size: PixelSize,
    finish: (UnsafeMutableBufferPointer<UInt8>) -> Void = { _ in }
  ) {
    precondition(target.count >= size.area, "the target plane is too small for \(size)")
    prepare(source, crop, size)
    guard let out = target.baseAddress else { return }
    let count = rows.count
    for y in 0..<size.height {
      let start = rows.starts[y]
      let line = out + y * size.width
      defer { finish(UnsafeMutableBufferPointer(start: line, count: size.width)) }
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
      // Four rows at a time; a last group of fewer has the last row with no weight.
      var tap = 0
      while tap < count {
        func row(_ index: Int) -> UnsafePointer<UInt8> {
          source.base + (start + min(tap + index, count - 1)) * source.strideBytes
        }
        func weight(_ index: Int) -> UInt16 { tap + index < count ? rowWeights[offset + tap + index] : 0 }
        let (a, b, c, d) = (row(0), row(1), row(2), row(3))
        let (wa, wb, wc, wd) = (weight(0), weight(1), weight(2), weight(3))
        let (isFirst, isLast) = (tap == 0, tap + 4 >= count)
        if isFirst && isLast && wd == 0 {
          for x in 0..<width {
            sums[x] = (UInt16(a[x]) &* wa &+ UInt16(b[x]) &* wb &+ UInt16(c[x]) &* wc &+ 128) >> 8
          }
        } else if isFirst && isLast {
          for x in 0..<width {
            let low = UInt16(a[x]) &* wa &+ UInt16(b[x]) &* wb
            sums[x] = (low &+ UInt16(c[x]) &* wc &+ UInt16(d[x]) &* wd &+ 128) >> 8
          }
        } else {
          let (kept, half): (UInt16, UInt16) = (isFirst ? 0 : .max, isLast ? 128 : 0)
          let shift: UInt16 = isLast ? 8 : 0
          for x in 0..<width {
            let low = UInt16(a[x]) &* wa &+ UInt16(b[x]) &* wb
            let high = UInt16(c[x]) &* wc &+ UInt16(d[x]) &* wd
            sums[x] = ((sums[x] & kept) &+ low &+ high &+ half) &>> shift
          }
        }
        tap += 4
      }
    }
  }

  /// Weighs two times four samples, and adds each two neighbours.
  @inline(__always) private static func pairs(
    _ first: UnsafePointer<UInt16>, _ second: UnsafePointer<UInt16>, _ weights: UnsafePointer<UInt16>
  ) -> SIMD4<UInt32> {
    let samples = SIMD8(
      lowHalf: UnsafeRawPointer(first).loadUnaligned(as: SIMD4<UInt16>.self),
      highHalf: UnsafeRawPointer(second).loadUnaligned(as: SIMD4<UInt16>.self))
    let factors = UnsafeRawPointer(weights).loadUnaligned(as: SIMD8<UInt16>.self)
    // Bytes, and weights that add up to 256: 16 bits are enough.
    let products = unsafeBitCast(samples &* factors, to: SIMD4<UInt32>.self)
    return (products & 0xFFFF) &+ (products &>> 16)
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
            var x = 0
            while x + 4 <= width {
              let one = Self.pairs(sums + starts[x], sums + starts[x &+ 1], weights + x &* 4)
              let other = Self.pairs(sums + starts[x &+ 2], sums + starts[x &+ 3], weights + (x &* 4 &+ 8))
              let all = SIMD8(lowHalf: one, highHalf: other)
              let four = (all.evenHalf &+ all.oddHalf &+ 128) &>> 8
              UnsafeMutableRawPointer(line + x).storeBytes(
                of: SIMD4<UInt8>(truncatingIfNeeded: four), as: SIMD4<UInt8>.self)
              x &+= 4
            }
            for x in x..<width {
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
