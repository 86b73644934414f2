import BoothCore
import BoothRuntime
import InputDevices
import Logging

/// What moves on a panel while a person tries it: each button and knob, by name.
struct PanelTrialReport: Encodable {
  struct Button: Encodable {
    var name: String
    /// How often it closed.
    var closed = 0
  }

  struct Knob: Encodable {
    var name: String
    /// Steps in the knob's direction, and the other way.
    var stronger = 0
    var weaker = 0
  }

  var panel: String
  var buttons: [Button]
  var knobs: [Knob]
  var lights: Int
  /// What of it is not there, with the remedy; nil where all of it is.
  var problem: String?

  init(_ profile: PanelProfile) {
    panel = profile.name
    buttons = profile.buttons.map { Button(name: $0.name) }
    knobs = profile.knobs.map { Knob(name: $0.name) }
    lights = profile.lights.count
  }

  /// What moved, in words.
  var totals: [String] {
    buttons.map { "\($0.name): closed \($0.closed == 1 ? "once" : "\($0.closed) times")" }
      + knobs.map { "\($0.name): stronger by \($0.stronger), weaker by \($0.weaker)" }
  }

  /// What did not move, by name.
  var still: [String] {
    buttons.filter { $0.closed == 0 }.map(\.name) + knobs.filter { $0.stronger == 0 || $0.weaker == 0 }.map(\.name)
  }

  /// - Returns: what to tell a person who tries it, or nil.
  mutating func take(_ signal: PanelSignal) -> String? {
    switch signal {
    case .contact(let contact):
      guard buttons.indices.contains(contact.button), contact.isClosed || !contact.isNews else { return nil }
      if contact.isNews { buttons[contact.button].closed += 1 }
      return "\(buttons[contact.button].name): \(contact.isClosed ? "closed" : "open")"
    case .turned(let knob, let steps, _):
      guard knobs.indices.contains(knob) else { return nil }
      if steps > 0 { knobs[knob].stronger += steps } else { knobs[knob].weaker -= steps }
      return "\(knobs[knob].name): \(abs(steps)) \(steps > 0 ? "stronger" : "weaker")"
    case .condition(let words):
      problem = words
      return words.map { "WRONG \($0)" } ?? "all of it is there"
    case .press, .request, .typed, .arrow: return nil
    }
  }

  /// Takes the panel until everything on it has moved, or for so long.
  static func trying(_ profile: PanelProfile, for time: Duration, printLine: (String) -> Void) async -> PanelTrialReport
  {
    var report = PanelTrialReport(profile)
    let panel = ProfilePanel(
      profile, clock: SystemClock(), logger: Logger(label: "trial") { _ in SwiftLogNoOpLogHandler() })
    let end = Task {
      do { try await Task.sleep(for: time) } catch { return }
      panel.close()
    }
    for await signal in panel.signals {
      if let words = report.take(signal) { printLine(words) }
      if report.still.isEmpty { break }
    }
    end.cancel()
    panel.close()
    return report
  }
}

extension PanelProfile {
  /// `3 buttons, 1 knob, 2 lights`.
  var partsInWords: String {
    func count(_ number: Int, _ one: String) -> String { "\(number) \(one)\(number == 1 ? "" : "s")" }
    let knobs = knobs.isEmpty ? [] : [count(knobs.count, "knob")]
    return ([count(buttons.count, "button")] + knobs + [count(lights.count, "light")]).joined(separator: ", ")
  }
}
