/// The organisation that photographs belong to: opaque text, equal where all of it is.
public struct PhotoOwner: Sendable, Hashable {
  /// As the organisation is known elsewhere.
  public let text: String

  public init(_ text: String) { self.text = text }
}
