/// A booth on another machine, reached by the address of the studio that runs beside it.
public struct OtherBooth: Sendable, Equatable, Codable, Identifiable {
  /// Stands in addresses: letters, digits, hyphens.
  public var id: String
  /// What people here call it.
  public var name: String
  /// Its studio's, without a slash at the end: `https://booth-2.example.org`.
  public var address: String

  public init(id: String, name: String, address: String) {
    self.id = id
    self.name = name
    self.address = address
  }
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
