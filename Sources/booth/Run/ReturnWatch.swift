import BoothCore
import BoothProgram
import BoothRuntime
import BoothStore

/// Sees whether what a start gave way for has come back: a chosen event whose disk is mounted later, or whose file was mended, and a panel
/// of the same kind. A booth takes in neither while it runs, so a service ends for them to be started anew, while no guests are at it; on a
/// terminal the operator is told.
struct ReturnWatch {
  /// How often it looks.
  static let interval = Duration.seconds(5)

  /// The chosen event that was not there; nil where it was, or none is chosen.
  let event: String?
  /// Whether a panel could not be used.
  let isPanelMissing: Bool
  /// Whether the booth is started anew when it ends.
  let isService: Bool
  let loadEvents: @Sendable () throws -> FolderEventBook
  let panelTroubles: @Sendable () -> [String]

  func goOn(_ booth: Booth, _ clock: any BoothClock) async {
    guard event != nil || isPanelMissing else { return }
    while !Task.isCancelled {
      do { try await clock.sleep(until: clock.now + Self.interval) } catch { return }
      guard let (topic, words) = returned(in: await booth.currentState) else { continue }
      if isService { return await booth.startAnew(words) }
      await booth.noteTrouble(topic, "\(words): end the booth and start it, and it is used")
    }
  }

  /// What has come back and can be taken at this moment.
  func returned(in state: BoothState) -> (topic: String, words: String)? {
    // As long as no other event was chosen.
    if case .eventSelection = state { return eventReturned ?? panelReturned }
    if case .outOfOrder = state { return panelReturned }
    return state == .idle ? panelReturned : nil
  }

  private var eventReturned: (String, String)? {
    guard let event else { return nil }
    do { guard try loadEvents().event(slug: event) != nil else { return nil } } catch { return nil }
    return ("event", "the chosen event \"\(event)\" is there again")
  }

  private var panelReturned: (String, String)? {
    guard isPanelMissing, panelTroubles().isEmpty else { return nil }
    return ("panel", "the chosen panel can be used again")
  }
}
