/// What a data folder and the organisation last agreed on about one location, kept beside the location.
///
/// Where it is lost, nothing else is: both sides are compared by their moments alone.
public struct SyncNote: Sendable, Equatable, Codable {
  /// The document as it was then.
  public var agreed: SyncedLocation
  /// When it came to be so, by the service's clock: microseconds since 1970.
  public var serverTime: Int64

  public init(agreed: SyncedLocation, serverTime: Int64) {
    self.agreed = agreed
    self.serverTime = serverTime
  }

  /// Under this name it is kept when the last whole run ended; no location has a dot in its id.
  public static let lastRun = ".last"
  /// Whose notes those of a project are.
  public static func target(ofProject project: String) -> String { "firebase/\(project)" }
  /// How it begins what a second sync of a folder is told, which has to wait.
  public static let taken = "another sync of"

  /// When the agreed edit was made: not later than it was written, whatever its clock said.
  var editedAt: Int64 { min(agreed.updatedAt, serverTime) }
}
