import BoothCore

/// The border around a scanned print: the card that it is mounted on, its white edge, or a film's rebate.
///
/// ```
/// MountBorder.inside(of: scan)   // the photograph alone, or nil: then nothing is a border for sure
/// ```
/// Right or silent: a border has one colour on all four sides, is plain, and ends on each side in a straight line, tilted by
/// at most 2.3°. A sky is at the top alone, and ends where roofs begin. Borders within borders are found one after the other. A
/// piece that is torn off, a caption on the card and stains are passed over.
struct MountBorder {
  /// Everything is looked at in this size, in pixels of the longer side: a line is found to a third of a percent.
  static let workingSide = 512
  /// A border is at most so wide, as a share of the side; and so much of the picture is left.
  private static let (widest, leastLeft) = (0.3, 0.3)
  /// Narrower ones are a scanner's edge, in pixels.
  private static let narrowest = 3.0
  /// How much a border's pixels may differ from its colour, of 255: four deviations of its noise, within these.
  private static let tolerances = 8.0...26.0
  /// How far the middle of each side's edge may be from the colour of all, of 255: a lamp lights no card evenly.
  private static let alikeSides = 12
  /// The greatest slope: 2.3°, as people lay prints on a scanner.
  private static let steepest = 0.04
  /// Of the places along a side, so many end on the line; and so much of the border is plain.
  private static let (leastOnLine, leastPlain) = (0.65, 0.92)

  /// The photograph within all borders, in pixels of the bitmap; nil where there is none for sure.
  static func inside(of bitmap: Bitmap) -> PixelRect? {
    bitmap.withPixels { pixels in
      var found: PixelRect?
      var area = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
      for _ in 0..<3 {
        guard let inner = MountBorder(Array(pixels), stride: bitmap.width, area)?.inside() else { break }
        (found, area) = (inner, inner)
      }
      return found
    }
  }

  private enum Side: CaseIterable { case top, bottom, left, right }

  /// A straight end of the border: so deep at the side's first pixel, and growing so much for each further one.
  private struct Line {
    var depth: Double
    var slope: Double
    func at(_ place: Int) -> Double { depth + slope * Double(place) }
  }

  private let pixels: [UInt32]
  private let stride: Int
  private let area: PixelRect
  private var color = SIMD3<Int>.zero
  private var tolerance = 0

  /// Nil where the outermost pixels are not of one colour.
  init?(_ pixels: [UInt32], stride: Int, _ area: PixelRect) {
    (self.pixels, self.stride, self.area) = (pixels, stride, area)
    guard min(area.width, area.height) >= 64 else { return nil }
    // The outermost pixel may be the scanner's own; the next ones are looked at.
    let ring = Side.allCases.map { side in
      Swift.stride(from: length(side) / 20, to: length(side) * 19 / 20, by: 2).flatMap { place in
        (1...3).map { pixel(side, place, $0) }
      }
    }
    color = Self.median(ring.flatMap { $0 })
    for side in ring where Self.difference(Self.median(side), color) > Self.alikeSides { return nil }
    let differences = ring.flatMap { $0 }.map { Self.difference($0, color) }.sorted()
    let noise = 1.5 * Double(differences[differences.count / 2])
    tolerance = Int(min(max(4 * noise, Self.tolerances.lowerBound), Self.tolerances.upperBound))
    guard Double(differences.count { $0 <= tolerance }) >= 0.9 * Double(differences.count) else { return nil }
  }

  private static func difference(_ a: SIMD3<Int>, _ b: SIMD3<Int>) -> Int {
    max(abs(a.x - b.x), abs(a.y - b.y), abs(a.z - b.z))
  }

  private static func median(_ colors: [SIMD3<Int>]) -> SIMD3<Int> {
    func middle(_ channel: (SIMD3<Int>) -> Int) -> Int { colors.map(channel).sorted()[colors.count / 2] }
    return SIMD3(middle { $0.x }, middle { $0.y }, middle { $0.z })
  }

  private func length(_ side: Side) -> Int { side == .top || side == .bottom ? area.width : area.height }
  private func across(_ side: Side) -> Int { side == .top || side == .bottom ? area.height : area.width }

