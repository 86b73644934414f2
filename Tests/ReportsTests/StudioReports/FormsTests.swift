import BoothCore
import Documents
import Reports
import StudioModel
import StudioServer
import StudioStore
import StudioTesting
import Testing

@testable import StudioReports

@Suite(.timeLimit(.minutes(15))) struct FormsTests {
  private static let key = String(repeating: "0b", count: 16)

  private func built(_ name: String, base: String = "null", fields: String) -> String {
    #"{"base": \#(base), "template": {"id": "day", "name": "\#(name)", "shootType": "general", "fields": [\#(fields)]}}"#
  }

  private static let question = #"{"id": "q", "type": "text", "label": "Q", "theirs": 1}"#

  @Test(arguments: LabStore.allCases)
  func `who leads builds, and nobody else`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let (ben, dana) = (try await lab.join("ben", .photographer), try await lab.join("dana", Standing(.manager)))
      let pages = ["/reports/forms", "/reports/forms/new", "/reports/forms/edit/fall", "/reports/schools"]
      for path in pages {
        #expect(try await lab.get(path, ben).status == 403)
        #expect(try await lab.get(path, dana).status == 200, "\(path)")
      }
      let body = built("Day", fields: Self.question)
      for path in ["/reports/forms/check", "/reports/forms/save"] {
        #expect(try await lab.post(path, ben, body).status == 403)
        #expect(try await lab.post(path, dana, body, token: false).status == 403)
        for odd in ["", "[]", "{}", #"{"template": 7}"#] {
          #expect(try await lab.post(path, dana, odd).status == 400, "\(odd)")
        }
      }
      #expect(try await lab.get("/reports/forms/edit/none", dana).status == 404)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `a form is kept version by version, and a second builder is told`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let dana = try await lab.join("dana", Standing(.manager))
      let first = try await lab.post("/reports/forms/save", dana, built("Day", fields: Self.question))
      #expect(first.status == 200 && first.text == #"{"id":"day","version":1}"#)
      #expect(try await lab.post("/reports/forms/save", dana, built("Day", fields: Self.question)).status == 409)
      let more = Self.question + #", {"id": "r", "type": "number", "label": "R"}"#
      let second = try await lab.post("/reports/forms/save", dana, built("Day", base: "1", fields: more))
      #expect(second.status == 200 && second.text.contains(#""version":2"#))
      #expect(try await lab.post("/reports/forms/save", dana, built("Late", base: "1", fields: more)).status == 409)
      let path = try #require(ReportDocument.path("reportTemplates", "day"))
      let kept = try #require(try await lab.documents.document(at: path)).fields
      #expect(kept["organizationID"] == .string(lab.organisation.text))
      guard case .array(let fields)? = kept["fields"] else { return #expect(Bool(false)) }
      #expect(fields.first?.fields?["theirs"] == 1, "what is not ours stays")
      let refused = try await lab.post("/reports/forms/save", dana, built(" ", base: "2", fields: more))
      #expect(refused.status == 422 && refused.text.contains("needs a name"))
    }
  }

  @Test(arguments: LabStore.allCases)
  func `a form is created by who saves it first, whatever the request says`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let (dana, max) = (try await lab.join("dana", Standing(.manager)), try await lab.join("max", Standing(.manager)))
      func claiming(base: String = "null", _ fields: String) -> String {
        built("Day", base: base, fields: fields).replacing(
          #""name": "Day""#, with: #""name": "Day", "createdBy": "mallory""#)
      }
      func creator() async throws -> String? {
        try await lab.documents.document(at: DocumentPath("reportTemplates/day"))?.fields["createdBy"]?.text
      }
      #expect(try await lab.post("/reports/forms/save", dana, claiming(Self.question)).status == 200)
      let first = try #require(try await creator())
      #expect(first != "mallory" && !first.isEmpty)
      let other = #"{"id": "n", "type": "number", "label": "N"}"#
      #expect(try await lab.post("/reports/forms/save", max, claiming(base: "1", other)).status == 200)
      #expect(try await creator() == first)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `the preview is the form, and problems are named with their field`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let dana = try await lab.join("dana", Standing(.manager))
      let odd = #"{"id": "q", "type": "number", "label": "<b>Q", "min": "9", "max": "1", "help": "<i>"}"#
      let answer = try await lab.post("/reports/forms/check", dana, built("Day", fields: odd))
      #expect(answer.status == 200)
      #expect(
        answer.text.contains(
          #"{"of":"boundsCrossed","field":"q","words":"has a minimum above its maximum","broken":true}"#))
      #expect(answer.text.contains("data-preview") && answer.text.contains("&lt;b&gt;Q"))
      #expect(!answer.text.contains("<b>Q") && !answer.text.contains("<i>"))
      // A builder that does not show the preview asks for the problems alone.
      let body = built("Day", fields: odd)
      let unseen = try await lab.post("/reports/forms/check", dana, "{\"preview\": false, " + body.dropFirst())
      #expect(unseen.text.contains("boundsCrossed") && !unseen.text.contains("data-preview"), "\(unseen.text)")
    }
  }

  @Test(arguments: LabStore.allCases)
  func `a report is of the version it was begun on, also when the form is gone`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let (ben, dana) = (try await lab.join("ben", .photographer), try await lab.join("dana", Standing(.manager)))
      _ = try await lab.post("/reports/forms/save", dana, built("Day", fields: Self.question))
      let number = #"{"id": "n", "type": "number", "label": "N", "required": true}"#
      _ = try await lab.post("/reports/forms/save", dana, built("Day", base: "1", fields: number))
      let old = try await lab.get("/reports/new/day?version=1", ben)
      #expect(old.text.contains(#"data-version="1""#) && old.text.contains(#"data-move="2""#))
      #expect(try await lab.get("/reports/new/day", ben).text.contains(#"data-version="2""#))
      let templateStore = TemplateStore(lab.documents)
      try await templateStore.delete("day", of: lab.organisation)
      #expect(try await lab.get("/reports/new/day", ben).status == 404)
      #expect(try await lab.get("/reports/new/day?draft=\(Self.key)", ben).status == 200)
      let sent = try await lab.post(
        "/reports/send", ben,
        #"{"key": "\#(Self.key)", "template": "day", "version": 1, "date": "2024-01-15", "answers": {"q": "a"}, "former": {"z": {"label": "Z", "value": "was"}}, "schools": ["gone"], "schoolNames": ["Gone School"]}"#
      )
      #expect(sent.status == 200, "\(sent.text)")
      let report = try #require(try await lab.reports().first)
      #expect(report.templateVersion == 1 && report.answers["q"] == "a" && report.answers["z"] == "was")
      #expect(report.schools == ["Gone School"])
      #expect(try await lab.get("/reports/report/\(Self.key)", ben).text.contains(">Z<"))
    }
  }

  @Test(arguments: LabStore.allCases)
  func `a draft is its writer's, is merged part by part, and goes when it was sent`(_ store: LabStore) async throws {
    try await ReportsLab.run(store) { lab in
      let (ben, cleo) = (try await lab.join("ben", .photographer), try await lab.join("cleo", .photographer))
      func draft(_ parts: String) -> String {
        #"{"key": "\#(Self.key)", "template": "fall", "version": 1, "templateName": "Fall", "parts": {\#(parts)}}"#
      }
      let one = try await lab.post(
        "/reports/draft", ben,
        draft(#""job": {"at": 2, "value": {"value": "A"}}, "notes": {"at": 1, "value": {"value": "x"}}"#))
      #expect(one.status == 200 && one.text == #"{"parts":{},"missing":[]}"#, "\(one.text)")
      let other = try await lab.post("/reports/draft", ben, draft(#""job": {"at": 1, "value": {"value": "B"}}"#))
      #expect(other.text.contains(#""job":{"at":2"#) && other.text.contains("notes"))
      #expect(try await lab.post("/reports/draft", cleo, draft("")).status == 409)
      #expect(try await lab.get("/reports/draft/\(Self.key)", cleo).status == 404)
      #expect(try await lab.post("/reports/draft/\(Self.key)/discard", cleo, "{}").text == "{}")
      #expect(!(try await lab.get("/reports/drafts", cleo).text.contains(Self.key)))
      #expect(try await lab.get("/reports/drafts", ben).text.contains(Self.key))
      for odd in ["", #"{"key": "x"}"#, #"{"key": "\#(Self.key)", "template": "fall", "parts": 7}"#] {
        #expect(try await lab.post("/reports/draft", ben, odd).status == 400)
      }
      let sent = try await lab.post(
        "/reports/send", ben,
        #"{"key": "\#(Self.key)", "template": "fall", "version": 1, "date": "2024-01-15", "answers": {"job": "A"}}"#)
      #expect(sent.status == 200)
      #expect(!(try await lab.get("/reports/drafts", ben).text.contains(Self.key)))
      #expect(try await lab.post("/reports/draft", ben, draft("")).status == 410)
    }
  }

  @Test(arguments: Language.allCases)
  func `forms and their pages have every word in every language`(language: Language) {
    func check<Text: CaseIterable & Hashable>(_ table: [Text: String], _ english: [Text: String]) {
      for text in Text.allCases {
        let found = table[text] ?? ""
        #expect(!found.isEmpty, "\(text)")
        for place in ["%1", "%2", "%3"] {
          #expect(found.contains(place) == english[text]?.contains(place), "\(text): \(found)")
        }
      }
    }
    check(FormText.table(language), FormText.table(.english))
    check(BuilderText.table(language), BuilderText.table(.english))
    check(ReadingText.table(language), ReadingText.table(.english))
    check(TemplateProblem.Kind.table(language), TemplateProblem.Kind.table(.english))
    check(FieldPattern.Fault.Kind.table(language), FieldPattern.Fault.Kind.table(.english))
    // The console names the same things in the same places.
    for kind in TemplateProblem.Kind.allCases {
      for place in ["%1", "%2", "%3"] {
        let said = TemplateProblem.Kind.table(language)[kind]
        #expect(said?.contains(place) == kind.english.contains(place), "\(kind)")
      }
    }
  }

  @Test func `a form that could not work is not published, and says so in the reader's language`() async throws {
    try await ReportsLab.run { lab in
      let dana = try await lab.join("dana", Standing(.manager))
      func calculated(_ expression: String) -> String {
        #""type": "calculation", "smartConfig": {"calculationType": "calculation", "expression": "\#(expression)"}"#
      }
      let broken = [
        (calculated("n *"), "badExpression"), (calculated("n + 1"), "badExpression"), (calculated("q + 1"), "cycle"),
        (#""type": "text", "showWhen": "none = 1""#, "badCondition"),
        (#""type": "text", "pattern": "[a""#, "badPattern"),
        (#""type": "number", "min": "x""#, "boundUnread"), (#""type": "select", "options": []"#, "noOptions"),
      ]
      for (parts, kind) in broken {
        let body = built("Day", fields: #"{"id": "q", "label": "Q", \#(parts)}"#)
        let answer = try await lab.post("/reports/forms/save", dana, body)
        #expect(answer.status == 422 && answer.text.contains(#""of":"\#(kind)","field":"q""#), "\(answer.text)")
      }
      #expect(try await TemplateFinder(lab.documents).template("day", of: lab.organisation) == nil)
      // What is only odd is told, and kept.
      let twice = ["Q", "R"].map { #"{"id": "q", "label": "\#($0)", "type": "text"}"# }.joined(separator: ", ")
      let odd = built("Day", fields: twice)
      #expect(try await lab.post("/reports/forms/save", dana, odd).status == 200)
    }
    do throws(FieldPattern.Fault) {
      _ = try FieldPattern("[a")
      Issue.record("a bracket is missing")
    } catch {
      let problem = TemplateProblem("q", .badPattern, cause: .pattern(error))
      #expect(problem.description == "field q: has a pattern that cannot be read: expected ] (at character 3)")
      #expect(ProblemWords(.german).told(problem) == "hat ein Muster, das nicht zu lesen ist: ] fehlt (an Zeichen 3)")
    }
    let formula = TemplateProblem("q", .badCondition, cause: .calculation(CalculationFault(.unknownField("n"), at: 0)))
    #expect(ProblemWords(.english).told(formula).hasPrefix("Show only if: its formula uses “n” (character 1)"))
    let bound = TemplateProblem("q", .boundUnread, .least, .text("x"), .bound(.number))
    #expect(ProblemWords(.hebrew).told(bound) == "יש לו הגבול „מינימום” „x”, שאינו מהסוג „מספר”")
  }

  @Test func `a form without a name yet is drawn all the same`() async throws {
    try await ReportsLab.run { lab in
      let dana = try await lab.join("dana", Standing(.manager))
      let answer = try await lab.post("/reports/forms/check", dana, built("", fields: Self.question))
      #expect(answer.text.contains("data-preview") && answer.text.contains(#"{"of":"noName","field":null"#))
    }
  }

  @Test func `forms of one name are told apart wherever one is chosen`() async throws {
    try await ReportsLab.run { lab in
      let dana = try await lab.join("dana", Standing(.manager))
      for id in ["one", "two"] {
        let body = built("Same", fields: Self.question).replacing(#""id": "day""#, with: #""id": "\#(id)""#)
        #expect(try await lab.post("/reports/forms/save", dana, body).status == 200)
        let key = String(repeating: id == "one" ? "1a" : "2b", count: 16)
        let sent =
          #"{"key": "\#(key)", "template": "\#(id)", "version": 1, "date": "2024-01-15", "answers": {"q": "a"}}"#
        #expect(try await lab.post("/reports/send", dana, sent).status == 200)
      }
      let choice = try await lab.get("/reports/new", dana).text
      #expect(choice.ranges(of: "Version 1 · Changed <time").count == 2, "the form with a name of its own says no more")
      let forms = try await lab.get("/reports/forms", dana).text
      #expect(forms.contains("<code>one</code>") && forms.contains("<code>two</code>") && !forms.contains("<code>fall"))
      let list = try await lab.get("/reports", dana).text
      #expect(list.ranges(of: ">Same · Version 1 · ").count == 2)
      try await TemplateStore(lab.documents).delete("two", of: lab.organisation)
      #expect(try await lab.get("/reports", dana).text.contains(">Same · two<"))
    }
  }

  /// Every type, by what a person may give it: nothing, its default, something right, and something wrong.
  @Test func `every type keeps what is right of either dialect and names what is wrong`() throws {
    let right: [FieldType: DocumentValue] = [
      .text: "a", .textarea: "a\nb", .number: "2,5", .email: "a@b.de", .phone: "(555) 123-4567", .date: "1/15/2024",
      .time: "2:30 PM", .select: "A", .multiselect: ["A", "B"], .radio: "B", .toggle: true, .location: "12 Main St",
      .currency: "$12.50", .mileage: "24.8 miles", .dateAuto: "1/15/24", .timeAuto: "2:30 PM", .userName: "J",
      .schoolName: "Adams", .photoCount: "2", .currentLocation: "1,2", .weather: "Clear, 72°F", .calculation: 3.5,
      .file: "x",
    ]
    let kept: [FieldType: DocumentValue] = [.number: 2.5, .date: "2024-01-15", .currency: 12.5]
    let wrong: [FieldType: DocumentValue] = [
      .number: "two", .email: "a@", .phone: "1", .date: "soon", .time: "25:00", .multiselect: "A", .toggle: "yes",
      .currency: "x",
    ]
    for type in FieldType.allCases {
      for dialect in [SmartSettings.Dialect.ios, .web] {
        var field = TemplateField("f", type, "F", options: ["A", "B"], defaultValue: "A")
        if type.isSmart { field.smart = SmartSettings(dialect, type) }
        let answer = try #require(right[type])
        #expect(try FormAnswer.read(answer, of: field) == kept[type] ?? answer, "\(type) \(dialect)")
        #expect(try FormAnswer.read(nil, of: field) == nil)
        if let answer = wrong[type] {
          #expect(throws: AnswerFault.self, "\(type)") { try FormAnswer.read(answer, of: field) }
        }
        #expect(throws: AnswerFault.self, "\(type)") { try FormAnswer.read(["a": 1], of: field) }
        #expect(throws: AnswerFault.tooLong, "\(type)") {
          guard type != .toggle, type != .number, type != .currency else { throw AnswerFault.tooLong }
          let long = DocumentValue.string(String(repeating: "a", count: 20_001))
          _ = try FormAnswer.read(type == .multiselect ? [long] : long, of: field)
        }
        // It is written and read again as the same.
        let template = ReportTemplate(id: "t", name: "N", organisation: "o", fields: [field])
        #expect(TemplateReading(template.document, id: "t").template == template, "\(type) \(dialect)")
      }
    }
  }
}
