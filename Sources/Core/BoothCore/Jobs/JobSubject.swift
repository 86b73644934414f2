/// What a job is about: a session, or a thing of another workflow.
public enum JobSubject: Sendable, Hashable, CustomStringConvertible {
  /// A word for the things of one workflow.
  public typealias Kind = String

  /// What guests did in one session.
  case session(SessionID)
  /// A thing that another workflow keeps: `kind` is its word for it, `id` its name among its own, at most
  /// ``mostBytes`` each, printable.
  case other(kind: Kind, id: String)

  /// The longest word and id, in bytes of UTF-8.
  public static let mostBytes = 200
  /// The word for sessions.
  public static let session: Kind = "session"

  /// The word for what it is: `session`.
  public var kind: Kind {
    switch self {
    case .session: Self.session
    case .other(let kind, _): kind
    }
  }

  /// Its name among its own kind: a session's id.
  public var id: String {
    switch self {
    case .session(let id): id.text
    case .other(_, let id): id
    }
  }

  /// For the operator: a session's id, or `location 1234`.
  public var description: String {
    switch self {
    case .session(let id): id.text
    case .other(let kind, let id): "\(kind) \(id)"
    }
  }

  /// Whether it can be kept: a word of its own, and neither text empty, too long or unprintable.
  public var isSane: Bool {
    guard case .other(let kind, let id) = self else { return true }
    return kind != Self.session
      && [kind, id].allSatisfy { text in
        !text.isEmpty && text.utf8.count <= Self.mostBytes && !text.unicodeScalars.contains { $0.value < 0x20 }
      }
  }
}
