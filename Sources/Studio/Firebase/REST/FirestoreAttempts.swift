import BoothCore
import Documents
import StudioModel

/// What came of one request.
enum FirestoreOutcome: Sendable {
  case answered([UInt8])
  case refused(FirestoreRefusal)
  /// No connection: the request cannot have been read.
  case notSent(String)
  /// It may have been read, and no whole answer came.
  case cut(String)
  case tooLarge(String)
  case cancelled
}

/// Whether a request is sent again, and when: a pure machine.
///
/// After failure n it waits a random time up to 0.5 s × 2^(n-1), 15 s at most (``RetryPolicy``), as long as the call may take.
/// A token that is refused is fetched anew once. What would not be the same when it is done twice is sent again only where it is
/// certain that it was not done.
struct FirestoreAttempts: Sendable {
  enum Step: Sendable, Equatable {
    case again(after: Duration)
    /// At once, with another token.
    case againWithNewToken
    case end(DocumentStoreError)
  }

  private let policy = RetryPolicy(base: .milliseconds(500), cap: .seconds(15))
  private let isRepeatable: Bool
  private let isQuery: Bool
  private let subject: String
  private let most: Int
  private let deadline: Instant
  private var failures = 0
  private var hasNewToken = false

  /// - Parameters:
  ///   - subject: where, for errors.
  ///   - isRepeatable: whether twice is the same as once.
  ///   - isQuery: whether documents are looked for.
  ///   - deadline: when the call ends.
  init(subject: String, isRepeatable: Bool, isQuery: Bool, most: Int, deadline: Instant) {
    self.subject = subject
    self.isRepeatable = isRepeatable
    self.isQuery = isQuery
    self.most = most
    self.deadline = deadline
  }

  /// Something other than an answer came.
  mutating func failed(_ outcome: FirestoreOutcome, at now: Instant, random: UInt64) -> Step {
    failures += 1
    switch outcome {
    case .answered: return .end(error(.invalid, "an answer came"))
    case .cancelled: return .end(error(.cancelled, "the task was cancelled"))
    case .tooLarge(let words): return .end(error(.tooLarge, words))
    case .notSent(let words): return again(error(.unavailable, words), at: now, random: random)
    case .cut(let words):
      return isRepeatable ? again(error(.unavailable, words), at: now, random: random) : .end(error(.inDoubt, words))
    case .refused(let refusal): return refused(refusal, at: now, random: random)
    }
  }

  private mutating func refused(_ refusal: FirestoreRefusal, at now: Instant, random: UInt64) -> Step {
    var failure = error(refusal.kind(isQuery: isQuery), refusal.description)
    failure.retryAfter = refusal.retryAfter
    switch failure.kind {
    case .unauthenticated where !hasNewToken:
      hasNewToken = true
      return .againWithNewToken
    case .unavailable, .exhausted:
      if isRepeatable || refusal.isUndone { return again(failure, at: now, random: random) }
      failure.kind = .inDoubt
      return .end(failure)
    case .notFound, .alreadyExists, .preconditionFailed, .permissionDenied, .unauthenticated, .missingIndex, .invalid,
      .tooLarge, .damaged, .inDoubt, .cancelled:
      return .end(failure)
    }
  }

  private func again(_ failure: DocumentStoreError, at now: Instant, random: UInt64) -> Step {
    let delay = policy.delay(afterFailures: failures, retryAfter: failure.retryAfter, random: random)
    return failures < most && now + delay < deadline ? .again(after: delay) : .end(failure)
  }

  private func error(_ kind: DocumentStoreError.Kind, _ words: String) -> DocumentStoreError {
    DocumentStoreError(kind, subject: subject, detail: words)
  }
}

extension DocumentWrite {
  /// Whether it is the same when it is done twice: no precondition stops the second time.
  var isRepeatable: Bool {
    switch precondition {
    case .none: true
    case .exists: action != .delete
    case .doesNotExist, .updateTime: false
    }
  }
}
