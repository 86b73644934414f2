import BoothCore
import CommandSupport

/// The events in the order in which they are offered: the nearest first, as an operator who comes on the day means that one.
struct OrderedEvents: EventStore {
  let events: [Event]
  private let eventStore: any EventStore

  /// - Parameters:
  ///   - today: by the machine's clock; nil where that was never set, and the store's own order stays.
  ///   - areBundled: the events are examples, and their days do not count.
  init(_ eventStore: any EventStore, today: String?, areBundled: Bool) {
    self.eventStore = eventStore
    events = Self.sorted(
      eventStore.events, today: today.flatMap { CivilDate.day($0) }, first: areBundled ? Self.example : nil)
  }

  /// The one in English among those that come with the program.
  private static let example = "wedding"

  /// What is to come before what was, where both are as near; events without a day at the end.
  static func sorted(_ events: [Event], today: Int?, first: String?) -> [Event] {
    func rank(_ event: Event) -> (Int, Int, Int) {
      let day = CivilDate.day(event.date)
      guard let today, let day else { return (event.slug == first ? 0 : 1, day == nil && today != nil ? .max : 0, 0) }
      return (event.slug == first ? 0 : 1, abs(day - today), day < today ? 1 : 0)
    }
    return events.enumerated().sorted {
      let (a, b) = (rank($0.element), rank($1.element))
      return a == b ? $0.offset < $1.offset : a < b
    }.map(\.element)
  }

  /// As the store has it.
  func artwork(of event: Event) -> Artwork { eventStore.artwork(of: event) }
}

extension OrderedEvents {
  /// As a booth of these settings offers them at this time.
  init(_ eventStore: any EventStore, _ settings: Settings, at time: WallTime) {
    // A clock that was never set begins in 1970, or at the system's build.
    let isSet = time.trusted || time.unixSeconds >= 1_735_689_600  // 2025-01-01
    self.init(eventStore, today: isSet ? time.day : nil, areBundled: EventPlaces.areBundled(settings))
  }
}
