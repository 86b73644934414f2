package import Documents
import StudioModel

/// A form, as it is kept in `reportTemplates`.
package struct ReportTemplate: Sendable, Equatable, Identifiable {
  /// The document's, whatever stands in it: the web app writes none.
  package var id: String
  package var name: String
  package var description: String?
  /// `sports`, `portraits`, `events`, `general`, `commercial`, `yearbook`, or another word.
  package var shootType: String
  package var organisation: String
  package var fields: [TemplateField]
  package var isDefault: Bool
  package var isActive: Bool
  package var version: Int
  package var createdBy: String
  /// Nil where the document has none: then it is found without an order only.
  package var createdAt: DocumentTimestamp?
  /// When it was changed, as its document has it.
  package var updatedAt: DocumentTimestamp?

  /// Whether a field cannot be filled in without a school.
  package var asksForSchool: Bool { fields.contains { [.schoolName, .mileage].contains($0.type) } }

  package init(
    id: String, name: String, description: String? = nil, shootType: String = "general", organisation: String,
    fields: [TemplateField], isDefault: Bool = false, isActive: Bool = true, version: Int = 1, createdBy: String = "",
    createdAt: DocumentTimestamp? = nil
  ) {
    self.id = id
    self.name = name
    self.description = description
    self.shootType = shootType
    self.organisation = organisation
    self.fields = fields
    self.isDefault = isDefault
    self.isActive = isActive
    self.version = version
    self.createdBy = createdBy
    self.createdAt = createdAt
  }

  /// Where templates are.
  package static let collection = "reportTemplates"

  package subscript(_ id: String) -> TemplateField? { fields.first { $0.id == id } }

  /// Fields whose conditions lead to themselves: they are always shown.
  package var alwaysShown: Set<String> { Set(FormGraph(fields).endless) }

  /// The sections that have fields, in their order.
  package var sections: [(section: FormSection, fields: [TemplateField])] {
    FormSection.allCases.map { section in (section, fields.filter { $0.section == section }) }
      .filter { !$0.fields.isEmpty }
  }

  /// As it is written so that both existing apps read it: with its id, which iOS needs.
  package var document: DocumentFields {
    let smart = fields.filter { $0.smart != nil }
    var document = DocumentFields([
      ("id", .string(id)), ("name", .string(name)), ("shootType", .string(shootType)),
      ("organizationID", .string(organisation)), ("fields", .array(fields.map { .map($0.fields) })),
      ("isDefault", .boolean(isDefault)), ("isActive", .boolean(isActive)), ("version", .integer(Int64(version))),
      ("createdBy", .string(createdBy)), ("hasSmartFields", .boolean(!smart.isEmpty)),
      ("smartFieldsCount", .integer(Int64(smart.count))),
      ("smartFieldTypes", .array(Set(smart.map(\.type.rawValue)).sorted().map(DocumentValue.string))),
      ("templateFormat", "v2"),
    ])
    document["description"] = description.map(DocumentValue.string)
    return document
  }
}
