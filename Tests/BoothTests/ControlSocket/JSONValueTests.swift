import FoundationEssentials
import Testing

@testable import ControlSocket

@Suite struct JSONValueTests {
  private struct Sample: Codable, Equatable {
    var id: Int
    var ratio: Double
    var name: String?
    var at: Date
    var list: [Bool]
  }

  @Test func `any value goes through JSON and comes back`() throws {
    let sample = Sample(
      id: .max, ratio: 0.5, name: nil, at: Date(timeIntervalSince1970: 1_700_000_000), list: [true, false])
    let value = try JSONValue(encoding: sample)
    #expect(value["id"] == .int(.max))
    #expect(value["ratio"] == .double(0.5))
    #expect(value["at"] == .string("2023-11-14T22:13:20Z"))
    #expect(value["list"] == .array([.bool(true), .bool(false)]))
    #expect(value["none"] == nil)
    #expect(try value.decode(Sample.self) == sample)
  }

  @Test(arguments: [
    ("null", JSONValue.null), ("true", .bool(true)), ("1", .int(1)), ("0", .int(0)), ("-1.5", .double(-1.5)),
    ("1e300", .double(1e300)),
    ("\"1\"", .string("1")), ("[]", .array([])), ("{}", .object([:])),
    ("{\"a\":[null]}", .object(["a": .array([.null])])),
  ])
  func `every kind of JSON is kept apart`(_ text: String, _ expected: JSONValue) throws {
    #expect(try JSONValue.decoder.decode(JSONValue.self, from: Data(text.utf8)) == expected)
  }

  @Test func `a number that JSON has not is refused`() {
    #expect(throws: (any Error).self) { try JSONValue(encoding: ["x": Double.infinity]) }
  }
}
