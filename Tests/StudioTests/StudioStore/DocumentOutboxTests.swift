import BoothCore
import BoothTesting
import Documents
import StudioModel
import StudioTesting
import Synchronization
import Testing

@testable import StudioStore

@Suite struct DocumentOutboxTests {
  private struct Lab {
    let folder: TemporaryFolder
    let store = FlakyDocumentStore()
    init() throws { folder = try TemporaryFolder() }

    func open() throws -> SQLiteDocumentOutbox {
      try SQLiteDocumentOutbox(path: folder.path(SQLiteDocumentOutbox.name))
    }

    func path(_ id: String) throws -> DocumentPath { try DocumentPath("c/\(id)") }
    func number(_ id: String) async throws -> DocumentValue? {
      try await store.document(at: path(id))?.fields["n"]
    }
  }

  @Test func `what was entered is sent in its order, once, and is gone`() async throws {
    let lab = try Lab()
    let outbox = try lab.open()
    let a = try lab.path("a")
    try await outbox.add([.set(a, ["n": 1], if: .doesNotExist, serverTimes: ["at", "m.at"])], key: "one")
    try await outbox.add([.update(a, ["n": 2], removing: ["m"])], key: "two")
    try await outbox.add([.set(a, ["n": 99])], key: "one")
    #expect(try await outbox.all().map(\.key) == ["one", "two"], "one key is one entry")
    #expect(try await outbox.sendNext(to: lab.store) == .sent(key: "one"))
    #expect(try await lab.number("a") == 1)
    #expect(try await outbox.sendNext(to: lab.store) == .sent(key: "two"))
    #expect(try await outbox.sendNext(to: lab.store) == .nothing)
    #expect(try await lab.number("a") == 2)
    #expect(try await outbox.all().isEmpty)
  }

  @Test func `while the network is away all waits, also over a kill`() async throws {
    let lab = try Lab()
    let first = try lab.open()
    let writes: [DocumentWrite] = [
      .set(try lab.path("a"), ["n": 1, "t": .timestamp(DocumentTimestamp(microseconds: 7))], if: .doesNotExist),
      .delete(try lab.path("b"), if: .none), .update(try lab.path("a"), ["m": ["x y": 2]], serverTimes: ["at"]),
    ]
    try await first.add(writes, key: "one")
    lab.store.faults.withLock { $0 = [.before(.unavailable), .before(.unauthenticated)] }
    guard case .later(after: _, let error) = try await first.sendNext(to: lab.store, random: 0) else {
      Issue.record("it was sent")
      return
    }
    #expect(error.kind == .unavailable)
    // Nothing is closed: it is as after a kill.
    let second = try lab.open()
    #expect(try await second.all() == [DocumentOutgoing(key: "one", writes: writes, failures: 1)])
    guard case .later(after: let wait, _) = try await second.sendNext(to: lab.store) else {
      Issue.record("it was sent")
      return
    }
    #expect(wait == RetryPolicy.held, "until somebody signs in")
    #expect(try await second.sendNext(to: lab.store) == .sent(key: "one"))
    #expect(try await lab.number("a") == 1)
  }

  @Test(arguments: [true, false])
  func `where nobody knows whether it was written, somebody looks, and it is written once`(_ wasMade: Bool) async throws
  {
    let lab = try Lab()
    let first = try lab.open()
    let write = DocumentWrite.set(try lab.path("a"), ["n": 1], if: .doesNotExist, serverTimes: ["m.at"])
    try await first.add([write], key: "one")
    lab.store.faults.withLock { $0 = [wasMade ? .after(.inDoubt) : .before(.inDoubt)] }
    guard case .later = try await first.sendNext(to: lab.store) else {
      Issue.record("it was sent")
      return
    }
    let second = try lab.open()
    #expect(try await second.all().first?.isInDoubt == true)
    #expect(try await second.sendNext(to: lab.store) == .sent(key: "one"))
    #expect(lab.store.commits.withLock { $0 } == 1)
    #expect(try await lab.number("a") == 1)
    #expect(try await second.all().isEmpty)
  }

  @Test func `what is refused is set aside in words, and what comes after it goes on`() async throws {
    let lab = try Lab()
    let outbox = try lab.open()
    try await outbox.add([.update(try lab.path("a"), ["n": 2])], key: "early")
    try await outbox.add([.set(try lab.path("b"), ["n": 3])], key: "next")
    guard case .setAside(key: "early", let error) = try await outbox.sendNext(to: lab.store) else {
      Issue.record("it was not set aside")
      return
    }
    #expect(error.kind == .notFound)
    #expect(try await outbox.sendNext(to: lab.store) == .sent(key: "next"))
    #expect(try await outbox.sendNext(to: lab.store) == .nothing)
    #expect(try await outbox.all().first?.refusal?.contains("c/a") == true)
    _ = try await lab.store.commit([.set(try lab.path("a"), ["n": 1])])
    try await outbox.retry(key: "early")
    #expect(try await outbox.sendNext(to: lab.store) == .sent(key: "early"))
    #expect(try await lab.number("a") == 2)
    try await outbox.add([.update(try lab.path("z"), ["n": 2])], key: "never")
    _ = try await outbox.sendNext(to: lab.store)
    try await outbox.discard(key: "never")
    #expect(try await outbox.all().isEmpty)
  }

  @Test func `what no store would take is not taken in`() async throws {
    let lab = try Lab()
    let outbox = try lab.open()
    let path = try lab.path("a")
    for writes in [[DocumentWrite.set(path, ["__x__": 1])], Array(repeating: .delete(path), count: 501)] {
      do {
        try await outbox.add(writes, key: "bad")
        Issue.record("it was taken in")
      } catch { #expect(error.kind == .invalid) }
    }
    #expect(try await outbox.all().isEmpty)
  }
}
