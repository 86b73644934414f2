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
  public func sorted(_ locations: [Location]) -> [Location] {
    switch self {
    case .distance(nil), .date:
      return locations.sorted { one, other in
        (-one.createdAt.unixSeconds, one.title, one.id) < (-other.createdAt.unixSeconds, other.title, other.id)
      }
    case .distance(let here?):
      return locations.map { ($0.coordinate.map(here.distance) ?? .infinity, $0) }.sorted { one, other in
        (one.0, one.1.title, one.1.id) < (other.0, other.1.title, other.1.id)
      }.map(\.1)
    case .status:
      return locations.map { (FoldedText.of($0.title), $0) }.sorted { one, other in
        (one.1.status.rank, one.0, one.1.title, one.1.id) < (other.1.status.rank, other.0, other.1.title, other.1.id)
      }.map(\.1)
    }
  }
}
