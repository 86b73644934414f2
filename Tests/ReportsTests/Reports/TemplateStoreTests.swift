import Documents
import StudioModel
import StudioTesting
import Testing

@testable import Reports

@Suite struct TemplateStoreTests {
  private static let here = OrganisationID("o")

  private func form(_ labels: [String], name: String = "F") -> ReportTemplate {
    ReportTemplate(
      id: "f", name: name, organisation: "o", fields: labels.enumerated().map { TemplateField("q\($0)", .text, $1) })
  }

  @Test func `a change makes a version, and the older ones stay readable`() async throws {
    let store = MemoryDocumentStore()
    let templates = TemplateStore(store)
    let first = try await templates.save(form(["A", "B"]), base: nil)
    #expect(first.version == 1)
    #expect(try await templates.save(form(["A", "B"]), base: 1).version == 1, "what says the same is no version")
    let second = try await templates.save(form(["A", "C", "D"]), base: 1)
    #expect(second.version == 2)
    await #expect(throws: TemplateStoreError.changed) { try await templates.save(form(["X"]), base: 1) }
    await #expect(throws: TemplateStoreError.taken) { try await templates.save(form(["X"]), base: nil) }
    let old = try await templates.template("f", version: 1, of: Self.here)
    #expect(old?.fields.map(\.label) == ["A", "B"] && old?.id == "f")
    #expect(try await templates.template("f", version: 2, of: Self.here)?.fields.count == 3)
    #expect(try await templates.template("f", version: 3, of: Self.here) == nil)
    #expect(try await templates.template("f", version: 1, of: OrganisationID("other")) == nil)
    #expect(try await TemplateFinder(store).active(of: Self.here).count == 1, "the apps see the newest alone")
  }

