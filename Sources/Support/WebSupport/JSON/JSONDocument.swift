/// JSON as it came: members keep their order and numbers their spelling, so that what is copied is what was sent,
/// with members we have never heard of.
///
/// ```swift
/// let answer = JSONDocument.members(["id": .string("7"), "url": nil])  // {"id":"7"}
/// answer["id"]?.string  // "7"
/// ```
package indirect enum JSONDocument: Sendable, Equatable {
  case null
  case bool(Bool)
  /// The number as it is written.
  case number(String)
  case string(String)
  case array([JSONDocument])
  case object([Member])

  package struct Member: Sendable, Equatable {
    package var name: String
    package var value: JSONDocument

    package init(name: String, value: JSONDocument) {
      self.name = name
      self.value = value
    }
  }

  /// The member `name`; of several the last, as JavaScript has it. Setting nil takes it away.
  package subscript(_ name: String) -> JSONDocument? {
    get {
      guard case .object(let members) = self else { return nil }
      return members.last { $0.name == name }?.value
    }
    set {
      guard case .object(var members) = self else { return }
      let index = members.firstIndex { $0.name == name }
      members.removeAll { $0.name == name }
      if let newValue {
        members.insert(Member(name: name, value: newValue), at: min(index ?? members.count, members.count))
      }
      self = .object(members)
    }
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var array: [JSONDocument]? { if case .array(let values) = self { values } else { nil } }
  package var isObject: Bool { if case .object = self { true } else { false } }

  /// A number without a fraction, as `7`, `7.0` and `7e0` are.
  package var integer: Int64? {
    guard case .number(let text) = self else { return nil }
    if let number = Int64(text) { return number }
    // Beyond 2^53 a JavaScript number is not exact.
    guard let number = Double(text), number.magnitude <= 9_007_199_254_740_992, number == number.rounded() else {
      return nil
    }
    return Int64(number)
  }

  package static func integer(_ number: some BinaryInteger) -> JSONDocument { .number(String(number)) }

  /// Members of a new object; those that are nil are left out.
  package static func members(_ members: KeyValuePairs<String, JSONDocument?>) -> JSONDocument {
    .object(members.compactMap { member in member.value.map { Member(name: member.key, value: $0) } })
  }
}

extension JSONDocument: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(arrayLiteral values: JSONDocument...) { self = .array(values) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral number: Int) { self = .number(String(number)) }
}
