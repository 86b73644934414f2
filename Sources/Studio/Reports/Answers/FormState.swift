package import Documents
import StudioModel

/// A form as it is filled in: which fields are asked, and what calculations are worth. For one thread, and one set of answers; the
/// browser's `engine` does the same.
package final class FormState {
  private typealias Found = Result<CalculationValue, CalculationFault>

  private let template: ReportTemplate
  private let fields: [String: TemplateField]
  private let answers: DocumentFields
  private let endless: Set<String>
  private var expressions: [String: Result<Calculation, CalculationFault>]
  private let tooDeep: Set<String>
  private var known: [String: Found] = [:]
  private var shown: [String: Bool] = [:]
  /// The rows of repeated fields, taken out once.
  private var taken: [String: [DocumentFields]] = [:]

  /// - Parameter answers: by the fields' ids, as pages send or documents keep them.
  package init(_ template: ReportTemplate, answers: DocumentFields) {
    self.template = template
    self.answers = answers
    fields = Dictionary(template.fields.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let graph = FormGraph(template.fields)
    (endless, expressions, tooDeep) = (Set(graph.endless), graph.expressions, graph.tooDeep)
  }

  /// Whether a field is asked: where its condition is yes, and where it cannot be told, so that no question is lost to a fault.
  package func isShown(_ id: String) -> Bool { isShown(id, []) }

  /// What a field is worth in calculations; blank where it is not asked.
  /// - Throws: ``CalculationFault``.
  package func value(_ id: String) throws(CalculationFault) -> CalculationValue {
    try value(id, []) ?? .blank
  }

  /// The rows of a repeated field as they are kept: answers of known columns, with what is calculated in each.
  package func rows(_ field: TemplateField) -> [DocumentFields] {
    rowsOf(field.id).enumerated().map { place, row in
      var kept = DocumentFields()
      for column in field.columns {
        if column.expression == nil {
          kept[column.id] = row[column.id]
          continue
        }
        // What is wrong is said in the form; a report has nothing then.
        do throws(CalculationFault) {
          let worth = try cell(field, place, column, [])
          if worth != .blank { kept[column.id] = worth.kept }
        } catch {}
      }
      return kept
    }
  }

  private func rowsOf(_ id: String) -> [DocumentFields] {
    if let found = taken[id] { return found }
    let rows = FormRows.rows(answers[id])
    taken[id] = rows
    return rows
  }

  private func isShown(_ id: String, _ path: [String]) -> Bool {
    guard let field = fields[id], let expression = field.showWhen, !endless.contains(id) else { return true }
    if let found = shown[id] { return found }
    guard path.count < FormGraph.deepest else { return true }
    var isShown = true
    do throws(CalculationFault) {
      switch try calculated(
        expression, path + ["?\(id)"],
        { name, path throws(CalculationFault) in
          try self.value(name, path)
        })
      {
      case .truth(let truth): isShown = truth
      case .blank: isShown = false
      case .number, .text, .date, .time, .list: break
      }
    } catch {}
    shown[id] = isShown
    return isShown
  }

  /// Nil for what there is not.
  private func value(_ name: String, _ path: [String]) throws(CalculationFault) -> CalculationValue? {
    if let field = fields[name] { return try value(field, path) }
    for (place, sign) in name.enumerated() where sign == "." {
      let (owner, column) = (String(name.prefix(place)), String(name.dropFirst(place + 1)))
      guard let field = fields[owner], let column = field.columns.first(where: { $0.id == column }) else { continue }
      return try kept(name, path) { path throws(CalculationFault) in
        guard self.isShown(owner, path) else { return .list([]) }
        var values: [CalculationValue] = []
        for place in self.rowsOf(owner).indices {
          values.append(try self.cell(field, place, column, path))
        }
        return .list(values)
      }
    }
    return nil
  }

  private func value(_ field: TemplateField, _ path: [String]) throws(CalculationFault) -> CalculationValue {
    try kept(field.id, path) { path throws(CalculationFault) in
      guard self.isShown(field.id, path) else { return .blank }
      if field.isRepeated {
        return .list(self.rowsOf(field.id).indices.compactMap { Amount($0 + 1).map { .number($0) } })
      }
      guard let expression = field.expression else { return field.calculationValue(self.answers[field.id]) }
      return try self.calculated(expression, path) { name, path throws(CalculationFault) in try self.value(name, path) }
    }
  }

  /// Names in a row mean its columns first.
  private func cell(
    _ field: TemplateField, _ place: Int, _ column: TemplateField, _ path: [String]
  ) throws(CalculationFault) -> CalculationValue {
    try kept("\(field.id).\(column.id)#\(place)", path) { path throws(CalculationFault) in
      guard let expression = column.expression else {
        return column.calculationValue(self.rowsOf(field.id)[place][column.id])
      }
      return try self.calculated(expression, path) { name, path throws(CalculationFault) in
        guard let other = field.columns.first(where: { $0.id == name }) else { return try self.value(name, path) }
        return try self.cell(field, place, other, path)
      }
    }
  }

  private func calculated(
    _ expression: String, _ path: [String],
    _ value: @escaping (String, [String]) throws(CalculationFault) -> CalculationValue?
  ) throws(CalculationFault) -> CalculationValue {
    try expressions.reading(expression).get().value { (name) throws(CalculationFault) in try value(name, path) }
  }

  /// Each once, however often it is referred to.
  private func kept(
    _ name: String, _ path: [String], _ worth: ([String]) throws(CalculationFault) -> CalculationValue
  ) throws(CalculationFault) -> CalculationValue {
    if let found = known[name] { return try found.get() }
    if let start = path.firstIndex(of: name) {
      throw CalculationFault(.cycle((Array(path[start...]) + [name]).map { String($0.prefix { $0 != "#" }) }), at: 0)
    }
    // The same for everybody: what is asked first decides nothing.
    guard path.count < FormGraph.deepest, !tooDeep.contains(name) else {
      throw CalculationFault(.tooComplicated, at: 0)
    }
    do throws(CalculationFault) {
      let value = try worth(path + [name])
      known[name] = .success(value)
      return value
    } catch {
      known[name] = .failure(error)
      throw error
    }
  }
}

/// Answers in rows.
package enum FormRows {
  /// The most rows of one field.
  package static let most = 500

  /// The rows that an answer has; none for another kind.
  package static func rows(_ answer: DocumentValue?) -> [DocumentFields] {
    guard case .array(let values)? = answer else { return [] }
    return values.compactMap(\.fields)
  }

  /// The rows as they are kept, without those that say nothing, and what is wrong, by `row.column` with rows from 1.
  static func read(
    _ rows: [DocumentFields], of field: TemplateField
  ) -> (rows: [DocumentFields], faults: [String: AnswerFault]) {
    var (kept, faults) = ([DocumentFields](), [String: AnswerFault]())
    for (place, row) in rows.enumerated() {
      let asked = field.columns.filter { $0.expression == nil }
      let isEmpty = asked.allSatisfy { FormAnswer.isEmpty(row[$0.id]) || row[$0.id] == .boolean(false) }
      if isEmpty { continue }
      var answers = DocumentFields()
      for column in field.columns {
        if column.expression != nil {
          answers[column.id] = row[column.id]
          continue
        }
        do throws(AnswerFault) { answers[column.id] = try FormAnswer.read(row[column.id], of: column) } catch {
          faults["\(place + 1).\(column.id)"] = error
        }
      }
      kept.append(answers)
    }
    return (kept, faults)
  }
}