  @Test func `what was archived or deleted can still be finished, and an id goes on counting`() async throws {
    let store = MemoryDocumentStore()
    let templates = TemplateStore(store)
    _ = try await templates.save(form(["A"]), base: nil)
    try await templates.setActive(false, "f", of: Self.here)
    #expect(try await TemplateFinder(store).active(of: Self.here).isEmpty)
    #expect(try await templates.newest("f", of: Self.here)?.template.isActive == false)
    await #expect(throws: TemplateStoreError.changed) {
      try await templates.setActive(true, "f", of: OrganisationID("x"))
    }
    await #expect(throws: TemplateStoreError.changed) { try await templates.delete("f", of: OrganisationID("x")) }
    try await templates.delete("f", of: Self.here)
    let gone = try await templates.newest("f", of: Self.here)
    #expect(gone?.isThere == false && gone?.template.fields.map(\.label) == ["A"])
    #expect(try await templates.save(form(["N"]), base: nil).version == 2)
    #expect(try await templates.history("f", of: Self.here).map(\.version) == [1])
  }

  @Test func `what the existing apps keep beside our fields stays through a change`() async throws {
    let store = MemoryDocumentStore()
    let path = try DocumentPath("reportTemplates/f")
    var document = form(["A"]).document
    document["theirs"] = "x"
    _ = try await store.commit([.set(path, document, serverTimes: ["createdAt"])])
    _ = try await TemplateStore(store).save(form(["B"]), base: 1)
    let fields = try #require(try await store.document(at: path)).fields
    #expect(fields["theirs"] == "x" && fields["version"] == 2 && fields["createdAt"] != nil)
  }

  @Test func `a difference names what is new, gone and other`() throws {
    let old = form(["A", "B", "C"])
    var new = old
    new.fields[0].label = "AA"
    new.fields[0].isRequired = true
    new.fields.remove(at: 1)
    new.fields.append(TemplateField("q9", .number, "N"))
    let difference = TemplateDifference(from: old, to: new)
    #expect(difference.added.map(\.id) == ["q9"] && difference.removed.map(\.id) == ["q1"])
    #expect(difference.changed.map(\.field.id) == ["q0"] && difference.changed[0].parts == [.label, .isRequired])
    #expect(TemplateDifference(from: old, to: old).isEmpty)
    new = old
    new.fields.swapAt(0, 2)
    #expect(TemplateDifference(from: old, to: new).changed.map(\.parts) == [[.place], [.place]])
  }

  @Test func `answers to what is no longer asked are kept under their old names`() throws {
    var submission = ReportSubmission(key: "k", date: "2024-01-15", answers: ["q0": "a"])
    submission.takeFormer(
      [
        "gone": ["label": "Gone", "value": "was here"], "q0": ["label": "A", "value": "other"],
        "userId": ["label": "U", "value": "x"], "bad": "x", "list": ["label": "L", "value": ["a", "b"]],
      ], form(["A"]))
    let me = Principal(user: UserID("u"), organisation: Self.here, standing: .photographer)
    let document = submission.document(form(["A"]), by: me, photographer: "J").fields
    #expect(document["gone"] == "was here" && document["list"] == ["a", "b"] && document["q0"] == "a")
    #expect(document["userId"] == "u" && document["formerLabels"] == ["gone": "Gone", "list": "L"])
  }

  @Test func `of two changes of a draft the later one counts, whatever the clocks say`() {
    func part(_ at: Int64, _ value: DocumentValue) -> DocumentValue { ["at": .integer(at), "value": value] }
    let stored: DocumentFields = ["a": part(3, "A3"), "b": part(1, "B1")]
    let (kept, newer) = SharedDraft.merge(
      stored: stored,
      sent: ["a": part(2, "A2"), "b": part(2, "B2"), "c": part(1, "C1"), "d": "no part", "e": part(0, "x")])
    #expect(kept == ["a": part(3, "A3"), "b": part(2, "B2"), "c": part(1, "C1")])
    #expect(newer == ["a": part(3, "A3")])
    // Of two with one number the first counts, for both.
    let other = SharedDraft.merge(stored: kept, sent: ["b": part(2, "else")])
    #expect(other.kept == kept && other.newer["b"] == part(2, "B2"))
  }

  @Test func `a list takes the place of none but the one that it was made from`() {
    func list(_ at: Int64, _ names: DocumentValue, after: Int64? = nil) -> DocumentValue {
      var fields: DocumentFields = ["at": .integer(at), "value": names]
      if let after { fields["after"] = .integer(after) }
      return .map(fields)
    }
    // Both devices begin with nothing, and each adds a picture.
    let first = SharedDraft.merge(stored: [:], sent: ["=pictures": list(3, ["a"], after: 0)])
    #expect(first.kept == ["=pictures": list(3, ["a"])] && first.newer.isEmpty)
    // However often the other one has changed its own meanwhile.
    let other = SharedDraft.merge(stored: first.kept, sent: ["=pictures": list(9, ["b", "c"], after: 0)])
    #expect(other.kept == first.kept && other.newer == first.kept)
    let both = SharedDraft.merge(stored: first.kept, sent: ["=pictures": list(10, ["a", "b", "c"], after: 3)])
    #expect(both.kept == ["=pictures": list(10, ["a", "b", "c"])] && both.newer.isEmpty)
    // A page of before says nothing of it.
    #expect(
      SharedDraft.merge(stored: both.kept, sent: ["=pictures": list(11, ["d"])]).kept == ["=pictures": list(11, ["d"])])
    #expect(SharedDraft.merge(stored: both.kept, sent: ["=pictures": list(12, ["d"], after: 99)]).kept == both.kept)
  }

  @Test func `an answer that was written on two devices takes the place of none that its device has not seen`() {
    func answer(_ at: Int64, _ text: String, after: Int64? = nil) -> DocumentValue {
      var fields: DocumentFields = ["at": .integer(at), "value": ["value": .string(text)]]
      if let after { fields["after"] = .integer(after) }
      return .map(fields)
    }
    let first = SharedDraft.merge(stored: [:], sent: ["notes": answer(2, "one", after: 0)])
    let other = SharedDraft.merge(stored: first.kept, sent: ["notes": answer(40, "two", after: 0)])
    #expect(other.kept == first.kept && other.newer == ["notes": answer(2, "one")])
    #expect(SharedDraft.merge(stored: first.kept, sent: ["notes": answer(41, "two", after: 2)]).newer.isEmpty)
    // Where the studio has lost it, as a draft goes that was left for long, it is kept again.
    let again = SharedDraft.merge(stored: [:], sent: ["notes": answer(7, "one", after: 2)])
    #expect(again.kept == ["notes": answer(7, "one")])
  }
}
