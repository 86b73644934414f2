/// What is different between two versions of a form, for a person who has begun to fill in the older one.
package struct TemplateDifference: Sendable, Equatable {
  /// A field that both have, and what of it is not the same.
  package struct Change: Sendable, Equatable {
    package enum Part: String, Sendable, CaseIterable {
      case label, type, isRequired, options, bounds, condition, settings, help, place
    }

    package var field: TemplateField
    package var parts: [Part]
  }

  package var added: [TemplateField]
  package var removed: [TemplateField]
  package var changed: [Change]

  package init(from old: ReportTemplate, to new: ReportTemplate) {
    added = new.fields.filter { old[$0.id] == nil }
    removed = old.fields.filter { new[$0.id] == nil }
    let (before, after) = (
      old.fields.map(\.id).filter { new[$0] != nil }, new.fields.map(\.id).filter { old[$0] != nil }
    )
    changed = new.fields.compactMap { field in
      guard let was = old[field.id] else { return nil }
      var parts: [Change.Part] = []
      if was.label != field.label { parts.append(.label) }
      if was.type != field.type || was.isRepeated != field.isRepeated { parts.append(.type) }
      if was.isRequired != field.isRequired { parts.append(.isRequired) }
      if was.options != field.options { parts.append(.options) }
      if (was.minimum, was.maximum, was.pattern) != (field.minimum, field.maximum, field.pattern) {
        parts.append(.bounds)
      }
      if was.showWhen != field.showWhen { parts.append(.condition) }
      if was.smart != field.smart || was.isReadOnly != field.isReadOnly || was.columns != field.columns
        || was.defaultValue != field.defaultValue
      {
        parts.append(.settings)
      }
      if was.help != field.help || was.placeholder != field.placeholder { parts.append(.help) }
      if before.firstIndex(of: field.id) != after.firstIndex(of: field.id) { parts.append(.place) }
      return parts.isEmpty ? nil : Change(field: field, parts: parts)
    }
  }

  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
}
