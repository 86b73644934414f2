public import Documents
public import Locations

/// What is kept of a location that a person has deleted: `/locations_deleted/{id}`.
///
/// Not in `/locations`, where the app shows whatever it can read and reads all there is. It holds the document as it was, so that
/// an app that still has the location, and puts it back unchanged with the next push, is known from a person who has edited it.
public struct SyncTombstone: Sendable, Equatable {
  /// Microseconds since 1970, by the clock of who deleted it.
  public var deletedAt: Int64
  /// The document as it was; nil where it could not be read.
  public var location: SyncedLocation?

  public init(deletedAt: Int64, location: SyncedLocation?) {
    self.deletedAt = deletedAt
    self.location = location
  }

  /// Nil for what is none.
  public init?(_ document: StoredDocument) {
    guard case .timestamp(let time)? = document.fields["deletedAt"] else { return nil }
    deletedAt = min(time.microseconds, document.updateTime.microseconds)
    do throws(SyncedLocation.Fault) {
      location = try document.fields["location"]?.fields.map(SyncedLocation.init)
    } catch {
      location = nil
    }
  }

  /// What the document holds.
  public func fields(of id: LocationID) -> DocumentFields {
    [
      "id": .string(id.text), "deletedAt": .timestamp(DocumentTimestamp(microseconds: deletedAt)),
      "location": location.map { .map($0.fields) } ?? .null,
    ]
  }

  /// Whether a document is no more than what was deleted, put back.
  func isGhost(_ there: SyncedLocation) -> Bool {
    there.updatedAt <= deletedAt || location.map { $0.saysSame(as: there) } ?? false
  }
}

/// Where locations and what is kept of deleted ones are.
public enum SyncPlaces {
  /// The app's.
  public static let locations = "locations"
  /// Ours.
  public static let deleted = "locations_deleted"

  /// - Throws: never for a ``LocationID``, whose signs every path can hold.
  static func path(_ id: LocationID, in collection: String = locations) throws(DocumentStoreError) -> DocumentPath {
    try DocumentPath(try DocumentCollection(collection), id.text)
  }
}
