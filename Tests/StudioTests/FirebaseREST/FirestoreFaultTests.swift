import BoothCore
import BoothTesting
import Documents
import StudioModel
import StudioTesting
import Synchronization
import Testing

@testable import Firebase

/// A network and a service that go wrong, at the stand-in.
@Suite struct FirestoreFaultTests {
  /// Time that passes only in waits.
  private final class Hours: Sendable {
    let waits = Mutex<[Duration]>([])
    var timing: FirestoreDocumentStore.Timing {
      FirestoreDocumentStore.Timing {
        Instant(nanoseconds: self.waits.withLock { $0.reduce(0) { $0 + $1.wholeNanoseconds } })
      } wait: { duration in
        self.waits.withLock { $0.append(duration) }
      } random: {
        7
      }
    }
  }

  private struct Lab {
    let standIn: StandInFirestore
    let store: FirestoreDocumentStore
    let hours = Hours()
    let collection: DocumentCollection

    init(tokens: any TokenSource = FixedToken("owner"), _ change: (inout FirestoreSettings) -> Void = { _ in }) throws {
      standIn = try StandInFirestore()
      var settings = FirestoreSettings(emulator: standIn.host, project: StandInFirestore.project)
      change(&settings)
      store = FirestoreDocumentStore(settings, tokens: tokens, timing: hours.timing)
      collection = try DocumentCollection("c")
    }

    func path(_ id: String) throws -> DocumentPath { try DocumentPath(collection, id) }

    func failure(_ body: () async throws -> Void) async -> DocumentStoreError? {
      do {
        try await body()
        return nil
      } catch { return error as? DocumentStoreError }
    }

    func end() async throws {
      try await store.shutdown()
      standIn.stop()
    }

    /// Makes a write as a caller does who means it: if it is unknown whether it was made, the caller looks.
    func settle(_ write: DocumentWrite, done: (StoredDocument?) -> Bool) async throws {
      do {
        _ = try await store.commit([write])
      } catch {
        guard error.kind == .inDoubt else { throw error }
        if done(try await store.document(at: write.path)) { return }
        _ = try await store.commit([write])
      }
    }

    /// Six kinds of calls, nine requests.
    func journey() async throws -> [String] {
      let (a, b) = (try path("a"), try path("b"))
      try await settle(.set(a, ["n": 1])) { $0?.fields["n"] == 1 }
      try await settle(.set(b, ["n": 2], if: .doesNotExist)) { $0 != nil }
      let found = try #require(try await store.document(at: b))
      try await settle(.update(b, ["n": 3], if: .updateTime(found.updateTime))) { $0?.fields["n"] == 3 }
      var query = DocumentQuery(collection, orderedBy: [.init("n", .descending)], limit: 1)
      var names: [String] = []
      while true {
        let page = try await store.page(query)
        names += page.documents.map(\.path.id)
        guard let next = page.next else { break }
        query.after = next
      }
      try await settle(.delete(a, if: .exists)) { $0 == nil }
      #expect(try await store.documents(at: [a, b]).map { $0?.fields["n"] } == [nil, 3])
      return names
    }
  }

  @Test func `a network that is cut once, at any request and in any way, costs nobody anything`() async throws {
    let whole = try Lab()
    #expect(try await whole.journey() == ["b", "a"])
    let requests = whole.standIn.requests.count
    try await whole.end()
    #expect(requests == 9)
    let page = "<!DOCTYPE html><title>Welcome to the hotel</title>"
    let busy = StandInFirestore.error(503, "UNAVAILABLE", "The service is currently unavailable.")
    let quota = StandInFirestore.error(429, "RESOURCE_EXHAUSTED", "Quota exceeded.")
    let aborted = StandInFirestore.error(409, "ABORTED", "Too much contention on these documents.")
    let faults: [StandInFirestore.Fault] = [
      .cutBefore, .cutAfter(bytes: 0), .cutAfter(bytes: 30), .cutAfter(bytes: 120), .garbage(page), .garbage(""),
      .refuse(502, page), .refuse(503, String(decoding: busy.bytes, as: UTF8.self)),
      .refuse(429, String(decoding: quota.bytes, as: UTF8.self), headers: "Retry-After: 3\r\n"),
      .refuse(409, String(decoding: aborted.bytes, as: UTF8.self)),
      .garbage(String(decoding: DocumentJSON.array([busy]).bytes, as: UTF8.self)),
    ]
    for place in 0..<requests {
      for fault in faults {
        let lab = try Lab()
        lab.standIn.plan(Array(repeating: .none, count: place) + [fault])
        #expect(try await lab.journey() == ["b", "a"], "request \(place), \(fault)")
        let table = lab.standIn.table
        let (a, b) = (table[try lab.path("a")], table[try lab.path("b")])
        #expect(a == nil && b?.fields == ["n": 3], "\(place), \(fault)")
        try await lab.end()
      }
    }
  }

