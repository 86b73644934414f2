/// What an expression is worth.
extension Calculation {
  /// - Parameter field: what a field holds; nil for one that there is not.
  /// - Throws: ``CalculationFault``.
  package func value(
    _ field: (String) throws(CalculationFault) -> CalculationValue?
  ) throws(CalculationFault) -> CalculationValue {
    try Self.value(root, field)
  }

  private typealias Fields = (String) throws(CalculationFault) -> CalculationValue?

  private static func value(_ node: Node, _ field: Fields) throws(CalculationFault) -> CalculationValue {
    switch node {
    case .value(let value): return value
    case .field(let name, let position):
      let found: CalculationValue?
      do throws(CalculationFault) { found = try field(name) } catch {
        // A fault of another field's expression is shown where it is asked for.
        throw CalculationFault(error.kind, at: position)
      }
      guard let found else { throw CalculationFault(.unknownField(name), at: position) }
      return found
    case .negative(let inner, let position):
      guard let number = try number(try value(inner, field), position) else { return .blank }
      return .number(-number)
    case .not(let inner, let position):
      guard let truth = try truth(try value(inner, field), position) else { return .blank }
      return .truth(!truth)
    case .pair(let sign, let a, let b, let position):
      switch sign {
      case "and", "or": return try both(a, b, deciding: sign == "or", position, field)
      case "&":
        return try text(try value(a, field).shown + (try value(b, field).shown), position)
      case "+", "-", "*", "/": return try calculated(sign, try value(a, field), try value(b, field), position)
      default: return try compared(sign, try value(a, field), try value(b, field), position)
      }
    case .call(.if, let arguments, let position):
      guard let condition = try truth(try value(arguments[0], field), position) else { return .blank }
      return try value(arguments[condition ? 1 : 2], field)
    case .call(let function, let arguments, let position):
      var values: [CalculationValue] = []
      for argument in arguments { values.append(try value(argument, field)) }
      return try function.value(values, position)
    }
  }

  /// The side that decides alone does so wherever it stands, also beside a fault: no order can be seen.
  private static func both(
    _ a: Node, _ b: Node, deciding: Bool, _ position: Int, _ field: Fields
  ) throws(CalculationFault) -> CalculationValue {
    var fault: CalculationFault?
    var isBlank = false
    for node in [a, b] {
      do throws(CalculationFault) {
        let side = try truth(try value(node, field), position)
        if side == deciding { return .truth(deciding) }
        if side == nil { isBlank = true }
      } catch {
        if fault == nil { fault = error }
      }
    }
    if let fault { throw fault }
    return isBlank ? .blank : .truth(!deciding)
  }

  static func number(_ value: CalculationValue, _ position: Int) throws(CalculationFault) -> Amount? {
    switch value {
    case .blank: return nil
    case .number(let number): return number
    case .text, .truth, .date, .time, .list:
      throw CalculationFault(.wrongKind(found: value.kind, expected: "a number"), at: position)
    }
  }

  /// The longest text that is made, in UTF-16, as the browser counts: fields that double each other end there.
  static let longestText = 20_000

  static func text(_ text: String, _ position: Int) throws(CalculationFault) -> CalculationValue {
    guard text.utf16.count <= longestText else { throw CalculationFault(.tooLarge, at: position) }
    return .text(text)
  }

  static func truth(_ value: CalculationValue, _ position: Int) throws(CalculationFault) -> Bool? {
    switch value {
    case .blank: return nil
    case .truth(let truth): return truth
    case .number, .text, .date, .time, .list:
      throw CalculationFault(.wrongKind(found: value.kind, expected: "yes or no"), at: position)
    }
  }

