/// Makes one press of what bounces, repeats or is hammered at: a pure value.
///
/// A signal counts if the last one like it, counted or not, is long enough ago, so a key that is held stays one press.
/// 150 ms are shorter than anybody presses twice on purpose, and longer than the gaps of any keyboard's repetition
/// (33 ms usually, 100 ms at the slowest of the kernel's defaults). The *first* repetition comes after 250 to 660 ms:
/// for cancel and for the operator's requests, where a second press means "yes, delete" or "now", the window is 700 ms,
/// so that no held key ever answers its own question.
public struct Debounce: Sendable {
  /// Between two presses of the same kind: less than that is one press.
  public static let window = Duration.milliseconds(150)
  /// The same for cancel and the operator's requests.
  public static let graveWindow = Duration.milliseconds(700)

  private var last: [(signal: PanelSignal, at: Instant)] = []

  /// Nothing was pressed yet.
  public init() {}

  /// Whether a signal at `now` is a press of its own. `now` never goes back.
  public mutating func accepts(_ signal: PanelSignal, at now: Instant) -> Bool {
    last.removeAll { now - $0.at >= Self.graveWindow }
    guard let index = last.firstIndex(where: { $0.signal == signal }) else {
      last.append((signal, now))
      return true
    }
    defer { last[index].at = now }
    return now - last[index].at >= Self.window(of: signal)
  }

  static func window(of signal: PanelSignal) -> Duration {
    switch signal {
    case .press(.cancel), .request: graveWindow
    case .press(.start), .press(.retake), .press(.next), .press(.previous), .typed, .arrow, .contact, .turned,
      .condition:
      window
    }
  }
}
