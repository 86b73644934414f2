package import Documents
import StudioModel

/// The calculations of a form: which are made of which, and what all of them are worth. No order is chosen that could be seen.
package struct CalculationOrder: Sendable {
  private let expressions: [String: String]
  /// Of columns of rows, by `rows.column`, with what the other columns are called.
  private let columns: [String: (expression: String, owner: String, others: Set<String>)]

  package init(_ fields: [TemplateField]) {
    columns = Dictionary(
      fields.flatMap { field in
        field.columns.compactMap { column in
          column.expression.map { ("\(field.id).\(column.id)", ($0, field.id, Set(field.columns.map(\.id)))) }
        }
      }, uniquingKeysWith: { first, _ in first })
    expressions = Dictionary(
      fields.compactMap { field in
        guard field.type == .calculation, let expression = field.smart?.expression else { return nil }
        return (field.id, expression)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The most cycles that are named.
  private static let mostCycles = 20

  /// Fields that are made of themselves, each cycle once, from its first name.
  package var cycles: [[String]] {
    var edges: [String: [String]] = [:]
    for (id, expression) in expressions {
      // What cannot be read refers to nothing, and is told elsewhere.
      do throws(CalculationFault) {
        edges[id] = Set(try Calculation(expression).references.map(\.name)).filter {
          expressions[$0] != nil || columns[$0] != nil
        }.sorted()
      } catch { edges[id] = [] }
    }
    for (id, column) in columns {
      do throws(CalculationFault) {
        edges[id] = Set(
          try Calculation(column.expression).references.map {
            column.others.contains($0.name) ? "\(column.owner).\($0.name)" : $0.name
          }
        ).filter { expressions[$0] != nil || columns[$0] != nil }.sorted()
      } catch { edges[id] = [] }
    }
    var found: Set<[String]> = []
    var done: Set<String> = []
    for root in edges.keys.sorted() where !done.contains(root) {
      // Without recursion: a form may be a chain of any length.
      var path: [(id: String, next: Int)] = [(root, 0)]
      var places = [root: 0]
      while let (id, next) = path.last {
        let targets = edges[id] ?? []
        guard next < targets.count, found.count < Self.mostCycles else {
          done.insert(id)
          places[id] = nil
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = targets[next]
        if let start = places[target] {
          let cycle = path[start...].map { $0.id }
          let first = cycle.indices.min { cycle[$0] < cycle[$1] } ?? 0
          found.insert(Array(cycle[first...] + cycle[..<first]))
        } else if !done.contains(target) {
          places[target] = path.count
          path.append((target, 0))
        }
      }
    }
    return found.sorted { $0.joined() < $1.joined() }
  }

  /// What a calculated field is worth.
  /// - Parameter values: what the other fields hold; nil for one that there is not.
  package func value(
    of id: String, _ values: (String) -> CalculationValue?
  ) throws(CalculationFault) -> CalculationValue {
    var known: [String: Result<CalculationValue, CalculationFault>] = [:]
    return try value(of: id, [], &known, values)
  }

  /// Each once, however often it is referred to.
  private func value(
    of id: String, _ path: [String], _ known: inout [String: Result<CalculationValue, CalculationFault>],
    _ values: (String) -> CalculationValue?
  ) throws(CalculationFault) -> CalculationValue {
    guard let expression = expressions[id] else { return values(id) ?? .blank }
    if let found = known[id] { return try found.get() }
    if let start = path.firstIndex(of: id) {
      throw CalculationFault(.cycle(Array(path[start...]) + [id]), at: 0)
    }
    guard path.count < 60 else { throw CalculationFault(.tooComplicated, at: 0) }
    do throws(CalculationFault) {
      let worth = try Calculation(expression).value { (name) throws(CalculationFault) in
        expressions[name] == nil ? values(name) : try value(of: name, path + [id], &known, values)
      }
      known[id] = .success(worth)
      return worth
    } catch {
      known[id] = .failure(error)
      throw error
    }
  }
}

extension TemplateField {
  /// What an answer is in a calculation: by the field's type, as an answer is kept.
  package func calculationValue(_ answer: DocumentValue?) -> CalculationValue {
    guard let answer else { return .blank }
    switch answer {
    case .null: return .blank
    case .boolean(let value): return .truth(value)
    case .array(let values): return .list(values.map { calculationValue($0) })
    case .integer, .double: return answer.plainText.flatMap { Amount($0) }.map(CalculationValue.number) ?? .blank
    case .string(let text):
      if text.isBlank { return .blank }
      switch type {
      case .number, .currency, .photoCount: return Amount(text.trimmed).map(CalculationValue.number) ?? .text(text)
      // `24.8 miles`.
      case .mileage:
        return text.split(separator: " ").first.flatMap { Amount($0) }.map(CalculationValue.number) ?? .text(text)
      case .date, .dateAuto: return DayText.read(text).map(CalculationValue.date) ?? .text(text)
      case .time, .timeAuto: return CalculationValue.time(text) ?? .text(text)
      case .text, .textarea, .email, .phone, .select, .multiselect, .radio, .toggle, .file, .location, .userName,
        .schoolName, .currentLocation, .weather, .calculation:
        return .text(text)
      }
    case .timestamp, .bytes, .reference, .geoPoint, .map: return .text("")
    }
  }
}
