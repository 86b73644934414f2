/// Who types an e-mail address, and what of it is a press. A pure value.
///
/// What is typed lives here and on the screen alone, until the store has it: the flow, its journal and the log hear that
/// a person types, never what. A press goes to the form while a person types, and to the flow otherwise.
public struct TypedKeys: Sendable, Equatable {
  /// What came in from the guests.
  public enum Input: Sendable, Equatable {
    /// A button, or a key that stands for one.
    case pressed(Press)
    case key(AddressKey)
  }

  /// How often the flow, which writes a journal, hears that a person types.
  public static let reportEvery = Duration.seconds(5)

  /// What guests have typed; nil while no form is open.
  public private(set) var entry: AddressEntry?
  /// When the flow heard of it last.
  private var toldAt: Instant?

  /// No typing.
  public init() {}

  /// Whether a panel's signal means anything. A person who types before having asked to presses no button: C would take
  /// the pictures back.
  public func takes(_ signal: PanelSignal, in scene: Scene) -> Bool {
    if scene.takesEmails, case .typed(.character(let character), _) = signal { !character.isLetter } else { true }
  }

  /// - Parameter state: the flow's, at this moment.
  /// - Returns: what the flow is told, as it is.
  public mutating func handle(_ input: Input, in state: BoothState, at now: Instant) -> [BoothInput] {
    switch input {
    // The way out is the flow's.
    case .pressed(.cancel): return [.pressed(.cancel)]
    case .pressed(let press):
      guard state.isTyping else { return [.pressed(press)] }
      return take(at: now) { $0.take(press) }
    case .key(let key): return state.isTyping ? take(at: now) { $0.take(key) } : []
    }
  }

  private mutating func take(
    at now: Instant, _ change: (inout AddressEntry) -> AddressEntry.Outcome
  ) -> [BoothInput] {
    guard var entry else { return [] }
    let outcome = change(&entry)
    // A bag on the space bar is no typing.
    guard entry != self.entry || outcome != .changed else { return [] }
    self.entry = entry
    switch outcome {
    case .changed:
      guard let toldAt, now - toldAt >= Self.reportEvery else { return [] }
      self.toldAt = now
      return [.typed]
    case .given: return [.addressGiven]
    case .left: return [.pressed(.cancel)]
    }
  }

  /// After each input of the flow. A new form is empty, and nothing of the last one stays.
  public mutating func follow(from before: BoothState, to after: BoothState, at now: Instant) {
    guard case .address = after else {
      (entry, toldAt) = (nil, nil)
      return
    }
    if entry == nil { (entry, toldAt) = (AddressEntry(), now) }
    if case .address(let form) = before, case .keeping = form.phase, after.isTyping { entry?.refused() }
  }
}

extension BoothState {
  /// Whether the keyboard on the screen takes keys.
  var isTyping: Bool {
    if case .address(let form) = self, case .typing = form.phase { true } else { false }
  }
}
