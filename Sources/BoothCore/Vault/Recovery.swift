/// What a start had to find again, for the operator.
public struct Recovery: Sendable, Equatable, Codable {
  /// Sessions and files that the books did not name and the folders did.
  public var sessions = 0
  public var files = 0
  /// What could not be found again, one sentence each.
  public var notes: [String] = []

  public init() {}

  static func += (recovery: inout Recovery, more: Recovery) {
    recovery.sessions += more.sessions
    recovery.files += more.files
    recovery.notes += more.notes
  }

  public var isEmpty: Bool { self == Recovery() }
}
