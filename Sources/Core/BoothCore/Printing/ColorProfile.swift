/// An ICC profile (ISO 15076-1) of a printer and its paper: what it must be sent so that a colour looks as meant.
public struct ColorProfile: Sendable, Equatable {
  /// The file's bytes.
  public var bytes: [UInt8]
  /// What people know it by: its path.
  public var name: String

  /// Takes a file's bytes, whatever they are.
  public init(bytes: [UInt8], name: String) {
    self.bytes = bytes
    self.name = name
  }
}
