import BoothCore

/// What a start had to find again, for the operator.
public struct Recovery: Sendable, Equatable, Codable {
  /// Sessions and files that the database did not name and the folders did.
  public var sessions = 0
  /// Files found again, in those sessions and in sessions that the database knows; without those that are gone or lacking.
  public var files = 0
  /// What could not be found again or put in order, one sentence each.
  public var notes: [String] = []

  /// Nothing found yet; a start counts up from here.
  public init() {}

  static func += (recovery: inout Recovery, more: Recovery) {
    recovery.sessions += more.sessions
    recovery.files += more.files
    recovery.notes += more.notes
  }

  /// Whether this start had nothing to find again and nothing to tell, as any usual one.
  public var isEmpty: Bool { self == Recovery() }

  /// What the disk refused about one session or file.
  mutating func note(_ error: StoreError) { notes.append("\(error.subject): \(error.detail)") }

  /// A damaged database is not one session's trouble.
  mutating func note(orThrow error: StoreError) throws(StoreError) {
    guard error.code != .damaged else { throw error }
    note(error)
  }
}
