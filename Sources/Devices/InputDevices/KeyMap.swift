public import BoothCore

/// What keys mean. Guests have plain keys; the operator's are held with Ctrl, so that children who find the keyboard
/// cannot shut the booth.
///
/// | key | |
/// |---|---|
/// | Enter, Space | start, keep, go on |
/// | Esc, C | cancel |
/// | R, Backspace | again |
/// | ↓ → Tab, ↑ ← Shift-Tab | next, previous |
/// | Ctrl-P, Ctrl-U | pause, resume |
/// | Ctrl-E | change the event |
/// | Ctrl-S | settings |
/// | Ctrl-C, Ctrl-Q | shut down (during a session: after it; asked again: now) |
public struct KeyMap: Sendable {
  /// Whether the operator's keys count; not where only guests reach the keyboard.
  public var hasOperatorKeys: Bool

  /// The usual keys; `hasOperatorKeys: false` leaves out those that are held with Ctrl.
  public init(hasOperatorKeys: Bool = true) { self.hasOperatorKeys = hasOperatorKeys }

  /// What a key means; nil for one that means nothing.
  public func signal(of key: Key) -> PanelSignal? {
    switch key {
    case .enter: .press(.start)
    case .escape: .press(.cancel)
    case .backspace: .press(.retake)
    case .down, .right, .tab: .press(.next)
    case .up, .left, .backTab: .press(.previous)
    case .character(let character): press(of: character).map(PanelSignal.press)
    case .control(let letter): hasOperatorKeys ? request(of: letter).map(PanelSignal.request) : nil
    }
  }

  /// Letters by where they are on the keyboard: C and R in Hebrew and Arabic layouts too.
  private func press(of character: Unicode.Scalar) -> Press? {
    switch character {
    case " ": .start
    case "c", "C", "ב", "ؤ": .cancel
    case "r", "R", "ר", "ق": .retake
    default: nil
    }
  }

  private func request(of letter: Unicode.Scalar) -> OperatorRequest? {
    switch letter {
    case "p": .pause
    case "u": .resume
    case "e": .changeEvent
    case "s": .openSettings
    case "c", "q": .shutDown
    default: nil
    }
  }
}
