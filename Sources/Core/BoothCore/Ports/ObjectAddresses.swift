/// An address that reads an object without any other permission. It holds a signature: do not log it.
public struct ReadingAddress: Sendable, Equatable {
  /// An `http` or `https` address.
  public var url: String
  /// How long it holds at least.
  public var seconds: Int

  /// Takes what the store says.
  public init(url: String, seconds: Int) {
    self.url = url
    self.seconds = seconds
  }
}

/// An address that writes an object with `PUT`, without any other permission. It holds a signature: do not log it.
public struct WritingAddress: Sendable, Equatable {
  /// An `http` or `https` address.
  public var url: String
  /// What must be sent with the bytes, as it is: they are part of what is signed.
  public var headers: [String: String]

  /// Takes what the store says.
  public init(url: String, headers: [String: String]) {
    self.url = url
    self.headers = headers
  }
}
