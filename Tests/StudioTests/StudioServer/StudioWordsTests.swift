import BoothCore
import Testing

@testable import StudioServer

@Suite struct StudioWordsTests {
  @Test func `every language says everything`() {
    Self.check(StudioText.self)
    Self.check(SettingsText.self)
  }

  private static func check<Text: PageText>(_ texts: Text.Type) {
    let english = Text.table(.english)
    for language in Language.allCases.map(Text.table) {
      for text in Text.allCases { #expect(language[text]?.isEmpty == false, "\(text)") }
      // The same numbers are filled in.
      for text in Text.allCases {
        let isFilled = english[text]?.contains("%1") == true
        #expect(language[text]?.contains("%1") == isFilled, "\(text)")
      }
    }
  }

  @Test func `numbers and words are put where they belong, once`() {
    let words = WordTable<Filled>(.english)
    #expect(words.filled(.two, "%2", "b") == "50 % of %2 and b")
    #expect(words.filled(.two, 7) == "50 % of 7 and %2")
  }
}

private enum Filled: String, PageText {
  case two
  static func table(_ language: Language) -> [Filled: String] { [.two: "50 % of %1 and %2"] }
}
