import Documents
import Reports
import StudioServer
import WebSupport

/// What the form's script knows of a form.
extension ReportsHandler {
  static func facts(_ template: ReportTemplate) -> DocumentJSON {
    let endless = template.alwaysShown
    return .array(template.fields.map { facts($0, isConditional: !endless.contains($0.id)) })
  }

  private static func facts(_ field: TemplateField, isConditional: Bool = false) -> DocumentJSON {
    var members: [(String, DocumentJSON)] = [
      ("id", .string(field.id)), ("label", .string(field.label)), ("type", .string(field.type.rawValue)),
      ("required", .bool(field.isRequired)), ("auto", .bool(field.isAutomatic)), ("smart", .bool(field.smart != nil)),
      ("update", .bool(field.smart?.autoUpdate ?? false)),
    ]
    if let expression = field.expression { members.append(("expression", .string(expression))) }
    if let value = value(field) { members.append(("value", value)) }
    if isConditional, let condition = field.showWhen { members.append(("when", .string(condition))) }
    if let pattern = FieldPattern.json(of: field) { members.append(("pattern", pattern)) }
    if let kind = FieldBounds.kind(field), field.minimum != nil || field.maximum != nil {
      let bounds = FieldBounds(field)
      func text(_ bound: Amount?) -> DocumentJSON { bound.map { .string($0.text) } ?? .null }
      members.append(
        (
          "bounds",
          .members([
            ("kind", .string(kind.rawValue)), ("least", text(bounds.least)), ("most", text(bounds.most)),
            ("min", .string(field.minimum ?? "")), ("max", .string(field.maximum ?? "")),
          ])
        ))
    }
    if field.isRepeated { members.append(("columns", .array(field.columns.map { facts($0) }))) }
    return .members(members)
  }

  /// What stands there at first.
  private static func value(_ field: TemplateField) -> DocumentJSON? {
    if field.isRepeated { return nil }
    // A switch is off until a person turns it on: that is an answer.
    if field.type == .toggle { return .bool(["true", "yes", "1"].contains(field.defaultValue?.lowercased())) }
    guard let value = field.defaultValue else { return nil }
    guard field.type == .multiselect else { return .string(value) }
    let chosen = field.options.contains(value) ? [value] : value.split(separator: ",").map { String($0).trimmed }
    return .array(chosen.filter { field.options.contains($0) }.map(DocumentJSON.string))
  }

  /// What the list's script says of drafts that are being sent, as an attribute.
  var listWords: String {
    let said = ReportsText.ofList.map { ($0.rawValue, DocumentJSON.string(words[$0])) }
    let more = FormText.ofList.map { ($0.rawValue, DocumentJSON.string(says[$0])) }
    return String(decoding: DocumentJSON.members(said + more).bytes, as: UTF8.self)
  }

  /// What the form's script says of this form, as an attribute: a page carries no sentence of what it does not have.
  func scriptWords(of template: ReportTemplate) -> String {
    let parts = FormParts(template)
    let said =
      ReportsText.ofScript + (parts.calculates ? ReportsText.ofCalculations : [])
      + (parts.isSmart ? ReportsText.ofSmartFields : [])
    let more =
      FormText.ofScript + (parts.hasRows ? FormText.ofRows : [])
      + (parts.calculates ? FormText.ofCalculations : []) + (parts.isSmart ? FormText.ofSmartFields : [])
    let rest = [("yes", words[.yes]), ("day", words[.day])].map { ($0.0, DocumentJSON.string($0.1)) }
    return String(
      decoding: DocumentJSON.members(
        said.map { ($0.rawValue, DocumentJSON.string(words[$0])) }
          + more.map { ($0.rawValue, DocumentJSON.string(says[$0])) } + rest
      ).bytes, as: UTF8.self)
  }
}

/// What only some forms have, and their page's script loads for them (`form-questions.js` tells the same).
struct FormParts {
  /// Whether anything is calculated: which questions are asked, a field, a column.
  var calculates: Bool
  /// Whether a question is answered in rows.
  var hasRows: Bool
  /// Whether a field fills itself in.
  var isSmart: Bool
  /// Whether a question is about a position: typed, or the device's.
  var asksPosition: Bool
  /// Whether a field needs to know where the report is written.
  var needsPosition: Bool

  init(_ template: ReportTemplate) {
    let fields = template.fields
    calculates = fields.contains { field in
      field.showWhen != nil || field.expression != nil || field.columns.contains { $0.expression != nil }
    }
    hasRows = fields.contains { $0.isRepeated }
    isSmart = fields.contains { $0.smart != nil }
    needsPosition = fields.contains { $0.type == .weather || $0.type == .currentLocation }
    asksPosition =
      needsPosition || fields.contains { $0.type == .location || $0.columns.contains { $0.type == .location } }
  }

  /// The modules that `form.js` loads for them: named by the page they come with it, and not after it.
  var modules: [String] {
    (calculates ? ["reports/form-state.js", "reports/form-calculations.js"] : [])
      + (hasRows ? ["reports/form-rows.js"] : [])
      + (isSmart ? ["reports/smart-fields.js"] : []) + (asksPosition ? ["reports/position-input.js"] : [])
  }
}
