package import Documents
import StudioModel

/// What a text must look like: a small, safe part of the patterns that browsers know, matched against the whole text.
///
/// Signs, `.`, `[a-z0-9]`, `[^x]`, `\d \w \s` and `\D \W \S`, `( )`, `|`, and `? * + {m} {m,} {m,n}`. It is matched by sets of places,
/// without going back, so that no text takes long; the browser does the same.
package struct FieldPattern: Sendable, Equatable {
  /// What is wrong with one, and where, counted in Unicode scalars from 0.
  package struct Fault: Error, Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
      case tooLong, tooDeep, afterEnd, brackets, count, smallerCount, missing, tooOften, twoCounts, sign, alone
      case unknownEscape, excludes, backwards, emptyBrackets

      /// With `%1` for the sign, or the number, that it is about.
      package var english: String {
        switch self {
        case .tooLong: "a pattern of more than %1 signs"
        case .tooDeep: "repeats in each other, more than %1 deep"
        case .afterEnd: "expected the end; \\ stands before a sign that means itself"
        case .brackets: "too many brackets in each other"
        case .count: "expected a number, as in {2} or {2,4}"
        case .smallerCount: "expected a number that is not smaller, and }"
        case .missing: "expected %1"
        case .tooOften: "at most %1 times"
        case .twoCounts: "one count after another"
        case .sign: "expected a sign"
        case .alone: "%1 stands alone; \\ before it means the sign itself"
        case .unknownEscape: "\\%1 is not known here"
        case .excludes: "a class that excludes cannot stand in brackets"
        case .backwards: "a range that ends before it begins"
        case .emptyBrackets: "expected a sign in the brackets"
        }
      }
    }

    package var kind: Kind
    /// What stands in the place of `%1`.
    package var detail: String
    package var position: Int

    /// For the operator's console.
    package var words: String { kind.english.replacing("%1", with: detail) }
  }

  indirect enum Node: Sendable, Equatable {
    /// One sign, in one of these ranges, or in none of them.
    case sign([ClosedRange<UInt32>], isNot: Bool)
    case row([Node])
    case choice([Node])
    /// `most` is nil for any number.
    case many(Node, least: Int, most: Int?)
  }

  let root: Node
  /// The longest pattern, the longest text that is held to one, the most of a counted sign, and how deep counts are in each other.
  static let (longest, longestText, mostCount, deepest) = (200, 500, 100, 2)

  package init(_ text: String) throws(Fault) {
    var reader = PatternReader(signs: Array(text.unicodeScalars))
    guard reader.signs.count <= Self.longest else {
      throw Fault(kind: .tooLong, detail: "\(Self.longest)", position: Self.longest)
    }
    root = try reader.whole()
    guard Self.depth(root) <= Self.deepest else {
      throw Fault(kind: .tooDeep, detail: "\(Self.deepest)", position: 0)
    }
  }

  private static func depth(_ node: Node) -> Int {
    switch node {
    case .sign: 0
    case .row(let nodes), .choice(let nodes): nodes.map(depth).max() ?? 0
    case .many(let inner, least: _, let most): depth(inner) + (most == 1 ? 0 : 1)
    }
  }

  /// Whether all of the text is so. A text that is too long is not.
  package func matches(_ text: some StringProtocol) -> Bool {
    let signs = text.unicodeScalars.map(\.value)
    guard signs.count <= Self.longestText else { return false }
    return Self.ends(root, [0], signs).contains(signs.count)
  }

  /// Where it may end when it begins at one of these.
  private static func ends(_ node: Node, _ starts: Set<Int>, _ signs: [UInt32]) -> Set<Int> {
    if starts.isEmpty { return [] }
    switch node {
    case .sign(let ranges, let isNot):
      return Set(
        starts.lazy.filter { place in
          place < signs.count && ranges.contains { $0.contains(signs[place]) } != isNot
        }.map { $0 + 1 })
    case .row(let nodes): return nodes.reduce(starts) { ends($1, $0, signs) }
    case .choice(let nodes): return nodes.reduce(into: Set<Int>()) { $0.formUnion(ends($1, starts, signs)) }
    case .many(let inner, let least, let most):
      var now = starts
      for _ in 0..<least { now = ends(inner, now, signs) }
      var (all, fresh, rounds) = (now, now, least)
      while !fresh.isEmpty, most.map({ rounds < $0 }) ?? true {
        fresh = ends(inner, fresh, signs).subtracting(all)
        all.formUnion(fresh)
        rounds += 1
      }
      return all
    }
  }
}

extension FieldPattern {
  /// As the browser matches it: a sign is `[ranges, isNot]`, a row `{"r"}`, a choice `{"c"}`, a repeat `{"m", "least", "most"}`. Nil for a
  /// field without one, and for one that cannot be read.
  package static func json(of field: TemplateField) -> DocumentJSON? {
    guard let pattern = field.pattern, FieldBounds.hasPattern(field) else { return nil }
    do throws(Fault) { return json(try FieldPattern(pattern).root) } catch { return nil }
  }

  private static func json(_ node: Node) -> DocumentJSON {
    switch node {
    case .sign(let ranges, let isNot):
      return .array([
        .array(ranges.map { .array([.number("\($0.lowerBound)"), .number("\($0.upperBound)")]) }), .bool(isNot),
      ])
    case .row(let nodes): return .members([("r", .array(nodes.map(json)))])
    case .choice(let nodes): return .members([("c", .array(nodes.map(json)))])
    case .many(let inner, let least, let most):
      return .members([
        ("m", json(inner)), ("least", .number("\(least)")), ("most", most.map { .number("\($0)") } ?? .null),
      ])
    }
  }
}

