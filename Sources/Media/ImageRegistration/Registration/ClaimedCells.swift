/// How sure a claim is in each part of the old picture: its 8×8 cells, row by row from the top.
///
/// ```swift
/// if let cells = result.cells { shade(cells.values.map { $0 >= ClaimedCells.sure }) }
/// ```
public struct ClaimedCells: Sendable, Equatable {
  /// So many cells across, and so many down.
  public static let side = 8
  /// From this on a cell is sure: twice what is only just enough, as in a registration.
  public static let sure = 2.0 / 3
  /// 64 numbers. 0: beyond what the claim covers. Else e / (1 + e), as ``RegistrationResult/confidence``; at least 0.1.
  public var values: [Double]

  /// What three pairs must come to that agree, as ``ClaimedRegion`` asks for.
  private static let leastPairs = 3.0
  /// Misses and deviations up to these say nothing against a cell, as shares of the width: those of true pairs a century
  /// apart, and what is seen in a blink.
  private static let usual = (miss: 0.006, deviation: 0.01)
  /// As far as pairs speak for a cell, as a share of the width.
  private static let near = 0.1
  private static let leastCovered = 0.1

  /// - Parameters:
  ///   - transform: the claim, between the pixels of the pairs.
  ///   - held: the fit whose covariance says how far the transform may be off; nil: nothing is known of that.
  ///   - region: what is covered, in pixels of the old picture.
  ///   - size: the old picture's.
  init(
    of pairs: PointPairs, agrees: [Bool], transform: Homography, held: HeldHomography?, region: ClaimedRegion,
    size: PictureSize
  ) {
    let width = Double(size.width)
    let agreeing = pairs.old.indices.filter { agrees[$0] }
    values = (0..<Self.side * Self.side).map { number in
      let centre = Self.centre(number, size)
      guard region.contains(centre) else { return 0 }
      let near = agreeing.filter { (pairs.old[$0] - centre).length < Self.near * width }
      guard !near.isEmpty else { return Self.leastCovered }
      let squares = near.map { i in
        let d = (transform(pairs.old[i]) - pairs.new[i]) / width
        return (d * d).sum()
      }
      let miss = (squares.reduce(0, +) / Double(near.count)).squareRoot()
      var evidence = Double(near.count) / Self.leastPairs * min(1, Self.usual.miss / max(miss, 1e-9))
      if let held { evidence *= min(1, Self.usual.deviation / max(held.deviation(at: centre), 1e-9)) }
      return max(Self.leastCovered, evidence / (1 + evidence))
    }
  }

  private static func centre(_ number: Int, _ size: PictureSize) -> SIMD2<Double> {
    let (column, row) = (Double(number % side) + 0.5, Double(number / side) + 0.5)
    return SIMD2(column / Double(side) * Double(size.width), row / Double(side) * Double(size.height)) - 0.5
  }
}

extension ClaimedRegion {
  /// Around cells of a picture; nil of none.
  /// - Parameters:
  ///   - cells: 64, row by row from the top.
  ///   - width: the picture's, in pixels; and its height.
  package init?(around cells: [Bool], width: Int, height: Int) {
    precondition(cells.count == ClaimedCells.side * ClaimedCells.side, "eight rows of eight cells")
    let side = ClaimedCells.side
    var corners: [SIMD2<Double>] = []
    for (number, isIn) in cells.enumerated() where isIn {
      for (x, y) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
        corners.append(
          SIMD2(
            Double((number % side + x) * width) / Double(side), Double((number / side + y) * height) / Double(side)))
      }
    }
    self.init(around: corners, margin: 0, size: PictureSize(width: width, height: height))
  }
}
