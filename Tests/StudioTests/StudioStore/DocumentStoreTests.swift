import BoothTesting
import Documents
import FoundationEssentials
import GRDB
import StudioModel
import StudioTesting
import Synchronization
import Testing

@testable import StudioStore

@Suite struct DocumentStoreTests {
  private static func path(_ folder: TemporaryFolder) -> String { folder.path(SQLiteDocumentStore.name) }

  /// Looks whether others have written as often as it can.
  private static func open(_ folder: TemporaryFolder, clock: Int64? = nil) throws -> SQLiteDocumentStore {
    try SQLiteDocumentStore(path: path(folder)) {
      DocumentTimestamp(microseconds: clock ?? Int64(Date().timeIntervalSince1970 * 1_000_000))
    } pause: {
      await Task.yield()
    }
  }

  @Test(arguments: DocumentConformance.checks)
  func `documents in memory keep the port's promise`(_ check: DocumentConformance) async throws {
    let store = MemoryDocumentStore()
    try await check.run(DocumentTrial(store, try DocumentCollection("c")) { store })
  }

  @Test(arguments: DocumentConformance.checks)
  func `documents in a database keep the port's promise`(_ check: DocumentConformance) async throws {
    let folder = try TemporaryFolder()
    let store = try Self.open(folder)
    try await check.run(DocumentTrial(store, try DocumentCollection("c")) { try Self.open(folder) })
    store.close()
  }

  @Test func `what was answered is there at the next start, with its order and its clock`() async throws {
    let folder = try TemporaryFolder()
    let collection = try DocumentCollection("c")
    let query = DocumentQuery(collection, orderedBy: [.init("n", .descending)])
    var times: [DocumentTimestamp] = []
    for round in 0..<3 {
      // Its clock is set back at each start.
      let store = try Self.open(folder, clock: Int64(1000 - round))
      let write = DocumentWrite.set(try DocumentPath(collection, "d\(round)"), ["n": .integer(Int64(round))])
      times.append(try await store.commit([write]).time)
      #expect(try await store.page(query).documents.map(\.path.id) == (0...round).reversed().map { "d\($0)" })
      store.close()
    }
    #expect(times == times.sorted() && Set(times).count == 3)
  }

  @Test func `a commit that was cut leaves nothing`() async throws {
    let folder = try TemporaryFolder()
    let store = try Self.open(folder)
    let collection = try DocumentCollection("c")
    _ = try await store.commit([.set(try DocumentPath(collection, "a"), ["n": 1])])
    // The files as they lie on the disk, as a process leaves them that is killed now.
    let copy = try TemporaryFolder()
    for name in try folder.names() where !name.hasSuffix("-shm") { try copy.put(name, try folder.read(name)) }
    let wal = SQLiteDocumentStore.name + "-wal"
    let bytes = try copy.read(wal)
    try copy.put(wal, Array(bytes.dropLast(100)))
    let again = try Self.open(copy)
    #expect(try await again.page(DocumentQuery(collection)).documents.isEmpty, "a torn commit is none")
    _ = try await again.commit([.set(try DocumentPath(collection, "b"), ["n": 2])])
    #expect(try await again.page(DocumentQuery(collection)).documents.map(\.path.id) == ["b"])
    #expect(try await store.page(DocumentQuery(collection)).documents.map(\.path.id) == ["a"])
  }

  @Test func `what is no database is said, and left`() throws {
    let folder = try TemporaryFolder()
    let bytes = Array("something else, and long enough to be looked at as a header of a database".utf8)
    try folder.put(SQLiteDocumentStore.name, bytes)
    let error = #expect(throws: DocumentStoreError.self) { try Self.open(folder) }
    #expect(error?.kind == .invalid && error?.subject == Self.path(folder))
    #expect(error?.description.contains("put a copy of it back, or move it away") == true)
    #expect(try folder.read(SQLiteDocumentStore.name) == bytes)
  }

  @Test func `a file that something has emptied is not taken for a new one`() async throws {
    let folder = try TemporaryFolder()
    try folder.put(SQLiteDocumentStore.name, [])
    try folder.put(SQLiteDocumentOutbox.name, [])
    let error = #expect(throws: DocumentStoreError.self) { try Self.open(folder) }
    #expect(error?.kind == .invalid && error?.detail.contains("is empty") == true)
    #expect(throws: DocumentStoreError.self) { try SQLiteDocumentOutbox(path: folder.path(SQLiteDocumentOutbox.name)) }
    #expect(try folder.read(SQLiteDocumentStore.name) == [])
  }

