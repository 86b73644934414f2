public import BoothCore

/// Which folder an event's number belongs to where several say it, as a folder was copied: the one whose guests were photographed.
public struct EventOwners: Sendable, Equatable {
  /// How many sessions there are, by the event's number and its short name at the time.
  private let sessions: [EventID: [String: Int]]
  /// The event that was chosen last.
  private let chosen: String?

  /// By default nothing is known.
  public init(sessions: [EventID: [String: Int]] = [:], chosen: String? = nil) {
    (self.sessions, self.chosen) = (sessions, chosen)
  }

  /// How many sessions an event of this number and short name has.
  public func sessions(of event: EventID, _ slug: String) -> Int { sessions[event]?[slug] ?? 0 }

  /// The owner: the one with most sessions, then the one that was chosen last, then the first.
  /// - Parameter slugs: those that say the number, in the order of their folders.
  func owner(of event: EventID, among slugs: [String]) -> String? {
    let most = slugs.map { sessions(of: event, $0) }.max() ?? 0
    let first = slugs.filter { sessions(of: event, $0) == most }
    return chosen.flatMap { first.contains($0) ? $0 : nil } ?? first.first
  }
}
