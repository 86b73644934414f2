import StudioTesting
import Testing

@testable import Reports
@testable import StudioReports

@Suite struct ReportWordsTests {
  @Test func `every text is there in every language, and none that no page uses`() {
    #expect(
      WordsCheck.faults(
        in: "reports",
        [
          BuilderText.self, FormText.self, ReadingText.self, ReportsHomeText.self, ReportsText.self,
          TemplateProblem.Kind.self, FieldPattern.Fault.Kind.self,
        ]) == [])
  }
}