  @Test func `what nobody has asked for yet can be read where the disk takes nothing`() async throws {
    let folder = try TemporaryFolder()
    let store = try Self.open(folder)
    let collection = try DocumentCollection("c")
    let writes = try (0..<50).map {
      DocumentWrite.set(
        try DocumentPath(collection, "d\($0)"), ["org": $0 % 2 == 0 ? "a" : "b", "at": .integer(Int64(99 - $0))])
    }
    _ = try await store.commit(writes)
    try await store.database.opened.write { db in
      try db.execute(sql: "CREATE TRIGGER full BEFORE INSERT ON sorted BEGIN SELECT RAISE(FAIL, 'disk full'); END")
    }
    let query = DocumentQuery(collection, where: [.init("org", is: "a")], orderedBy: [.init("at")])
    let found = try await store.page(query).documents
    #expect(found.map(\.path.id) == stride(from: 48, through: 0, by: -2).map { "d\($0)" })
    var changes = store.watch(query).makeAsyncIterator()
    #expect(await changes.next() != nil)
  }

  @Test func `a database of a newer version is said, and left`() throws {
    let folder = try TemporaryFolder()
    let store = try Self.open(folder)
    try store.database.opened.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: something new')")
    }
    store.close()
    let error = #expect(throws: DocumentStoreError.self) { try Self.open(folder) }
    #expect(error?.detail.contains("newer version") == true)
  }

  @Test func `a damaged document is said by its name, and the others are there`() async throws {
    let folder = try TemporaryFolder()
    let store = try Self.open(folder)
    let collection = try DocumentCollection("c")
    let (a, b) = (try DocumentPath(collection, "a"), try DocumentPath(collection, "b"))
    _ = try await store.commit([.set(a, ["n": 1]), .set(b, ["n": 2])])
    try await store.database.opened.write { try $0.execute(sql: "UPDATE document SET fields = '{' WHERE id = 'a'") }
    do {
      _ = try await store.document(at: a)
      Issue.record("it was read")
    } catch { #expect(error.kind == .damaged && error.subject == "c/a") }
    #expect(try await store.document(at: b)?.fields == ["n": 2])
  }

  @Test func `a store that was let go answers nobody, and crashes nobody`() async throws {
    let folder = try TemporaryFolder()
    let store = try Self.open(folder)
    let outbox = try SQLiteDocumentOutbox(path: folder.path(SQLiteDocumentOutbox.name))
    let path = try DocumentPath(DocumentCollection("c"), "a")
    _ = try await store.commit([.set(path, ["n": 1])])
    store.close()
    await outbox.close()
    for _ in 0..<2 {
      await #expect(throws: DocumentStoreError.self) { _ = try await store.document(at: path) }
      await #expect(throws: DocumentStoreError.self) { _ = try await store.commit([.set(path, ["n": 2])]) }
      await #expect(throws: DocumentStoreError.self) { _ = try await outbox.all() }
    }
    #expect(try await Self.open(folder).document(at: path)?.fields == ["n": 1])
  }

  /// Which statement it becomes, not how long it takes: pages of one order, of few in an order, and by name walk an index.
  @Test func `pages are read by an index, and nothing is sorted`() async throws {
    let folder = try TemporaryFolder()
    let store = try Self.open(folder)
    let collection = try DocumentCollection("c")
    let writes = try (0..<2100).map { number in
      DocumentWrite.set(
        try DocumentPath(collection, "d\(number)"), ["org": "a", "at": .integer(Int64(number)), "s": "same"])
    }
    _ = try await store.commit(writes)
    let cursor = DocumentQuery.Cursor(values: [5], id: "d5")
    for query in [
      DocumentQuery(collection), DocumentQuery(collection, after: .init(values: [], id: "d7")),
      DocumentQuery(collection, orderedBy: [.init("at")]),
      DocumentQuery(collection, orderedBy: [.init("at", .descending)], after: cursor),
      DocumentQuery(collection, where: [.init("org", is: "a")], orderedBy: [.init("at")], after: cursor),
      DocumentQuery(collection, where: [.init("org", is: "a")], after: .init(values: [], id: "d7")),
    ] {
      _ = try await store.page(query)
      let plan = try await store.database.opened.read { db in
        let search = try DocumentSearch(query, db)
        return try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + search.sql, arguments: search.arguments).map {
          row -> String in row["detail"]
        }
      }
      #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(plan)")
    }
  }
}
