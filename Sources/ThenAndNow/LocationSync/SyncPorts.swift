public import BoothCore
public import Documents
public import Locations
import StudioModel

/// What a data folder knows before a run.
public struct SyncHere: Sendable, Equatable {
  public var locations: [LocationID: Location]
  /// When the deleted ones were deleted, the last time: microseconds since 1970.
  public var left: [LocationID: Int64]
  public var notes: [LocationID: SyncNote]

  public init(
    locations: [LocationID: Location] = [:], left: [LocationID: Int64] = [:], notes: [LocationID: SyncNote] = [:]
  ) {
    self.locations = locations
    self.left = left
    self.notes = notes
  }
}

/// A picture that came and is to be kept.
public struct SyncArrival: Sendable, Equatable {
  public var kind: SyncPicture
  /// JPEG or PNG.
  public var bytes: [UInt8]
  public init(_ kind: SyncPicture, bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }
}

/// A data folder's locations, as a sync needs them. Every call is durable when it returns; a call that throws has changed nothing.
public protocol SyncStore: Sendable {
  /// - Parameter target: with whom: notes of another project are none of this one's.
  func here(with target: String) async throws(StoreError) -> SyncHere
  /// Keeps a location as it came, with its pictures: a new picture becomes a version, and is chosen.
  /// - Parameter before: as it was when this was decided; nil: it was not there.
  /// - Returns: as it is kept; nil, and nothing is changed, where a person has changed it meanwhile.
  func keep(
    _ after: Location, over before: Location?, with arrivals: [SyncArrival]
  ) async throws(StoreError) -> Location?
  /// Deletes a location, as a person has done on the other side.
  /// - Returns: false, and nothing is changed, where a person has changed it meanwhile.
  func leave(_ before: Location, at time: WallTime) async throws(StoreError) -> Bool
  /// Keeps notes, all or none; nil takes one away.
  func note(_ notes: [LocationID: SyncNote?], with target: String) async throws(StoreError)
  /// The bytes of a picture as a JPEG, whatever it is kept as.
  func jpeg(_ picture: LocationPicture, of location: LocationID) async throws(StoreError) -> [UInt8]
}

/// What a run wants done. One at a time; each is answered by a ``SyncOutcome``.
public enum SyncEffect: Sendable, Equatable {
  case lookHere
  case list(DocumentQuery)
  /// Look at these again.
  case reread([DocumentPath])
  case download(LocationID, SyncPicture, address: String)
  /// With what was downloaded for it.
  case keep(Location, over: Location?)
  case upload(LocationID, SyncPicture, LocationPicture)
  case commit([DocumentWrite])
  /// Deleted at this moment: microseconds since 1970.
  case leave(Location, at: Int64)
  case note([LocationID: SyncNote?])
}

/// What came of an effect.
public enum SyncOutcome: Sendable, Equatable {
  case here(SyncHere)
  case page(DocumentPage)
  case documents([StoredDocument?])
  /// With the SHA-256 of what came, and its length.
  case downloaded(LocationPicture)
  /// Nil: a person has changed it meanwhile.
  case kept(Location?)
  case uploaded(address: String)
  case committed(DocumentCommit)
  case left(Bool)
  case noted
  case failed(SyncError)
}

/// Why something was not done.
public enum SyncError: Error, Sendable, Equatable {
  case documents(DocumentStoreError)
  case pictures(PictureStorageError)
  case database(StoreError)

  /// In one line, with what to do.
  public var words: String {
    switch self {
    case .documents(let error): error.description
    case .pictures(let error): error.description
    case .database(let error): "\(error.subject): \(error.detail)"
    }
  }
}
