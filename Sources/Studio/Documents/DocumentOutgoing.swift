import BoothCore

/// Writes that wait to be sent, made together.
public struct DocumentOutgoing: Sendable, Equatable {
  /// By which the person who entered them knows them; sent once, however often they are entered.
  public var key: String
  /// At most ``DocumentLimits/writes``.
  public var writes: [DocumentWrite]
  /// How often sending has failed.
  public var failures: Int
  /// They were sent, and their result is unknown.
  public var isInDoubt: Bool
  /// Why they were set aside, in words; nil while they wait.
  public var refusal: String?

  public init(
    key: String, writes: [DocumentWrite], failures: Int = 0, isInDoubt: Bool = false, refusal: String? = nil
  ) {
    self.key = key
    self.writes = writes
    self.failures = failures
    self.isInDoubt = isInDoubt
    self.refusal = refusal
  }

  /// What is to be done with writes that could not be sent.
  public enum Step: Sendable, Equatable {
    /// They wait.
    case later(after: Duration)
    /// They wait, and before they are sent again it is looked whether they were made.
    case laterInDoubt(after: Duration)
    /// A person decides; what was entered after them goes on.
    case setAside
  }

  /// - Parameter random: any number, evenly distributed.
  public func step(after error: DocumentStoreError, random: UInt64) -> Step {
    let wait = RetryPolicy().delay(afterFailures: failures + 1, retryAfter: error.retryAfter, random: random)
    switch error.kind {
    // What is damaged here is mended here.
    case .unavailable, .exhausted, .damaged: return .later(after: wait)
    // A task that was cancelled may have been waiting for the answer.
    case .inDoubt, .cancelled: return .laterInDoubt(after: wait)
    // Until a person signs in again.
    case .unauthenticated: return .later(after: RetryPolicy.held)
    case .notFound, .alreadyExists, .preconditionFailed, .permissionDenied, .missingIndex, .invalid, .tooLarge:
      return .setAside
    }
  }
}

extension DocumentWrite {
  /// Whether a document is as this write leaves it, moments of the store's aside: so a caller that does not know
  /// whether it was made can look.
  public func isDone(_ found: StoredDocument?) -> Bool {
    switch action {
    case .delete: return found == nil
    case .set(let fields):
      guard var there = found?.fields else { return false }
      var wanted = fields.kept
      for name in serverTimes {
        // What holds no moment was not made by this.
        guard case .timestamp? = there[name] else { return false }
        there.put(nil, at: name)
        wanted.put(nil, at: name)
      }
      return there.withoutEmptyMaps(on: serverTimes) == wanted.withoutEmptyMaps(on: serverTimes)
    case .merge(let fields, naming: let names):
      guard let there = found?.fields else { return false }
      let wanted = fields.kept
      return names.allSatisfy { there[$0] == wanted[$0] }
    }
  }
}

extension DocumentFields {
  /// Without the maps that stand only because a moment was put into them.
  fileprivate func withoutEmptyMaps(on paths: [DocumentFieldPath]) -> DocumentFields {
    var fields = self
    for path in paths {
      for count in (1..<Swift.max(path.segments.count, 1)).reversed() {
        let parent = DocumentFieldPath(segments: Array(path.segments.prefix(count)))
        if let inner = fields[parent]?.fields, inner.isEmpty { fields.put(nil, at: parent) }
      }
    }
    return fields
  }
}
