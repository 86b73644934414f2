package import Documents
import StudioModel

/// A template as it was read: with everything that had to be guessed.
package struct TemplateReading: Sendable, Equatable {
  /// Nil where something is missing that cannot be guessed.
  package var template: ReportTemplate?
  package var problems: [TemplateProblem]

  /// Reads a stored document of either app, as leniently as the iOS app, and where that would lose something, more so.
  package init(_ document: StoredDocument) { self.init(document.fields, id: document.path.id) }

  /// - Parameter id: the document's; what the fields say of it does not count.
  package init(_ document: DocumentFields, id: String) {
    var problems: [TemplateProblem] = []
    func text(_ name: String) -> String? { document[name]?.text.flatMap { $0.isEmpty ? nil : $0 } }
    func odd(_ name: String, _ kind: TemplateProblem.Kind) {
      if let value = document[name], value != .null { problems.append(TemplateProblem(nil, kind, .text(name))) }
    }
    let name = document["name"]?.text.flatMap { $0.isBlank ? nil : $0 }
    if name == nil { problems.append(TemplateProblem(nil, .noName)) }
    // Of blanks alone there is none, as of a report.
    let organisation = text("organizationID").flatMap { $0.isBlank ? nil : $0 }
    if organisation == nil { problems.append(TemplateProblem(nil, .noOrganisation)) }
    if document["id"] == nil { problems.append(TemplateProblem(nil, .noInnerID)) }
    var fields: [TemplateField] = []
    if case .array(let values)? = document["fields"] {
      for (place, value) in values.enumerated() {
        if let field = Self.field(value, place, &problems) { fields.append(field) }
      }
    } else {
      odd("fields", .noList)
    }
    if fields.isEmpty { problems.append(TemplateProblem(nil, .noFields)) }
    let count = fields.reduce(0) { $0 + 1 + $1.columns.count }
    if count > TemplateField.most {
      problems.append(TemplateProblem(nil, .tooManyFields, .text("\(count)"), .text("\(TemplateField.most)")))
    }
    Self.nameApart(&fields, &problems)
    for field in fields where ReportDocument.reserved.contains(field.id) {
      problems.append(TemplateProblem(field.id, .reservedName))
    }
    TemplateRules.check(fields, &problems)
    if document["isActive"]?.truth == nil { odd("isActive", .noTruth) }
    if document["isDefault"]?.truth == nil { odd("isDefault", .noTruth) }
    if document["version"]?.wholeNumber == nil { odd("version", .noWholeNumber) }
    func moment(_ name: String) -> DocumentTimestamp? {
      switch document[name] {
      case .timestamp(let time)?: time
      case .string(let text)?: DocumentTimestamp(text)
      default: nil
      }
    }
    let createdAt = moment("createdAt")
    if createdAt == nil { problems.append(TemplateProblem(nil, .noMoment)) }
    self.problems = problems
    guard let name, let organisation, !problems.contains(where: \.isFatal) else { return }
    template = ReportTemplate(
      id: id, name: name, description: text("description"), shootType: text("shootType") ?? "general",
      organisation: organisation, fields: fields, isDefault: document["isDefault"]?.truth ?? false,
      isActive: document["isActive"]?.truth ?? true, version: document["version"]?.wholeNumber ?? 1,
      createdBy: text("createdBy") ?? "", createdAt: createdAt)
    template?.updatedAt = moment("updatedAt")
  }

  /// - Parameter owner: the field of rows that it is a column of; nil for a field of the form.
  private static func field(
    _ value: DocumentValue, _ place: Int, of owner: String? = nil, _ problems: inout [TemplateProblem]
  ) -> TemplateField? {
    let before = owner.map { "\($0)." } ?? ""
    guard let document = value.fields else {
      problems.append(TemplateProblem("\(before)\(place + 1)", .noField))
      return nil
    }
    let written = document["id"]?.plainText.flatMap { $0.isBlank ? nil : $0 }
    let id = written ?? "field\(place + 1)"
    func report(_ kind: TemplateProblem.Kind) { problems.append(TemplateProblem(before + id, kind)) }
    if written == nil { report(.noID) }
    if id.utf8.count > 400 || id.hasPrefix("__") { report(.badID) }
    let label = document["label"]?.text.flatMap { $0.isBlank ? nil : $0 }
    if label == nil { report(.noLabel) }
    guard let typeName = document["type"]?.text, !typeName.isEmpty else {
      report(.noType)
      return nil
    }
    guard let label else { return nil }
    let type = FieldType(rawValue: typeName)
    if type == nil { problems.append(TemplateProblem(before + id, .unknownType, .text(typeName))) }
    var field = TemplateField(id, type ?? .text, label)
    field.foreignType = type == nil ? typeName : nil
    field.isRequired = document["required"]?.truth ?? false
    field.options = (document["options"]?.texts ?? []).filter { !$0.isBlank }
    field.placeholder = document["placeholder"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    field.defaultValue = document["defaultValue"]?.plainText.flatMap { $0.isEmpty ? nil : $0 }
    field.isReadOnly = document["readOnly"]?.truth ?? false
    var told: [TemplateProblem] = []
    if let settings = document["smartConfig"]?.fields, field.type.isSmart {
      field.smart = SmartSettings(settings, of: field.type, told: &told)
    } else if field.type.isSmart {
      told.append(Self.withoutSettings(&field))
    } else if document["smartConfig"]?.fields?.isEmpty == false {
      told.append(TemplateProblem(nil, .settingsUnused, type.map { .type($0) } ?? .text(typeName)))
    }
    problems += told.map { problem in
      var problem = problem
      problem.field = before + id
      return problem
    }
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
        report(.columnsElsewhere)
        field.type = .textarea
        field.smart = nil
      }
    }
    return field
  }

  /// A field that would fill itself in, without saying how. What its type alone says is done, in the iOS app's way; a
  /// default stands, as in both apps; a calculation is typed. None is a box that cannot be filled in.
  private static func withoutSettings(_ field: inout TemplateField) -> TemplateProblem {
    if field.defaultValue != nil { return TemplateProblem(nil, .settingsDefault) }
    if field.type == .calculation {
      field.isReadOnly = false
      return TemplateProblem(nil, .settingsTyped)
    }
    field.smart = SmartSettings(.ios, field.type)
    return TemplateProblem(nil, .settingsGuessed, .type(field.type))
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
        TemplateProblem((owner.map { "\($0)." } ?? "") + id, .idTwice, .text(fields[place].id)))
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
