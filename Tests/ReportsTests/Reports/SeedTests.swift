import BoothCore
import Documents
import Locations
import StudioModel
import Testing

@testable import Reports

/// The examples by which the existing apps describe their reports, value by value; and what every field that fills itself in shows,
/// in both apps' words.
@Suite struct SeedTests {
  private static let here = Coordinate(latitude: 38.321991, longitude: -88.8674)

  @Test func `the report that is described is read value by value`() throws {
    let sent = try Seed.fields(
      """
      {"organizationID": "org_123", "userId": "u1", "date": "2024-01-15", "photographer": "John Smith",
       "templateId": "fall_sports_template", "templateName": "Fall Sports Daily Report", "templateVersion": 1,
       "reportType": "template", "smartFieldsUsed": ["mileage_calc", "weather"], "job_type": "Fall Sports",
       "weather": "Sunny, 72°F", "mileage": "24.8 miles", "notes": "Great lighting conditions",
       "schools_visited": ["Adams School - Marion", "Lincoln Elementary"],
       "equipment_used": ["Camera", "Tripod", "Flash"], "backup_completed": true, "photos_taken": 150}
      """)
    let time = DocumentTimestamp(microseconds: 0)
    let report = DailyReport(
      StoredDocument(path: try DocumentPath("dailyJobReports/r"), fields: sent, createTime: time, updateTime: time))
    #expect(report.shape == .template && report.oddities.isEmpty && report.date == "2024-01-15")
    #expect(report.photographer == "John Smith" && report.user == "u1" && report.templateVersion == 1)
    #expect(
      report.answers == [
        "job_type": "Fall Sports", "weather": "Sunny, 72°F", "mileage": "24.8 miles",
        "notes": "Great lighting conditions",
        "schools_visited": ["Adams School - Marion", "Lincoln Elementary"],
        "equipment_used": ["Camera", "Tripod", "Flash"], "backup_completed": true, "photos_taken": 150,
      ])
    let template = try #require(try Seed.template().template)
    let labels = ReportAnswers(report, template).all.map(\.label)
    #expect(
      labels == [
        "Job Type", "Weather Conditions", "Additional Notes", "Backup Completed", "Equipment Used", "Mileage",
        "Photos Taken", "Schools Visited",
      ])
    #expect(ReportMileage.way(report, template)?.length == Amount("24.8") && report.jobs == ["Fall Sports"])
    let columns = sent.map { ReportColumn(field: $0.name) }.filter { report.answers[$0.field] != nil }
    let table = ReportTable(columns, forms: ReportForms([template]))
    let cells = Dictionary(uniqueKeysWithValues: zip(table.columns.map(\.title), table.rows(report)[0]))
    let (shots, miles) = (try #require(Amount(150)), try #require(Amount("24.8")))
    #expect(cells["Backup Completed"] == .truth(true) && cells["Photos Taken"] == .number(shots))
    #expect(
      cells["Equipment Used"] == .text("Camera; Tripod; Flash") && cells["Weather Conditions"] == .text("Sunny, 72°F"))
    #expect(cells["Total Mileage"] == .number(miles) && cells["Date"] == .day(19_737))
    #expect(cells["Template"] == .text("Fall Sports Daily Report") && cells["Photographer"] == .text("John Smith"))
    // As its sample code writes the day.
    var iso = sent
    iso["date"] = "2024-01-15T20:30:00Z"
    let other = StoredDocument(
      path: try DocumentPath("dailyJobReports/r"), fields: iso, createTime: time, updateTime: time)
    #expect(DailyReport(other).date == "2024-01-15")
  }

  @Test func `a required answer, an address and a number are looked at as it says`() {
    let needed = TemplateField("a", .text, "A", isRequired: true)
    for empty: DocumentValue? in [nil, .null, "", "  "] {
      #expect(throws: AnswerFault.missing) { try FormAnswer.read(empty, of: needed) }
    }
    #expect(throws: Never.self) { try FormAnswer.read("a", of: needed) }
    let (email, number) = (TemplateField("e", .email, "E"), TemplateField("n", .number, "N"))
    #expect(throws: Never.self) { try FormAnswer.read("john@example.org", of: email) }
    #expect(throws: AnswerFault.notEmail) { try FormAnswer.read("john", of: email) }
    for right: DocumentValue in [150, 2.5] { #expect(throws: Never.self) { try FormAnswer.read(right, of: number) } }
    #expect(throws: AnswerFault.self) { try FormAnswer.read("many", of: number) }
  }

  /// With all sources, without any, and without any but with a fallback; in the iOS app's words and the web app's.
  private static let table: [(FieldType, ios: [DocumentValue], web: [DocumentValue])] = [
    (.mileage, ["85.1 miles", "0 miles", "F"], [.double(85.1), .double(0), .double(7)]),
    (.dateAuto, ["1/15/24", "1/15/24", "1/15/24"], ["1/15/2024", "1/15/2024", "1/15/2024"]),
    (.timeAuto, ["2:30 PM", "2:30 PM", "2:30 PM"], ["2:30 PM", "2:30 PM", "2:30 PM"]),
    (.userName, ["John Smith", "Photographer", "F"], ["John", "Photographer", "7"]),
    (
      .schoolName, ["Adams School - Marion, Lincoln Elementary", "No schools selected", "F"],
      ["Adams School - Marion, Lincoln Elementary", "No schools selected", "7"]
    ),
    (.photoCount, ["3", "0", "0"], ["3", "0", "0"]),
    (
      .currentLocation, ["38.321991,-88.867400", "Location pending...", "F"],
      ["38.321991,-88.867400", "Location pending...", "7"]
    ),
    (
      .weather, ["Partly Cloudy, 72°F", "Location required for weather", "F"],
      ["Partly Cloudy, 72°F", "Location required for weather", "7"]
    ),
    (.calculation, [.double(3), "Calculation failed", "F"], [.double(3), "Calculation failed", "7"]),
  ]

  @Test func `every field that fills itself in, in both dialects: found out, not found out, and with a fallback`()
    throws
  {
    #expect(Set(Self.table.map(\.0)) == Set(FieldType.allCases.filter(\.isSmart)))
    var all = Seed.sources()
    (all.photoCount, all.position, all.weather) = (3, Self.here, WeatherReport(code: 2, fahrenheit: 71.6))
    all.answers = ["n": 2]
    let none = SmartSources(now: all.now)
    for (type, ios, web) in Self.table {
      let names = [
        ("calculationType", type.rawValue, ios, "\"F\""), ("calculation", type.webCalculation ?? "", web, "7"),
      ]
      for (member, name, expected, fallback) in names {
        func shown(_ sources: SmartSources, _ more: String = "") throws -> SmartValue {
          try Seed.smart(type, "{\"\(member)\": \"\(name)\"\(more)}", sources)
        }
        let formula = type == .calculation ? ", \"expression\": \"n + 1\"" : ""
        let broken = type == .calculation ? ", \"expression\": \"n / 0\"" : ""
        #expect(try shown(all, formula).value == expected[0], "\(type) \(member)")
        #expect(try shown(type == .calculation ? all : none, broken).value == expected[1], "\(type) \(member)")
        let held = try shown(type == .calculation ? all : none, broken + ", \"fallbackValue\": \(fallback)")
        #expect(held.value == expected[2], "\(type) \(member)")
      }
      // Without settings it shows its default, else it is filled in as the iOS app's kind.
      let plain = try #require(
        TemplateReading(
          try Seed.fields(
            #"{"name": "n", "organizationID": "o", "fields": [{"id": "f", "type": "\#(type.rawValue)", "label": "F", "defaultValue": "D"}]}"#
          ), id: "t"
        ).template)
      #expect(SmartField(plain.fields[0], all).value(in: plain).value == "D", "\(type)")
    }
  }
}
