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
      for y in 0..<height {
        let (line, last) = (target + y * width, source + index(0, y))
        for x in 0..<width { line[x] = last[-x] }
      }
    } else {
      // Rows become columns: in tiles, so that each line of the cache is read once and not sixteen times.
      let side = 16
      for top in stride(from: 0, to: height, by: side) {
        for left in stride(from: 0, to: width, by: side) {
          let right = min(left + side, width)
          for y in top..<min(top + side, height) {
            let line = target + y * width
            var at = index(left, y)
            for x in left..<right {
              line[x] = source[at]
              at &+= stepX
            }
          }
        }
      }
    }
  }
}
