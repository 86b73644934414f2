import Synchronization

/// Which drafts a person sends or publishes just now, and which are being removed: never both. Of one process, as a
/// studio is one.
final class HeldDrafts: Sendable {
  private enum Holder {
    case senders(Int)
    case removal
  }

  private let held = Mutex<[String: Holder]>([:])

  /// For a request; false while it is being removed.
  func hold(_ key: String) -> Bool {
    held.withLock { held in
      switch held[key] {
      case .removal: return false
      case .senders(let count): held[key] = .senders(count + 1)
      case nil: held[key] = .senders(1)
      }
      return true
    }
  }

  func release(_ key: String) {
    held.withLock { held in
      if case .senders(let count) = held[key], count > 1 { held[key] = .senders(count - 1) } else { held[key] = nil }
    }
  }

  /// For its removal; false while a person works on it.
  func take(_ key: String) -> Bool {
    held.withLock { held in
      guard held[key] == nil else { return false }
      held[key] = .removal
      return true
    }
  }

  func giveBack(_ key: String) { held.withLock { $0[key] = nil } }
}