  /// Blank makes blank. Days and times of day take numbers, and their differences are numbers: of days, and of minutes.
  private static func calculated(
    _ sign: String, _ a: CalculationValue, _ b: CalculationValue, _ position: Int
  ) throws(CalculationFault) -> CalculationValue {
    if a == .blank || b == .blank { return .blank }
    switch (a, b) {
    case (.date(let a), .date(let b)) where sign == "-": return .number(try kept(Amount(a - b), position))
    case (.time(let a), .time(let b)) where sign == "-": return .number(try kept(Amount(a - b), position))
    case (.date(let day), .number(let number)) where sign == "+" || sign == "-":
      return try moved(day, number, sign, position)
    case (.number(let number), .date(let day)) where sign == "+": return try moved(day, number, sign, position)
    case (.time(let time), .number(let number)) where sign == "+" || sign == "-":
      guard let minutes = number.whole else {
        throw CalculationFault(.wrongKind(found: "a part of a minute", expected: "whole minutes"), at: position)
      }
      let moved = sign == "+" ? time.addingReportingOverflow(minutes) : time.subtractingReportingOverflow(minutes)
      guard !moved.overflow, (0..<1440).contains(moved.partialValue) else {
        throw CalculationFault(.outsideOfDay, at: position)
      }
      return .time(moved.partialValue)
    default: break
    }
    guard let one = try number(a, position), let other = try number(b, position) else { return .blank }
    switch sign {
    case "+": return .number(try kept(one + other, position))
    case "-": return .number(try kept(one - other, position))
    case "*": return .number(try kept(one * other, position))
    default:
      if other == Amount(0) { throw CalculationFault(.divisionByZero, at: position) }
      return .number(try kept(one / other, position))
    }
  }

  private static func moved(
    _ day: Int, _ number: Amount, _ sign: String, _ position: Int
  ) throws(CalculationFault) -> CalculationValue {
    guard let days = number.whole else {
      throw CalculationFault(.wrongKind(found: "a part of a day", expected: "whole days"), at: position)
    }
    let moved = sign == "+" ? day.addingReportingOverflow(days) : day.subtractingReportingOverflow(days)
    guard !moved.overflow, (0...DayText.last).contains(moved.partialValue) else {
      throw CalculationFault(.tooLarge, at: position)
    }
    return .date(moved.partialValue)
  }

  static func kept(_ number: Amount?, _ position: Int) throws(CalculationFault) -> Amount {
    guard let number else { throw CalculationFault(.tooLarge, at: position) }
    return number
  }

  /// Whether something equals blank can be asked; what comes first cannot.
  private static func compared(
    _ sign: String, _ a: CalculationValue, _ b: CalculationValue, _ position: Int
  ) throws(CalculationFault) -> CalculationValue {
    if sign == "=" || sign == "<>" {
      if a != .blank, b != .blank, a.kind != b.kind {
        throw CalculationFault(.wrongKind(found: b.kind, expected: a.kind), at: position)
      }
      return .truth((a.isSame(as: b)) == (sign == "="))
    }
    guard let order = try order(a, b, position) else { return .blank }
    switch sign {
    case "<": return .truth(order < 0)
    case "<=": return .truth(order <= 0)
    case ">": return .truth(order > 0)
    default: return .truth(order >= 0)
    }
  }

  /// Below zero where the first comes first; nil where one is blank.
  static func order(
    _ a: CalculationValue, _ b: CalculationValue, _ position: Int
  ) throws(CalculationFault) -> Int? {
    func sign<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a < b ? -1 : a == b ? 0 : 1 }
    switch (a, b) {
    case (.blank, _), (_, .blank): return nil
    case (.number(let a), .number(let b)): return sign(a, b)
    case (.date(let a), .date(let b)), (.time(let a), .time(let b)): return sign(a, b)
    case (.text(let a), .text(let b)):
      let (one, other) = (a.unicodeScalars.map(\.value), b.unicodeScalars.map(\.value))
      return one == other ? 0 : one.lexicographicallyPrecedes(other) ? -1 : 1
    default:
      throw CalculationFault(.wrongKind(found: b.kind, expected: "\(a.kind) of those that have an order"), at: position)
    }
  }
}

extension CalculationValue {
  /// Texts by their scalars, so that the browser says the same.
  func isSame(as other: CalculationValue) -> Bool {
    switch (self, other) {
    case (.text(let a), .text(let b)): a.unicodeScalars.elementsEqual(b.unicodeScalars)
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    default: self == other
    }
  }
}

