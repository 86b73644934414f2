import BoothCore
import Documents
import StudioModel
import Testing

@testable import Firebase

/// The bytes on the wire, after the reference of `google.firestore.v1`.
@Suite struct FirestoreWireTests {
  private let settings = FirestoreSettings(project: "p")
  private var coding: FirestoreCoding { FirestoreCoding(values: settings.coding) }

  private func text(_ json: DocumentJSON) -> String { String(decoding: json.bytes, as: UTF8.self) }

  @Test func `addresses lead below a document, whatever its name`() {
    #expect(
      settings.url("commit") == "https://firestore.googleapis.com/v1/projects/p/databases/(default)/documents:commit")
    #expect(
      settings.url("runQuery", below: ["organizations", "a b:c/ü"])
        == "https://firestore.googleapis.com/v1/projects/p/databases/(default)/documents/organizations/"
        + "a%20b%3Ac%2F%C3%BC:runQuery")
  }

  @Test func `a query is a structured query`() throws {
    let query = DocumentQuery(
      try DocumentCollection("organizations/7/critiques"),
      where: [.init("status", is: "published"), .init("m.x y", is: .null)],
      orderedBy: [.init("createdAt", .descending)], limit: 20,
      after: .init(values: [.timestamp(DocumentTimestamp(microseconds: 0))], id: "c1"))
    #expect(
      text(coding.json(query)) == #"{"structuredQuery":{"from":[{"collectionId":"critiques"}],"#
        + #""where":{"compositeFilter":{"op":"AND","filters":["#
        + #"{"fieldFilter":{"field":{"fieldPath":"status"},"op":"EQUAL","value":{"stringValue":"published"}}},"#
        + #"{"unaryFilter":{"op":"IS_NULL","field":{"fieldPath":"m.`x y`"}}}]}},"#
        + #""orderBy":[{"field":{"fieldPath":"createdAt"},"direction":"DESCENDING"},"#
        + #"{"field":{"fieldPath":"__name__"},"direction":"DESCENDING"}],"#
        + #""startAt":{"values":[{"timestampValue":"1970-01-01T00:00:00Z"},{"referenceValue":"#
        + #""projects/p/databases/(default)/documents/organizations/7/critiques/c1"}],"before":false},"limit":20}}"#)
  }

  @Test func `writes are writes with their preconditions`() throws {
    let path = try DocumentPath("c/a")
    let name = "projects/p/databases/(default)/documents/c/a"
    #expect(
      text(coding.values.json(.delete(path, if: .exists)))
        == #"{"delete":"\#(name)","currentDocument":{"exists":true}}"#)
    #expect(
      text(coding.values.json(.set(path, ["n": 1], if: .doesNotExist, serverTimes: ["at"])))
        == #"{"update":{"name":"\#(name)","fields":{"n":{"integerValue":"1"}}},"#
        + #""updateTransforms":[{"fieldPath":"at","setToServerValue":"REQUEST_TIME"}],"currentDocument":{"exists":false}}"#
    )
    let time = DocumentTimestamp(microseconds: 1_500_000)
    let merge = DocumentWrite(path, .merge(["a": 1, "left": 2], naming: ["a", "b.c"]), if: .updateTime(time))
    #expect(
      text(coding.values.json(merge)) == #"{"update":{"name":"\#(name)","fields":{"a":{"integerValue":"1"}}},"#
        + #""updateMask":{"fieldPaths":["a","b.c"]},"currentDocument":{"updateTime":"1970-01-01T00:00:01.500Z"}}"#)
  }

  @Test func `a refusal without words is judged by its number`() {
    let kinds: [(Int, DocumentStoreError.Kind)] = [
      (401, .unauthenticated), (403, .permissionDenied), (413, .tooLarge), (429, .exhausted), (302, .unavailable),
      (500, .unavailable), (511, .unavailable),
    ]
    for (code, kind) in kinds { #expect(FirestoreRefusal(code: code, body: []).kind(isQuery: true) == kind) }
  }

  @Test func `attempts wait longer each time, and end`() {
    var attempts = FirestoreAttempts(
      subject: "x", isRepeatable: true, isQuery: true, most: 6, deadline: Instant(nanoseconds: 60_000_000_000))
    var waits: [Duration] = []
    while case .again(after: let delay) = attempts.failed(
      .cut("x"), at: Instant(nanoseconds: 0), random: UInt64(Int64.max))
    { waits.append(delay) }
    #expect(waits.count == 5)
    #expect(zip(waits, [500, 1000, 2000, 4000, 8000]).allSatisfy { $0 < .milliseconds($1) })
  }

  @Test func `what is not the same twice is sent again only where it was not done`() {
    func step(_ outcome: FirestoreOutcome) -> FirestoreAttempts.Step {
      var attempts = FirestoreAttempts(
        subject: "x", isRepeatable: false, isQuery: false, most: 6, deadline: Instant(nanoseconds: 60_000_000_000))
      return attempts.failed(outcome, at: Instant(nanoseconds: 0), random: 0)
    }
    func refused(_ code: Int, _ status: String) -> FirestoreOutcome {
      let json = DocumentJSON.members([("error", .members([("status", .string(status))]))])
      return .refused(FirestoreRefusal(code: code, body: json.bytes))
    }
    for outcome in [
      FirestoreOutcome.notSent("x"), refused(503, "UNAVAILABLE"), refused(429, ""), refused(409, "ABORTED"),
    ] {
      #expect(step(outcome) == .again(after: .zero), "\(outcome)")
    }
    for outcome in [FirestoreOutcome.cut("x"), refused(502, ""), refused(504, "DEADLINE_EXCEEDED")] {
      guard case .end(let error) = step(outcome) else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(error.kind == .inDoubt)
    }
  }
}
