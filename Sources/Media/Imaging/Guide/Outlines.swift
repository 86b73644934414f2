import BoothCore
import Glibc

/// The lines along which a picture's brightness changes most (after J. Canny, "A Computational Approach to Edge
/// Detection", 1986): smoothed, the ridges of the gradient, kept from strong beginnings through weaker stretches, and put
/// together to lines.
struct Outlines {
  struct Line {
    /// In points of ``Outlines/size``, the first pixel's middle at 0.5, 0.5.
    var spots: [Spot]
    /// The mean along the line, 0 to 1.
    var strength: Double
  }

  /// Points of the longer side in which lines are looked for.
  static let longestSide = 1024
  /// Shorter lines are left out, as a share of the longer side: grain, leaves, pebbles.
  static let shortest = 0.028
  /// The length of all lines together, as a multiple of half the picture's circumference. More is clutter; the shortest and
  /// faintest go.
  static let most = 18.0
  /// Strengths at which a line begins, and to which it goes on.
  private static let (begins, goesOn) = (Float(0.22), Float(0.09))
  private static let sigma = 1.7

  let size: PixelSize
  /// The longest and strongest first.
  let lines: [Line]

  init(of picture: Bitmap, intensity: Double) {
    let longer = max(picture.width, picture.height)
    let scale = min(1, Double(Self.longestSide) / Double(longer))
    let size = PixelSize(
      width: max(1, Int((Double(picture.width) * scale).rounded())),
      height: max(1, Int((Double(picture.height) * scale).rounded())))
    self.size = size
    guard size.width > 4, size.height > 4 else {
      lines = []
      return
    }
    let gradient = Gradient(Resampler.scale(picture, to: size), sigma: Self.sigma, intensity: Float(intensity))
    var trace = RidgeTrace(gradient.ridges(from: Self.goesOn), size)
    let shortest = max(4, Int(Self.shortest * Double(max(size.width, size.height))))
    let found = trace.lines(beginning: Self.begins, atLeast: shortest)
      .sorted { Double($0.count) * Double($0.mean) > Double($1.count) * Double($1.mean) }
    var left = Int(Self.most * Double(size.width + size.height))
    lines = found.prefix { line in
      left -= line.count
      return left > 0
    }.map { line in
      Line(spots: Self.smooth(line.places.map(gradient.spot(of:))), strength: Double(min(line.mean, 1)))
    }
  }

  /// Takes the steps out that pixels make, and every second point; both ends stay.
  private static func smooth(_ spots: [Spot]) -> [Spot] {
    guard spots.count > 2 else { return spots }
    var spots = spots
    for _ in 0..<2 {
      let last = spots
      for index in 1..<last.count - 1 {
        let (a, b, c) = (last[index - 1], last[index], last[index + 1])
        spots[index] = Spot((a.x + 2 * b.x + c.x) / 4, (a.y + 2 * b.y + c.y) / 4)
      }
    }
    return spots.enumerated().filter { $0.offset % 2 == 0 || $0.offset == spots.count - 1 }.map(\.element)
  }
}

/// How a picture's brightness changes at each pixel.
private struct Gradient {
  let size: PixelSize
  private var across: [Float]
  private var down: [Float]
  private var strength: [Float]

  init(_ picture: Bitmap, sigma: Double, intensity: Float) {
    let size = picture.size
    self.size = size
    var grey = picture.withPixels { pixels in
      pixels.map { pixel -> Float in
        Float((pixel >> 16 & 255) * 77 + (pixel >> 8 & 255) * 150 + (pixel & 255) * 29) / 65_536
      }
    }
    Self.stretch(&grey)
    grey = Self.blurred(grey, size, sigma)
    across = Array(repeating: 0, count: size.area)
    down = across
    strength = across
    for y in 1..<size.height - 1 {
      for x in 1..<size.width - 1 {
        let at = y * size.width + x
        let (dx, dy) = ((grey[at + 1] - grey[at - 1]) / 2, (grey[at + size.width] - grey[at - size.width]) / 2)
        (across[at], down[at]) = (dx, dy)
        strength[at] = (dx * dx + dy * dy).squareRoot() * intensity
      }
    }
  }

  /// Faded prints have the range of fresh ones: the darkest and lightest twentieth become black and white.
  private static func stretch(_ grey: inout [Float]) {
    var counts = [Int](repeating: 0, count: 256)
    for value in grey { counts[Int(min(max(value * 255, 0), 255))] += 1 }
    func level(_ share: Double) -> Float {
      var seen = 0
      for (level, count) in counts.enumerated() {
        seen += count
        if Double(seen) >= share * Double(grey.count) { return Float(level) / 255 }
      }
      return 1
    }
    let (low, high) = (level(0.05), level(0.95))
    // A picture without any contrast is not to become one of noise.
    let range = max(high - low, 0.15)
    for index in grey.indices { grey[index] = (grey[index] - low) / range }
  }

