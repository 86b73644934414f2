import BoothCore
import Documents
import FoundationEssentials
import StudioModel
import Testing

@testable import Reports

/// Templates, answers and report documents that a generator has broken: 600 of each here, 100,000 with `BOOTH_FULL`;
/// `BOOTH_REPORT_SEED` runs one.
@Suite struct HostileFormTests {
  private static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let one = environment["BOOTH_REPORT_SEED"].flatMap({ UInt64($0) }) { return [one] }
    // And what the long run has found once: an organisation of blanks.
    return environment["BOOTH_FULL"] == nil ? Array(1...600) + [12_390] : Array(1...100_000)
  }()

  @Test
  func
    `whatever a template is, it is read or refused, each of its fields is there or named, and a form of it can be filled in`()
    throws
  {
    var (read, refused) = (0, 0)
    for seed in Self.seeds {
      var hostile = Hostile(seed)
      let document = hostile.template()
      let reading = TemplateReading(document, id: "t")
      let written: [DocumentValue] = if case .array(let values)? = document["fields"] { values } else { [] }
      for problem in reading.problems { #expect(!problem.description.isEmpty) }
      guard let template = reading.template else {
        refused += 1
        #expect(reading.problems.contains { $0.isFatal }, "seed \(seed): refused without a word")
        continue
      }
      read += 1
      #expect(!reading.problems.contains { $0.isFatal }, "seed \(seed): used in spite of a fatal problem")
      #expect(template.fields.count == written.count, "seed \(seed): a field was lost")
      #expect(Set(template.fields.map(\.id)).count == template.fields.count, "seed \(seed): one id for two")
      for (field, value) in zip(template.fields, written) {
        #expect(field.label == value.fields?["label"]?.text, "seed \(seed)")
        #expect(Set(field.columns.map(\.id)).count == field.columns.count, "seed \(seed)")
      }
      var again = TemplateReading(template.document, id: "t").template
      // When it was made says the store.
      again?.createdAt = template.createdAt
      #expect(again == template, "seed \(seed): written and read, it is another")
      try fill(template, &hostile, seed)
    }
    // The generator makes both, and neither alone.
    if Self.seeds.count > 100 { #expect(read > Self.seeds.count / 4 && refused > Self.seeds.count / 20) }
  }

  /// Answers of all kinds, broken too: what is wrong is named by a field or a cell of the form, what is right is kept whole.
  private func fill(_ template: ReportTemplate, _ hostile: inout Hostile, _ seed: UInt64) throws {
    let answers = hostile.answers(template)
    let submission = ReportSubmission(key: String(repeating: "0", count: 32), date: "2024-01-15", answers: answers)
    let faults = submission.faults(template)
    for id in faults.keys {
      let isNamed = template.fields.contains { field in
        id == field.id || field.columns.contains { id.hasPrefix("\(field.id).") && id.hasSuffix(".\($0.id)") }
      }
      #expect(isNamed, "seed \(seed): a fault of \(id), which there is not")
    }
    let state = FormState(template, answers: answers)
    for field in template.fields {
      // A value or a fault: nothing else.
      do throws(CalculationFault) { _ = try state.value(field.id) } catch { #expect(!error.words.isEmpty) }
    }
    guard faults.isEmpty else { return }
    let me = Principal(user: UserID("u"), organisation: OrganisationID("o"), standing: .photographer)
    let document = submission.document(template, by: me, photographer: "J").fields
    let kept = try #require(document["formData"]?.fields)
    for field in template.fields where state.isShown(field.id) && field.type != .file && field.expression == nil {
      let (sent, found) = (answers[field.id], kept[field.id])
      let saysNothing = FormAnswer.isEmpty(sent) || field.isRepeated
      #expect(saysNothing || found != nil, "seed \(seed): the answer to \(field.id) was lost: \(sent ?? .null)")
    }
    let time = DocumentTimestamp(microseconds: 0)
    let report = DailyReport(
      StoredDocument(path: try DocumentPath("dailyJobReports/r"), fields: document, createTime: time, updateTime: time))
    #expect(report.answers == kept && report.oddities.isEmpty, "seed \(seed): \(report.oddities)")
  }

  @Test func `whatever a report's document is, it is a report, and what is wrong with it is said`() throws {
    let time = DocumentTimestamp(microseconds: 0)
    for seed in Self.seeds {
      var hostile = Hostile(seed)
      let (document, answers) = hostile.report()
      let report = DailyReport(
        StoredDocument(
          path: try DocumentPath("dailyJobReports/r"), fields: document, createTime: time, updateTime: time)
      )
      // What was answered under a name that nothing else has is an answer, in each of the four shapes.
      for answer in answers where !report.oddities.contains(.unreadableAnswers) {
        #expect(report.answers[answer.name] == answer.value, "seed \(seed): \(answer.name) of \(report.shape) was lost")
      }
      if document["date"] == .null { #expect(!report.oddities.isEmpty, "seed \(seed)") }
      #expect(report.version >= 1 && report.pictureCount >= 0)
      var columns = ReportColumns()
      let row = ReportRow(report, columns: &columns)
      #expect(row.id == "r")
      #expect(ReportAnswers(report, nil).all.count == report.answers.count, "seed \(seed)")
    }
  }
}

/// Values that would not be written, from a seed.
struct Hostile {
  private var random: SeededRandom

  init(_ seed: UInt64) { random = SeededRandom(seed: seed) }

  private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private static let texts = [
    "", " ", "a", "A", "0", "-1", "1e9", "NaN", "12,5", "1.234,5", "=1+1", "<b>", "\u{0}", "\u{FFFE}", "\u{202E}abc",
    "\u{1F468}\u{200D}\u{1F469}", "null", "true", "2024-02-30", "2024-01-15", "25:61", "9:30 AM", "a@b.de",
    "(555) 123-4567",
    "37.7,-88.9", "../../x", "__x__", "a.b", "{a}", "a + 1", "1 / 0", "sum(a)", "((((", "not",
    String(repeating: "x", count: 3000),
    "[a-z]+", "a**", "(a*)*b", "🏫", "שלום", "e\u{301}",
  ]

  mutating func value(_ depth: Int = 0) -> DocumentValue {
    switch Int.random(in: 0..<(depth > 2 ? 7 : 10), using: &random) {
    case 0: .null
    case 1: .boolean(one(in: 2))
    case 2: .integer(pick([0, 1, -1, 7, 1 << 40, .max, .min]))
    case 3: .double(pick([0.5, -0.0, 1e300, .infinity, -.infinity, .nan, 24.8]))
    case 4: .timestamp(DocumentTimestamp(microseconds: pick([0, 1_705_350_600_000_000, -1])))
    case 5, 6: .string(pick(Self.texts))
    case 7: .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in flat(depth + 1) })
    case 8: .bytes([1, 2])
    default: .map(map(depth + 1))
    }
  }

  /// No list in a list.
  private mutating func flat(_ depth: Int) -> DocumentValue {
    let value = value(depth)
    if case .array = value { return .string("list") }
    return value
  }

  private mutating func map(_ depth: Int) -> DocumentFields {
    var fields = DocumentFields()
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      fields[pick(["a", "b", "id", "label", "seconds", "at"])] = value(depth)
    }
    return fields
  }

  // MARK: Templates

  private static let types = FieldType.allCases.map(\.rawValue) + ["barcode", "", "TEXT"]
  private static let ids = ["a", "b", "c", "d", "a.b", "f 1", "date", "photographer", "{x}", "é", "visits"]

  /// As the apps write one, and then broken here and there.
  mutating func template() -> DocumentFields {
    var document: DocumentFields = [
      "id": "t", "name": "Form", "organizationID": "o", "shootType": "sports", "isActive": true, "version": 1,
      "createdAt": .timestamp(DocumentTimestamp(microseconds: 0)),
    ]
    document["fields"] = .array((0..<Int.random(in: 0..<8, using: &random)).map { _ in field(isColumn: false) })
    for name in [
      "id", "name", "organizationID", "shootType", "isActive", "isDefault", "version", "createdAt", "fields",
      "description", "extra",
    ]
    where one(in: 20) {
      document[name] = one(in: 3) ? nil : value()
    }
    return document
  }

  private mutating func field(isColumn: Bool) -> DocumentValue {
    if one(in: 60) { return flat(1) }
    let type = one(in: 12) ? pick(Self.types) : pick(FieldType.allCases).rawValue
    var field: DocumentFields = [
      "id": .string(pick(Self.ids)), "type": .string(type), "label": .string("Label of \(type)"),
    ]
    if one(in: 4) { field["required"] = true }
    if ["select", "radio", "multiselect"].contains(type) { field["options"] = ["one", "two"] }
    if FieldType(rawValue: type)?.isSmart == true, !one(in: 4) {
      var settings: DocumentFields = [pick(["calculation", "calculationType"]): .string(type)]
      if type == "calculation" {
        settings["expression"] = .string(
          pick(["a + 1", "sum(visits.a)", "a & b", "b", "1 / 0", "(", "if(a = 1, 2, 3)"]))
      }
      if one(in: 4) { settings[pick(["fallbackValue", "autoUpdate", "units", "format", "expression"])] = value() }
      field["smartConfig"] = .map(settings)
    }
    if one(in: 5) { field["showWhen"] = .string(pick(["a = 1", "not b", "isblank(c)", "(", "nowhere", "a.b > 1"])) }
    if one(in: 8) { field["pattern"] = .string(pick(["[a-z]+", "(a*)*b", "a**", "\\d{2}"])) }
    if one(in: 8) { field[pick(["min", "max"])] = flat(1) }
    if one(in: 8) { field["defaultValue"] = value() }
    if !isColumn, type == "textarea", one(in: 2) {
      field["columns"] = .array((0..<Int.random(in: 1..<4, using: &random)).map { _ in self.field(isColumn: true) })
    }
    for name in [
      "id", "type", "label", "required", "options", "placeholder", "defaultValue", "readOnly", "smartConfig", "help",
      "columns", "showWhen", "x",
    ]
    where one(in: 60) {
      field[name] = one(in: 3) ? nil : value()
    }
    return .map(field)
  }

  // MARK: Answers

  mutating func answers(_ template: ReportTemplate) -> DocumentFields {
    // Some nights everything is broken, others nearly nothing.
    let broken = pick([2, 10, 1000])
    var answers = DocumentFields()
    for field in template.fields where !one(in: 6) {
      answers[field.id] = one(in: broken) ? value() : answer(field)
    }
    if one(in: broken) { answers["nobody's"] = value() }
    return answers
  }

  private mutating func answer(_ field: TemplateField) -> DocumentValue {
    if field.isRepeated {
      return .array(
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in
          .map(DocumentFields(field.columns.map { ($0.id, answer($0)) }))
        })
    }
    return switch field.type {
    case .toggle: .boolean(one(in: 2))
    case .multiselect: .array([.string("one"), .string("gone")])
    case .number, .currency: pick([.string("12.5"), .integer(3), .double(0.1)])
    case .date: "2024-01-15"
    case .time: "9:30 AM"
    case .email: "a@b.de"
    case .phone: "(555) 123-4567"
    case .photoCount: "2"
    case .text, .textarea, .select, .radio, .file, .location, .mileage, .dateAuto, .timeAuto, .userName, .schoolName,
      .currentLocation, .weather, .calculation:
      .string(pick(["one", "gone", "נבדק", "x <b>", "24.8 miles"]))
    }
  }

  // MARK: Documents

  /// A report of one of the four shapes, broken here and there; and answers of it that no damage has reached.
  mutating func report() -> (DocumentFields, DocumentFields) {
    let answers: DocumentFields = [
      "quiz one": .string(pick(Self.texts)), "quiz2": value(1), "quiz3": .boolean(one(in: 2)),
    ]
    var document: DocumentFields
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      document = [
        "organizationID": "o", "userId": "u", "date": "2024-01-15", "photographer": "J", "templateId": "t",
        "templateName": "T", "templateVersion": 1, "reportType": "template",
        "createdAt": .timestamp(DocumentTimestamp(microseconds: 0)),
      ]
      for answer in answers { document[answer.name] = answer.value }
    case 1:
      document = [
        "organizationID": "o", "userId": "u", "date": "1/15/2024", "yourName": "J", "templateId": "t",
        "templateName": "T",
        "timestamp": .timestamp(DocumentTimestamp(microseconds: 0)), "customFields": .map(answers),
      ]
    case 2:
      document = [
        "organizationID": "o", "userId": "u", "date": .timestamp(DocumentTimestamp(microseconds: 0)), "yourName": "J",
        "jobDescriptions": ["Fall Original Day"], "totalMileage": 12.5, "schoolOrDestination": "A, B",
        "photoURLs": ["x"],
      ]
      for answer in answers { document[answer.name] = answer.value }
    default:
      document = [
        "organization_id": "o", "user_id": "u", "date": "2024-01-15T00:00:00+00:00", "photographer": "J",
        "report_data": .map(answers), "total_mileage": 12.5, "photo_urls": ["x"],
      ]
    }
    let names = [
      "organizationID", "userId", "date", "photographer", "yourName", "templateName", "templateVersion", "schools",
      "attachments",
      "photoURLs", "photo_urls", "smartSources", "amendments", "reportVersion", "timestamp", "createdAt",
      "formerLabels",
      "schoolOrDestination", "submissionMark", "reportPosition", "user_id",
    ]
    for name in names where one(in: 8) { document[name] = one(in: 4) ? nil : value() }
    return (document, answers)
  }
}