  /// The pixel so deep below a place along a side.
  private func pixel(_ side: Side, _ place: Int, _ depth: Int) -> SIMD3<Int> {
    let (x, y) =
      switch side {
      case .top: (place, depth)
      case .bottom: (place, area.height - 1 - depth)
      case .left: (depth, place)
      case .right: (area.width - 1 - depth, place)
      }
    let pixel = pixels[(area.y + y) * stride + area.x + x]
    return SIMD3(Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
  }

  private func isBorder(_ side: Side, _ place: Int, _ depth: Int) -> Bool {
    Self.difference(pixel(side, place, depth), color) <= tolerance
  }

  /// Where the border ends below a place: what follows is something else for some pixels. Nil where it does not end.
  private func end(_ side: Side, _ place: Int) -> Int? {
    let most = Int(Self.widest * Double(across(side)))
    var depth = 0
    while depth < most {
      if !isBorder(side, place, depth), (1...4).count(where: { isBorder(side, place, depth + $0) }) <= 1 {
        return depth
      }
      depth += 1
    }
    return nil
  }

  private func line(_ side: Side) -> Line? {
    let count = 72
    let places = (0..<count).map { (2 * $0 + 1) * length(side) / (2 * count) }
    let ends = places.compactMap { place in end(side, place).map { (place: place, depth: Double($0)) } }
    guard ends.count >= count / 3 else { return nil }
    var best: (on: Int, line: Line)?
    for (i, first) in ends.enumerated() {
      for second in ends[(i + 1)...] where 4 * (second.place - first.place) >= length(side) {
        let slope = (second.depth - first.depth) / Double(second.place - first.place)
        guard abs(slope) <= Self.steepest else { continue }
        let line = Line(depth: first.depth - slope * Double(first.place), slope: slope)
        let on = ends.count { abs(line.at($0.place) - $0.depth) <= 1.6 }
        if on > best?.on ?? 0 { best = (on, line) }
      }
    }
    guard let line = best?.line, line.at(length(side) / 2) >= Self.narrowest else { return nil }
    return line
  }

  /// Whether the border ends on the line nearly everywhere between the two sides beside it, and is plain up to there.
  private func holds(_ side: Side, _ line: Line, between first: Int, _ last: Int) -> Bool {
    let places = Swift.stride(from: first + 2, to: last - 2, by: max(1, (last - first) / 90))
    var (all, on, plain, looked) = (0, 0, 0, 0)
    for place in places {
      all += 1
      let depth = line.at(place)
      if let end = end(side, place), abs(depth - Double(end)) <= 2 { on += 1 }
      for at in 1..<max(2, Int(depth) - 1) {
        looked += 1
        if isBorder(side, place, at) { plain += 1 }
      }
    }
    return all > 0 && Double(on) >= Self.leastOnLine * Double(all)
      && Double(plain) >= Self.leastPlain * Double(looked)
  }

  /// The largest rectangle within the four lines, a pixel away from each; nil where one of them does not hold.
  private func inside() -> PixelRect? {
    guard let top = line(.top), let bottom = line(.bottom), let left = line(.left), let right = line(.right) else {
      return nil
    }
    func deepest(_ line: Line, _ side: Side) -> Int {
      let (start, end) = (length(side) / 8, length(side) * 7 / 8)
      return Int(max(line.at(start), line.at(end)).rounded(.up)) + 2
    }
    let (x, y) = (deepest(left, .left), deepest(top, .top))
    let (endX, endY) = (area.width - deepest(right, .right), area.height - deepest(bottom, .bottom))
    guard endX - x >= 32, endY - y >= 32,
      Double((endX - x) * (endY - y)) >= Self.leastLeft * Double(area.width * area.height),
      holds(.top, top, between: x, endX), holds(.bottom, bottom, between: x, endX),
      holds(.left, left, between: y, endY), holds(.right, right, between: y, endY)
    else { return nil }
    return PixelRect(x: area.x + x, y: area.y + y, width: endX - x, height: endY - y)
  }
}
