import Documents
import StudioModel
import Synchronization

/// When it was looked last for what a person has sent and nothing names: that reads every report. For any thread.
final class QuotaSweeps: Sendable {
  /// In seconds: so often at most of one person.
  private static let step: Double = 600
  private let seen = Mutex<[UserID: Double]>([:])

  /// Whether it may be looked for now.
  func begins(_ user: UserID, at now: Double) -> Bool {
    seen.withLock { seen in
      seen = seen.filter { abs(now - $0.value) < Self.step }
      guard seen[user] == nil else { return false }
      seen[user] = now
      return true
    }
  }
}
