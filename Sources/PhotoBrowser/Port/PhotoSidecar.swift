/// A small file beside a photo that speaks of it.
public struct PhotoSidecar: Sendable, Hashable {
  /// Its name, without its folder.
  public var name: String
  /// All of it.
  public var bytes: [UInt8]

  /// Takes both as they are.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
