/// What the panels' buttons mean: debouncing, minimum hold, short and long presses by the scene, buttons that are stuck.
/// A pure machine for all panels of a booth together, so that a key heard twice is one press.
///
/// Whatever is hammered at, at most one press of a kind comes in ``Debounce/window``, and none that deletes is repeated
/// within ``Debounce/graveWindow``; what a press may do is the flow's.
public struct PanelLogic: Sendable {
  /// What a signal led to, for the flow, the form or the operator.
  public enum Effect: Sendable, Equatable {
    /// A person pressed; `edge` is when the button moved.
    case press(Press, panel: Int, edge: Instant)
    case request(OperatorRequest)
    /// A person types an e-mail address.
    case key(AddressKey, panel: Int, edge: Instant)
    /// The guide over the live view is to lie there otherwise.
    case guide(GuideTurn, panel: Int, edge: Instant)
    /// A person marks points.
    case mark(MarkStep, panel: Int, edge: Instant)
    /// Something the operator should know, or (nil) no longer needs to, by topic.
    case trouble(topic: String, String?)
  }

  private struct Panel {
    var name: String
    var buttons: [PanelButtonWatch]
  }

  private var panels: [Panel]
  private var debounce = Debounce()
  /// When a terminal's keyboard typed last: a panel that hears the same keyboard says each key once more.
  private var typedAt: Instant?
  private static let sameKey = Duration.milliseconds(150)

  /// - Parameter panels: their names and profiles, in the order that ``handle(_:from:in:at:)`` counts them by.
  public init(_ panels: [(name: String, profile: PanelProfile?)]) {
    self.panels = panels.map { Panel(name: $0.name, buttons: ($0.profile?.buttons ?? []).map(PanelButtonWatch.init)) }
  }

  /// A panel said something, while `scene` is on the screen. `now` never goes back.
  public mutating func handle(_ signal: PanelSignal, from index: Int, in scene: SceneKind, at now: Instant) -> [Effect]
  {
    switch signal {
    case .press(let press): return acted(.press(press), from: index, edge: now, at: now)
    case .request(let request): return acted(.request(request), from: index, edge: now, at: now)
    case .typed(let key, let otherwise):
      if scene == .address {
        typedAt = now
        return [.key(key, panel: index, edge: now)]
      }
      if let step = MarkStep(key, in: scene) { return [.mark(step, panel: index, edge: now)] }
      if scene == .aim, case .character(let character) = key, let turn = GuideTurn(key: character) {
        return [.guide(turn, panel: index, edge: now)]
      }
      return otherwise.map { handle($0, from: index, in: scene, at: now) } ?? []
    case .arrow(let way, let otherwise):
      if scene == .mark { return [.mark(.move(way), panel: index, edge: now)] }
      return otherwise.map { handle($0, from: index, in: scene, at: now) } ?? []
    case .condition(let words): return [.trouble(topic: "panel \(panels[index].name)", words)]
    case .turned(_, let steps, let edge):
      guard scene == .aim else { return [] }
      let turn: GuideTurn = steps > 0 ? .stronger : .weaker
      // After ten the guide is at its end, whatever a loose wire says.
      return Array(repeating: .guide(turn, panel: index, edge: min(edge, now)), count: min(abs(steps), 10))
    case .contact(var contact):
      guard panels[index].buttons.indices.contains(contact.button) else { return [] }
      // Kernels before 5.7 stamp GPIO edges with the wall clock: what cannot be is now.
      if contact.at > now || now - contact.at > .seconds(1) { contact.at = now }
      let outcomes = panels[index].buttons[contact.button].changed(contact, in: scene)
      if scene == .address, let typedAt, now - typedAt < Self.sameKey { return [] }
      return effects(of: outcomes, panel: index, button: contact.button, at: now)
    }
  }

  /// A finger came down on something that the screen knows the meaning of, while `scene` is on it.
  public mutating func touched(_ target: TouchTarget, from index: Int, in scene: Scene, edge: Instant, at now: Instant)
    -> [Effect]
  {
    switch target {
    case .press(let press): return acted(.press(press), from: index, edge: edge, at: now)
    case .useEvent(let slug): return acted(.request(.useEvent(slug)), from: index, edge: edge, at: now)
    case .key(let key): return [.key(key, panel: index, edge: edge)]
    case .guide(let turn): return [.guide(turn, panel: index, edge: edge)]
    case .mark(let step): return [.mark(step, panel: index, edge: edge)]
    case .answer(let choice):
      guard case .consent(let question, let highlighted, _) = scene.content else { return [] }
      guard debounce.accepts(.press(.start), at: now) else { return [] }
      return question.choices.presses(from: highlighted, to: choice).map { .press($0, panel: index, edge: edge) }
    case .copies(let choice):
      guard case .print(let choices, let highlighted, _, let isByHand, _) = scene.content else { return [] }
      guard debounce.accepts(.press(.start), at: now) else { return [] }
      return choices.presses(from: highlighted, to: choice, whichMoves: !isByHand).map {
        .press($0, panel: index, edge: edge)
      }
    case .layout(let choice):
      guard case .printLayout(let layouts, let highlighted, _, let isByHand) = scene.content else { return [] }
      guard debounce.accepts(.press(.start), at: now) else { return [] }
      return (layouts + [nil]).presses(from: highlighted, to: choice, whichMoves: !isByHand).map {
        .press($0, panel: index, edge: edge)
      }
    case .look(let choice):
      guard case .look(let looks, let highlighted, _, let isByHand) = scene.content else { return [] }
      guard debounce.accepts(.press(.start), at: now) else { return [] }
      return looks.presses(touching: choice, highlighted: highlighted, moves: !isByHand).map {
        .press($0, panel: index, edge: edge)
      }
    }
  }

  /// The instant of ``wakeUp`` has come.
  public mutating func timePassed(in scene: SceneKind, at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    for index in panels.indices {
      for button in panels[index].buttons.indices {
        let outcomes = panels[index].buttons[button].timePassed(in: scene, at: now)
        effects += self.effects(of: outcomes, panel: index, button: button, at: now)
      }
    }
    return effects
  }

  /// When ``timePassed(in:at:)`` is due, or nil while no button is down.
  public var wakeUp: Instant? { panels.flatMap(\.buttons).compactMap(\.wakeUp).min() }

  private mutating func effects(
    of outcomes: [PanelButtonWatch.Outcome], panel: Int, button: Int, at now: Instant
  ) -> [Effect] {
    outcomes.flatMap { outcome in
      switch outcome {
      case .acted(let action, let edge): return acted(action, from: panel, edge: edge, at: now)
      case .trouble(let words):
        return [.trouble(topic: "panel \(panels[panel].name), \(panels[panel].buttons[button].button.name)", words)]
      }
    }
  }

  private mutating func acted(_ action: PanelActions.Action, from panel: Int, edge: Instant, at now: Instant)
    -> [Effect]
  {
    switch action {
    case .press(let press):
      return debounce.accepts(.press(press), at: now) ? [.press(press, panel: panel, edge: edge)] : []
    case .request(let request): return debounce.accepts(.request(request), at: now) ? [.request(request)] : []
    }
  }
}
