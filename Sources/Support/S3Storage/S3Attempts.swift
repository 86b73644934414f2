import BoothCore

/// Whether a request is sent again, and when: a pure machine.
///
/// After failure n it waits a random time up to 0.3 s × 2^(n-1), 20 s at most (``RetryPolicy``), as long as the call may take; the
/// bucket's own `Retry-After` is a floor. A server that was silent twice is not waited for any longer.
struct S3Attempts: Sendable {
  enum Step: Sendable, Equatable {
    case again(after: Duration, S3Error)
    case end(S3Error)
  }

  let subject: String
  private let settings: S3Settings
  private let isRepeatable: Bool
  private let deadline: Instant
  private let policy = RetryPolicy(base: .milliseconds(300), cap: .seconds(20))
  private var failures = 0
  private var silences = 0
  private static let mostSilences = 2

  /// - Parameters:
  ///   - isRepeatable: whether twice is the same as once.
  ///   - deadline: when the call ends.
  init(subject: String, settings: S3Settings, isRepeatable: Bool, deadline: Instant) {
    self.subject = subject
    self.settings = settings
    self.isRepeatable = isRepeatable
    self.deadline = deadline
  }

  /// Something other than an answer came.
  mutating func failed(_ outcome: S3Outcome, at now: Instant, random: UInt64) -> Step {
    failures += 1
    func error(_ code: S3Error.Code, _ words: String) -> S3Error { S3Error(code, subject: subject, detail: words) }
    switch outcome {
    case .answered: return .end(error(.refused, "an answer came"))
    case .cancelled: return .end(error(.cancelled, "the task was cancelled"))
    case .tooLarge(let limit): return .end(error(.tooLarge, "it has more than the \(limit) bytes that are read"))
    case .source(let words): return .end(error(.incomplete, words))
    case .silent(let words):
      silences += 1
      let lost = error(.unavailable, "\(settings.host): \(words)")
      return isRepeatable && silences < Self.mostSilences
        ? again(lost, nil, at: now, random: random) : .end(lost)
    case .cut(let words):
      let lost = error(.unavailable, "\(settings.host): \(words)")
      return isRepeatable ? again(lost, nil, at: now, random: random) : .end(lost)
    case .refused(let refusal):
      let error = refusal.error(subject, bucket: settings.bucket)
      // What was refused was not done.
      return refusal.mayPass ? again(error, refusal.retryAfter, at: now, random: random) : .end(error)
    }
  }

  private mutating func again(_ error: S3Error, _ floor: Duration?, at now: Instant, random: UInt64) -> Step {
    let delay = policy.delay(afterFailures: failures, retryAfter: floor, random: random)
    return failures < settings.attempts && now + delay < deadline ? .again(after: delay, error) : .end(error)
  }
}
