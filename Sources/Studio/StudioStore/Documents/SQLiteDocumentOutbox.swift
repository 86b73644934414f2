import BoothSystem
public import Documents
import FoundationEssentials
import GRDB
import StudioModel

/// Writes that were entered while the organisation's store may be away, in `outbox.sqlite`: what was taken in is on disk, and is
/// sent in the order in which it was entered, over kills and restarts, until the store has acknowledged it.
///
/// Before writes are sent it is recorded that they are; who finds them so after a kill looks whether they were made, and sends them
/// again only where they were not.
public actor SQLiteDocumentOutbox {
  /// The name of the file in the studio's folder.
  public static let name = "outbox.sqlite"

  /// What came of sending.
  public enum Report: Sendable, Equatable {
    /// Nothing waits, or it is being sent already.
    case nothing
    /// The store has these.
    case sent(key: String)
    /// Not now; the words are for the reader.
    case later(after: Duration, DocumentStoreError)
    /// These can never be made as they are: a person decides.
    case setAside(key: String, DocumentStoreError)
  }

  private let database: StudioDatabase
  private var isSending = false
  private static let coding = DocumentJSONCoding()

  private static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: what waits") { db in
      try db.create(table: "outgoing") { table in
        table.autoIncrementedPrimaryKey("number")
        table.column("key", .text).notNull().unique()
        // Firestore's JSON of the writes, as an array.
        table.column("writes", .text).notNull()
        table.column("failures", .integer).notNull().defaults(to: 0)
        table.column("isInDoubt", .boolean).notNull().defaults(to: false)
        table.column("refusal", .text)
      }
    }
    migrator.registerMigration("2: sums of what waits") { db in
      // Null for what was entered before.
      try db.alter(table: "outgoing") { $0.add(column: "sum", .integer) }
    }
    return migrator
  }()

  static let plan = DatabasePlan(
    migrator: migrator,
    tables: [
      DatabasePlan.Table(
        name: "outgoing", summed: ["key", "writes"], names: (["key"], "sqlite_autoindex_outgoing_1"),
        isGood: { values in
          guard values.count > 2, let key = String.fromDatabaseValue(values[1]),
            let writes = String.fromDatabaseValue(values[2])
          else { return false }
          do { return try OutgoingRow.list(key, writes, sum: nil).count > 0 } catch { return false }
        })
    ],
    fault: { db in
      for row in try Row.fetchAll(db, sql: "SELECT * FROM outgoing").map(OutgoingRow.init) {
        do throws(DocumentStoreError) { _ = try row.outgoing() } catch {
          return "what waits as \(row.key) cannot be read"
        }
      }
      return nil
    })

  /// Opens the database, or makes it.
  /// - Parameters:
  ///   - path: of the file; its folder is there.
  ///   - care: for who has it alone.
  /// - Throws: `unavailable` in words.
  public init(path: String, care: DatabaseCare? = nil) throws(DocumentStoreError) {
    do {
      database = try StudioDatabase.open(path, label: "booth.outbox", patience: 10, Self.plan, care: care)
    } catch {
      throw SQLiteDocumentStore.unopened(error, path, without: Self.without, isTried: care != nil)
    }
  }

  /// What is begun without where its file is moved away.
  static let without = "what waits to be sent"

  /// What is wrong with the file, as far as that was found, and what to do; nil where nothing was.
  public nonisolated var damage: String? {
    database.damage
      ?? database.held.fault.map {
        "\($0.words): what waits to be sent is still sent, and nothing more is taken in; put the file back before the studio ends"
      }
  }

  /// Lets the file go.
  public func close() { database.close() }

  /// - Parameter what: who asks, for the fault points.
  private func write<Value: Sendable>(
    _ what: String = #function, _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(DocumentStoreError) -> Value {
    do { return try await database.commit(what, body) } catch {
      throw SQLiteDocumentStore.failure(error, database.path)
    }
  }

  // MARK: What waits

  /// Takes writes in, to be made together; those whose key is known already are left as they are.
  /// - Parameter isInDoubt: they were sent already, and their result is unknown: it is looked first.
  /// - Throws: `invalid` and `tooLarge` for what no store would take; `unavailable` where the disk refuses.
  public func add(
    _ writes: [DocumentWrite], key: String, isInDoubt: Bool = false
  ) async throws(DocumentStoreError) {
    try SQLiteDocumentStore.check(batch: writes)
    let text = String(decoding: DocumentJSON.array(writes.map(Self.coding.json)).bytes, as: UTF8.self)
    try await write { db in
      try db.execute(
        sql: "INSERT INTO outgoing (key, writes, isInDoubt, sum) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
        arguments: [key, text, isInDoubt, OutgoingRow.sum(key, text)])
    }
  }

  /// Leaves writes to a person, with words why.
  public func setAside(key: String, words: String) async throws(DocumentStoreError) {
    try await set("isInDoubt = 0, refusal = ?", key, words)
  }

  /// All, in order, those that were set aside among them.
  public func all() async throws(DocumentStoreError) -> [DocumentOutgoing] {
    let rows = try await rows("SELECT * FROM outgoing ORDER BY number")
    var all: [DocumentOutgoing] = []
    for row in rows { all.append(try row.outgoing()) }
    return all
  }

  /// Sends what was set aside again, without waiting for others.
  public func retry(key: String) async throws(DocumentStoreError) {
    try await set("refusal = NULL, failures = 0", key)
  }

  /// Forgets writes: a person has decided that they are not to be made.
  public func discard(key: String) async throws(DocumentStoreError) {
    try await write { db in try db.execute(sql: "DELETE FROM outgoing WHERE key = ?", arguments: [key]) }
  }

  private struct OutgoingRow: Sendable {
    let key: String, writes: String, failures: Int, isInDoubt: Bool, refusal: String?, sum: Int64?

    init(_ row: Row) {
      // What is damaged may be of any kind.
      key = String.fromDatabaseValue(row["key"]) ?? ""
      writes = String.fromDatabaseValue(row["writes"]) ?? ""
      failures = Int.fromDatabaseValue(row["failures"]) ?? 0
      // Then it is looked whether they were made.
      isInDoubt = Bool.fromDatabaseValue(row["isInDoubt"]) ?? true
      refusal = String.fromDatabaseValue(row["refusal"])
      sum = Int64.fromDatabaseValue(row["sum"])
    }

    static func sum(_ key: String, _ writes: String) -> Int64 {
      RowSum(of: "outgoing", [key.databaseValue, writes.databaseValue]).value
    }

    static func list(_ key: String, _ writes: String, sum: Int64?) throws -> [DocumentWrite] {
      guard sum.map({ $0 == Self.sum(key, writes) }) ?? true else {
        throw StudioDatabase.DamagedFault(words: "what is there was not written so")
      }
      return try (DocumentJSON(bytes: Array(writes.utf8)).elements ?? []).map {
        try SQLiteDocumentOutbox.coding.write($0)
      }
    }

    func outgoing() throws(DocumentStoreError) -> DocumentOutgoing {
      do {
        return DocumentOutgoing(
          key: key, writes: try Self.list(key, writes, sum: sum), failures: failures, isInDoubt: isInDoubt,
          refusal: refusal)
      } catch {
        throw DocumentStoreError(
          .damaged, subject: "outbox \(key)",
          detail:
            "\(StudioDatabase.DamagedFault.sign) (\((error as? StudioDatabase.DamagedFault)?.words ?? "\(error)"))")
      }
    }
  }

  private func rows(_ sql: String) async throws(DocumentStoreError) -> [OutgoingRow] {
    do { return try await database.read { db in try Row.fetchAll(db, sql: sql).map(OutgoingRow.init) } } catch {
      throw SQLiteDocumentStore.failure(error, database.path)
    }
  }

  private func set(
    _ what: String, _ key: String, _ value: String? = nil, by who: String = #function
  ) async throws(DocumentStoreError) {
    try await write(who) { db in
      let arguments: StatementArguments = value.map { [$0, key] } ?? [key]
      try db.execute(sql: "UPDATE outgoing SET \(what) WHERE key = ?", arguments: arguments)
    }
  }

  // MARK: Sending

  /// Sends what has waited longest. Called again and again, until ``Report/nothing``.
  /// - Throws: `unavailable` where the outbox itself cannot be read or written.
  public func sendNext(
    to store: any DocumentStore, random: UInt64 = .random(in: .min ... .max)
  ) async throws(DocumentStoreError) -> Report {
    guard !isSending else { return .nothing }
    isSending = true
    defer { isSending = false }
    let rows = try await rows("SELECT * FROM outgoing WHERE refusal IS NULL ORDER BY number LIMIT 1")
    guard let next = try rows.first?.outgoing() else { return .nothing }
    do {
      if next.isInDoubt, try await isDone(next, in: store) {
        try await discard(key: next.key)
        return .sent(key: next.key)
      }
    } catch {
      return .later(after: try await postpone(next, error, random), error)
    }
    try await set("isInDoubt = 1", next.key)
    do { _ = try await store.commitBatch(next.writes) } catch {
      if next.step(after: error, random: random) == .setAside {
        try await setAside(key: next.key, words: error.description)
        return .setAside(key: next.key, error)
      }
      return .later(after: try await postpone(next, error, random), error)
    }
    try await discard(key: next.key)
    return .sent(key: next.key)
  }

  /// - Returns: how long to wait.
  private func postpone(
    _ next: DocumentOutgoing, _ error: DocumentStoreError, _ random: UInt64
  ) async throws(DocumentStoreError) -> Duration {
    switch next.step(after: error, random: random) {
    case .later(after: let wait):
      // A look that failed answers no doubt that there was.
      try await set("failures = failures + 1, isInDoubt = \(next.isInDoubt ? 1 : 0)", next.key)
      return wait
    case .laterInDoubt(after: let wait):
      try await set("failures = failures + 1, isInDoubt = 1", next.key)
      return wait
    case .setAside:
      try await set("failures = failures + 1", next.key)
      return .seconds(60)
    }
  }

  private func isDone(
    _ next: DocumentOutgoing, in store: any DocumentStore
  ) async throws(DocumentStoreError) -> Bool {
    let found = try await store.documents(at: next.writes.map(\.path))
    // Of several writes to one document the last one decides what it is.
    var last: [DocumentPath: (DocumentWrite, StoredDocument?)] = [:]
    for (write, document) in zip(next.writes, found) { last[write.path] = (write, document) }
    return last.values.allSatisfy { $0.0.isDone($0.1) }
  }
}
