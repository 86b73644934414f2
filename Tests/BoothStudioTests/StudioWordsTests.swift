import Testing

@testable import BoothStudio

@Suite struct StudioWordsTests {
  @Test func `every language says everything`() {
    for language in [
      StudioWords.english, StudioWords.german, StudioWords.french, StudioWords.spanish, StudioWords.hebrew,
      StudioWords.arabic,
    ] {
      for text in StudioText.allCases { #expect(language[text]?.isEmpty == false, "\(text)") }
      // The same numbers are filled in.
      for text in StudioText.allCases {
        let isFilled = StudioWords.english[text]?.contains("%1") == true
        #expect(language[text]?.contains("%1") == isFilled, "\(text)")
      }
    }
  }
}
