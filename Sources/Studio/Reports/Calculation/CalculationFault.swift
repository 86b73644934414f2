/// Why an expression has no value, and where.
package struct CalculationFault: Error, Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// What should have stood there.
    case expected(String)
    case unknownField(String)
    case unknownFunction(String)
    /// How many a function takes.
    case wrongCount(String)
    /// What something is, and what it should have been.
    case wrongKind(found: String, expected: String)
    case divisionByZero
    /// Beyond 10^15, a day outside of the years 1970 to 9999, or a text that is too long.
    case tooLarge
    /// A time of day before midnight or after it.
    case outsideOfDay
    /// Too long, or too many things in each other.
    case tooComplicated
    /// Made of itself, by way of these.
    case cycle([String])
  }

  package var kind: Kind
  /// Counted in Unicode scalars from the beginning of the expression, from 0.
  package var position: Int

  package init(_ kind: Kind, at position: Int) {
    self.kind = kind
    self.position = position
  }

  /// As the table of cases has it: `error division-by-zero at 4`.
  package var told: String {
    let name =
      switch kind {
      case .expected: "expected"
      case .unknownField: "unknown-field"
      case .unknownFunction: "unknown-function"
      case .wrongCount: "wrong-count"
      case .wrongKind: "wrong-kind"
      case .divisionByZero: "division-by-zero"
      case .tooLarge, .outsideOfDay: "too-large"
      case .tooComplicated: "too-complicated"
      case .cycle: "cycle"
      }
    return "error \(name) at \(position)"
  }

  /// For the expression's author.
  package var words: String {
    let what =
      switch kind {
      case .expected(let wanted): "expected \(wanted)"
      case .unknownField(let name): "there is no field \(name)"
      case .unknownFunction(let name): "there is no function \(name)"
      case .wrongCount(let wanted): wanted
      case .wrongKind(let found, let expected): "this is \(found); expected \(expected)"
      case .divisionByZero: "a division by zero"
      case .tooLarge:
        "a number of 10^15 or more, a day outside of the years 1970 to 9999, or a text of more than 20,000 characters"
      case .outsideOfDay: "a time before midnight or after it: a day has 24 hours, from 00:00 to 23:59"
      case .tooComplicated: "the expression is too long, or too deep"
      case .cycle(let names): "it is made of itself: \(names.joined(separator: " → "))"
      }
    return "\(what) (at character \(position + 1))"
  }
}
