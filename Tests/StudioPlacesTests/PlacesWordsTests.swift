import BoothCore
import Testing

@testable import StudioPlaces

@Suite struct PlacesWordsTests {
  @Test func `every language says everything, with the same numbers`() {
    for language in Language.allCases {
      let table = PlacesText.table(language)
      for text in PlacesText.allCases {
        #expect(table[text]?.isEmpty == false, "\(language) \(text)")
        for number in ["%1", "%2", "%3"] {
          #expect(table[text]?.contains(number) == PlacesText.english[text]?.contains(number), "\(language) \(text)")
        }
      }
    }
  }
}
