public import BoothCore
public import Testing

/// What every ``PanelDriver`` promises: run all `checks`, each on a panel of its own.
public struct PanelConformance: Sendable, CustomTestStringConvertible {
  /// A panel, and a hand on it.
  public struct Subject: Sendable {
    let panel: any PanelDriver
    let press: @Sendable () -> Void
    let expected: [PanelSignal]
    let leave: @Sendable () -> Void

    /// - Parameters:
    ///   - press: does something with its buttons, each time the same.
    ///   - expected: what that is to bring, in its order.
    ///   - leave: takes the panel away.
    public init(
      _ panel: any PanelDriver, expected: [PanelSignal], press: @escaping @Sendable () -> Void,
      leave: @escaping @Sendable () -> Void
    ) {
      self.panel = panel
      self.press = press
      self.expected = expected
      self.leave = leave
    }
  }

  public let testDescription: String
  public let run: @Sendable (Subject) async throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (Subject) async throws -> Void) {
    testDescription = promise
    self.run = run
  }

  /// It was not pressed just now: how a button was found, and what is wrong with the panel.
  private static func isNews(_ signal: PanelSignal) -> Bool {
    switch signal {
    case .condition: false
    case .contact(let contact): contact.isNews
    case .press, .request, .typed, .arrow, .turned: true
    }
  }

  private static let cues = PanelCue.allCases + [.busy]

  public static let checks: [PanelConformance] = [
    PanelConformance("what was pressed arrives in its order, also what was pressed before anybody listened") {
      subject in
      subject.press()
      var signals = subject.panel.signals.makeAsyncIterator()
      var found: [PanelSignal] = []
      while found.count < subject.expected.count, let signal = await signals.next() {
        if isNews(signal) { found.append(signal) }
      }
      #expect(found == subject.expected)
      subject.leave()
    },
    PanelConformance("the signals end with the panel, after what was pressed before") { subject in
      subject.press()
      var signals = subject.panel.signals.makeAsyncIterator()
      var count = 0
      while count < subject.expected.count, let signal = await signals.next() { if isNews(signal) { count += 1 } }
      subject.leave()
      while let signal = await signals.next() { #expect(!isNews(signal), "nobody pressed \(signal)") }
      #expect(await signals.next() == nil)
    },
    PanelConformance("contacts name a button of the profile, and a panel without a profile reports none") { subject in
      subject.press()
      let buttons = subject.panel.profile?.buttons.count ?? 0
      var (signals, count) = (subject.panel.signals.makeAsyncIterator(), 0)
      while count < subject.expected.count, let signal = await signals.next() {
        if isNews(signal) { count += 1 }
        if case .contact(let contact) = signal { #expect((0..<buttons).contains(contact.button)) }
      }
      subject.leave()
    },
    PanelConformance("it has a name, and its lights hold nobody up, with the panel there or gone") { subject in
      #expect(!subject.panel.name.isEmpty)
      for cue in cues { subject.panel.show(cue) }
      subject.leave()
      for cue in cues { subject.panel.show(cue) }
      for await _ in subject.panel.signals {}
    },
  ]
}
