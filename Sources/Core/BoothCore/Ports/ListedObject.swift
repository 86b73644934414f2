/// What a store's listing says of an object: all that is known but its content type, for which many stores must be asked anew.
public struct ListedObject: Sendable, Equatable {
  /// Which object it is.
  public var key: ObjectKey
  /// The bytes of the whole object.
  public var sizeBytes: Int64
  /// Changes whenever the bytes do; without quotes. Empty where the store's listing names none.
  public var etag: String

  /// Takes what the listing says.
  public init(key: ObjectKey, sizeBytes: Int64, etag: String) {
    self.key = key
    self.sizeBytes = sizeBytes
    self.etag = etag
  }

  /// Of what is known of an object.
  public init(_ info: ObjectInfo) { self.init(key: info.key, sizeBytes: info.sizeBytes, etag: info.etag) }
}
