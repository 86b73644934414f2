import BoothCore
import Logging

/// What the last guests took home, on the invitation of an event that shows it.
extension Booth {
  private static let printsShown = 3
  /// Sessions of other events, and those that stay here, may lie between.
  private static let sessionsLookedAt = 40

  /// Looks anew what there is to show; the screen has it when the store has answered.
  func lookForLastPrints() {
    guard let event = ports.events.event(slug: flow.selected), event.showsLast else {
      lastPrints = nil
      return
    }
    storeLane.add { [store = ports.store, mail, log] in
      do {
        let sessions = try await store.sessions(limit: Self.sessionsLookedAt).filter {
          $0.eventSlug == event.slug && !$0.staysHere && ($0.state == .finished || $0.state == .uploaded)
        }
        let prints = sessions.compactMap { $0.assets.last { $0.kind == .stripPhoto } }.prefix(Self.printsShown)
        mail.yield(.lastPrints(event: event.slug, prints.map(store.absolutePath(of:))))
      } catch {
        // Guests are invited without; the store's own trouble is told where it matters.
        log.debug("no last prints", metadata: ["store.error": "\(error)"])
      }
    }
  }
}

extension Mail {
  /// Something may have been made that was not there before.
  var finishesJob: Bool { if case .jobs(.succeeded) = self { true } else { false } }
}