  @Test func `what may have been written twice is said to be in doubt, and is not sent again`() async throws {
    let lab = try Lab()
    lab.standIn.plan([.cutAfter(bytes: 0)])
    let failure = await lab.failure {
      _ = try await lab.store.commit([.set(try lab.path("a"), ["n": 1], if: .doesNotExist)])
    }
    #expect(failure?.kind == .inDoubt)
    #expect(lab.standIn.requests.count == 1)
    #expect(lab.standIn.table[try lab.path("a")] != nil, "it was written")
    try await lab.end()
  }

  @Test func `a server that is gone is tried again with longer waits, and then said`() async throws {
    let lab = try Lab { $0.attempts = 4 }
    lab.standIn.stop()
    let failure = await lab.failure {
      _ = try await lab.store.commit([.set(try lab.path("a"), [:], if: .doesNotExist)])
    }
    #expect(failure?.kind == .unavailable, "no connection: it is certain that nothing was written")
    #expect(lab.hours.waits.withLock { $0.count } == 3)
    try await lab.store.shutdown()
  }

  @Test func `a service that is busy is given the time that it asks for, within the call's`() async throws {
    let lab = try Lab()
    let quota = String(decoding: StandInFirestore.error(429, "RESOURCE_EXHAUSTED", "Quota.").bytes, as: UTF8.self)
    lab.standIn.plan(Array(repeating: .refuse(429, quota, headers: "Retry-After: 25\r\n"), count: 9))
    let failure = await lab.failure { _ = try await lab.store.page(DocumentQuery(lab.collection)) }
    #expect(failure?.kind == .exhausted && failure?.retryAfter == .seconds(25))
    #expect(lab.hours.waits.withLock { $0 } == [.seconds(25), .seconds(25)], "a third wait is beyond the minute")
    try await lab.end()
  }

  @Test func `a silent server is given up after a time`() async throws {
    let lab = try Lab {
      $0.request = .milliseconds(100)
      $0.attempts = 2
    }
    lab.standIn.plan([.silence, .silence])
    let failure = await lab.failure { _ = try await lab.store.page(DocumentQuery(lab.collection)) }
    #expect(failure?.kind == .unavailable && failure?.detail.contains("no whole answer") == true)
    try await lab.end()
  }

  @Test func `whoever is cancelled waits for nothing`() async throws {
    let lab = try Lab()
    lab.standIn.plan([.silence])
    let asking = Task { await lab.failure { _ = try await lab.store.page(DocumentQuery(lab.collection)) } }
    while lab.standIn.requests.isEmpty { await Task.moment() }
    asking.cancel()
    #expect(await asking.value?.kind == .cancelled)
    try await lab.end()
  }

