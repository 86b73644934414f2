import Documents
import StudioModel

/// What is looked at when all fields of a template are known: options, bounds, patterns, and expressions that refer to others.
enum TemplateRules {
  static func check(_ fields: [TemplateField], _ problems: inout [TemplateProblem]) {
    let names = self.names(fields)
    for field in fields {
      check(field, field.id, names: names, &problems)
      let own = Set(field.columns.map(\.id))
      for column in field.columns {
        let id = "\(field.id).\(column.id)"
        check(column, id, names: names.union(own), &problems)
        if !rowTypes.contains(column.type) {
          problems.append(TemplateProblem(id, .columnType, .type(column.type)))
        }
        if column.showWhen != nil { problems.append(TemplateProblem(id, .columnCondition)) }
      }
    }
    for cycle in CalculationOrder(fields).cycles {
      problems.append(TemplateProblem(cycle[0], .cycle, .text((cycle + [cycle[0]]).joined(separator: " → "))))
    }
    let graph = FormGraph(fields)
    for id in graph.endless {
      problems.append(TemplateProblem(id, .endless))
    }
    // One names the chain.
    if let field = fields.first(where: { graph.tooDeep.contains($0.id) }) {
      let fault = CalculationFault(.tooComplicated, at: 0)
      problems.append(
        TemplateProblem(
          field.id, field.expression == nil ? .badCondition : .badExpression, cause: .calculation(fault)))
    }
  }

  /// What a row can have.
  static let rowTypes: Set<FieldType> = [
    .text, .textarea, .number, .currency, .email, .phone, .date, .time, .select, .radio, .toggle, .location,
    .calculation,
  ]

  /// What expressions may refer to: fields, and columns of rows as `rows.column`.
  static func names(_ fields: [TemplateField]) -> Set<String> {
    Set(fields.map(\.id)).union(fields.flatMap { field in field.columns.map { "\(field.id).\($0.id)" } })
  }

  private static func check(
    _ field: TemplateField, _ id: String, names: Set<String>, _ problems: inout [TemplateProblem]
  ) {
    func report(_ kind: TemplateProblem.Kind, _ text: String? = nil, cause: TemplateProblem.Cause? = nil) {
      var problem = TemplateProblem(id, kind, cause: cause)
      problem.details = text.map { [.text($0)] } ?? []
      problems.append(problem)
    }
    if field.type.hasOptions {
      if field.options.isEmpty { report(.noOptions) }
      if Set(field.options).count < field.options.count { report(.optionTwice) }
    }
    if let value = field.defaultValue, field.type == .select || field.type == .radio, !field.options.contains(value) {
      report(.defaultNoOption, value)
    }
    if field.isRequired, field.isReadOnly, field.smart == nil { report(.nobodyAnswers) }
    checkBounds(field, id, &problems)
    if let pattern = field.pattern {
      do throws(FieldPattern.Fault) { _ = try FieldPattern(pattern) } catch {
        report(.badPattern, cause: .pattern(error))
      }
      if !FieldBounds.hasPattern(field) { report(.patternUnused) }
    }
    if let value = field.defaultValue, !field.isAutomatic, !field.type.hasOptions, field.type != .toggle,
      !field.isRepeated
    {
      do throws(AnswerFault) { _ = try FormAnswer.read(.string(value), of: field) } catch {
        report(.defaultRefused, value)
      }
    }
    if field.type == .calculation, field.smart != nil, field.expression == nil {
      report(.noExpression)
    }
    if let expression = field.expression {
      check(expression, names) { report(.badExpression, cause: .calculation($0)) }
    }
    if let expression = field.showWhen { check(expression, names) { report(.badCondition, cause: .calculation($0)) } }
  }

  private static func checkBounds(_ field: TemplateField, _ id: String, _ problems: inout [TemplateProblem]) {
    let bounds = FieldBounds(field)
    let ends: [(TemplateProblem.Detail, String?, Amount?)] = [
      (.least, field.minimum, bounds.least), (.most, field.maximum, bounds.most),
    ]
    for (end, written, read) in ends {
      guard let written else { continue }
      if let kind = FieldBounds.kind(field) {
        if read == nil { problems.append(TemplateProblem(id, .boundUnread, end, .text(written), .bound(kind))) }
      } else {
        problems.append(TemplateProblem(id, .boundUnused, end, .type(field.type)))
      }
    }
    if let least = bounds.least, let most = bounds.most, least > most {
      problems.append(TemplateProblem(id, .boundsCrossed))
    }
  }

  private static func check(_ expression: String, _ names: Set<String>, _ report: (CalculationFault) -> Void) {
    do throws(CalculationFault) {
      for name in try Calculation(expression).references where !names.contains(name.name) {
        report(CalculationFault(.unknownField(name.name), at: name.position))
      }
    } catch { report(error) }
  }
}
