import BoothCore
import Documents
import Locations
import StudioModel
import Testing

@testable import Reports

@Suite struct SmartCompletionTests {
  private static func field(_ id: String, _ type: FieldType, readOnly: Bool, _ expression: String? = nil)
    -> TemplateField
  {
    TemplateField(
      id, type, id, smart: type.isSmart ? SmartSettings(.ios, type, expression: expression) : nil, isReadOnly: readOnly)
  }

  private static func template(readOnly: Bool) -> ReportTemplate {
    var fields = [
      field("miles", .mileage, readOnly: readOnly), field("day", .dateAuto, readOnly: readOnly),
      field("at", .timeAuto, readOnly: readOnly), field("who", .userName, readOnly: readOnly),
      field("where", .schoolName, readOnly: readOnly), field("place", .currentLocation, readOnly: readOnly),
      field("sky", .weather, readOnly: readOnly), field("pay", .calculation, readOnly: readOnly, "miles * 2"),
      field("count", .photoCount, readOnly: readOnly), field("fixed", .text, readOnly: readOnly),
      field("hours", .number, readOnly: false),
    ]
    fields[9].defaultValue = "as it is"
    return ReportTemplate(id: "t", name: "T", organisation: "o", fields: fields)
  }

  private static let forged: DocumentFields = [
    "miles": "5000 miles", "day": "1/1/99", "at": "1:00 AM", "who": "The Boss", "where": "Everywhere", "place": "1,1",
    "sky": "Hail", "pay": "99999", "count": "77", "fixed": "other", "hours": "3",
  ]

  private static func completed(readOnly: Bool) -> SmartCompletion {
    var sources = Seed.sources()
    sources.answers = forged
    sources.photoCount = 2
    return SmartCompletion(
      template(readOnly: readOnly), sources, sent: ["sky": .map(["source": "Open-Meteo", "at": "then"])], at: "now")
  }

  @Test func `what nobody may type is the studio's own, whatever was sent`() {
    let done = Self.completed(readOnly: true)
    let own: DocumentFields = [
      "miles": "85.1 miles", "day": "1/15/24", "at": "2:30 PM", "who": "John Smith",
      "where": "Adams School - Marion, Lincoln Elementary", "place": "1,1", "sky": "Hail", "pay": .double(170.2),
      "count": "2", "fixed": "as it is", "hours": "3",
    ]
    #expect(done.answers == own, "\(done.answers)")
    #expect(done.made["miles"]?.fields?["at"] == "now" && done.made["pay"]?.fields?["source"] == "miles * 2")
    // What cannot be made again says from where it came.
    #expect(done.made["sky"] == .map(["source": "device: Open-Meteo", "at": "then"]))
    #expect(done.made["place"]?.fields?["source"] == "device" && done.made["hours"] == nil)
  }

  @Test func `what somebody may type stays, and does not count as found out`() {
    let done = Self.completed(readOnly: false)
    for (name, value) in [("miles", "5000 miles"), ("pay", "99999"), ("who", "The Boss"), ("fixed", "other")] {
      #expect(done.answers[name] == .string(value))
    }
    #expect(done.answers["count"] == "2" && done.made["miles"]?.fields?["source"] == "device")
  }

  // MARK: Large forms

  private static func chain(_ count: Int) -> ReportTemplate {
    let fields = (0..<count).map { field("c\($0)", .calculation, readOnly: true, "c\($0 + 1) + 1") }
    return ReportTemplate(
      id: "t", name: "T", organisation: "o", fields: fields + [TemplateField("c\(count)", .number, "N")])
  }

  @Test func `a chain is worth the same whoever is asked first, and what is too deep is told`() throws {
    let template = Self.chain(100)
    let answers: DocumentFields = ["c100": "0"]
    func worth(_ ids: [String]) -> [String: String] {
      let state = FormState(template, answers: answers)
      var found: [String: String] = [:]
      for id in ids {
        do throws(CalculationFault) { found[id] = try state.value(id).told } catch { found[id] = error.told }
      }
      return found
    }
    let ids = template.fields.map(\.id)
    let first = worth(ids)
    #expect(first == worth(ids.reversed()))
    #expect(first["c0"]?.hasPrefix("error too-complicated") == true && first["c60"] == "number 40")
    let problems = TemplateReading(template.document, id: "t").problems.filter(\.isBroken)
    #expect(problems.map(\.field) == ["c0"] && problems.first?.words.contains("too deep") == true, "\(problems)")
    #expect(TemplateReading(Self.chain(59).document, id: "t").problems.allSatisfy { !$0.isBroken })
  }

  @Test func `a form of too many fields is said, and not taken in; what is there is read`() {
    for (count, isTaken) in [(999, true), (1000, false)] {
      let document = Self.chain(count).document
      let (file, stored) = (
        TemplateReading.ofFile(document, organisation: "o").reading, TemplateReading(document, id: "t")
      )
      #expect((file.template != nil) == isTaken && stored.template != nil)
      #expect(file.problems.contains { $0.kind == .tooManyFields && $0.isBroken } == !isTaken)
    }
    let words = TemplateReading(Self.chain(1000).document, id: "t").problems.map(\.description)
    #expect(words.contains("has 1001 fields, with the columns of rows; at most 1000 are taken"))
  }

  @Test func `a ring of a thousand fields is named once, and has an end`() {
    let fields = (0..<1000).map { Self.field("c\($0)", .calculation, readOnly: true, "c\(($0 + 1) % 1000) + 1") }
    #expect(CalculationOrder(fields).cycles.map(\.count) == [1000])
    let state = FormState(ReportTemplate(id: "t", name: "T", organisation: "o", fields: fields), answers: [:])
    #expect(throws: CalculationFault.self) { try state.value("c0") }
    // Each with each: far too many to be named.
    let all = (0..<40).map { number in
      Self.field("c\(number)", .calculation, readOnly: true, (0..<40).map { "c\($0)" }.joined(separator: "+"))
    }
    #expect((1...20).contains(CalculationOrder(all).cycles.count))
  }

  @Test func `texts that double each other end`() throws {
    let fields = (0..<50).map { Self.field("c\($0)", .calculation, readOnly: true, "c\($0 + 1) & c\($0 + 1)") }
    let template = ReportTemplate(
      id: "t", name: "T", organisation: "o", fields: fields + [TemplateField("c50", .text, "T")])
    let state = FormState(template, answers: ["c50": "x"])
    #expect(throws: CalculationFault(.tooLarge, at: 0)) { try state.value("c0") }
    #expect(try state.value("c40").shown.count == 1024)
  }

  @Test func `a time behind midnight is called one`() {
    #expect(throws: CalculationFault(.outsideOfDay, at: 13)) { try Calculation("time('23:59')+5").value { _ in nil } }
    #expect(
      CalculationFault(.outsideOfDay, at: 13).words
        == "a time before midnight or after it: a day has 24 hours, from 00:00 to 23:59 (at character 14)")
  }
}
