/// A booth on another machine, reached by the address of the studio that runs beside it.
public struct OtherBooth: Sendable, Equatable, Codable, Identifiable {
  /// Stands in addresses: letters, digits, hyphens.
  public var id: String
  /// What people here call it.
  public var name: String
  /// Its studio's, without a slash at the end: `https://booth-2.example.org`.
  public var address: String

  /// Takes everything as it is.
  public init(id: String, name: String, address: String) {
    self.id = id
    self.name = name
    self.address = address
  }
}

/// The other booths that this studio may operate, each for the organisation whose people added it. From any thread.
///
/// A studio gets into another one as a person does: by a one-time link that was made there. What it may do there is the role of
/// that link; what somebody here may ask of it, their own.
public protocol OtherBooths: Sendable {
  /// An organisation's, in the order of their names.
  func list(of organisation: OrganisationID) async throws(OperatedBoothError) -> [OtherBooth]
  /// Follows a one-time link of another studio, and keeps what it gets.
  /// - Parameters:
  ///   - name: what people here call the booth.
  ///   - link: as the other studio showed it.
  ///   - organisation: whose it is from then on.
  func add(name: String, link: String, for organisation: OrganisationID) async throws(OperatedBoothError) -> OtherBooth
  /// Forgets one of an organisation's, and signs out there where it answers; nothing happens where it has none of that id.
  func remove(_ id: String, of organisation: OrganisationID) async throws(OperatedBoothError)
  /// One of an organisation's; nil for an id that is none, or another's.
  func booth(_ id: String, of organisation: OrganisationID) async throws(OperatedBoothError) -> (any OperatedBooth)?
}

/// What one studio answers another: a value, or why there is none.
public struct BoothAnswer<Value: Codable & Sendable>: Codable, Sendable {
  /// Nil where there is an error.
  public var value: Value?
  /// Nil where there is a value.
  public var error: OperatedBoothError?

  /// From what was asked of a booth.
  public init(_ result: Result<Value, OperatedBoothError>) {
    switch result {
    case .success(let value): self.value = value
    case .failure(let error): self.error = error
    }
  }

  /// - Throws: the error; one of its own where there is neither.
  public func get() throws(OperatedBoothError) -> Value {
    if let error { throw error }
    guard let value else { throw OperatedBoothError(.failed, "the other studio told nothing") }
    return value
  }
}
