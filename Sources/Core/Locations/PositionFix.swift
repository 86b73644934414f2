/// Where a receiver of satellites says that it was.
public struct PositionFix: Sendable, Equatable, Codable {
  /// Degrees north, −90 to 90.
  public var latitude: Double
  /// Degrees east, −180 to 180.
  public var longitude: Double
  /// How far off it may be, in metres, as the receiver estimates it; nil where it does not say.
  public var accuracy: Double?

  /// Nil for what is nowhere on the earth, or is no accuracy.
  public init?(latitude: Double, longitude: Double, accuracy: Double? = nil) {
    guard Coordinate(latitude: latitude, longitude: longitude) != nil, Self.isAccuracy(accuracy) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.accuracy = accuracy
  }

  /// None, or a distance on the earth in metres.
  static func isAccuracy(_ metres: Double?) -> Bool { metres.map { (0...40_100_000).contains($0) } ?? true }

  /// Whether it can have been kept by a booth.
  var isSane: Bool { Coordinate(latitude: latitude, longitude: longitude) != nil && Self.isAccuracy(accuracy) }

  /// The place alone.
  public var coordinate: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }
}
