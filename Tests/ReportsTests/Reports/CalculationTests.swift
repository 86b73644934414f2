import Documents
import FoundationEssentials
import Testing

@testable import Reports

@Suite struct CalculationTests {
  /// Expressions and what each is worth: the browser is held to the same file.
  private static func table() throws -> (values: DocumentJSON, cases: [(expression: String, gives: String)]) {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/calculations.json")
    let json = try DocumentJSON(bytes: Array(try Data(contentsOf: file)))
    let cases = (json["cases"]?.elements ?? []).map { ($0["expression"]?.text ?? "", $0["gives"]?.text ?? "") }
    return (json["values"] ?? .null, cases)
  }

  @Test func `each expression of the table is worth what it says`() throws {
    let (values, cases) = try Self.table()
    #expect(cases.count >= 340)
    for (expression, gives) in cases {
      var found: String
      do throws(CalculationFault) {
        found = try Calculation(expression).value { values[$0].map { CalculationValue(plain: $0) } }.told
      } catch { found = error.told }
      #expect(found == gives, "\(expression.prefix(200))")
    }
  }

  @Test func `decimal numbers are exact, and rounded half away from zero`() throws {
    let tenth = try #require(Amount("0.1"))
    var sum = try #require(Amount(0))
    for _ in 0..<10 {
      let next = sum + tenth
      sum = try #require(next)
    }
    #expect(sum == Amount(1))
    #expect(Amount("1e15") == nil && Amount("-999999999999999.999999999999")?.text == "-999999999999999.999999999999")
    #expect(Amount("999999999999999.9999999999995") == nil)
    #expect(Amount(0.1 + 0.2)?.text(digits: 2) == "0.30" && Amount(24.8)?.text(digits: 0) == "25")
    #expect(Amount("") == nil && Amount("-") == nil && Amount(".") == nil && Amount("1x") == nil && Amount("1e") == nil)
  }

  private func fields(_ expressions: [String: String]) -> [TemplateField] {
    expressions.map { id, expression in
      TemplateField(id, .calculation, id, smart: SmartSettings(.web, .calculation, expression: expression))
    } + [TemplateField("n", .number, "N")]
  }

  @Test func `calculations refer to each other, in whatever order they stand`() throws {
    let order = CalculationOrder(fields(["a": "b + c", "b": "c * 2", "c": "n + 1"]))
    #expect(order.cycles.isEmpty)
    #expect(try order.value(of: "a") { $0 == "n" ? .number(Amount(2)!) : nil } == .number(Amount(9)!))
  }

  @Test func `what is made of itself is named`() throws {
    let order = CalculationOrder(fields(["a": "b + 1", "b": "c", "c": "a", "d": "d", "e": "a"]))
    #expect(order.cycles == [["a", "b", "c"], ["d"]])
    #expect(throws: CalculationFault(.cycle(["a", "b", "c", "a"]), at: 0)) { try order.value(of: "a") { _ in nil } }
  }

  @Test func `fifty fields that each refer twice to the next are reckoned once each`() throws {
    let chain = Dictionary(
      uniqueKeysWithValues: (0..<50).map { ("f\($0)", $0 == 49 ? "n" : "f\($0 + 1) + f\($0 + 1)") })
    #expect(
      try CalculationOrder(fields(chain)).value(of: "f10") { $0 == "n" ? .number(Amount(1)!) : nil }
        == .number(Amount(1 << 39)!))
  }
}