  private static func blurred(_ grey: [Float], _ size: PixelSize, _ sigma: Double) -> [Float] {
    let radius = Int((sigma * 3).rounded(.up))
    var weights = (-radius...radius).map { Float(exp(-Double($0 * $0) / (2 * sigma * sigma))) }
    let sum = weights.reduce(0, +)
    weights = weights.map { $0 / sum }
    let (width, height) = (size.width, size.height)
    var half = [Float](repeating: 0, count: size.area)
    var whole = half
    for y in 0..<height {
      for x in 0..<width {
        var sum: Float = 0
        for tap in -radius...radius {
          sum += weights[tap + radius] * grey[y * width + min(max(x + tap, 0), width - 1)]
        }
        half[y * width + x] = sum
      }
    }
    for y in 0..<height {
      for tap in -radius...radius {
        let (weight, row) = (weights[tap + radius], min(max(y + tap, 0), height - 1) * width)
        for x in 0..<width { whole[y * width + x] += weight * half[row + x] }
      }
    }
    return whole
  }

  /// The step along the gradient, to the nearest of eight neighbours.
  private func step(_ at: Int) -> (x: Int, y: Int) {
    let (dx, dy) = (across[at], down[at])
    // tan 22.5°
    if abs(dy) < 0.4142 * abs(dx) { return (1, 0) }
    if abs(dx) < 0.4142 * abs(dy) { return (0, 1) }
    return (1, dx * dy > 0 ? 1 : -1)
  }

  /// The strength where it is greater than on both sides along the gradient, and 0 elsewhere.
  func ridges(from least: Float) -> [Float] {
    var ridges = [Float](repeating: 0, count: size.area)
    for y in 2..<size.height - 2 {
      for x in 2..<size.width - 2 {
        let at = y * size.width + x
        guard strength[at] >= least else { continue }
        let step = step(at)
        let offset = step.y * size.width + step.x
        if strength[at] >= strength[at - offset], strength[at] > strength[at + offset] { ridges[at] = strength[at] }
      }
    }
    return ridges
  }

  /// Where a ridge's top lies between pixels: that of the parabola through three.
  func spot(of at: Int) -> Spot {
    let step = step(at)
    let offset = step.y * size.width + step.x
    let (before, top, after) = (strength[at - offset], strength[at], strength[at + offset])
    let bend = before - 2 * top + after
    let shift = bend < 0 ? Double(min(max((before - after) / (2 * bend), -0.5), 0.5)) : 0
    return Spot(
      Double(at % size.width) + 0.5 + shift * Double(step.x), Double(at / size.width) + 0.5 + shift * Double(step.y))
  }
}

/// Puts neighbouring ridges together.
private struct RidgeTrace {
  struct Found {
    var places: [Int]
    var mean: Float
    var count: Int { places.count }
  }

  private var ridges: [Float]
  private let neighbours: [Int]

  /// - Parameter ridges: 0 in the outermost rows and columns.
  init(_ ridges: [Float], _ size: PixelSize) {
    self.ridges = ridges
    let width = size.width
    // Straight ones first, and clockwise.
    neighbours = [1, width, -1, -width, 1 + width, width - 1, -width - 1, 1 - width]
  }

  /// Each pixel belongs to one line at most.
  mutating func lines(beginning begins: Float, atLeast shortest: Int) -> [Found] {
    var found: [Found] = []
    for at in ridges.indices where ridges[at] >= begins {
      var sum: Float = 0
      let forth = walk(from: at, &sum)
      let back = walk(from: at, &sum)
      let places = back.reversed() + forth
      if places.count >= shortest { found.append(Found(places: places, mean: sum / Float(places.count))) }
    }
    return found
  }

  /// Takes a line's pixels away, as far as it goes to one side; the first call takes `start` with them.
  private mutating func walk(from start: Int, _ sum: inout Float) -> [Int] {
    var places: [Int] = []
    var at = start
    if ridges[start] > 0 {
      places.append(start)
      sum += ridges[start]
      ridges[start] = 0
    }
    while let next = strongest(around: at) {
      places.append(next)
      sum += ridges[next]
      ridges[next] = 0
      at = next
    }
    return places
  }

  private func strongest(around at: Int) -> Int? {
    var best: (place: Int, strength: Float)?
    for offset in neighbours {
      let strength = ridges[at + offset]
      if strength > 0, strength > best?.strength ?? 0 { best = (at + offset, strength) }
    }
    return best?.place
  }
}
