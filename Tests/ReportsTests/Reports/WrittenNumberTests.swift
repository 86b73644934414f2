import BoothCore
import Documents
import FoundationEssentials
import Locations
import StudioModel
import Testing

@testable import Reports

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

  @Test func `a number stands on a page as its language writes it, as browsers do`() {
    let written: [(Language, String, String, String)] = [
      (.english, "-1,234.5", "1,234,567.125", "12,345"), (.german, "-1.234,5", "1.234.567,125", "12.345"),
      (.french, "-1\u{202F}234,5", "1\u{202F}234\u{202F}567,125", "12\u{202F}345"),
      (.spanish, "-1234,5", "1.234.567,125", "12.345"), (.hebrew, "\u{200E}-1,234.5", "1,234,567.125", "12,345"),
      (.arabic, "\u{200E}-1,234.5", "1,234,567.125", "12,345"),
    ]
    for (language, negative, long, whole) in written {
      #expect(WrittenNumber.written("-1234.5", in: language) == negative)
      #expect(WrittenNumber.written("1234567.125", in: language) == long)
      #expect(WrittenNumber.written("12345", in: language) == whole)
      #expect(WrittenNumber.written("12345", in: language, isGrouped: false) == "12345")
      for odd in ["", "-", "1e5", "nan", ".5", "5.", "1.2.3", "١"] {
        #expect(WrittenNumber.written(odd, in: language) == odd, "\(odd)")
      }
    }
    #expect(WrittenNumber.written("12.5", in: .german, leastDigits: 2) == "12,50")
  }

  @Test(arguments: Language.allCases)
  func `what a page writes into a field it reads back as the same number, in each language`(language: Language) throws {
    let decimal = WrittenNumber.Decimal(language)
    for plain in [
      "0", "-0.5", "7.25", "1.234", "-12.345", "123.456", "1234", "1234.567", "12345", "1234567", "0.125",
      "0.000000000001",
      "999999999999999", "100.100", "2.5", "1000", "-1000", "1.2345", "12.3", "999.999",
    ] {
      let amount = try #require(Amount(plain))
      for (type, least) in [(FieldType.number, 0), (.currency, 2), (.calculation, 0), (.photoCount, 0)] {
        let text = WrittenNumber.typed(plain, in: language, leastDigits: least)
        let read = WrittenNumber.read(text, decimal: decimal, isAmount: type == .currency)
        guard case .one(let found) = read else {
          Issue.record("\(plain) stands as \(text) and is read as \(read)")
          continue
        }
        #expect(Amount(found) == amount, "\(plain) stands as \(text)")
        let field = TemplateField("f", type, "F")
        let typed = AnswerWords.typed(.double(amount.double), field, in: language)
        guard case .one(let again) = WrittenNumber.read(typed, decimal: decimal) else {
          Issue.record("\(plain) stands as \(typed)")
          continue
        }
        #expect(Amount(again) == Amount(amount.double))
      }
      let mileage = TemplateField("m", .mileage, "M")
      let kept = "\(amount.text) miles"
      let way = AnswerWords.typed(.string(kept), mileage, in: language)
      if amount >= .zero { #expect(try MileageText.taken(way, decimal: decimal).hasSuffix(" miles")) }
      if amount >= .zero, let found = MileageText(kept: try MileageText.taken(way, decimal: decimal)) {
        #expect(found.length == amount, "\(way)")
      }
    }
  }

  @Test func `answers of a report are written in the page's language, and texts stay as they are`() {
    let german = AnswerWords(.german, yes: "Ja", no: "Nein")
    func shown(_ value: DocumentValue, _ type: FieldType? = nil) -> String {
      german.shown(value, type.map { TemplateField("f", $0, "F") })
    }
    #expect(shown(.double(1234.5), .number) == "1234,5" && shown(.double(1234.5), .currency) == "1.234,50")
    #expect(shown(.integer(2024)) == "2024" && shown(.string("25.13"), .calculation) == "25,13")
    #expect(shown(.string("1024.8 miles"), .mileage) == "1.024,8 miles" && shown(.double(24.8), .mileage) == "24,8")
    #expect(shown(.string("82.0 miles"), .mileage) == "82,0 miles" && shown(.string("0.0 km"), .mileage) == "0,0 km")
    for odd in ["082.0 miles", "82. miles", ".5 miles", "1.2.3 miles"] { #expect(shown(.string(odd), .mileage) == odd) }
    #expect(shown(.string("3.5"), .text) == "3.5" && shown(.string("00123"), .number) == "00123")
    #expect(shown(.string("24.8"), nil) == "24.8" && shown(.string("n/a"), .mileage) == "n/a")
    #expect(shown(.array([.double(1.5), .string("a"), .boolean(true)])) == "1,5, a, Ja")
    #expect(shown(.map(["rate": .double(0.67)])) == "Rate: 0,67")
  }

  @Test(arguments: ["10 m", "10 ft", "12.5 feet", "3 yd", "10 Meter", "1,234 m", "10m", "10'", "٥ م", "10 מ׳", "5 Fuß"])
  func `a way in metres or feet is asked back, and never counted as miles`(text: String) {
    let field = TemplateField("m", .mileage, "Mileage")
    #expect(throws: AnswerFault.otherUnit) { try FormAnswer.read(.string(text), of: field) }
    #expect(throws: AnswerFault.otherUnit) { try MileageText.taken(text, decimal: .point) }
  }

  @Test(arguments: [
    "24.8", "24.8 miles", "10 mi", "10 mi.", "39.9 km", "1 234,5 km", "10 Meilen", "Location required", "",
    "10 round trip", "m",
    "Calculation failed",
  ])
  func `a way in miles or kilometres, or another text, is kept as it is`(text: String) throws {
    let field = TemplateField("m", .mileage, "Mileage")
    #expect(try FormAnswer.read(.string(text), of: field) == (text.isEmpty ? nil : .string(text)))
  }

  @Test func `a way typed with a comma is kept with a point, and what may be two is asked`() throws {
    #expect(try MileageText.taken("30,5 Meilen", decimal: .comma) == "30.5 Meilen")
    #expect(try MileageText.taken("1.234,5 km", decimal: .comma) == "1234.5 km")
    #expect(try MileageText.taken("none", decimal: .comma) == "none")
    #expect(throws: AnswerFault.twoNumbers) { try MileageText.taken("1.234 km", decimal: .comma) }
  }
}
