package import Documents
import StudioModel

/// One question of a form.
package struct TemplateField: Sendable, Equatable, Identifiable {
  /// Under which the answer is kept; unique in its template.
  package var id: String
  package var type: FieldType
  /// What the document calls the type, if it is unknown; it is filled in as text.
  package var foreignType: String?
  package var label: String
  package var isRequired: Bool
  package var options: [String]
  package var placeholder: String?
  package var defaultValue: String?
  /// Nil where the field does not fill itself in, or it is not said how.
  package var smart: SmartSettings?
  package var isReadOnly: Bool
  /// What is said about it below its label.
  package var help: String?
  /// The least and the most, as they were written: of a number, a date, a time, of signs of a text, of how many are chosen.
  package var minimum: String?
  package var maximum: String?
  /// What a text must look like: see ``FieldPattern``.
  package var pattern: String?
  /// A calculation: it is asked only where that is yes.
  package var showWhen: String?
  /// What is asked in each row, where the field is answered by rows. The existing apps show such a field as a text of several
  /// lines, and so it is one to them.
  package var columns: [TemplateField] = []
  /// What else the existing apps may have written.
  package var foreign = ForeignFields()

  package init(
    _ id: String, _ type: FieldType, _ label: String, isRequired: Bool = false, options: [String] = [],
    placeholder: String? = nil, defaultValue: String? = nil, smart: SmartSettings? = nil, isReadOnly: Bool = false
  ) {
    self.id = id
    self.type = type
    self.label = label
    self.isRequired = isRequired
    self.options = options
    self.placeholder = placeholder
    self.defaultValue = defaultValue
    self.smart = smart
    self.isReadOnly = isReadOnly
  }

  /// Whether it is filled in by itself and not by hand.
  package var isAutomatic: Bool { type.isSmart && (isReadOnly || smart != nil) }
  /// Whether it is answered by any number of rows.
  package var isRepeated: Bool { !columns.isEmpty }
  /// The expression by which it is calculated; nil where there is none.
  package var expression: String? {
    guard type == .calculation, let text = smart?.expression, !text.isBlank else { return nil }
    return text
  }

  /// Where it stands.
  package var section: FormSection {
    switch type {
    case .dateAuto, .timeAuto, .userName: return .basic
    case .mileage, .schoolName, .photoCount, .weather, .calculation: return .calculated
    case .file, .location, .currentLocation: return .media
    case .text, .textarea, .number, .email, .phone, .date, .time, .select, .multiselect, .radio, .toggle, .currency:
      return ["photographer", "date", "time"].contains(id) ? .basic : .details
    }
  }

  /// The most fields of a form, with the columns of its rows: a phone lays them all out.
  package static let most = 1000

  static let known: Set<String> = [
    "id", "type", "label", "required", "options", "placeholder", "defaultValue", "smartConfig", "readOnly", "help",
    "helpText", "min", "max", "pattern", "showWhen", "columns",
  ]

  /// As the existing apps write it.
  package var fields: DocumentFields {
    var fields = DocumentFields([
      ("id", .string(id)), ("type", .string(foreignType ?? type.rawValue)), ("label", .string(label)),
      ("required", .boolean(isRequired)), ("options", .array(options.map(DocumentValue.string))),
      ("placeholder", .string(placeholder ?? "")), ("defaultValue", .string(defaultValue ?? "")),
    ])
    if let smart { fields["smartConfig"] = .map(smart.fields) }
    if isReadOnly { fields["readOnly"] = .boolean(true) }
    for (name, text) in [
      ("help", help), ("min", minimum), ("max", maximum), ("pattern", pattern), ("showWhen", showWhen),
    ] {
      fields[name] = text.map(DocumentValue.string)
    }
    if isRepeated { fields["columns"] = .array(columns.map { .map($0.fields) }) }
    return foreign.joined(to: fields)
  }
}
