/// What a person is to know of a store that is elsewhere.
public struct StoreAbsence: Sendable, Equatable {
  /// It does not answer: what is shown is a copy.
  public var isAway: Bool
  /// So many of their changes are kept here and not sent yet.
  public var waiting: Int
  /// So many of their changes were refused there and wait for them to decide.
  public var refused: Int

  public init(isAway: Bool = false, waiting: Int = 0, refused: Int = 0) {
    self.isAway = isAway
    self.waiting = waiting
    self.refused = refused
  }

  /// Whether there is anything to say.
  public var isWorthSaying: Bool { isAway || waiting > 0 || refused > 0 }
}
