import BoothCore
import BoothTesting
import Documents
import FoundationEssentials
import StudioModel
import StudioStore
import StudioTesting
import Testing

@testable import Firebase

/// The port's promise over HTTP: against the stand-in always, against Google's emulator where there is one.
@Suite struct FirestoreConformanceTests {
  private static let emulator = ProcessInfo.processInfo.environment["FIRESTORE_EMULATOR_HOST"]

  /// Asks again whenever it may, instead of once a minute.
  private static func settings(_ host: String, _ project: String) -> FirestoreSettings {
    var settings = FirestoreSettings(emulator: host, project: project)
    settings.polling = .milliseconds(1)
    return settings
  }

  private static func run(_ check: DocumentConformance, _ host: String, _ project: String, _ name: String) async throws
  {
    let settings = settings(host, project)
    let store = FirestoreDocumentStore(settings, tokens: FixedToken("owner"))
    let other = FirestoreDocumentStore(settings, tokens: FixedToken("owner"))
    do {
      try await check.run(DocumentTrial(store, try DocumentCollection(name)) { other })
    } catch {
      Issue.record("\(error)")
    }
    try await store.shutdown()
    try await other.shutdown()
  }

  @Test(arguments: DocumentConformance.checks)
  func `documents over REST keep the port's promise, at a stand-in`(_ check: DocumentConformance) async throws {
    let standIn = try StandInFirestore()
    try await Self.run(check, standIn.host, StandInFirestore.project, "places/of/things with a blank")
    standIn.stop()
  }

  @Test(
    .enabled(if: emulator != nil, "there is no emulator: FIRESTORE_EMULATOR_HOST is not set"),
    arguments: DocumentConformance.checks)
  func `documents over REST keep the port's promise, at Google's emulator`(_ check: DocumentConformance) async throws {
    let host = try #require(Self.emulator)
    try await Self.run(check, host, "demo-booth", "c\(UInt64.random(in: .min ... .max))")
  }

  /// What is in a collection, all of it.
  private static func all(_ store: any DocumentStore, _ collection: DocumentCollection) async throws -> [StoredDocument]
  {
    var query = DocumentQuery(collection, limit: 7)
    var documents: [StoredDocument] = []
    while true {
      let page = try await store.page(query)
      documents += page.documents
      guard let next = page.next else { return documents }
      query.after = next
    }
  }

  @Test func `an organisation moves to Firestore and back, and nothing is lost`() async throws {
    let standIn = try StandInFirestore()
    let collection = try DocumentCollection("locations")
    let folder = try TemporaryFolder()
    let here = try SQLiteDocumentStore(path: folder.path("here.sqlite"))
    let again = try SQLiteDocumentStore(path: folder.path("again.sqlite"))
    let there = FirestoreDocumentStore(
      Self.settings(standIn.host, StandInFirestore.project), tokens: FixedToken("owner"))
    let values = DocumentConformance.ladder.flatMap(\.self)
    _ = try await here.commit(
      try values.enumerated().map { .set(try DocumentPath(collection, "d\($0)"), ["v": $1, "n": .integer(Int64($0))]) })
    for (from, to) in [(here as any DocumentStore, there as any DocumentStore), (there, again)] {
      _ = try await to.commit(try await Self.all(from, collection).map { .set($0.path, $0.fields) })
    }
    let (before, after) = (try await Self.all(here, collection), try await Self.all(again, collection))
    #expect(before.count == values.count && before.map(\.fields) == after.map(\.fields))
    try await there.shutdown()
    here.close()
    again.close()
    standIn.stop()
  }
}