  @Test func `what Google says is said by its kind, with what to do`() async throws {
    let link = "https://console.firebase.google.com/v1/r/project/p/firestore/indexes?create_composite=Abc"
    let cases: [(Int, String, String, DocumentStoreError.Kind)] = [
      (403, "PERMISSION_DENIED", "Missing or insufficient permissions.", .permissionDenied),
      (
        400, "FAILED_PRECONDITION", "The query requires an index. You can create it here: \(link)",
        .missingIndex(link: link)
      ),
      (400, "FAILED_PRECONDITION", "The query requires an index that is currently building.", .missingIndex(link: nil)),
      (404, "NOT_FOUND", "The database (default) does not exist for project p", .notFound),
      (400, "INVALID_ARGUMENT", "Invalid something", .invalid),
    ]
    for (code, status, words, kind) in cases {
      let lab = try Lab()
      // Streamed calls answer an array also when they refuse.
      let body = DocumentJSON.array([StandInFirestore.error(code, status, words)])
      lab.standIn.plan([.refuse(code, String(decoding: body.bytes, as: UTF8.self))])
      let failure = await lab.failure { _ = try await lab.store.page(DocumentQuery(lab.collection)) }
      #expect(failure?.kind == kind, "\(status): \(String(describing: failure))")
      #expect(failure?.subject == "query of c" && lab.standIn.requests.count == 1)
      if case .missingIndex(let link?) = kind { #expect(failure?.description.contains(link) == true) }
      try await lab.end()
    }
  }

  @Test func `answers that are too large are asked for in parts`() async throws {
    let lab = try Lab { $0.answerBytes = 40_000 }
    let text = DocumentValue.string(String(repeating: "x", count: 3000))
    let paths = try (10..<60).map { try lab.path("d\($0)") }
    _ = try await lab.store.commit(paths.map { .set($0, ["t": text]) })
    let page = try await lab.store.page(DocumentQuery(lab.collection, limit: 50))
    #expect(page.documents.map(\.path) == paths)
    #expect(try await lab.store.documents(at: paths).compactMap { $0?.path } == paths)
    _ = try await lab.store.commit([.set(paths[0], ["t": .string(String(repeating: "x", count: 50_000))])])
    #expect(await lab.failure { _ = try await lab.store.document(at: paths[0]) }?.kind == .tooLarge)
    try await lab.end()
  }

  @Test func `a listener keeps what was known while nobody answers, and is told that, once a minute at most`()
    async throws
  {
    let lab = try Lab { $0.attempts = 1 }
    _ = try await lab.store.commit([.set(try lab.path("a"), ["n": 1])])
    let denied = StandInFirestore.error(403, "PERMISSION_DENIED", "Missing or insufficient permissions.")
    let refused = StandInFirestore.Fault.refuse(403, String(decoding: denied.bytes, as: UTF8.self))
    lab.standIn.plan([.none, .cutBefore, .cutBefore, refused])
    var changes = lab.store.watch(DocumentQuery(lab.collection)).makeAsyncIterator()
    var told: [DocumentChange] = []
    for _ in 0..<4 { told.append(try #require(await changes.next())) }
    #expect(told.map { $0.documents.map(\.path.id) } == Array(repeating: ["a"], count: 4))
    #expect(told.map { $0.failure?.kind } == [nil, .unavailable, .permissionDenied, nil])
    #expect(told.map(\.changed.count) == [1, 0, 0, 0])
    #expect(lab.hours.waits.withLock { $0 } == Array(repeating: .seconds(60), count: 4), "the same is told once")
    try await lab.end()
  }

  /// A source whose tokens are numbered.
  private final class Numbered: TokenSource {
    let number = Mutex(1)
    func token() async throws(DocumentStoreError) -> String { "t\(number.withLock { $0 })" }
    func token(insteadOf refused: String) async throws(DocumentStoreError) -> String {
      let next = number.withLock { number in
        number += 1
        return number
      }
      return "t\(next)"
    }
  }

  @Test func `a token that is refused is fetched anew once, and the call goes on`() async throws {
    let lab = try Lab(tokens: Numbered())
    lab.standIn.accept(["t2"])
    _ = try await lab.store.commit([.set(try lab.path("a"), ["n": 1], if: .doesNotExist)])
    #expect(lab.standIn.requests.map(\.token) == ["t1", "t2"])
    lab.standIn.accept([])
    let failure = await lab.failure { _ = try await lab.store.document(at: try lab.path("a")) }
    #expect(failure?.kind == .unauthenticated && failure?.advice.contains("sign in") == true)
    #expect(lab.standIn.requests.count == 4)
    #expect(failure?.description.contains("t3") == false, "no error holds a token")
    try await lab.end()
  }
}
