import StudioTesting
import Testing

@testable import StudioLocations

@Suite struct LocationWordsTests {
  @Test func `every text is there in every language, and none that no page uses`() {
    #expect(
      WordsCheck.faults(in: "locations", [PlacesHomeText.self, PlacesText.self, SyncText.self, SiteText.self]) == [])
  }
}
