import Locations

/// What a map shows at first: the app's rule.
struct MapRegion: Equatable {
  var south: Double
  var west: Double
  var north: Double
  var east: Double

  /// The middle of Jerusalem, where there is nothing to show yet.
  static let nothing = MapRegion(latitude: 31.7683, longitude: 35.2137, across: 0.05, down: 0.05)
  /// By how much the region is larger than the box around all places.
  static let margin = 1.2
  /// In degrees: one place alone has a box without extent.
  static let smallest = 0.005

  private init(latitude: Double, longitude: Double, across: Double, down: Double) {
    (south, north) = (max(-90, latitude - down / 2), min(90, latitude + down / 2))
    (west, east) = (max(-180, longitude - across / 2), min(180, longitude + across / 2))
  }

  /// The box around all of them, 1.2 times as large each way.
  init(_ places: [Coordinate]) {
    guard let first = places.first else {
      self = .nothing
      return
    }
    var (south, north, west, east) = (first.latitude, first.latitude, first.longitude, first.longitude)
    for place in places {
      (south, north) = (min(south, place.latitude), max(north, place.latitude))
      (west, east) = (min(west, place.longitude), max(east, place.longitude))
    }
    self.init(
      latitude: (south + north) / 2, longitude: (west + east) / 2,
      across: max(Self.smallest, (east - west) * Self.margin), down: max(Self.smallest, (north - south) * Self.margin))
  }
}
