/// For whom something is done: known from the studio's door on, and everywhere below it without being handed on.
///
/// Whoever keeps things for several organisations finds out by this whose store and whose rights a call is to have. What runs for
/// nobody in particular (a start, a job) has none.
public final class ActingPerson: Sendable {
  /// Who it is, and what they may.
  public let principal: Principal
  /// Where they are signed in, ``SignedInPlace/id``.
  public let place: String
  private let hear: @Sendable (StoreAbsence) -> Void

  /// - Parameters:
  ///   - hear: told when the organisation's store did not answer itself, for the page that is made.
  public init(
    _ principal: Principal, place: String, hear: @escaping @Sendable (StoreAbsence) -> Void = { _ in }
  ) {
    self.principal = principal
    self.place = place
    self.hear = hear
  }

  /// Of the task that asks; tasks that it starts have the same one.
  @TaskLocal public static var current: ActingPerson?

  /// Has the page say so.
  public func note(_ absence: StoreAbsence) { hear(absence) }
}

/// What a person is to know of a store that is elsewhere.
public struct StoreAbsence: Sendable, Equatable {
  /// It does not answer: what is shown is a copy.
  public var isAway: Bool
  /// So many of their changes are kept here and not sent yet.
  public var waiting: Int
  /// So many of their changes were refused there and wait for them to decide.
  public var refused: Int

  /// Takes all as they are.
  public init(isAway: Bool = false, waiting: Int = 0, refused: Int = 0) {
    self.isAway = isAway
    self.waiting = waiting
    self.refused = refused
  }

  /// Whether there is anything to say.
  public var isWorthSaying: Bool { isAway || waiting > 0 || refused > 0 }
}
