import StudioTesting
import Testing

@testable import Training

@Suite struct TrainingWordsTests {
  @Test func `every text is there in every language, and none that no page uses`() {
    #expect(WordsCheck.faults(in: "training", [TrainingHomeText.self, TrainingText.self]) == [])
  }
}
