/// Finds the block element and the two colours that come nearest to the four quarters of a cell.
struct QuarterFit {
  var quarters: Int
  var ink: Paint
  var paper: Paint

  /// Quarters in the order upper left, upper right, lower left, lower right.
  init(_ a: Paint, _ b: Paint, _ c: Paint, _ d: Paint, _ symbols: BlockSymbols) {
    if a == b, c == d {
      // Halves, or one colour: exact, and most of what is drawn.
      quarters = a == c ? 0 : BlockElement.upperHalf
      (ink, paper) = (a, c)
      return
    }
    guard symbols == .quarters else {
      quarters = BlockElement.upperHalf
      ink = a.mixed(with: b, 128)
      paper = c.mixed(with: d, 128)
      return
    }
    let colors = (Channels(a), Channels(b), Channels(c), Channels(d))
    let all = colors.0 &+ colors.1 &+ colors.2 &+ colors.3
    // Splitting four points in two: the sum of squared distances is least where n₁·|m₁|² + n₂·|m₂|² is greatest.
    var best = (score: -1, quarters: BlockElement.upperHalf)
    // The split without the lower right quarter in it stands for its complement too.
    for candidate in 1...7 {
      var inside = Channels.zero
      var count: Int32 = 0
      if candidate & 1 != 0 { (inside, count) = (inside &+ colors.0, count + 1) }
      if candidate & 2 != 0 { (inside, count) = (inside &+ colors.1, count + 1) }
      if candidate & 4 != 0 { (inside, count) = (inside &+ colors.2, count + 1) }
      let outside = all &- inside
      let score = Int(inside.squared) / Int(count) + Int(outside.squared) / Int(4 - count)
      if score > best.score { best = (score, candidate) }
    }
    quarters = best.quarters
    var inside = Channels.zero
    var count: Int32 = 0
    for (bit, color) in [(1, colors.0), (2, colors.1), (4, colors.2)] where quarters & bit != 0 {
      inside = inside &+ color
      count += 1
    }
    ink = inside.mean(of: count)
    paper = (all &- inside).mean(of: 4 - count)
    if ink == paper { quarters = 0 }
  }
}

private typealias Channels = SIMD4<Int32>

extension SIMD4<Int32> {
  fileprivate init(_ paint: Paint) {
    self.init(Int32(paint.red), Int32(paint.green), Int32(paint.blue), 0)
  }

  /// The squared length, green counted twice, as the eye does.
  fileprivate var squared: Int32 { x &* x &+ 2 &* y &* y &+ z &* z }

  fileprivate func mean(of count: Int32) -> Paint {
    let rounded = (self &+ count / 2) / count
    return Paint(UInt8(clamping: rounded.x), UInt8(clamping: rounded.y), UInt8(clamping: rounded.z))
  }
}
