import BoothStore
import BoothTesting
import Testing

@testable import BoothProgram
@testable import booth

/// The morning after: commands about events, when the booth has ended.
@Suite struct EventPlacesTests {
  @Test func `commands look at the events of the booth that ran last, until somebody names others`() async throws {
    let folder = try TemporaryFolder()
    for (place, slug) in [("mine", "anna"), ("others", "lea")] {
      try folder.put(
        "\(place)/\(slug)/event.json", Array(#"{"id": 7, "name": "N", "date": "2026-06-01"}"#.utf8))
    }
    let data = folder.path("data")
    try folder.put("data/\(RunningEvents.noteName)", Array((folder.path("mine") + "\n").utf8))
    let plain = try await Settings(flags: [.data: data], environment: [:], file: nil)
    #expect(try EventPlaces.lastUsed(plain).folder == folder.path("mine"))
    #expect(RunningEvents.folder(of: data) == nil, "none runs")
    let named = try await Settings(flags: [.data: data, .events: folder.path("others")], environment: [:], file: nil)
    #expect(try EventPlaces.lastUsed(named).folder == folder.path("others"))
  }
}
