/// Places most of which lie together: what tells that a place's two numbers were exchanged.
///
/// Exchanging them mirrors a place at the line on which latitude and longitude are the same number. Beside that line it
/// moves little, and of a set that is wider than such a move nothing can be told.
struct PlacesTogether {
  /// The median of both numbers.
  let middle: Coordinate
  /// Within so many metres of it others are, and within so many none of them.
  private let (near, far): (Double, Double)

  /// Fewer have no middle.
  private static let fewest = 4
  /// In metres. Two places of one village are no further apart than the first; a set that is wider than the second is a
  /// country's, and its rows may be anywhere.
  private static let (narrowest, widest) = (2_000.0, 100_000.0)

  /// Nil where two thirds do not lie together.
  init?(_ places: [Coordinate]) {
    guard places.count >= Self.fewest, let middle = Self.middle(of: places) else { return nil }
    self.middle = middle
    let distances = places.map { middle.distance(to: $0) }.sorted()
    // Two thirds, rounded up, lie within this.
    let spread = distances[(places.count * 2 + 2) / 3 - 1]
    guard spread <= Self.widest else { return nil }
    near = min(max(3 * spread, Self.narrowest), Self.widest)
    far = 4 * near
  }

  /// Whether it is far from the others, and with its two numbers exchanged among them.
  func looksSwapped(_ place: Coordinate) -> Bool {
    guard middle.distance(to: place) > far,
      let other = Coordinate(latitude: place.longitude, longitude: place.latitude)
    else { return false }
    return middle.distance(to: other) < near
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
