import BoothCore
import StudioServer
import Testing

@testable import StudioLocations

@Suite struct PlacesWordsTests {
  private static func check<Text: PageText>(_ texts: Text.Type) {
    let english = Text.table(.english)
    for language in Language.allCases {
      let table = Text.table(language)
      for text in Text.allCases {
        #expect(table[text]?.isEmpty == false, "\(language) \(text)")
        for number in ["%1", "%2", "%3"] {
          #expect(table[text]?.contains(number) == english[text]?.contains(number), "\(language) \(text)")
        }
      }
    }
  }

  @Test func `every language says everything, with the same numbers`() {
    Self.check(PlacesText.self)
    Self.check(SyncText.self)
  }
}
