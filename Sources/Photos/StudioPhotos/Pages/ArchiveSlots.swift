import Synchronization

/// How many archives for people without an account are made at once: each reads photos for as long as it is sent.
final class ArchiveSlots: Sendable {
  private let most: Int
  private let taken = Mutex(0)

  init(most: Int = 4) { self.most = most }

  /// Nil while as many are taken as there are. It is given back when the last reference to it is gone.
  func take() -> Slot? {
    let isFree = taken.withLock { taken -> Bool in
      guard taken < most else { return false }
      taken += 1
      return true
    }
    return isFree ? Slot(self) : nil
  }

  /// One of them.
  final class Slot: Sendable {
    private let slots: ArchiveSlots

    fileprivate init(_ slots: ArchiveSlots) { self.slots = slots }

    deinit { slots.taken.withLock { $0 -= 1 } }

    /// Does something while it is taken.
    func holding<Value>(_ body: () async throws -> Value) async rethrows -> Value { try await body() }
  }
}
