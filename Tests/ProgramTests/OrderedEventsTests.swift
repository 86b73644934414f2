import BoothCore
import BoothStore
import Testing

@testable import booth

/// What a booth offers first.
@Suite struct OrderedEventsTests {
  private func order(_ days: [String], today: String?, first: String? = nil) -> [String] {
    let events = days.enumerated().map { Event(id: $0.offset + 1, slug: "e\($0.offset)", name: "", date: $0.element) }
    return OrderedEvents.sorted(events, today: today.flatMap { CivilDate.day($0) }, first: first).map(\.date)
  }

  @Test func `the nearest event is first, and the next one before the last one`() {
    let days = ["2026-01-01", "2026-06-20", "soon", "2026-06-12", "2026-06-16"]
    #expect(
      order(days, today: "2026-06-14") == ["2026-06-16", "2026-06-12", "2026-06-20", "2026-01-01", "soon"])
    #expect(order(days, today: "2026-06-20").first == "2026-06-20")
    // A clock that was never set knows no nearest.
    #expect(order(days, today: nil) == days)
  }

  @Test func `a new machine begins with the English wedding, whatever the day`() {
    let store = FolderEventStore(folder: Program.bundledEvents)
    for today in ["2026-10-15", "2030-01-01", nil] {
      let offered = OrderedEvents(store, today: today, areBundled: true).events
      #expect(offered.first?.slug == "wedding" && offered.count == store.events.count)
    }
    #expect(OrderedEvents(store, today: "2026-10-15", areBundled: false).events.first?.slug == "jerusalem")
  }
}
