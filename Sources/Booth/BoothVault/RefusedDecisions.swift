import BoothCore

/// Decisions that were made and not yet recorded, as the disk refused: in this process's memory, in their order.
///
/// Until they are recorded, nothing is added to their session and it is not finished; else a photo that guests threw
/// away could reach the gallery.
final class RefusedDecisions: @unchecked Sendable {
  // Sendable: belongs to a vault, whose calls are made by one thread at a time.
  private var open: [SessionID: [Decision]] = [:]

  func add(_ session: SessionID, _ decisions: [Decision]) {
    let known = open[session, default: []]
    open[session] =
      known + decisions.filter { new in !known.contains { $0.asset == new.asset && $0.reason == new.reason } }
  }

  func decisions(about session: SessionID) -> [Decision] { open[session, default: []] }
  func forget(_ session: SessionID) { open[session] = nil }
}
