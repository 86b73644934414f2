import ConfigFiles
import Testing

@testable import BoothCore

@Suite struct FilterFileTests {
  @Test func `an event offers filters and films by their names`() throws {
    let event = try #require(
      EventFileTests.event("filters: ['bw', 'none', 'warm', 'sepia'], films: ['strip', 'boomerang', 'gif']").events
        .first)
    #expect(event.filters == [.blackAndWhite, .none, .warm, .sepia])
    #expect(event.films == [.strip, .boomerang, .gif])
    let plain = try #require(EventFileTests.event("sound: true").events.first)
    #expect(plain.filters == [.none] && plain.films == [.strip])
  }

  @Test func `names that are none are told and left out`() throws {
    let file = EventFileTests.event("filters: ['bw', 'pink', 'bw', 3], films: []")
    #expect(file.events.first?.filters == [.blackAndWhite] && file.events.first?.films == [.strip])
    #expect(file.problems.map(\.key) == ["filters[1]", "filters[2]", "filters[3]", "films"])
    #expect(file.problems.first?.expected == "one of \"none\", \"bw\", \"sepia\", \"warm\", each once")
    #expect(EventFileTests.event("filters: ['x']").events.first?.filters == [.none])
  }

  @Test func `the only filter is everybody's; a choice holds whatever is offered by now`() {
    var event = Event(id: 1, slug: "a", name: "A", date: "")
    #expect(event.filter(choosing: nil) == .none && event.filter(choosing: .sepia) == .sepia)
    event.filters = [.blackAndWhite]
    #expect(event.filter(choosing: nil) == .blackAndWhite && event.filter(choosing: .sepia) == .sepia)
    event.filters = [.warm, .none, .sepia]
    #expect(event.filter(choosing: nil) == .none && event.filter(choosing: .sepia) == .sepia)
    event.filters = [.warm, .sepia]
    #expect(event.filter(choosing: nil) == .warm)
  }
}
