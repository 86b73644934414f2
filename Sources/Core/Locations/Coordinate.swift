/// A place on the earth: WGS 84, in degrees.
///
/// ```swift
/// let gate = Coordinate(latitude: 31.7767, longitude: 35.2276)
/// gate?.googleMapsLink
/// ```
public struct Coordinate: Sendable, Equatable {
  /// North is positive.
  public var latitude: Double
  /// East is positive.
  public var longitude: Double

  /// Nil for what is nowhere on the earth.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The mean radius of the earth in metres, R1 of the GRS 80 ellipsoid (Moritz, "Geodetic Reference System 1980").
  public static let earthRadius = 6_371_008.8

  /// Metres along the great circle, by the haversine formula (R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope
  /// 68, 1984), on a sphere: at most 0.6 % off the ellipsoid.
  public func distance(to other: Coordinate) -> Double {
    func haversine(_ degrees: Double) -> Double {
      let half = Trigonometry.sine(degrees / 2)
      return half * half
    }
    let share =
      haversine(other.latitude - latitude)
      + Trigonometry.cosine(latitude) * Trigonometry.cosine(other.latitude) * haversine(other.longitude - longitude)
    return 2 * Self.earthRadius * Trigonometry.arcSine(min(1, share).squareRoot())
  }

  /// As the app shows it: `31.776700, 35.227600`.
  public var words: String {
    "\(FixedPoint.text(latitude, digits: 6)), \(FixedPoint.text(longitude, digits: 6))"
  }

  /// Opens the place in Google Maps, as the app's link does.
  public var googleMapsLink: String {
    "https://www.google.com/maps/search/?api=1&query=\(FixedPoint.exact(latitude)),\(FixedPoint.exact(longitude))"
  }

  /// A distance as the app words it: `%.0f m` under 1000 m, else `%.1f km`. So 999.6 m is "1000 m", and 1000 m is "1.0 km".
  public static func words(ofDistance metres: Double) -> String {
    metres < 1000
      ? "\(FixedPoint.text(metres, digits: 0)) m" : "\(FixedPoint.text(metres / 1000, digits: 1)) km"
  }
}

extension Location {
  /// Where it is; nil where it is nowhere on the earth.
  public var coordinate: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }
}
