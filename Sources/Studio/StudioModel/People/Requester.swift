/// For whom something is read or written: known from the studio's door on, and handed to everything below it.
///
/// What keeps things for several organisations chooses by it whose store and whose rights a call has.
public enum Requester: Sendable {
  /// A person who is signed in.
  case person(ActingPerson)
  /// The studio itself, at its start and in its jobs: it has what is its own, and nothing of an organisation elsewhere.
  case studio
  /// A request without a person who is signed in: it has nothing that is kept for people.
  case anonymous
}

/// A person who asks, with where they are signed in.
public struct ActingPerson: Sendable {
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

  /// Has the page say so.
  public func note(_ absence: StoreAbsence) { hear(absence) }
}

/// A store that is not the same for all. It is had only by saying for whom, so that no call can forget it.
public struct PerRequester<Store: Sendable>: Sendable {
  private let choose: @Sendable (Requester) -> Store

  public init(_ choose: @escaping @Sendable (Requester) -> Store) { self.choose = choose }

  /// One store for all, whose rights are checked before it is asked.
  public init(same store: Store) { choose = { _ in store } }

  /// What a requester has.
  public func store(for requester: Requester) -> Store { choose(requester) }
}
