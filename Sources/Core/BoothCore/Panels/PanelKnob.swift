/// A knob that turns without end: a rotary encoder with two lines, which close one after the other.
public struct PanelKnob: Sendable, Equatable {
  /// Which way around makes the guide stronger.
  public enum Direction: String, Sendable, CaseIterable { case clockwise, counterclockwise }

  /// What people call the knob; the operator's messages name it so.
  public var name: String
  /// Contact A and contact B: turned clockwise, A closes first.
  public var lines: [PanelLine]
  /// How many changes of the two lines lie between two places where the knob rests: 4, 2 or 1.
  public var transitions: Int
  /// Which way makes the guide stronger.
  public var direction: Direction

  /// Most knobs have four transitions between two detents.
  public init(
    name: String, lines: [PanelLine], transitions: Int = PanelKnob.transitions, direction: Direction = .clockwise
  ) {
    self.name = name
    self.lines = lines
    self.transitions = transitions
    self.direction = direction
  }

  /// Alps' EC11, Bourns' PEC11R and their like: one whole cycle from detent to detent.
  public static let transitions = 4
}

/// Steps of a knob, counted from its two lines: a pure value.
///
/// The lines of a turned knob go through open-open, closed-open, closed-closed, open-closed: one of them changes at a time,
/// which is a Gray code. A contact that bounces goes to and fro between two neighbours and so adds up to nothing, whatever
/// its pace; no time is needed. A step counts when the lines are back where the knob rests and at least half of the way
/// there was seen, so that an edge that was lost costs no step. Where both lines have changed since they were last seen, the
/// knob went on as it had begun.
public struct QuadratureDecoder: Sendable, Equatable {
  private let transitions: Int
  private let sign: Int
  /// 0...3, in the order in which a knob that is turned clockwise goes through them.
  private var place: Int
  /// Transitions since the last place of rest, clockwise ones positive.
  private var moved = 0

  /// - Parameters:
  ///   - a, b: whether the contacts are closed now, before the first turn.
  ///   - transitions: between two places of rest: 4, which rest with both contacts alike and once a cycle, 2 or 1.
  public init(a: Bool, b: Bool, transitions: Int = PanelKnob.transitions, direction: PanelKnob.Direction = .clockwise) {
    self.transitions = transitions
    sign = direction == .clockwise ? 1 : -1
    place = Self.place(a: a, b: b)
  }

  /// The contacts are so now.
  /// - Returns: how many steps the knob has gone on: positive in its direction, mostly 0.
  public mutating func take(a: Bool, b: Bool) -> Int {
    let next = Self.place(a: a, b: b)
    switch (next - place + 4) % 4 {
    case 1: moved += 1
    case 3: moved -= 1
    // Both have changed: one edge was lost. As it had begun; nothing where it had not.
    case 2: moved += 2 * moved.signum()
    default: return 0
    }
    place = next
    guard place % transitions == 0 else { return 0 }
    // To the nearest step: half of the way counts as all of it.
    let steps = (2 * moved.magnitude + UInt(transitions)) / (2 * UInt(transitions))
    defer { moved = 0 }
    return sign * moved.signum() * Int(steps)
  }

  private static func place(a: Bool, b: Bool) -> Int { a ? (b ? 2 : 1) : (b ? 3 : 0) }
}
