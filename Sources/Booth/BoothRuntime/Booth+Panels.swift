import BoothCore

/// Panels: what their buttons mean is decided here, in the mailbox, by the scene that is on the screen at that moment.
extension Booth {
  func hear(_ signal: PanelSignal, from panel: Int, at now: Instant) {
    if case .contact(let contact) = signal, ports.screen.takesTouches, panelActivity.isTouch(contact, of: panel) {
      return touched(contact, on: panel, at: now)
    }
    let scene = Scene(flow)
    guard keys.takes(signal, in: scene) else { return }
    perform(panels.handle(signal, from: panel, in: SceneKind(scene), at: now), at: now)
  }

  /// A finger on the screen means what stands under it, as the guests saw it; letting go means nothing.
  private func touched(_ contact: PanelContact, on panel: Int, at now: Instant) {
    guard contact.isClosed, contact.isNews, let point = contact.point else { return }
    let scene = Scene(flow)
    // A clock of the input device's own says nothing of when it was seen.
    let edge = min(contact.at, now)
    guard let target = ports.screen.target(at: point, in: SceneKind(scene), touched: edge) else { return }
    perform(panels.touched(target, from: panel, in: scene, edge: edge, at: now), at: now)
  }

  func panelTimePassed(at now: Instant) {
    guard let due = panels.wakeUp, now >= due else { return }
    perform(panels.timePassed(in: SceneKind(Scene(flow)), at: now), at: now)
  }

  private func perform(_ effects: [PanelLogic.Effect], at now: Instant) {
    for effect in effects {
      switch effect {
      case .press(let press, let panel, let edge):
        panelActivity.pressed(panel, edge: edge)
        decide(.pressed(press), at: now)
      case .key(let key, let panel, let edge):
        panelActivity.pressed(panel, edge: edge)
        typed(key, at: now)
      case .guide(let turn, let panel, let edge):
        panelActivity.pressed(panel, edge: edge)
        decide(.guideTurned(turn), at: now)
      case .mark(let step, let panel, let edge):
        panelActivity.pressed(panel, edge: edge)
        decide(.marked(step), at: now)
      case .request(let request): decide(.requested(request), at: now)
      case .trouble(let topic, let words): note(topic, words)
      }
    }
  }

  /// Lets the lights say what the screen says, and notes how long the guests waited for an answer.
  /// - Parameter hasChanged: whether the screen was just told something new.
  func answerPanels(_ hasChanged: Bool) {
    if hasChanged {
      let cue = PanelCue(Scene(flow))
      if panelActivity.cue != cue {
        panelActivity.cue = cue
        for panel in ports.panels { panel.show(cue) }
      }
    }
    guard panelActivity.hasUnanswered else { return }
    panelActivity.answered(hasChanged ? ports.clock.now : nil)
  }
}

/// What is known of the panels while the booth runs.
struct PanelActivity: Sendable {
  /// What the lights say.
  var cue: PanelCue?
  private(set) var panels: [PanelStatus]
  private var unanswered: [(panel: Int, edge: Instant)] = []
  /// Buttons that a finger on a screen holds.
  private var touched: Set<[Int]> = []

  init(_ names: [String]) { panels = names.map { PanelStatus(name: $0) } }

  var hasUnanswered: Bool { !unanswered.isEmpty }

  /// Whether a button was closed, or is let go, by a finger on a screen.
  mutating func isTouch(_ contact: PanelContact, of panel: Int) -> Bool {
    guard contact.isClosed else { return touched.remove([panel, contact.button]) != nil }
    guard contact.point != nil else { return false }
    touched.insert([panel, contact.button])
    return true
  }

  mutating func pressed(_ panel: Int, edge: Instant) { unanswered.append((panel, edge)) }

  /// - Parameter shown: when the screen was told what came of it; nil where the press changed nothing.
  mutating func answered(_ shown: Instant?) {
    for (panel, edge) in unanswered {
      panels[panel].presses += 1
      guard let shown else { continue }
      let milliseconds = (shown - edge).inSeconds * 1000
      panels[panel].lastMilliseconds = milliseconds
      panels[panel].slowestMilliseconds = max(panels[panel].slowestMilliseconds ?? 0, milliseconds)
    }
    unanswered = []
  }
}

/// A panel, for the operator's console.
public struct PanelStatus: Sendable, Codable, Equatable {
  /// The panel's name, as its driver gives it.
  public var name: String
  /// Presses that counted, since the start.
  public var presses = 0
  /// From the button's edge until the screen was told the answer; of presses that changed something.
  public var lastMilliseconds: Double?
  /// The longest of those waits since the start; nil before the first.
  public var slowestMilliseconds: Double?
}
