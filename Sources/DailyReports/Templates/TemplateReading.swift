package import StudioRules

/// A template as it was read: with everything that had to be guessed.
package struct TemplateReading: Sendable, Equatable {
  /// Nil where something is missing that nobody can guess.
  package var template: ReportTemplate?
  package var problems: [TemplateProblem]

  /// Reads a stored document of either app, as leniently as the iOS app, and where that would lose something, more so.
  package init(_ document: StoredDocument) { self.init(document.fields, id: document.path.id) }

  /// - Parameter id: the document's; what the fields say of it does not count.
  package init(_ document: DocumentFields, id: String) {
    var problems: [TemplateProblem] = []
    func text(_ name: String) -> String? { document[name]?.text.flatMap { $0.isEmpty ? nil : $0 } }
    func odd(_ name: String, _ expected: String) {
      if let value = document[name], value != .null {
        problems.append(TemplateProblem(nil, "\(name) is no \(expected)"))
      }
    }
    let name = document["name"]?.text.flatMap { $0.isBlank ? nil : $0 }
    if name == nil { problems.append(TemplateProblem(nil, "has no name", isFatal: true)) }
    let organisation = text("organizationID")
    if organisation == nil { problems.append(TemplateProblem(nil, "has no organizationID", isFatal: true)) }
    if document["id"] == nil { problems.append(TemplateProblem(nil, "has no id in it, which the iOS app needs")) }
    var fields: [TemplateField] = []
    if case .array(let values)? = document["fields"] {
      for (place, value) in values.enumerated() {
        if let field = Self.field(value, place, &problems) { fields.append(field) }
      }
    } else {
      odd("fields", "list")
    }
    if fields.isEmpty { problems.append(TemplateProblem(nil, "has no fields")) }
    Self.nameApart(&fields, &problems)
    for field in fields where ReportDocument.reserved.contains(field.id) {
      problems.append(
        TemplateProblem(
          field.id, "has the name of something that every report has; the answer is kept in formData only"))
    }
    TemplateRules.check(fields, &problems)
    if document["isActive"]?.truth == nil { odd("isActive", "truth") }
    if document["isDefault"]?.truth == nil { odd("isDefault", "truth") }
    if document["version"]?.wholeNumber == nil { odd("version", "whole number") }
    var createdAt: DocumentTimestamp?
    switch document["createdAt"] {
    case .timestamp(let time)?: createdAt = time
    case .string(let text)?: createdAt = DocumentTimestamp(text)
    default: break
    }
    if createdAt == nil {
      problems.append(TemplateProblem(nil, TemplateProblem.noMoment))
    }
    self.problems = problems
    guard let name, let organisation, !problems.contains(where: \.isFatal) else { return }
    template = ReportTemplate(
      id: id, name: name, description: text("description"), shootType: text("shootType") ?? "general",
      organisation: organisation, fields: fields, isDefault: document["isDefault"]?.truth ?? false,
      isActive: document["isActive"]?.truth ?? true, version: document["version"]?.wholeNumber ?? 1,
      createdBy: text("createdBy") ?? "", createdAt: createdAt)
  }

  /// - Parameter owner: the field of rows that it is a column of; nil for a field of the form.
  private static func field(
    _ value: DocumentValue, _ place: Int, of owner: String? = nil, _ problems: inout [TemplateProblem]
  ) -> TemplateField? {
    let before = owner.map { "\($0)." } ?? ""
    guard let document = value.fields else {
      problems.append(TemplateProblem("\(before)\(place + 1)", "is no field", isFatal: true))
      return nil
    }
    let written = document["id"]?.plainText.flatMap { $0.isBlank ? nil : $0 }
    let id = written ?? "field\(place + 1)"
    func tell(_ words: String, isFatal: Bool = false) {
      problems.append(TemplateProblem(before + id, words, isFatal: isFatal))
    }
    if written == nil { tell("has no id; its answers are kept under this one") }
    if id.utf8.count > 400 || id.hasPrefix("__") { tell("has an id that cannot be kept", isFatal: true) }
    let label = document["label"]?.text.flatMap { $0.isBlank ? nil : $0 }
    if label == nil { tell("has no label", isFatal: true) }
    guard let typeName = document["type"]?.text, !typeName.isEmpty else {
      tell("has no type", isFatal: true)
      return nil
    }
    guard let label else { return nil }
    let type = FieldType(rawValue: typeName)
    if type == nil { tell("has the type \"\(typeName)\", which nobody knows; it is filled in as text") }
    var field = TemplateField(id, type ?? .text, label)
    field.foreignType = type == nil ? typeName : nil
    field.isRequired = document["required"]?.truth ?? false
    field.options = (document["options"]?.texts ?? []).filter { !$0.isBlank }
    field.placeholder = document["placeholder"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    field.defaultValue = document["defaultValue"]?.plainText.flatMap { $0.isEmpty ? nil : $0 }
    field.isReadOnly = document["readOnly"]?.truth ?? false
    var told: [String] = []
    if let settings = document["smartConfig"]?.fields, field.type.isSmart {
      field.smart = SmartSettings(settings, of: field.type, told: &told)
    } else if field.type.isSmart {
      told.append(Self.withoutSettings(&field))
    } else if document["smartConfig"]?.fields?.isEmpty == false {
      told.append("is a \(typeName), which fills nothing in; its settings are not used")
    }
    for words in told { tell(words) }
    func plain(_ names: String...) -> String? {
      names.lazy.compactMap { document[$0]?.plainText }.first { !$0.isBlank }.map(\.trimmed)
    }
    field.foreign = ForeignFields(of: document, besides: TemplateField.known)
    field.help = plain("help", "helpText")
    field.minimum = plain("min")
    field.maximum = plain("max")
    field.pattern = document["pattern"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    field.showWhen = plain("showWhen")
    if owner == nil, case .array(let values)? = document["columns"] {
      field.columns = values.enumerated().compactMap { Self.field($1, $0, of: id, &problems) }
      Self.nameApart(&field.columns, of: id, &problems)
      if !field.columns.isEmpty, field.type != .textarea {
        tell("has columns, which only a textarea has; its answers are rows all the same")
        field.type = .textarea
        field.smart = nil
      }
    }
    return field
  }

  /// A field that would fill itself in, of which nobody has said how. What its type alone says is done, in the iOS app's way; a
  /// default stands, as in both apps; a calculation is typed. None is a box that nobody can fill in.
  private static func withoutSettings(_ field: inout TemplateField) -> String {
    if field.defaultValue != nil { return "has no settings: it shows its default and does not fill itself in" }
    if field.type == .calculation {
      field.isReadOnly = false
      return "has no settings, and so nothing to calculate: it is typed"
    }
    field.smart = SmartSettings(.ios, field.type)
    return "has no settings: it is filled in as a \(field.type.rawValue) of the iOS app"
  }

  /// One id for two fields would keep one answer for both.
  private static func nameApart(
    _ fields: inout [TemplateField], of owner: String? = nil, _ problems: inout [TemplateProblem]
  ) {
    var seen: Set<String> = []
    for place in fields.indices {
      let id = fields[place].id
      guard !seen.insert(id).inserted else { continue }
      var number = 2
      while seen.contains("\(id)-\(number)") || fields.contains(where: { $0.id == "\(id)-\(number)" }) { number += 1 }
      fields[place].id = "\(id)-\(number)"
      seen.insert(fields[place].id)
      problems.append(
        TemplateProblem(
          (owner.map { "\($0)." } ?? "") + id,
          "stands twice; the second one's answers are kept under \(fields[place].id)"))
    }
  }
}

extension StringProtocol {
  /// Nothing but white space.
  package var isBlank: Bool { allSatisfy(\.isWhitespace) }
  /// Without white space at both ends.
  package var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
