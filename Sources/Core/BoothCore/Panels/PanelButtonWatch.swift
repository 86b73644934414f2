/// One button of a panel: from the levels of its wire to presses. A pure value; all time comes in.
///
/// A level counts when it has stood unbroken for the debounce, so a spike on a long cable is nothing and a bouncing
/// contact is one press. What a press means is looked up when it begins, and done only if the same scene is still there
/// when it counts: a press begun in one scene answers no other.
struct PanelButtonWatch: Sendable {
  enum Outcome: Equatable {
    case acted(PanelActions.Action, edge: Instant)
    /// Something is wrong with the button, in words; nil when it is fine again.
    case trouble(String?)
  }

  private enum Phase {
    case up
    /// - spent: it has done what it does, or is to do nothing.
    case down(since: Instant, scene: SceneKind, spent: Bool)
    /// Closed for too long; nothing counts until it opens.
    case stuck
  }

  /// A level that has not stood still for so long is no finger's work.
  static let restlessAfter = Duration.seconds(5)

  let button: PanelButton
  private var phase = Phase.up
  /// The level as the wire has it, since when, and as it has settled.
  private var raw = false
  private var rawSince = Instant(nanoseconds: 0)
  private var settled = false
  private var restlessSince: Instant?
  private var isTroubled = false

  init(_ button: PanelButton) { self.button = button }

  /// The wire changed at `contact.at`, which is no earlier than any instant before.
  mutating func changed(_ contact: PanelContact, in scene: SceneKind) -> [Outcome] {
    var outcomes = timePassed(in: scene, at: contact.at)
    if !contact.isNews {
      // Looked at anew: what was begun before is over, and what is closed now was pressed before the first look.
      raw = contact.isClosed
      settled = raw
      rawSince = contact.at
      restlessSince = nil
      phase = raw ? .down(since: contact.at, scene: scene, spent: true) : .up
      return outcomes + (raw ? [] : fine())
    }
    if restlessSince == nil { restlessSince = contact.at }
    raw = contact.isClosed
    rawSince = contact.at
    if let restlessSince, contact.at - restlessSince >= Self.restlessAfter, !isTroubled {
      isTroubled = true
      outcomes.append(
        .trouble("the button \(button.name) chatters without end; see to its contact, its cable and its pull-up"))
    }
    return outcomes
  }

  mutating func timePassed(in scene: SceneKind, at now: Instant) -> [Outcome] {
    var outcomes: [Outcome] = []
    if now >= rawSince + button.debounce, restlessSince != nil {
      restlessSince = nil
      if raw != settled {
        settled = raw
        outcomes += raw ? closed(in: scene) : opened(in: scene)
      }
      if case .stuck = phase {} else { outcomes += fine() }
    }
    // A level in doubt decides nothing.
    guard raw == settled, case .down(let since, let begun, let spent) = phase else { return outcomes }
    if now - since >= button.stuckAfter {
      phase = .stuck
      isTroubled = true
      let words = "the button \(button.name) has been pressed for \(button.stuckAfter.inSeconds.short) s"
      return outcomes + [.trouble("\(words) and is ignored until it opens; free it, or see to its cable")]
    }
    guard !spent else { return outcomes }
    let actions = button.actions(in: begun)
    let isLong = actions.longPress != nil
    guard now - since >= (isLong ? button.longPress : max(button.hold, button.debounce)) else { return outcomes }
    phase = .down(since: since, scene: begun, spent: true)
    if scene == begun, let action = isLong ? actions.longPress : actions.press {
      outcomes.append(.acted(action, edge: isLong ? since + button.longPress : since))
    }
    return outcomes
  }

  /// When ``timePassed(in:at:)`` is due.
  var wakeUp: Instant? {
    let settling = restlessSince == nil ? nil : rawSince + button.debounce
    guard case .down(let since, let begun, let spent) = phase else { return settling }
    // While the level is in doubt nothing else can happen.
    if raw != settled { return settling }
    let isLong = button.actions(in: begun).longPress != nil
    let due = since + (spent ? button.stuckAfter : isLong ? button.longPress : max(button.hold, button.debounce))
    return settling.map { min($0, due) } ?? due
  }

  private mutating func closed(in scene: SceneKind) -> [Outcome] {
    phase = .down(since: rawSince, scene: scene, spent: false)
    return []
  }

  private mutating func opened(in scene: SceneKind) -> [Outcome] {
    defer { phase = .up }
    guard case .down(let since, let begun, false) = phase, scene == begun, rawSince - since >= button.hold,
      let action = button.actions(in: begun).press
    else { return [] }
    return [.acted(action, edge: rawSince)]
  }

  private mutating func fine() -> [Outcome] {
    guard isTroubled else { return [] }
    isTroubled = false
    return [.trouble(nil)]
  }
}
