/// What a data folder and the organisation last agreed on about one location, kept beside the location.
///
/// Where it is lost, nothing else is: both sides are compared by their moments alone.
public struct SyncNote: Sendable, Equatable, Codable {
  /// The document as it was then.
  public var agreed: SyncedLocation
  /// When it came to be so, by the service's clock: microseconds since 1970.
  public var serverTime: Int64

  /// Takes both as they are.
  public init(agreed: SyncedLocation, serverTime: Int64) {
    self.agreed = agreed
    self.serverTime = serverTime
  }

  /// When the agreed edit was made: not later than it was written, whatever its clock said.
  var editedAt: Int64 { min(agreed.updatedAt, serverTime) }
}
