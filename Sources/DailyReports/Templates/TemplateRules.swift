import StudioRules

/// What is looked at when all fields of a template are known: options, bounds, patterns, and expressions that refer to others.
enum TemplateRules {
  static func check(_ fields: [TemplateField], _ problems: inout [TemplateProblem]) {
    let names = self.names(fields)
    for field in fields {
      check(field, field.id, names: names, &problems)
      let own = Set(field.columns.map(\.id))
      for column in field.columns {
        let id = "\(field.id).\(column.id)"
        func tell(_ words: String) { problems.append(TemplateProblem(id, words)) }
        check(column, id, names: names.union(own), &problems)
        if !rowTypes.contains(column.type) {
          tell("is a \(column.type.rawValue), which a row cannot have; it is filled in as text")
        }
        if column.showWhen != nil { tell("has a condition; columns are always asked") }
      }
    }
    for cycle in CalculationOrder(fields).cycles {
      problems.append(TemplateProblem(cycle[0], "is made of itself: \((cycle + [cycle[0]]).joined(separator: " → "))"))
    }
    for id in FormGraph(fields).endless {
      problems.append(TemplateProblem(id, "is shown when its own answer says so: it is always shown"))
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
    func tell(_ words: String) { problems.append(TemplateProblem(id, words)) }
    if field.type.hasOptions {
      if field.options.isEmpty { tell("has no options to choose from") }
      if Set(field.options).count < field.options.count { tell("has one option twice") }
    }
    if let value = field.defaultValue, field.type == .select || field.type == .radio, !field.options.contains(value) {
      tell("has the default \"\(value)\", which is none of its options")
    }
    if field.isRequired, field.isReadOnly, field.smart == nil { tell("is required, and nobody can fill it in") }
    checkBounds(field, tell)
    if let pattern = field.pattern {
      do throws(FieldPattern.Fault) { _ = try FieldPattern(pattern) } catch {
        tell("has a pattern that cannot be read: \(error.words) (at character \(error.position + 1))")
      }
      if !FieldBounds.hasPattern(field) { tell("has a pattern, which is for texts only; it is not looked at") }
    }
    if let value = field.defaultValue, !field.isAutomatic, !field.type.hasOptions, field.type != .toggle,
      !field.isRepeated
    {
      do throws(AnswerFault) { _ = try FormAnswer.read(.string(value), of: field) } catch {
        tell("has the default \"\(value)\", which it would not take as an answer")
      }
    }
    if field.type == .calculation, field.smart != nil, field.expression == nil {
      tell("calculates nothing: it has no expression")
    }
    if let expression = field.expression { check(expression, names, tell) }
    if let expression = field.showWhen { check("\(expression)", names) { tell("is shown when: \($0)") } }
  }

  private static func checkBounds(_ field: TemplateField, _ tell: (String) -> Void) {
    let bounds = FieldBounds(field)
    for (name, written, read) in [
      ("min", field.minimum, bounds.least), ("max", field.maximum, bounds.most),
    ] {
      guard let written else { continue }
      if FieldBounds.kind(field) == nil {
        tell("has a \(name), which a \(field.type.rawValue) has not")
      } else if read == nil {
        tell("has the \(name) \"\(written)\", which is no \(FieldBounds.kind(field)?.rawValue ?? "")")
      }
    }
    if let least = bounds.least, let most = bounds.most, least > most { tell("has a min above its max") }
  }

  private static func check(_ expression: String, _ names: Set<String>, _ tell: (String) -> Void) {
    do throws(CalculationFault) {
      for name in try Calculation(expression).references where !names.contains(name.name) {
        tell(CalculationFault(.unknownField(name.name), at: name.position).words)
      }
    } catch { tell(error.words) }
  }
}
