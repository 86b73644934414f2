import BoothCore
import Documents
import StudioModel
import Testing

@testable import Reports

@Suite struct TemplateTests {
  @Test func `the seed's template is read, and nothing of it is lost`() throws {
    let reading = try Seed.template()
    let template = try #require(reading.template)
    #expect(template.name == "Fall Sports Daily Report" && template.shootType == "sports" && template.version == 1)
    #expect(template.isDefault && template.isActive && template.organisation == "org_123")
    #expect(template.fields.map(\.type) == [.select, .mileage, .weather, .textarea])
    #expect(template["job_type"]?.isRequired == true)
    #expect(template["job_type"]?.options == ["Fall Sports", "Team Photos", "Individual Photos"])
    #expect(template["mileage_calc"]?.smart == SmartSettings(.ios, .mileage, fallback: "0 miles"))
    #expect(template["mileage_calc"]?.isReadOnly == true)
    // The iOS app loses these settings, as autoUpdate is missing.
    #expect(template["weather"]?.smart == SmartSettings(.ios, .weather, fallback: "Unknown"))
    #expect(reading.problems.contains { $0.field == "weather" && $0.words.contains("iOS") })
    #expect(template["notes"]?.placeholder == "Any additional observations...")
    #expect(TemplateReading(template.document, id: template.id).template == template)
  }

  @Test func `every type is known by its name`() {
    #expect(FieldType.allCases.count == 23)
    #expect(FieldType(rawValue: "current_location") == .currentLocation)
    for type in FieldType.allCases where type.isSmart {
      #expect(type.webCalculation.flatMap { FieldType(calculation: $0) } == type)
      #expect(FieldType(calculation: type.rawValue) == type)
    }
  }

  @Test func `the web app's settings are read as well`() throws {
    let value = try Seed.fields(
      """
      {"name": "n", "organizationID": "o", "createdAt": "2024-01-15T10:00:00Z", "fields": [{"id": 1718392023, "type": "mileage",
       "label": "M", "readOnly": true, "options": [], "placeholder": "", "defaultValue": "",
       "smartConfig": {"calculation": "roundTripMileage", "sourceFields": ["schools"], "units": "miles", "precision": 1,
       "fallbackValue": 0, "autoUpdate": true}}]}
      """)
    let reading = TemplateReading(value, id: "t")
    let field = try #require(reading.template?.fields.first)
    #expect(field.id == "1718392023" && field.placeholder == nil && field.defaultValue == nil)
    #expect(field.smart == SmartSettings(.web, .mileage, fallback: "0", units: "miles"))
    #expect(reading.template?.createdAt?.description == "2024-01-15T10:00:00Z")
  }

  @Test(arguments: [
    (#"{"organizationID": "o"}"#, "has no name", true), (#"{"name": "n"}"#, "has no organizationID", true),
    (#"{"name": "n", "organizationID": "o"}"#, "has no fields", false),
    (#"{"name": "n", "organizationID": "o", "fields": [{"id": "a", "type": "text"}]}"#, "field a: has no label", true),
    (#"{"name": "n", "organizationID": "o", "fields": [{"id": "a", "label": "A"}]}"#, "field a: has no type", true),
    (#"{"name": "n", "organizationID": "o", "fields": [7]}"#, "field 1: is no field", true),
    (
      #"{"name": "n", "organizationID": "o", "fields": [{"type": "text", "label": "A"}]}"#,
      "field field1: has no id; its answers are kept under this one", false
    ),
    (
      #"{"name": "n", "organizationID": "o", "fields": [{"id": "a", "type": "barcode", "label": "A"}]}"#,
      "field a: has the type \"barcode\", which nobody knows; it is filled in as text", false
    ),
    (
      #"{"name": "n", "organizationID": "o", "fields": [{"id": "a", "type": "text", "label": "A"}, {"id": "a", "type": "text", "label": "B"}]}"#,
      "field a: stands twice; the second one's answers are kept under a-2", false
    ),
    (
      #"{"name": "n", "organizationID": "o", "fields": [{"id": "a", "type": "select", "label": "A"}]}"#,
      "field a: has no options to choose from", false
    ),
    (
      #"{"name": "n", "organizationID": "o", "fields": [{"id": "a", "type": "calculation", "label": "A", "smartConfig": {"calculation": "custom", "expression": "b + 1"}}]}"#,
      "field a: there is no field b (at character 1)", false
    ),
    (
      #"{"name": "n", "organizationID": "o", "fields": [{"id": "a", "type": "calculation", "label": "A", "smartConfig": {"calculation": "custom", "expression": "a + 1"}}]}"#,
      "field a: is made of itself: a → a", false
    ),
  ])
  func `a check names each problem with its field`(json: String, words: String, isFatal: Bool) throws {
    let reading = TemplateReading(try Seed.fields(json), id: "t")
    let problem = try #require(reading.problems.first { $0.description == words }, "\(reading.problems)")
    #expect(problem.isFatal == isFatal && (reading.template == nil) == isFatal)
  }

  @Test func `templates are grouped by kind of shoot, defaults first, and searched`() throws {
    func document(_ id: String, _ name: String, _ kind: String?, isDefault: Bool) throws -> StoredDocument {
      var template = ReportTemplate(
        id: id, name: name, organisation: "o", fields: [TemplateField("a", .text, "A")], isDefault: isDefault
      ).document
      template["shootType"] = kind.map(DocumentValue.string)
      let time = DocumentTimestamp(microseconds: 0)
      return StoredDocument(
        path: try DocumentPath("reportTemplates/\(id)"), fields: template, createTime: time, updateTime: time)
    }
    let broken = StoredDocument(
      path: try DocumentPath("reportTemplates/x"), fields: DocumentFields(),
      createTime: DocumentTimestamp(microseconds: 0), updateTime: DocumentTimestamp(microseconds: 0))
    let found = [
      try document("1", "Plain", nil, isDefault: false), try document("2", "Fall", "sports", isDefault: false),
      try document("3", "Spring", "Sports", isDefault: true), broken,
    ]
    let choice = TemplateChoice(found)
    #expect(choice.groups.map(\.shootType) == ["general", "sports"] && choice.unreadable == 1)
    #expect(choice.groups[1].templates.map(\.id) == ["3", "2"])
    #expect(choice.preselected?.id == "3" && choice.preselected(shootType: "SPORTS")?.id == "3")
    #expect(TemplateChoice(found, search: "fall").groups.map(\.shootType) == ["sports"])
  }
}
