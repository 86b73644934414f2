/// Such a file as a scan finds it: what it says is read with its photo.
public struct PhotoSidecarFile: Sendable, Hashable {
  /// Where it lies, as the id of a photo would say it.
  public var id: PhotoID
  /// What tells that it is another one than it was.
  public var state: PhotoFileState
  /// When anything of it changed last, its times among that, which no program sets (`ctime`); as ``PhotoFileState/modified`` counts. Nil
  /// where its source does not know.
  public var changed: Int64?

  public init(id: PhotoID, state: PhotoFileState, changed: Int64? = nil) {
    self.id = id
    self.state = state
    self.changed = changed
  }
}

/// A small file beside a photo that speaks of it.
public struct PhotoSidecar: Sendable, Hashable {
  /// Its name, without its folder.
  public var name: String
  /// All of it.
  public var bytes: [UInt8]

  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
