package import StudioRules

/// One question of a form.
package struct TemplateField: Sendable, Equatable, Identifiable {
  /// Under which the answer is kept; unique in its template.
  package var id: String
  package var type: FieldType
  /// What the document calls the type, where nobody knows it; it is filled in as text.
  package var foreignType: String?
  package var label: String
  package var isRequired: Bool
  package var options: [String]
  package var placeholder: String?
  package var defaultValue: String?
  /// Nil where the field does not fill itself in, or nobody has said how.
  package var smart: SmartSettings?
  package var isReadOnly: Bool

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

  /// As the existing apps write it.
  package var fields: DocumentFields {
    var fields = DocumentFields([
      ("id", .string(id)), ("type", .string(foreignType ?? type.rawValue)), ("label", .string(label)),
      ("required", .boolean(isRequired)), ("options", .array(options.map(DocumentValue.string))),
      ("placeholder", .string(placeholder ?? "")), ("defaultValue", .string(defaultValue ?? "")),
    ])
    if let smart { fields["smartConfig"] = .map(smart.fields) }
    if isReadOnly { fields["readOnly"] = .boolean(true) }
    return fields
  }
}
