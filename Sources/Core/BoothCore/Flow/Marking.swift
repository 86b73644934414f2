/// Points that a person sets in pairs: one in the old picture, then the same one in a live frame that is kept still. A pure
/// value; what may be done when is the flow's.
public struct Marking: Sendable, Equatable, Codable {
  /// What it is at.
  public enum Stage: Sendable, Equatable, Codable {
    /// A live frame is being kept still.
    case freezing(AttemptID)
    /// The person sets points.
    case setting
    /// The points are being kept.
    case keeping(AttemptID)
  }

  /// In which of the two pictures a point lies.
  public enum Side: String, Sendable, Codable, CaseIterable { case old, frame }

  /// What it is at.
  public var stage: Stage
  /// Those that are complete, in the order in which they were set.
  public var pairs: [MarkPair]
  /// The old picture's point of the pair that is begun; nil where the next point is one of the old picture.
  public var begun: PicturePoint?
  /// Where the next point would be set, in fractions of the picture of ``side``.
  public var cursor: PicturePoint
  /// The disk refused the points.
  public var wasRefused = false
  private var pace: Pace?

  private struct Pace: Sendable, Equatable, Codable {
    var way: MarkStep.Way
    var at: Instant
    var steps: Int
  }

  /// Nothing is set, unless it is given, and the cursor stands in the middle.
  public init(
    _ stage: Stage = .setting, pairs: [MarkPair] = [], begun: PicturePoint? = nil,
    cursor: PicturePoint = PicturePoint(x: 0.5, y: 0.5)
  ) {
    self.stage = stage
    self.pairs = pairs
    self.begun = begun
    self.cursor = cursor
  }

  /// In which picture the next point is set.
  public var side: Side { begun == nil ? .old : .frame }
  /// Whether there are as many pairs as are needed, and none is begun.
  public var isEnough: Bool { begun == nil && pairs.count >= MarkPair.counts.lowerBound }
  /// Whether there are as many as are asked for at most.
  var isFull: Bool { pairs.count >= MarkPair.counts.upperBound }

  /// How long a person may think about the next point.
  public static let patience = Duration.seconds(300)
  /// A step of the cursor, as a share of the picture: a pixel of a frame of 1080 lines.
  static let finest = 1.0 / 2048
  /// Keys that are held repeat every 33 ms, at the slowest every 100; no person presses one so often.
  static let repetition = Duration.milliseconds(130)

  /// Moves the cursor by one step; steps of a key that is held grow.
  mutating func move(_ way: MarkStep.Way, at now: Instant) {
    var steps = 0
    if let pace, pace.way == way, now - pace.at <= Self.repetition { steps = pace.steps + 1 }
    pace = Pace(way: way, at: now, steps: steps)
    let length = Self.finest * (steps < 3 ? 1 : steps < 7 ? 4 : steps < 14 ? 12 : 32)
    switch way {
    case .left: put(PicturePoint(x: cursor.x - length, y: cursor.y))
    case .right: put(PicturePoint(x: cursor.x + length, y: cursor.y))
    case .up: put(PicturePoint(x: cursor.x, y: cursor.y - length))
    case .down: put(PicturePoint(x: cursor.x, y: cursor.y + length))
    }
  }

  /// Puts the cursor there, or at the nearest edge.
  mutating func put(_ point: PicturePoint) {
    cursor = PicturePoint(x: min(max(point.x, 0), 1), y: min(max(point.y, 0), 1))
  }

  /// Whether a point of the cursor's picture was set so near that it would say nothing new.
  var isTooNear: Bool {
    pairs.contains { pair in
      let other = side == .old ? pair.old : pair.frame
      return abs(other.x - cursor.x) < 0.01 && abs(other.y - cursor.y) < 0.01
    }
  }

  /// Sets the point where the cursor is; it goes on to where the next may be.
  mutating func set() {
    guard let old = begun else {
      begun = cursor
      // As the pair before lies, the next will nearly.
      let shift = pairs.last.map { PicturePoint(x: $0.frame.x - $0.old.x, y: $0.frame.y - $0.old.y) }
      return put(PicturePoint(x: cursor.x + (shift?.x ?? 0), y: cursor.y + (shift?.y ?? 0)))
    }
    pairs.append(MarkPair(old: old, frame: cursor))
    begun = nil
    cursor = old
  }

  /// Takes the last point back, with the cursor where it was; false where there is none.
  mutating func takeBack() -> Bool {
    if let old = begun {
      begun = nil
      cursor = old
      return true
    }
    guard let last = pairs.popLast() else { return false }
    begun = last.old
    cursor = last.frame
    return true
  }
}

/// What a person does who marks points.
public enum MarkStep: Sendable, Hashable, Codable {
  /// Where the cursor moves.
  public enum Way: String, Sendable, Codable, CaseIterable { case left, right, up, down }

  /// Begins: the newest live frame is kept still.
  case begin
  /// Moves the cursor a little.
  case move(Way)
  /// Puts the cursor into one of the pictures, in fractions of it.
  case point(Marking.Side, PicturePoint)
  /// Sets the point where the cursor is.
  case set
  /// Takes the last point back.
  case back
}

extension MarkStep {
  /// What a key of a keyboard means: `P` begins while a person aims, the space bar sets a point, backspace takes it
  /// back.
  init?(_ key: AddressKey, in scene: SceneKind) {
    switch (scene, key) {
    case (.aim, .character("p")), (.aim, .character("P")): self = .begin
    case (.mark, .character(" ")): self = .set
    case (.mark, .backspace): self = .back
    default: return nil
    }
  }
}
