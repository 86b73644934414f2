import BoothCore

/// The colours of an animated GIF, found in its own pictures by median cut (P. Heckbert, 1982): the colours are boxed, the
/// box that is worst off is cut in two at its median until there are enough, and each box's mean is a colour.
struct GIFPalette {
  /// One of the 256 stays unused: the encoder takes it for "as in the picture before".
  static let largest = 255

  /// `0xRRGGBB`.
  let colors: [UInt32]
  /// The nearest colour of each cell of five bits a channel.
  private let nearest: [UInt8]

  init(of pictures: [RGBPicture]) {
    var cells = CellCounts()
    for picture in pictures { cells.add(picture) }
    let colors = Self.medianCut(cells.all)
    self.colors = colors
    nearest = (0..<CellCounts.cells).map { cell in Self.nearest(to: CellCounts.middle(of: cell), in: colors) }
  }

  /// Each pixel's colour. A fixed pattern of light and dark (Bayer's 8×8) hides the steps between colours, and, unlike
  /// spread errors, stands still where the picture does, which keeps the file small.
  func indices(of picture: RGBPicture) -> [UInt8] {
    let (width, pattern) = (picture.size.width, Self.pattern)
    return [UInt8](unsafeUninitializedCapacity: picture.size.area) { target, count in
      var at = 0
      for y in 0..<picture.size.height {
        for x in 0..<width {
          let shift = pattern[(y & 7) << 3 | x & 7]
          func level(_ channel: Int) -> Int {
            Int(min(max(Int32(picture.bytes[3 * at + channel]) &+ shift, 0), 255)) >> 3
          }
          target[at] = nearest[level(0) << 10 | level(1) << 5 | level(2)]
          at += 1
        }
      }
      count = picture.size.area
    }
  }

  /// -4 to 3: one cell from the darkest to the lightest place.
  private static let pattern: [Int32] = (0..<64).map { place in
    var (x, y, rank) = (place & 7, place >> 3, 0)
    for _ in 0..<3 {
      rank = rank << 2 | ((x ^ y) & 1) << 1 | y & 1
      x >>= 1
      y >>= 1
    }
    return Int32(rank / 8) - 4
  }

  private static func nearest(to color: (Int, Int, Int), in colors: [UInt32]) -> UInt8 {
    var best = (index: 0, distance: Int.max)
    for (index, other) in colors.enumerated() {
      let (red, green, blue) = (
        Int(other >> 16) - color.0, Int(other >> 8 & 255) - color.1, Int(other & 255) - color.2
      )
      // Eyes see differences of green best and of blue least.
      let distance = 3 * red * red + 6 * green * green + blue * blue
      if distance < best.distance { best = (index, distance) }
    }
    return UInt8(best.index)
  }

  private static func medianCut(_ cells: [CellCounts.Cell]) -> [UInt32] {
    guard !cells.isEmpty else { return [0] }
    var boxes = [ColorBox(cells)]
    while boxes.count < largest {
      guard
        let worst = boxes.indices.filter({ boxes[$0].cells.count > 1 }).max(by: { boxes[$0].error < boxes[$1].error })
      else { break }
      let (lower, upper) = boxes[worst].cut()
      boxes[worst] = lower
      boxes.append(upper)
    }
    return boxes.map(\.mean)
  }
}

/// How often each colour occurs, five bits a channel, and the exact sums of what fell into each.
private struct CellCounts {
  struct Cell {
    var count = 0
    var sums = (0, 0, 0)

    /// The mean of a channel.
    func mean(_ channel: Int) -> Int {
      let sum = channel == 0 ? sums.0 : channel == 1 ? sums.1 : sums.2
      return count == 0 ? 0 : sum / count
    }
  }

  static let cells = 1 << 15
  private var counts = [Cell](repeating: Cell(), count: cells)

  var all: [Cell] { counts.filter { $0.count > 0 } }

  mutating func add(_ picture: RGBPicture) {
    counts.withUnsafeMutableBufferPointer { counts in
      for at in stride(from: 0, to: picture.bytes.count, by: 3) {
        let (red, green, blue) = (Int(picture.bytes[at]), Int(picture.bytes[at + 1]), Int(picture.bytes[at + 2]))
        let cell = (red >> 3) << 10 | (green >> 3) << 5 | blue >> 3
        counts[cell].count += 1
        counts[cell].sums.0 += red
        counts[cell].sums.1 += green
        counts[cell].sums.2 += blue
      }
    }
  }

  static func middle(of cell: Int) -> (Int, Int, Int) {
    ((cell >> 10) * 8 + 4, (cell >> 5 & 31) * 8 + 4, (cell & 31) * 8 + 4)
  }
}

private struct ColorBox {
  let cells: [CellCounts.Cell]
  private let count: Int
  /// The channel in which it is longest.
  private let channel: Int
  /// How badly one colour stands for all: the longest side, weighed by how many pixels there are, but not in full, so
  /// that a small bright thing keeps its colour.
  let error: Double

  init(_ cells: [CellCounts.Cell]) {
    self.cells = cells
    count = cells.reduce(0) { $0 + $1.count }
    let spans = (0..<3).map { channel in
      let means = cells.map { $0.mean(channel) }
      return ((means.max() ?? 0) - (means.min() ?? 0)) * (channel == 1 ? 4 : channel == 0 ? 3 : 2)
    }
    channel = spans.indices.max { spans[$0] < spans[$1] } ?? 0
    error = Double(spans[channel]) * Double(count).squareRoot()
  }

  func cut() -> (ColorBox, ColorBox) {
    let sorted = cells.sorted { $0.mean(channel) < $1.mean(channel) }
    var (seen, middle) = (0, 1)
    for (index, cell) in sorted.enumerated() {
      seen += cell.count
      middle = index + 1
      if seen * 2 >= count { break }
    }
    middle = min(max(middle, 1), sorted.count - 1)
    return (ColorBox(Array(sorted[..<middle])), ColorBox(Array(sorted[middle...])))
  }

  var mean: UInt32 {
    var sums = (0, 0, 0)
    for cell in cells {
      sums.0 += cell.sums.0
      sums.1 += cell.sums.1
      sums.2 += cell.sums.2
    }
    let count = max(count, 1)
    return UInt32(sums.0 / count) << 16 | UInt32(sums.1 / count) << 8 | UInt32(sums.2 / count)
  }
}
