/// How much room a file system has.
public struct DiskSpace: Sendable, Equatable, Codable {
  /// What this process may still write.
  public var freeBytes: Int64
  /// The whole file system, used and free.
  public var totalBytes: Int64

  /// Takes both as the file system reports them, in bytes.
  public init(freeBytes: Int64, totalBytes: Int64) {
    self.freeBytes = freeBytes
    self.totalBytes = totalBytes
  }
}
