/// An object as an open file, so that the system can send its bytes without anybody reading them first.
///
/// It is the object as it was when it was opened: replacing or deleting it meanwhile changes nothing here. The file
/// is closed when the last copy of this value goes.
public struct ObjectFile: Sendable {
  /// What the store knows of the object that was opened.
  public let info: ObjectInfo
  /// The file's number in this process, open for reading while this value lives; no other closes it or moves its place.
  public let descriptor: Int32
  /// The bytes of a range that lies within the object, for a caller that cannot send the file itself.
  public let bytes: @Sendable (Range<Int64>) -> ByteStream

  /// - Parameter bytes: keeps the file open for as long as it is kept itself.
  public init(info: ObjectInfo, descriptor: Int32, bytes: @escaping @Sendable (Range<Int64>) -> ByteStream) {
    self.info = info
    self.descriptor = descriptor
    self.bytes = bytes
  }
}

/// What a store has of some objects at one moment, without their bytes: two that are equal say that nothing has changed.
public struct ObjectsMark: Sendable, Equatable {
  /// What each of them is, in the order in which they were asked for; empty for one that is not there.
  public let versions: [String]
  /// Whether the last change is so long ago that the next one will have another time. A file system's clock goes in steps:
  /// of two changes in one step the second cannot be seen.
  public let isSettled: Bool

  /// Takes what the store says.
  public init(versions: [String], isSettled: Bool) {
    self.versions = versions
    self.isSettled = isSettled
  }

  /// Whether they are what they were when `earlier` was taken.
  public func isUnchanged(since earlier: ObjectsMark) -> Bool { earlier.isSettled && versions == earlier.versions }
}
