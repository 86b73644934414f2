/// Places most of which lie together: what tells that a place's two numbers were exchanged, or that one is thousands of kilometres off.
///
/// Exchanging them mirrors a place at the line on which latitude and longitude are the same number. Beside that line it
/// moves little, and of a set that is wider than such a move nothing can be told.
struct PlacesTogether {
  /// The median of both numbers.
  let middle: Coordinate
  /// Within so many metres of it others are, and within so many none of them.
  private let (near, far): (Double, Double)
  /// Further from it, in metres, is a stray.
  private let astray: Double

  /// Fewer have no middle.
  private static let fewest = 4
  /// In metres. Two places of one village are no further apart than the first; a set that is wider than the second is a
  /// country's, and its rows may be anywhere.
  private static let (narrowest, widest) = (2_000.0, 100_000.0)
  /// In metres. A set that is wider than the first is a continent's or the world's; nothing is a stray that is nearer than the second.
  private static let (largest, leastAstray) = (500_000.0, 1_000_000.0)

  /// Nil where two thirds do not lie together.
  init?(_ places: [Coordinate]) {
    guard places.count >= Self.fewest, let middle = Self.middle(of: places) else { return nil }
    self.middle = middle
    let distances = places.map { middle.distance(to: $0) }.sorted()
    // Two thirds, rounded up, lie within this.
    let spread = distances[(places.count * 2 + 2) / 3 - 1]
    guard spread <= Self.largest else { return nil }
    near = spread <= Self.widest ? min(max(3 * spread, Self.narrowest), Self.widest) : 0
    far = 4 * near
    astray = max(Self.leastAstray, 4 * spread)
  }

  /// Whether it is far from the others, and with its two numbers exchanged among them.
  func looksSwapped(_ place: Coordinate) -> Bool {
    guard middle.distance(to: place) > far,
      let other = Coordinate(latitude: place.longitude, longitude: place.latitude)
    else { return false }
    return middle.distance(to: other) < near
  }

  /// How many metres it is from the middle, where that is thousands of kilometres from all that lie together; nil where it is not.
  func straying(_ place: Coordinate) -> Double? {
    let distance = middle.distance(to: place)
    return distance > astray ? distance : nil
  }

  /// Of longitudes counted from where most are, as they begin anew at 180°.
  private static func middle(of places: [Coordinate]) -> Coordinate? {
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    let longitudes = places.map(\.longitude)
    let isAcross = longitudes.count { $0.magnitude > 90 } * 2 > longitudes.count
    let around = median(isAcross ? longitudes.map { $0 < 0 ? $0 + 360 : $0 } : longitudes)
    return Coordinate(
      latitude: median(places.map(\.latitude)), longitude: around > 180 ? around - 360 : around)
  }
}