extension CalculationFunction {
  /// Lists among the arguments count as their elements, where many are taken; blanks are passed over.
  fileprivate func value(_ arguments: [CalculationValue], _ position: Int) throws(CalculationFault) -> CalculationValue
  {
    let many = arguments.flatMap { argument -> [CalculationValue] in
      if case .list(let values) = argument { return values }
      return [argument]
    }.filter { $0 != .blank }
    let first = arguments[0]
    switch self {
    case .count: return .number(try Calculation.kept(Amount(many.count), position))
    case .sum, .average:
      var total = Amount(0)
      for value in many {
        guard let number = try Calculation.number(value, position) else { continue }
        total = try Calculation.kept((total ?? number) + number, position)
      }
      guard !many.isEmpty, let total else { return .blank }
      guard self == .average, let count = Amount(many.count) else { return .number(total) }
      return .number(try Calculation.kept(total / count, position))
    case .min, .max:
      guard var best = many.first else { return .blank }
      for value in many.dropFirst() {
        guard let order = try Calculation.order(value, best, position) else { continue }
        if self == .min ? order < 0 : order > 0 { best = value }
      }
      // One alone has an order, too, or has none.
      _ = try Calculation.order(best, best, position)
      return best
    case .isblank:
      if case .text(let text) = first { return .truth(text.unicodeScalars.allSatisfy { $0 == " " }) }
      return .truth(first == .blank || first == .list([]))
    case .round:
      guard let number = try Calculation.number(first, position) else { return .blank }
      guard arguments.count > 1 else { return .number(try Calculation.kept(number.rounded(digits: 0), position)) }
      guard let digits = try Calculation.number(arguments[1], position) else { return .blank }
      guard let digits = digits.whole, (-14...12).contains(digits) else {
        throw CalculationFault(.wrongKind(found: "no number of digits", expected: "-14 to 12 digits"), at: position)
      }
      return .number(try Calculation.kept(number.rounded(digits: digits), position))
    case .floor:
      guard let number = try Calculation.number(first, position) else { return .blank }
      return .number(try Calculation.kept(number.floor, position))
    case .abs:
      guard let number = try Calculation.number(first, position) else { return .blank }
      return .number(number.units < 0 ? -number : number)
    case .text: return try Calculation.text(first.shown, position)
    case .number, .date, .time: return try read(first, position)
    case .year, .month, .day:
      if first == .blank { return .blank }
      guard case .date(let day) = first else {
        throw CalculationFault(.wrongKind(found: first.kind, expected: "a date"), at: position)
      }
      let parts = DayText.parts(day)
      let part = self == .year ? parts.year : self == .month ? parts.month : parts.day
      return .number(try Calculation.kept(Amount(part), position))
    case .length:
      switch first {
      case .blank: return .blank
      case .text(let text): return .number(try Calculation.kept(Amount(text.unicodeScalars.count), position))
      case .list(let values): return .number(try Calculation.kept(Amount(values.count), position))
      case .number, .truth, .date, .time:
        throw CalculationFault(.wrongKind(found: first.kind, expected: "a text or a list"), at: position)
      }
    case .contains: return try contains(first, arguments[1], position)
    // Decided before its arguments are looked at.
    case .if: return .blank
    }
  }

  private func contains(
    _ place: CalculationValue, _ wanted: CalculationValue, _ position: Int
  ) throws(CalculationFault) -> CalculationValue {
    switch (place, wanted) {
    case (.blank, _), (_, .blank): return .blank
    case (.list(let values), _): return .truth(values.contains { $0.isSame(as: wanted) })
    case (.text(let text), .text(let part)):
      let (text, part) = (Array(text.unicodeScalars), Array(part.unicodeScalars))
      guard part.count <= text.count else { return .truth(false) }
      return .truth((0...(text.count - part.count)).contains { text[$0...].starts(with: part) })
    default:
      throw CalculationFault(.wrongKind(found: place.kind, expected: "a list, or a text in a text"), at: position)
    }
  }

  /// A text as a number, a date or a time; what is one already stays.
  private func read(_ value: CalculationValue, _ position: Int) throws(CalculationFault) -> CalculationValue {
    let wanted = self == .number ? "a number" : self == .date ? "a date" : "a time"
    switch value {
    case .blank: return .blank
    case .number where self == .number, .date where self == .date, .time where self == .time: return value
    case .text(let text):
      if text.unicodeScalars.allSatisfy({ $0 == " " }) { return .blank }
      let read: CalculationValue? =
        self == .number ? Amount(text).map(CalculationValue.number) : self == .date ? .date(text) : .time(text)
      if let read { return read }
      throw CalculationFault(.wrongKind(found: "a text that is none", expected: wanted), at: position)
    case .number, .truth, .date, .time, .list:
      throw CalculationFault(.wrongKind(found: value.kind, expected: wanted), at: position)
    }
  }
}
