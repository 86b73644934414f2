/// What can be told of a data folder that could not be opened.
public struct DataPlace: Sendable, Equatable {
  /// The folder is there; false also where it could not be looked at.
  public var exists: Bool
  /// Its file system is mounted read-only; a folder without the rights is not.
  public var isReadOnly: Bool
  /// Free bytes on its file system; nil where that could not be asked.
  public var freeBytes: Int64?

  /// Nothing is looked up: the values come from the caller, which asked the file system.
  public init(exists: Bool, isReadOnly: Bool, freeBytes: Int64?) {
    self.exists = exists
    self.isReadOnly = isReadOnly
    self.freeBytes = freeBytes
  }
}
