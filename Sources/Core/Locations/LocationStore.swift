public import BoothCore

/// What the booth remembers of locations: the port that the store fulfils. Every call is durable when it returns; a call
/// that throws has changed nothing. Pictures are JPEG or PNG, by their bytes; a source's file may be anywhere, is copied,
/// and stays as it is.
public protocol LocationStore: Sendable {
  /// All of them, without order.
  func locations() async throws(StoreError) -> [Location]
  /// Nil where there is none of this id.
  func location(_ id: LocationID) async throws(StoreError) -> Location?
  /// Adds a location with its old picture, whose bytes are taken as they are: name, bytes and checksum of ``Location/old``
  /// are set by them. One that has the same id is refused.
  func add(_ location: Location, old: AssetSource) async throws(StoreError)
  /// Changes what a person may change. Files, versions and the pair's name stay; times are the caller's.
  func change(_ location: Location) async throws(StoreError)
  /// Keeps a new picture of the location, chooses it, and makes the location completed. Asked twice for the same version's
  /// id it gives the same answer and changes nothing.
  func addVersion(
    _ version: NewVersion, of location: LocationID, from source: AssetSource
  ) async throws(StoreError) -> LocationVersion
  /// Keeps points that a person set in the old picture and in a frame, with the frame, in place of those before; nil clears
  /// them. `updatedAt` becomes `time`.
  /// - Throws: `failed` also for points or a frame that cannot be kept.
  func setMarks(_ marks: NewMarks?, of location: LocationID, at time: WallTime) async throws(StoreError)
  /// Keeps how a version lies on the old picture, in place of what was known. One that is of other files than those that
  /// are kept is refused.
  func keep(
    _ registration: KeptRegistration, of version: LocationVersion.ID, at location: LocationID
  ) async throws(StoreError)
  /// Records that the location leaves, then deletes its files.
  func delete(_ id: LocationID, at time: WallTime) async throws(StoreError)
  /// The absolute path of one of a location's pictures.
  func path(of picture: LocationPicture, in location: LocationID) -> String
}

/// Points and their frame as a person brings them.
public struct NewMarks: Sendable {
  /// In fractions of the old picture and of the frame.
  public var points: [MarkPair]
  /// A JPEG or PNG; its bytes are copied.
  public var frame: AssetSource
  /// Upright, in pixels; nil if not read.
  public var size: PixelSize?

  /// Unchecked.
  public init(points: [MarkPair], frame: AssetSource, size: PixelSize? = nil) {
    self.points = points
    self.frame = frame
    self.size = size
  }
}

extension LocationStore {
  /// The same, of a picture of which no more is known.
  public func addVersion(
    _ id: LocationVersion.ID, of location: LocationID, from source: AssetSource, session: SessionID?, at time: WallTime
  ) async throws(StoreError) -> LocationVersion {
    try await addVersion(NewVersion(id: id, takenAt: time, session: session), of: location, from: source)
  }
}
