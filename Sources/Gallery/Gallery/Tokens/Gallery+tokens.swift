import BoothCore
import HTTPTypes
import Logging
import Synchronization
import WebSupport

/// What a client may do that shows a booths' token.
struct BoothRights: Sendable, Equatable {
  /// Nil: all events.
  var events: Set<EventID>?

  func isFor(_ event: EventID) -> Bool { events?.contains(event) ?? true }
}

/// Tokens as the store had them not long ago, by their hashes; nil for what is none.
final class KnownTokens: Sendable {
  /// So long a token that was ended is taken.
  static let pause = Duration.seconds(5)
  private static let most = 1000

  private let clock = ContinuousClock()
  private let known = Mutex<[String: (at: ContinuousClock.Instant, token: BoothToken?)]>([:])

  func token(_ hash: String) -> BoothToken?? {
    known.withLock { $0[hash].flatMap { clock.now - $0.at < Self.pause ? .some($0.token) : nil } }
  }

  /// The time from which on what is asked for now is known.
  var now: ContinuousClock.Instant { clock.now }

  /// - Parameter start: before the store was asked: a slow answer makes nothing hold for longer.
  func keep(_ token: BoothToken?, _ hash: String, since start: ContinuousClock.Instant) {
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[hash] = (start, token)
    }
  }
}

extension Gallery {
  /// Those of who asks; nil for guests, and for what shows a token that is none.
  /// - Throws: where the store does not tell: a booth comes again, and does not take its token for a wrong one.
  func rights(_ call: WebCall) async throws(ObjectStoreError) -> BoothRights? {
    guard let shown = call.token else { return nil }
    if let common = configuration.presignToken, Secrets.equal(shown, common) { return BoothRights() }
    return try await token(shown).map { BoothRights(events: $0.events) }
  }

  /// Only what looks like one is looked for.
  private func token(_ shown: String) async throws(ObjectStoreError) -> BoothToken? {
    guard shown.hasPrefix("booth-"), shown.utf8.count <= 100 else { return nil }
    // Found by its hash: how alike it is to another token plays no part in the time that takes.
    let hash = BoothToken.hash(shown)
    if let known = knownTokens.token(hash) { return known }
    let start = knownTokens.now
    let found = try await store.readAll(BoothToken.key(hash), limit: 1 << 20)
    let token = found.flatMap { BoothToken($0.1, hash: hash) }
    if found != nil, token == nil {
      logger.error("a booth's token is damaged, and opens nothing: end it, and add another")
    }
    knownTokens.keep(token, hash, since: start)
    return token
  }

  /// Whether a session is of an event that a booth has no rights in, whatever the booth says of it.
  func isForeign(_ session: SessionName, to rights: BoothRights) async throws -> Bool {
    guard rights.events != nil else { return false }
    for event in [
      try await eventInManifest(of: session), try await event(in: session.announcement),
      try await event(in: session.tombstone),
    ] {
      if let event, event > 0, !rights.isFor(event) { return true }
    }
    return false
  }

  static let foreignAnswer = WebAnswer.error(.forbidden, "This token is not for this event")
}
