import BoothCore

/// The orders in which a list can stand.
public enum LocationOrder: Sendable, Equatable {
  /// The nearest first; without a position the newest first, as in the app.
  case distance(from: Coordinate?)
  /// Not visited, completed, inaccessible; those of one status by title.
  case status
  /// The newest first.
  case date

  /// The list in this order; what is equal in it stands by title, then by id, so that no two lists of the same differ.
  public func sorted(_ locations: [Location]) -> [Location] { places(of: locations).map { locations[$0] } }

  /// The places in the list of what stands first, second and so on in this order.
  public func places(of locations: [Location]) -> [Int] {
    switch self {
    case .distance(nil), .date: return Self.sorted(locations, by: { -$0.createdAt.unixSeconds }, <)
    case .distance(let here?):
      return Self.sorted(locations, by: { $0.coordinate.map(here.distance) ?? .infinity }, <)
    case .status:
      return Self.sorted(locations, by: { ($0.status.rank, FoldedText.of($0.title)) }, { $0 < $1 })
    }
  }

  /// By a key that is found once for each. What is moved about meanwhile are their numbers: a location is large.
  private static func sorted<Key>(
    _ locations: [Location], by key: (Location) -> Key, _ isBefore: (Key, Key) -> Bool
  ) -> [Int] {
    let keys = locations.map(key)
    return locations.indices.sorted { one, other in
      if isBefore(keys[one], keys[other]) { return true }
      if isBefore(keys[other], keys[one]) { return false }
      return (locations[one].title, locations[one].id) < (locations[other].title, locations[other].id)
    }
  }
}
