/// What a file is known again by.
public struct Fingerprint: Sendable, Hashable, Codable {
  /// How many bytes the file has.
  public var sizeBytes: Int64
  /// SHA-256 in lower-case hex (the simulator's disk has a shorter one of its own).
  public var checksum: String

  /// Takes both as they were read or recorded.
  public init(sizeBytes: Int64, checksum: String) {
    self.sizeBytes = sizeBytes
    self.checksum = checksum
  }
}
