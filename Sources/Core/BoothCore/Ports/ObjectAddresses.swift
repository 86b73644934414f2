/// Where an object may be read by whoever is told. It holds a signature, so it is for no log.
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

/// Where an object may be written by whoever is told, with `PUT`. It holds a signature, so it is for no log.
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
