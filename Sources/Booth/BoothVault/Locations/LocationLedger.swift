public import BoothCore
public import Locations

/// The database of locations, beside those of sessions: which there are, with their versions, and which left.
///
/// Calls block, and are made by one thread at a time.
public protocol LocationLedger: Sendable {
  /// Makes all changes durable in one commit, or, when it throws, none.
  func commit(_ changes: [LocationChange]) throws(StoreError)
  /// All of them in which each of these folded words stands (``LocationSearch``), without order; no word: all.
  func locations(with words: [String]) throws(StoreError) -> [Location]
  func location(_ id: LocationID) throws(StoreError) -> Location?
  /// The ids of all, without order.
  func ids() throws(StoreError) -> Set<LocationID>
  /// Deleted locations whose files may still be there.
  func leaving() throws(StoreError) -> [LocationID]
}

/// One change of the database.
public enum LocationChange: Sendable, Equatable {
  /// A new location, or a known one as it is now, with all of its versions.
  case put(Location)
  /// A person has deleted it: it is not in the database any more, and its files are to go.
  case leave(LocationID, title: String, at: WallTime)
  /// The files of a deleted location are surely gone.
  case noteFilesGone(LocationID)
}
