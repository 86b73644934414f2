import BoothCore
import FoundationEssentials
import StudioRules
import Testing
import ThenAndNow

@testable import DailyReports

/// Numbers as people write them, by the table that the browser is held to as well.
@Suite struct WrittenNumberTests {
  private static func cases() throws -> [DocumentJSON] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/numbers.json")
    return try #require(try DocumentJSON(bytes: Array(try Data(contentsOf: file)))["cases"]?.elements)
  }

  @Test func `each number of the table is read as it stands there`() throws {
    let cases = try Self.cases()
    for one in cases {
      let text = try #require(one["text"]?.text)
      let expected: WrittenNumber
      switch one["gives"] {
      case .string(let plain)?: expected = .one(plain)
      case .array(let two)?: expected = .either(whole: two[0].text ?? "", fraction: two[1].text ?? "")
      default: expected = .none
      }
      let decimal = one["decimal"]?.text?.first.flatMap(WrittenNumber.Decimal.init)
      let found = WrittenNumber.read(text, decimal: decimal, isAmount: one["amount"] == .bool(true))
      #expect(found == expected, "\(text) \(one["decimal"]?.text ?? "")")
    }
    #expect(cases.count >= 130)
  }

  @Test(arguments: ["1.234,56", "1,234.56", "1 234,56", "1'234.56", "١٬٢٣٤٫٥٦"])
  func `a number of either convention is kept as the same`(text: String) throws {
    for type in [FieldType.number, .currency] {
      #expect(try FormAnswer.read(.string(text), of: TemplateField("f", type, "F")) == 1234.56)
    }
  }

  @Test(arguments: ["1,234", "12,345", "-1,234", "1.234?"])
  func `a number that may be thousands or a fraction is asked back, and never guessed`(text: String) {
    for type in [FieldType.number, .currency] {
      #expect(throws: AnswerFault.twoNumbers) { try FormAnswer.read(.string(text), of: TemplateField("f", type, "F")) }
    }
  }

  @Test func `a number that a page sends has a point before its fraction, whatever comes behind it`() throws {
    for (text, kept) in [("1.234", 1.234), ("1.2340", 1.234), ("0.125", 0.125), ("1e3", 1000)] as [(String, Double)] {
      let read = try FormAnswer.read(.string(text), of: TemplateField("f", .number, "F"))
      #expect(read?.plainText.flatMap { Double($0) } == kept, "\(text)")
    }
  }
}
