import BoothCore
import StudioTesting
import Testing

@testable import Documents

@Suite struct DocumentValueTests {
  @Test func `the order of values is total, and that of their bytes is the same`() {
    let steps = DocumentConformance.ladder.enumerated().flatMap { place, values in values.map { (place, $0) } }
    for (a, one) in steps {
      for (b, other) in steps {
        let order = DocumentOrder(a, b)
        #expect(one.order(to: other) == order, "\(one) and \(other)")
        let (left, right) = (one.orderedBytes, other.orderedBytes)
        #expect((left == right) == (order == .same), "\(one) and \(other)")
        #expect(left.lexicographicallyPrecedes(right) == (order == .less), "\(one) and \(other)")
      }
    }
  }

  private static func value(_ random: inout SeededRandom, depth: Int = 0) -> DocumentValue {
    let bytes: [UInt8] = [0, 1, 2, 97, 254, 255]
    let texts = ["", "a", "b", "\u{0}", "a\u{0}", "é"]
    switch Int.random(in: 0..<(depth < 3 ? 12 : 9), using: &random) {
    case 0: return .null
    case 1: return .boolean(.random(using: &random))
    case 2: return .integer(.random(in: (-3)...3, using: &random))
    case 3: return .double(.random(in: (-3)...3, using: &random).rounded())
    case 4: return .integer(.random(in: .min ... .max, using: &random))
    case 5: return .double(Double(bitPattern: random.next()))
    case 6: return .string((texts.randomElement(using: &random) ?? "") + (texts.randomElement(using: &random) ?? ""))
    case 7:
      return .bytes((0..<Int.random(in: 0..<4, using: &random)).compactMap { _ in bytes.randomElement(using: &random) })
    case 8: return .timestamp(DocumentTimestamp(microseconds: .random(in: (-5)...5, using: &random)))
    case 9, 10:
      return .array((0..<Int.random(in: 0..<3, using: &random)).map { _ in value(&random, depth: depth + 1) })
    default:
      return .map(
        DocumentFields(
          (0..<Int.random(in: 0..<3, using: &random)).map { _ in
            (texts.randomElement(using: &random) ?? "", value(&random, depth: depth + 1))
          }))
    }
  }

  @Test func `values by chance have one order, and come back from JSON`() throws {
    var random = SeededRandom(seed: 7)
    let coding = DocumentJSONCoding(root: "projects/p/databases/(default)/documents/")
    let values = (0..<300).map { _ in Self.value(&random) }
    for one in values {
      #expect(try coding.value(DocumentJSON(bytes: coding.json(one).bytes)) == one)
      for other in values.prefix(60) {
        let order = one.order(to: other)
        #expect(other.order(to: one) == order.reversed)
        #expect(one.orderedBytes.lexicographicallyPrecedes(other.orderedBytes) == (order == .less), "\(one), \(other)")
      }
    }
  }

  @Test func `moments are read as they are written`() throws {
    let texts = [
      "0001-01-01T00:00:00Z", "1582-10-15T01:02:03Z", "1969-12-31T23:59:59.999999999Z", "1970-01-01T00:00:00Z",
      "2000-02-29T12:00:00.100Z", "2024-01-15T14:30:00.000001Z", "9999-12-31T23:59:59.999999999Z",
    ]
    for text in texts { #expect(DocumentTimestamp(text)?.description == text) }
    #expect(DocumentTimestamp("1969-12-31T23:59:59.999999999Z")?.kept.microseconds == -1)
    #expect(DocumentTimestamp("2024-01-15T16:30:00+02:00")?.description == "2024-01-15T14:30:00Z")
    #expect(DocumentTimestamp(microseconds: .max).description == "9999-12-31T23:59:59.999999Z")
    #expect(DocumentTimestamp(microseconds: .min).description == "0001-01-01T00:00:00Z")
    for text in [
      "", "2024-01-15", "2024-01-15T14:30:00", "2024-02-30T00:00:00Z", "1900-02-29T00:00:00Z", "0000-01-01T00:00:00Z",
      "2024-01-15T24:00:00Z", "2024-01-15T14:30:00.Z", "2024-01-15T14:30:00Zz", "0001-01-01T00:00:00+00:01",
    ] { #expect(DocumentTimestamp(text) == nil, "\(text)") }
  }

  @Test func `field paths are read as they are written`() {
    for segments in [["a"], ["a", "b_1"], ["a.b"], ["1a"], ["", "x"], ["`"], ["\\", "a`b\\"], ["ü", "😀"]] {
      let path = DocumentFieldPath(segments: segments)
      #expect(DocumentFieldPath(text: path.description) == (segments.contains("") ? nil : path), "\(path)")
    }
    #expect(DocumentFieldPath(segments: ["a", "b c", "d"]).description == "a.`b c`.d")
    for text in ["", ".", "a.", ".a", "`", "`a", "`a`b", "a..b", "`a\\"] {
      #expect(DocumentFieldPath(text: text) == nil, "\(text)")
    }
  }

  @Test func `JSON is read strictly`() throws {
    let good = #" {"a":[1,-0.5e+3,true,null,"\u00e9\ud83d\ude00\n\/"],"b":{}} "#
    let json = try DocumentJSON(bytes: Array(good.utf8))
    #expect(json["a"]?.elements?.last?.text == "é😀\n/")
    #expect(try DocumentJSON(bytes: json.bytes) == json)
    let bad = [
      "", "{", "[1,]", "{\"a\":1,}", "{a:1}", "01", "1.", ".5", "+1", "1e", "tru", "\"a", "\"\n\"", #""\x""#,
      #""\u12""#,
      #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, "1 2", "nul", String(repeating: "[", count: 200), "\u{FEFF}1",
    ]
    for text in bad {
      #expect(throws: DocumentJSONFault.self, "\(text)") { try DocumentJSON(bytes: Array(text.utf8)) }
    }
    #expect(throws: DocumentJSONFault.self) { try DocumentJSON(bytes: [0x22, 0xFF, 0x22]) }
  }

  @Test func `what says that it is a value and is none is a fault`() throws {
    let coding = DocumentJSONCoding(root: "projects/p/databases/(default)/documents/")
    for text in [
      "1", "{}", #"{"stringValue":1}"#, #"{"stringValue":"a","nullValue":null}"#, #"{"integerValue":"1.5"}"#,
      #"{"integerValue":"9223372036854775808"}"#, #"{"doubleValue":"x"}"#, #"{"timestampValue":"now"}"#,
      #"{"bytesValue":"*"}"#, #"{"referenceValue":"projects/q/databases/(default)/documents/a/b"}"#,
      #"{"referenceValue":"projects/p/databases/(default)/documents/a"}"#, #"{"arrayValue":{"values":{}}}"#,
      #"{"mapValue":{"fields":[]}}"#, #"{"strangeValue":1}"#, #"{"booleanValue":"true"}"#, #"{"geoPointValue":[]}"#,
    ] {
      let json = try DocumentJSON(bytes: Array(text.utf8))
      #expect(throws: DocumentValueFault.self, "\(text)") { try coding.value(json) }
    }
  }
}