/// Reads a pattern by recursive descent.
private struct PatternReader {
  let signs: [Unicode.Scalar]
  private var place = 0
  private var depth = 0

  init(signs: [Unicode.Scalar]) { self.signs = signs }

  private var sign: Unicode.Scalar? { place < signs.count ? signs[place] : nil }

  private func fault(_ kind: FieldPattern.Fault.Kind, _ detail: String = "") -> FieldPattern.Fault {
    FieldPattern.Fault(kind: kind, detail: detail, position: place)
  }

  mutating func whole() throws(FieldPattern.Fault) -> FieldPattern.Node {
    // The whole text is meant; who says so does no harm.
    if sign == "^" { place += 1 }
    let node = try choice()
    if sign == "$", place == signs.count - 1 { place += 1 }
    guard place == signs.count else { throw fault(.afterEnd) }
    return node
  }

  private mutating func choice() throws(FieldPattern.Fault) -> FieldPattern.Node {
    depth += 1
    defer { depth -= 1 }
    guard depth < 20 else { throw fault(.brackets) }
    var nodes = [try row()]
    while sign == "|" {
      place += 1
      nodes.append(try row())
    }
    return nodes.count == 1 ? nodes[0] : .choice(nodes)
  }

  private mutating func row() throws(FieldPattern.Fault) -> FieldPattern.Node {
    var nodes: [FieldPattern.Node] = []
    while let sign, sign != "|", sign != ")", !(sign == "$" && place == signs.count - 1) { nodes.append(try counted()) }
    return .row(nodes)
  }

  private mutating func counted() throws(FieldPattern.Fault) -> FieldPattern.Node {
    let node = try one()
    let (least, most): (Int, Int?)
    switch sign {
    case "?": (least, most) = (0, 1)
    case "*": (least, most) = (0, nil)
    case "+": (least, most) = (1, nil)
    case "{":
      place += 1
      guard let first = number() else { throw fault(.count) }
      least = first
      if sign == "," {
        place += 1
        most = sign == "}" ? nil : number()
        if sign != "}" || (most ?? least) < least { throw fault(.smallerCount) }
      } else {
        most = first
      }
      guard sign == "}" else { throw fault(.missing, "}") }
      guard max(least, most ?? 0) <= FieldPattern.mostCount else {
        throw fault(.tooOften, "\(FieldPattern.mostCount)")
      }
    default: return node
    }
    place += 1
    if let sign, "?*+{".unicodeScalars.contains(sign) { throw fault(.twoCounts) }
    return .many(node, least: least, most: most)
  }

  private mutating func number() -> Int? {
    let digits = signs[place...].prefix { ("0"..."9").contains($0) }
    place += digits.count
    return digits.count > 4 ? Int(9999) : Int(String(String.UnicodeScalarView(digits)))
  }

  private mutating func one() throws(FieldPattern.Fault) -> FieldPattern.Node {
    guard let found = sign else { throw fault(.sign) }
    switch found {
    case "(":
      place += 1
      // Groups are not remembered; those that say so are as good.
      if sign == "?" {
        guard place + 1 < signs.count, signs[place + 1] == ":" else { throw fault(.missing, "?:") }
        place += 2
      }
      let node = try choice()
      guard sign == ")" else { throw fault(.missing, ")") }
      place += 1
      return node
    case "[": return try oneOf()
    case "\\":
      let (ranges, isNot) = try escaped()
      return .sign(ranges, isNot: isNot)
    case ".":
      place += 1
      return .sign([10...10, 13...13, 0x2028...0x2029], isNot: true)
    case "?", "*", "+", "{", "}", "]", "^", "$", ")":
      throw fault(.alone, "\(found)")
    default:
      place += 1
      return .sign([found.value...found.value], isNot: false)
    }
  }

  private mutating func escaped() throws(FieldPattern.Fault) -> ([ClosedRange<UInt32>], isNot: Bool) {
    place += 1
    guard let found = sign else { throw fault(.sign) }
    place += 1
    let digits: [ClosedRange<UInt32>] = [0x30...0x39]
    let word = digits + [0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
    let space: [ClosedRange<UInt32>] = [
      9...13, 0x20...0x20, 0xA0...0xA0, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    ]
    switch found {
    case "d": return (digits, false)
    case "D": return (digits, true)
    case "w": return (word, false)
    case "W": return (word, true)
    case "s": return (space, false)
    case "S": return (space, true)
    case "a"..."z", "A"..."Z", "0"..."9":
      place -= 1
      throw fault(.unknownEscape, "\(found)")
    default: return ([found.value...found.value], false)
    }
  }

  private mutating func oneOf() throws(FieldPattern.Fault) -> FieldPattern.Node {
    place += 1
    var isNot = false
    if sign == "^" {
      isNot = true
      place += 1
    }
    var ranges: [ClosedRange<UInt32>] = []
    while let found = sign, found != "]" {
      var low = found.value
      if found == "\\" {
        let (some, isOther) = try escaped()
        guard !isOther else { throw fault(.excludes) }
        guard some.count == 1, some[0].count == 1 else {
          ranges += some
          continue
        }
        low = some[0].lowerBound
      } else {
        place += 1
      }
      if sign == "-", place + 1 < signs.count, signs[place + 1] != "]" {
        place += 1
        let high: UInt32
        if signs[place] == "\\" {
          high = try escaped().0.first?.lowerBound ?? 0
        } else {
          high = signs[place].value
          place += 1
        }
        guard high >= low else { throw fault(.backwards) }
        ranges.append(low...high)
      } else {
        ranges.append(low...low)
      }
    }
    guard sign == "]" else { throw fault(.missing, "]") }
    guard !ranges.isEmpty else { throw fault(.emptyBrackets) }
    place += 1
    return .sign(ranges, isNot: isNot)
  }
}
