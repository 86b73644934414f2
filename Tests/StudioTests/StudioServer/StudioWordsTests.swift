import BoothCore
import StudioModel
import StudioTesting
import Testing

@testable import Firebase
@testable import StudioServer

@Suite struct StudioWordsTests {
  @Test func `every text is there in every language, and none that no page uses`() {
    #expect(
      WordsCheck.faults(
        in: "studio",
        [
          BoothCondition.Kind.self, FleetText.self, HomeText.self, OperateText.self, OperatedBoothError.Reason.self,
          PartText.self,
          SettingsText.self, StudioText.self, WaitingText.self,
        ]) == [])
  }

  @Test func `a text that is missing, left over or fills in another place is named`() {
    let faults = WordsCheck.faults(in: "studio", [Filled.self, SettingsText.self, StudioText.self])
    #expect(faults.contains("words/studio/de.json: waiting.two is missing"))
    #expect(faults.contains { $0.hasPrefix("words/studio/de.json: no page uses waiting.") })
    #expect(WordsCheck.faults(in: "studio", [StudioText.self]).contains("words/studio/he.json: no page uses waiting"))
  }

  @Test func `numbers and words are put where they belong, once`() {
    #expect(WordTable<Filled>.filled("50 % of %1 and %2", ["%2", "b"]) == "50 % of %2 and b")
    #expect(WordTable<Filled>.filled("50 % of %1 and %2", ["7"]) == "50 % of 7 and %2")
    #expect(WordTable<StudioText>(.english).filled(.changesWait, 7).contains("7"))
  }
}

private enum Filled: String, PageText {
  case two
  static let words = PageWords("studio", "waiting")
}
