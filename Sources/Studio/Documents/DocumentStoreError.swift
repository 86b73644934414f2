/// Why documents could not be had or written.
public struct DocumentStoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// By what the caller can do.
  public enum Kind: Sendable, Equatable {
    /// A document that must be there is not; or the project is not there.
    case notFound
    /// A document that must not be there is.
    case alreadyExists
    /// Another writer has written since.
    case preconditionFailed
    /// The organisation's rules say no.
    case permissionDenied
    /// There is no sign-in, or no longer.
    case unauthenticated
    /// Firestore wants an index for this query; the link makes it.
    case missingIndex(link: String?)
    /// What was asked can never be done: a path, a query, a document that is none.
    case invalid
    /// A document of more than 1 MiB, or an answer too large to be taken.
    case tooLarge
    /// A quota is used up.
    case exhausted
    /// What the studio keeps of it is damaged: it is not read as something else, and nothing is written beside it.
    case damaged
    /// The disk, the network or the service refuses for now.
    case unavailable
    /// The line was cut after a write was sent: it is unknown here whether it was made.
    case inDoubt
    /// The caller's own task was cancelled.
    case cancelled
  }

  /// By what the caller can do.
  public var kind: Kind
  /// Where: a path, a collection, a file.
  public var subject: String
  /// What was found, and what was expected.
  public var detail: String
  /// How many of a call's writes were made before it, see ``DocumentStore/commit(_:)``.
  public var committed = 0
  /// When the service wants to be asked again.
  public var retryAfter: Duration?

  public init(_ kind: Kind, subject: String, detail: String, retryAfter: Duration? = nil) {
    self.kind = kind
    self.subject = subject
    self.detail = detail
    self.retryAfter = retryAfter
  }

  /// Whether the same call may succeed later, without anybody doing anything.
  public var mayPass: Bool {
    switch kind {
    case .exhausted, .unavailable: true
    case .notFound, .alreadyExists, .preconditionFailed, .permissionDenied, .unauthenticated, .missingIndex, .invalid,
      .tooLarge, .damaged, .inDoubt, .cancelled:
      false
    }
  }

  /// Whether another writer was quicker: read again, and decide again.
  public var isConflict: Bool {
    switch kind {
    case .notFound, .alreadyExists, .preconditionFailed: true
    case .permissionDenied, .unauthenticated, .missingIndex, .invalid, .tooLarge, .exhausted, .damaged, .unavailable,
      .inDoubt, .cancelled:
      false
    }
  }

  /// What to do.
  public var advice: String {
    switch kind {
    case .notFound: "it was deleted, or never made; look at the list again"
    case .alreadyExists: "it is there already; read it, or take another name"
    case .preconditionFailed: "somebody else has changed it; read it again, and decide again"
    case .permissionDenied: "ask the organisation's administrator for the role that may do this"
    case .unauthenticated: "sign in again"
    case .missingIndex(let link?): "an administrator of the project opens \(link) once, and waits until it is built"
    case .missingIndex(nil): "an administrator of the project makes the index that the query needs"
    case .invalid: "nothing was changed; correct what is named"
    case .tooLarge: "nothing was changed; keep less in one document, or ask for fewer at once"
    case .exhausted: "wait; if it stays so, the project's quota must be raised"
    case .damaged:
      "trying again does not help: start the studio again, which saves what can be read and says what cannot, or put a copy back"
    case .unavailable: "it is tried again; nothing is lost"
    case .inDoubt: "read it again to see whether it was written"
    case .cancelled: "nothing more was done"
    }
  }

  /// All of it in one line.
  public var description: String {
    let far = committed > 0 ? " (\(committed) writes before it were made)" : ""
    return "\(subject): \(detail)\(far); \(advice)"
  }
}
