import BoothCore
import BoothRuntime
import BoothStore
import CommandSupport
import Synchronization

/// Sees whether what a start gave way for has come back: a chosen event whose disk is mounted later, or whose file was mended, and a panel
/// of the same kind. A booth takes in neither while it runs: it ends to be started anew, while no guests are at it. A service is started by
/// what keeps it; on a terminal the booth starts itself (``StartInPlaceFault``).
final class ReturnWatch: Sendable {
  /// How often it looks.
  static let interval = Duration.seconds(5)

  /// The chosen event that was not there; nil where it was, or none is chosen.
  let event: String?
  /// Whether a panel could not be used.
  let isPanelMissing: Bool
  let loadEvents: @Sendable () throws -> FolderEventStore
  let panelTroubles: @Sendable () -> [String]
  private let found = Mutex(false)

  init(
    event: String?, isPanelMissing: Bool, loadEvents: @escaping @Sendable () throws -> FolderEventStore,
    panelTroubles: @escaping @Sendable () -> [String]
  ) {
    (self.event, self.isPanelMissing) = (event, isPanelMissing)
    (self.loadEvents, self.panelTroubles) = (loadEvents, panelTroubles)
  }

  /// Whether the booth was asked to end for what has come back.
  var hasAsked: Bool { found.withLock { $0 } }

  func goOn(_ booth: Booth, _ clock: any BoothClock) async {
    guard event != nil || isPanelMissing else { return }
    while !Task.isCancelled {
      do { try await clock.sleep(until: clock.now + Self.interval) } catch { return }
      guard let words = returned(in: await booth.currentState) else { continue }
      found.withLock { $0 = true }
      return await booth.startAnew(words)
    }
  }

  /// What has come back and can be taken at this moment.
  func returned(in state: BoothState) -> String? {
    // As long as no other event was chosen.
    if case .eventSelection = state { return eventReturned ?? panelReturned }
    if case .outOfOrder = state { return panelReturned }
    return state == .idle ? panelReturned : nil
  }

  private var eventReturned: String? {
    guard let event else { return nil }
    do { guard try loadEvents().event(slug: event) != nil else { return nil } } catch { return nil }
    return "the chosen event \"\(event)\" is there again"
  }

  private var panelReturned: String? {
    guard isPanelMissing, panelTroubles().isEmpty else { return nil }
    return "the chosen panel can be used again"
  }
}
