import Documents
import StudioModel
import Synchronization

/// What came up, while a page was made, about a store that is elsewhere.
final class AbsenceNote: Sendable {
  private let noted = Mutex<StoreAbsence?>(nil)

  func put(_ absence: StoreAbsence) { noted.withLock { $0 = absence } }

  /// Nil where there is nothing to say.
  var absence: StoreAbsence? { noted.withLock { $0 } }
}
