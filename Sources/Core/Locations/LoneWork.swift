import BoothCore

/// Who added a location, and what it was like when they last changed it: they may take it back as long as no other
/// person has worked on it.
public struct LoneWork: Sendable, Equatable, Codable {
  /// An account's id; opaque.
  public var user: String
  /// The location's ``Location/updatedAt`` as they left it, in seconds since 1970.
  public var leftAt: Double

  /// Of a location as its author leaves it.
  public init(of user: String, on location: Location) {
    self.user = user
    leftAt = location.updatedAt.unixSeconds
  }

  /// Whether no other person has worked on it: whatever anybody changes moves the time, and a new picture is work of
  /// its own, by any person.
  public func stands(for location: Location) -> Bool {
    location.versions.isEmpty && location.updatedAt.unixSeconds == leftAt
  }
}
