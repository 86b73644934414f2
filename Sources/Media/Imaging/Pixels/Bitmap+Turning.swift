public import BoothCore

extension Bitmap {
  /// The picture turned as `orientation` asks.
  public func turned(_ orientation: Orientation) -> Bitmap {
    if orientation == .upright { return self }
    let upright = orientation.apply(to: size)
    let turned = [UInt32](unsafeUninitializedCapacity: upright.area) { target, count in
      withPixels { source in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        SampleTurn(orientation, of: size).apply(source, into: target)
      }
      count = upright.area
    }
    return Bitmap(size: upright, pixels: turned)
  }
}

/// Where the samples of a picture go when it is turned: one step from each to the next, as turning is linear.
struct SampleTurn {
  /// Of the turned picture.
  let size: PixelSize
  /// The source's sample that becomes the first, and the steps from it to the right and down, in samples.
  private let start: Int
  private let stepX: Int
  private let stepY: Int

  /// - Parameters:
  ///   - source: the size of the picture as stored.
  ///   - stride: samples from one of its rows to the next; nil if there are no gaps.
  init(_ turn: Orientation, of source: PixelSize, stride: Int? = nil) {
    func index(_ x: Int, _ y: Int) -> Int {
      let at = turn.source(ofX: x, y: y, in: source)
      return at.y * (stride ?? source.width) + at.x
    }
    size = turn.apply(to: source)
    start = index(0, 0)
    stepX = index(1, 0) - start
    stepY = index(0, 1) - start
  }

  /// Where sample (`x`, `y`) of the turned picture is stored.
  @inline(__always) func index(_ x: Int, _ y: Int) -> Int { start &+ y &* stepY &+ x &* stepX }

  /// Copies a picture's samples to their places.
  func apply<Sample: BitwiseCopyable>(_ source: UnsafePointer<Sample>, into target: UnsafeMutablePointer<Sample>) {
    let (width, height) = (size.width, size.height)
    if stepX == 1 {
      for y in 0..<height { (target + y * width).update(from: source + index(0, y), count: width) }
    } else if stepX == -1 {
      for y in 0..<height { Self.copyReversed(source + index(0, y), into: target + y * width, count: width) }
    } else {
      // Rows become columns: of pixels four rows at a time, from end to end, so that the target, which no cache holds, is
      // written in the order of its addresses. Smaller samples in tiles, so that each line of the cache is read once.
      let (across, down) = MemoryLayout<Sample>.size == 4 ? (width, 4) : (16, 64)
      for top in stride(from: 0, to: height, by: down) {
        for left in stride(from: 0, to: width, by: across) {
          let tile = PixelRect(
            x: left, y: top, width: min(across, width - left), height: min(down, height - top))
          exchange(tile, of: source, into: target + top * width + left, width: width)
        }
      }
    }
  }

  /// Copies a row so that left and right change places: pixels four at a time. It is read from its first sample on, as
  /// processors fetch ahead better that way, and written from its end.
  /// - Parameter last: the row's last sample, which becomes the first.
  @inline(__always) static func copyReversed<Sample: BitwiseCopyable>(
    _ last: UnsafePointer<Sample>, into line: UnsafeMutablePointer<Sample>, count: Int
  ) {
    let first = last - (count - 1)
    var x = 0
    if MemoryLayout<Sample>.size == 4 {
      let (source, target) = (UnsafeRawPointer(first), UnsafeMutableRawPointer(line + count) - 16)
      while x &+ 4 <= count {
        let four = (source + x &* 4).loadUnaligned(as: SIMD4<UInt32>.self)
        (target - x &* 4).storeBytes(of: SIMD4(four.w, four.z, four.y, four.x), as: SIMD4<UInt32>.self)
        x &+= 4
      }
    }
    while x < count {
      line[count &- 1 &- x] = first[x]
      x &+= 1
    }
  }

  /// Copies a part of a turned picture whose rows are columns of the source, four by four samples at a time.
  /// - Parameter width: samples from one row of the target to the next.
  func exchange<Sample: BitwiseCopyable>(
    _ part: PixelRect, of source: UnsafePointer<Sample>, into target: UnsafeMutablePointer<Sample>, width: Int
  ) {
    let isWide = MemoryLayout<Sample>.size == 4
    var x = 0
    while x < part.width {
      guard isWide, x &+ 4 <= part.width else {
        copyColumn(x, part, rows: 0, of: source, into: target, width: width)
        x &+= 1
        continue
      }
      var y = 0
      while y &+ 4 <= part.height {
        turnSixteen(
          UnsafeRawPointer(source + index(part.x &+ x, part.y &+ y)),
          UnsafeMutableRawPointer(target + y &* width + x), width: width)
        y &+= 4
      }
      for column in x..<x &+ 4 { copyColumn(column, part, rows: y, of: source, into: target, width: width) }
      x &+= 4
    }
  }

  /// From that row of the part on.
  @inline(__always) private func copyColumn<Sample: BitwiseCopyable>(
    _ x: Int, _ part: PixelRect, rows first: Int, of source: UnsafePointer<Sample>,
    into target: UnsafeMutablePointer<Sample>, width: Int
  ) {
    var at = index(part.x &+ x, part.y &+ first)
    for y in first..<max(first, part.height) {
      target[y &* width &+ x] = source[at]
      at &+= stepY
    }
  }

  /// Four samples of four bytes in each of four columns.
  @inline(__always) private func turnSixteen(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, width: Int
  ) {
    // Of a column that runs against the source, the first sample is the last of those that are read.
    let isForward = stepY > 0
    let first = isForward ? source : source - 12
    @inline(__always) func column(_ x: Int) -> SIMD4<UInt32> {
      (first + x &* stepX &* 4).loadUnaligned(as: SIMD4<UInt32>.self)
    }
    let one = SIMD8(lowHalf: column(0), highHalf: column(1))
    let other = SIMD8(lowHalf: column(2), highHalf: column(3))
    let even = SIMD8(lowHalf: one.evenHalf, highHalf: other.evenHalf)
    let odd = SIMD8(lowHalf: one.oddHalf, highHalf: other.oddHalf)
    let step = width &* 4
    let (start, stride) = isForward ? (target, step) : (target + 3 &* step, 0 &- step)
    start.storeBytes(of: even.evenHalf, as: SIMD4<UInt32>.self)
    (start + stride).storeBytes(of: odd.evenHalf, as: SIMD4<UInt32>.self)
    (start + 2 &* stride).storeBytes(of: even.oddHalf, as: SIMD4<UInt32>.self)
    (start + 3 &* stride).storeBytes(of: odd.oddHalf, as: SIMD4<UInt32>.self)
  }
}
