import PhotolalaFormat
import Synchronization

/// Lets so many steps be done, and ends a process that wants to do one more.
final class Steps: Sendable {
  private let left: Atomic<Int>

  init(_ count: Int) { left = Atomic(count) }

  func next() throws(CatalogFolderError) {
    if left.subtract(1, ordering: .relaxed).oldValue <= 0 { throw CatalogFolderError(.unavailable, "ended") }
  }
}
