/// An expression of the calculation language, read; see the page "Reports" of the documentation for its grammar.
package struct Calculation: Sendable, Equatable {
  /// A field that is referred to, and where.
  package struct Reference: Sendable, Equatable {
    package var name: String
    package var position: Int
  }

  /// What an expression is made of.
  indirect enum Node: Sendable, Equatable {
    case value(CalculationValue)
    case field(String, Int)
    case negative(Node, Int)
    case not(Node, Int)
    case pair(String, Node, Node, Int)
    case call(CalculationFunction, [Node], Int)

    /// Where it begins: faults of kind lead there.
    var position: Int {
      switch self {
      case .value: 0
      case .field(_, let position), .negative(_, let position), .not(_, let position), .call(_, _, let position),
        .pair(_, _, _, let position):
        position
      }
    }
  }

  let root: Node
  /// In their order, as often as they stand there.
  package let references: [Reference]

  /// - Throws: what was expected, and where.
  package init(_ text: String) throws(CalculationFault) {
    var reader = CalculationReader(tokens: try CalculationToken.read(text))
    root = try reader.whole()
    references = reader.references
  }
}

/// Reads tokens by recursive descent, from what binds least to what binds most.
struct CalculationReader {
  let tokens: [CalculationToken]
  private(set) var references: [Calculation.Reference] = []
  private var place = 0
  private var depth = 0
  private static let deepest = 60

  init(tokens: [CalculationToken]) { self.tokens = tokens }

  private var token: CalculationToken { tokens[place] }

  mutating func whole() throws(CalculationFault) -> Calculation.Node {
    let node = try choice()
    guard token.kind == .end else {
      throw CalculationFault(.expected("a sign such as +, or the end"), at: token.position)
    }
    return node
  }

  private mutating func takesWord(_ word: String) -> Bool {
    guard case .name(let name) = token.kind, name.lowercased() == word else { return false }
    place += 1
    return true
  }

  private mutating func takes(_ signs: [String]) -> (String, Int)? {
    guard case .sign(let sign) = token.kind, signs.contains(sign) else { return nil }
    defer { place += 1 }
    return (sign, token.position)
  }

  /// `or`.
  private mutating func choice() throws(CalculationFault) -> Calculation.Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw CalculationFault(.tooComplicated, at: token.position) }
    var node = try union()
    while true {
      let position = token.position
      guard takesWord("or") else { return node }
      node = .pair("or", node, try union(), position)
    }
  }

  private mutating func union() throws(CalculationFault) -> Calculation.Node {
    var node = try negation()
    while true {
      let position = token.position
      guard takesWord("and") else { return node }
      node = .pair("and", node, try negation(), position)
    }
  }

  private mutating func negation() throws(CalculationFault) -> Calculation.Node {
    let position = token.position
    guard takesWord("not") else { return try comparison() }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw CalculationFault(.tooComplicated, at: position) }
    return .not(try negation(), position)
  }

  private mutating func comparison() throws(CalculationFault) -> Calculation.Node {
    let node = try join()
    guard let (sign, position) = takes(["=", "<>", "<", "<=", ">", ">="]) else { return node }
    return .pair(sign, node, try join(), position)
  }

  private mutating func join() throws(CalculationFault) -> Calculation.Node {
    var node = try sum()
    while let (sign, position) = takes(["&"]) { node = .pair(sign, node, try sum(), position) }
    return node
  }

  private mutating func sum() throws(CalculationFault) -> Calculation.Node {
    var node = try product()
    while let (sign, position) = takes(["+", "-"]) { node = .pair(sign, node, try product(), position) }
    return node
  }

  private mutating func product() throws(CalculationFault) -> Calculation.Node {
    var node = try signed()
    while let (sign, position) = takes(["*", "/"]) { node = .pair(sign, node, try signed(), position) }
    return node
  }

  private mutating func signed() throws(CalculationFault) -> Calculation.Node {
    guard let (_, position) = takes(["-"]) else { return try primary() }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw CalculationFault(.tooComplicated, at: position) }
    return .negative(try signed(), position)
  }

  private mutating func primary() throws(CalculationFault) -> Calculation.Node {
    let found = token
    switch found.kind {
    case .number(let number):
      place += 1
      return .value(.number(number))
    case .text(let text):
      place += 1
      return .value(.text(text))
    case .field(let name):
      place += 1
      references.append(Calculation.Reference(name: name, position: found.position))
      return .field(name, found.position)
    case .name(let name):
      place += 1
      return try named(name, found.position)
    case .sign("("):
      place += 1
      let node = try choice()
      guard takes([")"]) != nil else { throw CalculationFault(.expected(")"), at: token.position) }
      return node
    case .sign, .end: throw CalculationFault(.expected("a number, a text, a field or ("), at: found.position)
    }
  }

  private mutating func named(_ name: String, _ position: Int) throws(CalculationFault) -> Calculation.Node {
    let word = name.lowercased()
    guard takes(["("]) != nil else {
      switch word {
      case "true", "yes": return .value(.truth(true))
      case "false", "no": return .value(.truth(false))
      case "blank": return .value(.blank)
      case "and", "or", "not": throw CalculationFault(.expected("a number, a text, a field or ("), at: position)
      default:
        references.append(Calculation.Reference(name: name, position: position))
        return .field(name, position)
      }
    }
    guard let function = CalculationFunction(rawValue: word) else {
      throw CalculationFault(.unknownFunction(name), at: position)
    }
    var arguments: [Calculation.Node] = []
    if takes([")"]) == nil {
      repeat { arguments.append(try choice()) } while takes([","]) != nil
      guard takes([")"]) != nil else { throw CalculationFault(.expected("a comma or )"), at: token.position) }
    }
    guard function.counts.contains(arguments.count) else {
      throw CalculationFault(.wrongCount("\(word) takes \(function.countWords)"), at: position)
    }
    return .call(function, arguments, position)
  }
}

/// What can be called.
enum CalculationFunction: String, Sendable, Equatable, CaseIterable {
  case sum, count, min, max, average
  case round, floor, abs
  case `if`, isblank
  case number, text, date, time, year, month, day, length, contains

  /// How many arguments it takes.
  var counts: ClosedRange<Int> {
    switch self {
    case .sum, .count, .min, .max, .average: 1...100
    case .round: 1...2
    case .if: 3...3
    case .contains: 2...2
    case .floor, .abs, .isblank, .number, .text, .date, .time, .year, .month, .day, .length: 1...1
    }
  }

  var countWords: String {
    switch self {
    case .sum, .count, .min, .max, .average: "one argument or more"
    case .round: "a number, and how many digits"
    case .if: "three arguments: what is asked, what is so then, what is so otherwise"
    case .contains: "two arguments: where, and what"
    case .floor, .abs, .isblank, .number, .text, .date, .time, .year, .month, .day, .length: "one argument"
    }
  }
}
