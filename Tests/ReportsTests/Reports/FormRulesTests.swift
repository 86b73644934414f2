import Documents
import StudioModel
import Testing

@testable import Reports

@Suite struct FormRulesTests {
  @Test(arguments: [
    (#"[A-Z]{2}-\d{4}"#, "AB-1234", true), (#"[A-Z]{2}-\d{4}"#, "AB-12345", false), ("a|bc", "bc", true),
    ("a|bc", "ac", false), ("(ab)*c?", "ababc", true), ("(ab)*c?", "", true), ("^x+$", "xxx", true),
    ("x{2,}", "x", false),
    ("x{2,3}", "xxxx", false), (".", "\u{1F600}", true), ("[^0-9]+", "a b", true), ("[^0-9]+", "a1", false),
    (#"\w+@\w+\.de"#, "a_1@b.de", true), (#"\$\d+"#, "$5", true), ("(?:a|b)c", "bc", true), ("[a-]", "-", true),
    (#"[\]]"#, "]", true), ("(a*)*b", String(repeating: "a", count: 400), false), ("é", "é", true),
    ("a{0}", "", true), ("", "", true), ("", "a", false), (#"\s\S"#, " x", true), ("x|", "", true),
  ])
  func `a pattern is held to the whole text`(pattern: String, text: String, isSo: Bool) throws {
    #expect(try FieldPattern(pattern).matches(text) == isSo)
  }

  @Test(arguments: [
    ("a**", 2), ("(", 1), ("[a", 2), ("a{3", 3), ("a{3,1}", 5), ("*a", 0), (#"\q"#, 1), (#"(?=a)"#, 1), ("[]", 1),
    ("a)", 1),
    ("a{999}", 5), ("((a*)*)*", 0), ("[z-a]", 4), (#"a\"#, 2),
  ])
  func `what is no pattern of ours is said, with its place`(pattern: String, position: Int) {
    do throws(FieldPattern.Fault) {
      _ = try FieldPattern(pattern)
      Issue.record("\(pattern) was read")
    } catch { #expect(error.position == position, "\(pattern): \(error)") }
  }

  private func field(_ type: FieldType, min: String? = nil, max: String? = nil, pattern: String? = nil) -> TemplateField
  {
    var field = TemplateField("f", type, "F", options: ["a", "b", "c"])
    (field.minimum, field.maximum, field.pattern) = (min, max, pattern)
    return field
  }

  @Test func `answers are held to least and most, whatever they are`() throws {
    let cases: [(TemplateField, DocumentValue, AnswerFault?)] = [
      (field(.number, min: "1", max: "10"), "0,5", .tooLow), (field(.number, min: "1", max: "10"), "10", nil),
      (field(.number, max: "10"), 10.5, .tooHigh), (field(.currency, min: "0"), "-1", .tooLow),
      (field(.date, min: "2024-01-01"), "2023-12-31", .tooLow),
      (field(.date, max: "1/31/2024"), "2024-02-01", .tooHigh),
      (field(.time, min: "08:00", max: "5:00 PM"), "17:01", .tooHigh), (field(.time, min: "08:00"), "8:00 AM", nil),
      (field(.text, min: "3"), "ab", .tooShort), (field(.text, max: "3"), "abcd", .overLength),
      (field(.text, max: "3"), " abc ", nil), (field(.multiselect, min: "2"), ["a"], .tooFew),
      (field(.multiselect, max: "1"), ["a", "b"], .tooMany), (field(.text, pattern: "[a-c]+"), "abd", .notPattern),
      (field(.text, pattern: "("), "anything", nil), (field(.toggle, min: "5"), false, nil),
      (field(.number, min: "x"), "0", nil),
    ]
    for (field, answer, fault) in cases {
      var found: AnswerFault?
      do throws(AnswerFault) { _ = try FormAnswer.read(answer, of: field) } catch { found = error }
      #expect(found == fault, "\(field.type) \(answer)")
    }
    #expect(try FormAnswer.read("", of: field(.text, min: "3")) == nil, "nothing is not too short")
  }

  private func template(_ json: String) throws -> ReportTemplate {
    try #require(
      TemplateReading(
        try Seed.fields(#"{"name": "n", "organizationID": "o", "fields": [\#(json)]}"#), id: "t"
      ).template)
  }

  @Test func `a field is asked where its condition is yes; what is not asked is not missing, and counts as blank`()
    throws
  {
    let template = try template(
      """
      {"id": "kind", "type": "select", "label": "K", "options": ["Team", "Single"]},
      {"id": "team", "type": "text", "label": "T", "required": true, "showWhen": "kind = 'Team'"},
      {"id": "size", "type": "number", "label": "S", "showWhen": "not isblank(team)"},
      {"id": "odd", "type": "text", "label": "O", "showWhen": "nowhere > 1"},
      {"id": "self", "type": "text", "label": "E", "showWhen": "self = 'x'"},
      {"id": "sum", "type": "calculation", "label": "C", "smartConfig": {"expression": "if(isblank(size), 0, size) + 1"}}
      """)
    func state(_ answers: DocumentFields) -> FormState { FormState(template, answers: answers) }
    let blank = state([:])
    #expect(!blank.isShown("team") && !blank.isShown("size") && blank.isShown("odd") && blank.isShown("self"))
    let team = state(["kind": "Team", "team": "Foxes", "size": 4])
    #expect(team.isShown("team") && team.isShown("size"))
    #expect(try team.value("sum").told == "number 5")
    // What was answered before is not asked any more.
    let single = state(["kind": "Single", "team": "Foxes", "size": 4])
    #expect(!single.isShown("team") && !single.isShown("size"))
    #expect(try single.value("sum").told == "number 1")
    func faults(_ answers: DocumentFields) -> [String: AnswerFault] {
      ReportSubmission(key: "k", date: "2024-01-15", answers: answers).faults(template)
    }
    #expect(faults(["kind": "Single"]).isEmpty && faults(["kind": "Team"]) == ["team": .missing])
    let me = Principal(user: UserID("u"), organisation: OrganisationID("o"), standing: .photographer)
    let kept = ReportSubmission(key: "k", date: "2024-01-15", answers: ["kind": "Single", "team": "Foxes"])
      .document(template, by: me, photographer: "J").fields
    #expect(kept["team"] == nil && kept["kind"] == "Single")
  }

  private static let rows = """
    {"id": "rate", "type": "number", "label": "R"},
    {"id": "visits", "type": "textarea", "label": "V", "min": "1", "max": "3", "columns": [
      {"id": "school", "type": "text", "label": "School", "required": true},
      {"id": "miles", "type": "number", "label": "Miles", "min": 0},
      {"id": "pay", "type": "calculation", "label": "Pay", "smartConfig": {"expression": "miles * rate"}}]},
    {"id": "total", "type": "calculation", "label": "T", "smartConfig": {"expression": "sum(visits.pay)"}},
    {"id": "far", "type": "calculation", "label": "F", "smartConfig": {"expression": "max(visits.miles) & ' of ' & count(visits)"}}
    """

  @Test func `rows are kept with what is calculated in each, and reckoned with`() throws {
    let template = try template(Self.rows)
    let answers: DocumentFields = [
      "rate": "0.5",
      "visits": [
        ["school": "Adams", "miles": "10"], ["school": "Lincoln", "miles": 3, "nobody's": "x"],
        ["school": "", "miles": ""],
      ],
    ]
    let state = FormState(template, answers: answers)
    #expect(try state.value("total").told == "number 6.5" && state.value("far").told == "text 10 of 3")
    let submission = ReportSubmission(key: "k", date: "2024-01-15", answers: answers)
    #expect(submission.faults(template).isEmpty)
    let me = Principal(user: UserID("u"), organisation: OrganisationID("o"), standing: .photographer)
    let kept = submission.document(template, by: me, photographer: "J").fields
    #expect(
      kept["visits"] == [["school": "Adams", "miles": 10, "pay": 5.0], ["school": "Lincoln", "miles": 3, "pay": 1.5]])
    #expect(template.document["fields"].map { "\($0)".contains("textarea") } == true, "the apps see a text")
    #expect(TemplateReading(template.document, id: "t").template == template)
  }

  @Test func `what is wrong in a row is said where it is`() throws {
    let template = try template(Self.rows)
    func faults(_ rows: DocumentValue) -> [String: AnswerFault] {
      ReportSubmission(key: "k", date: "2024-01-15", answers: ["visits": rows]).faults(template)
    }
    #expect(faults([["school": "A"], ["miles": "-1"]]) == ["visits.2.school": .missing, "visits.2.miles": .tooLow])
    #expect(faults([["school": "A"], ["school": "B"], ["school": "C"], ["school": "D"]]) == ["visits": .tooMany])
    #expect(faults([["school": "A"], "x"]) == ["visits": .wrongKind])
    #expect(faults("written before there were rows").isEmpty)
  }

  @Test(arguments: [
    (#"{"id": "a", "type": "number", "label": "A", "min": "5", "max": "2"}"#, "field a: has a min above its max"),
    (#"{"id": "a", "type": "date", "label": "A", "min": "soon"}"#, "field a: has the min \"soon\", which is no date"),
    (#"{"id": "a", "type": "toggle", "label": "A", "max": 3}"#, "field a: has a max, which a toggle has not"),
    (
      #"{"id": "a", "type": "text", "label": "A", "pattern": "a**"}"#,
      "field a: has a pattern that cannot be read: one count after another (at character 3)"
    ),
    (
      #"{"id": "a", "type": "text", "label": "A", "showWhen": "b = 1"}"#,
      "field a: is shown when: there is no field b (at character 1)"
    ),
    (
      #"{"id": "a", "type": "text", "label": "A", "showWhen": "a = 'x'"}"#,
      "field a: is shown when its own answer says so: it is always shown"
    ),
    (
      #"{"id": "a", "type": "number", "label": "A", "defaultValue": "many"}"#,
      "field a: has the default \"many\", which it would not take as an answer"
    ),
    (
      #"{"id": "a", "type": "textarea", "label": "A", "columns": [{"id": "f", "type": "file", "label": "F"}]}"#,
      "field a.f: is a file, which a row cannot have; it is filled in as text"
    ),
    (
      #"{"id": "a", "type": "textarea", "label": "A", "columns": [{"id": "x", "type": "calculation", "label": "X", "smartConfig": {"expression": "a.x + 1"}}]}"#,
      "field a.x: is made of itself: a.x → a.x"
    ),
    (
      #"{"id": "a", "type": "calculation", "label": "A", "readOnly": true}"#,
      "field a: has no settings, and so nothing to calculate: it is typed"
    ),
    (
      #"{"id": "a", "type": "weather_conditions", "label": "A"}"#,
      "field a: has no settings: it is filled in as a weather_conditions of the iOS app"
    ),
  ])
  func `a check names what a field says that cannot be`(json: String, words: String) throws {
    let reading = TemplateReading(
      try Seed.fields(#"{"id": "t", "name": "n", "organizationID": "o", "fields": [\#(json)]}"#), id: "t")
    #expect(reading.problems.map(\.description).contains(words), "\(reading.problems)")
    #expect(reading.template != nil)
  }

  @Test func `no field is a box that nobody can fill in`() throws {
    for type in FieldType.allCases where type.isSmart {
      let field = try template(#"{"id": "a", "type": "\#(type.rawValue)", "label": "A", "readOnly": true}"#).fields[0]
      #expect(field.smart != nil || !field.isReadOnly, "\(type)")
    }
  }

  @Test func `check and import see the same in a file`() throws {
    let fields = try Seed.fields(#"{"name": "n", "fields": [{"id": "a", "type": "text", "label": "A"}]}"#)
    let (check, taken) = (
      TemplateReading.ofFile(fields, organisation: nil), TemplateReading.ofFile(fields, organisation: "o")
    )
    #expect(check.reading.problems == taken.reading.problems && check.reading.template != nil)
    #expect(check.reading.problems.allSatisfy { !$0.isFatal } && taken.reading.template?.organisation == "o")
    for id in ["a/b", "__x__", ".."] {
      let odd = TemplateReading.ofFile(
        try Seed.fields(
          #"{"id": "\#(id)", "name": "n", "fields": [{"id": "a", "type": "text", "label": "A"}]}"#), organisation: nil)
      #expect(odd.reading.template == nil && odd.reading.problems.contains(where: \.isFatal))
    }
  }
}
