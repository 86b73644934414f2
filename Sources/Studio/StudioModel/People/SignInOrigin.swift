/// Where a person signs in from.
public struct SignInOrigin: Sendable, Equatable {
  /// The client's, for the limits; of IPv6, its network.
  public var address: String
  /// What the browser calls itself.
  public var agent: String
  /// The secret by which the browser is known, where a person signed in with it before. It does not open the studio: it
  /// only keeps floods of strangers' tries away from who has it.
  public var device: String?

  public init(address: String, agent: String, device: String? = nil) {
    self.address = address
    self.agent = agent
    self.device = device
  }
}

/// A place where a person has just signed in.
public struct OpenedPlace: Sendable, Equatable {
  /// For the cookie.
  public var secret: String
  /// By what the browser is known from now on, instead of what it had.
  public var device: String

  public init(secret: String, device: String) {
    self.secret = secret
    self.device = device
  }
}

extension AccountStore {
  /// From a browser that is not known. Returns the secret for the cookie.
  public func signIn(
    name: String, password: String, address: String, agent: String, at now: Double
  ) async throws(AccountError) -> String {
    try await signIn(name: name, password: password, from: SignInOrigin(address: address, agent: agent), at: now).secret
  }

  /// From a browser that is not known. Returns the secret for the cookie.
  public func signIn(
    at door: String, name: String, password: String, address: String, agent: String, at now: Double
  ) async throws(AccountError) -> String {
    try await signIn(
      at: door, name: name, password: password, from: SignInOrigin(address: address, agent: agent), at: now
    ).secret
  }

  /// From a browser that is not known. Returns the secret for the cookie.
  public func accept(
    _ secret: String, name: String, displayName: String, password: String, agent: String, at now: Double
  ) async throws(AccountError) -> String {
    try await accept(
      secret, name: name, displayName: displayName, password: password,
      from: SignInOrigin(address: "", agent: agent), at: now
    ).secret
  }
}
