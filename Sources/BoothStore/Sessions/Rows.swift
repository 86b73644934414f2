import BoothCore
import FoundationEssentials
import GRDB

extension Asset {
  init?(row: Row) {
    guard let session = SessionID(row["session"]), let kind = AssetKind(rawValue: row["kind"]) else { return nil }
    let duration: Int64? = row["durationNanoseconds"]
    self.init(
      id: row["id"], session: session, kind: kind, strip: row["strip"], path: row["path"],
      sizeBytes: row["sizeBytes"], checksum: row["checksum"], duration: duration.map { .nanoseconds($0) },
      frames: row["frames"], droppedFrames: row["droppedFrames"], fromLiveView: row["fromLiveView"],
      uploaded: row["uploaded"])
  }

  func insert(_ db: Database) throws -> AssetID {
    try db.execute(
      sql: """
        INSERT INTO asset
          (session, kind, strip, path, sizeBytes, checksum, durationNanoseconds, frames, droppedFrames, fromLiveView)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        session.text, kind.rawValue, strip, path, sizeBytes, checksum, duration?.wholeNanoseconds, frames,
        droppedFrames, fromLiveView,
      ])
    return db.lastInsertedRowID
  }

  static func kept(of session: SessionID, _ db: Database) throws -> [Asset] {
    try Row.fetchAll(
      db, sql: "SELECT * FROM asset WHERE session = ? AND NOT discarded ORDER BY id", arguments: [session.text]
    ).compactMap { Asset(row: $0) }
  }
}

extension SessionRecord {
  init?(row: Row, assets: [Asset]) throws {
    guard let id = SessionID(row["id"]), let state = State(rawValue: row["state"]) else { return nil }
    let plan: String = row["plan"]
    self.init(
      id: id, event: row["event"], eventSlug: row["eventSlug"], state: state,
      plan: try JSONDecoder().decode(CapturePlan.self, from: Data(plan.utf8)),
      createdAt: Date(timeIntervalSince1970: row["createdAt"]), link: row["link"], quiet: row["quiet"], assets: assets)
  }

  func insert(_ db: Database) throws {
    let plan = String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
    try db.execute(
      sql: """
        INSERT INTO session (id, event, eventSlug, state, plan, createdAt, link, quiet) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        id.text, event, eventSlug, state.rawValue, plan, createdAt.timeIntervalSince1970, link, quiet,
      ])
  }

  static func fetch(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws -> [SessionRecord] {
    try Row.fetchAll(db, sql: "SELECT * FROM session " + sql, arguments: arguments).compactMap { row in
      guard let id = SessionID(row["id"]) else { return nil }
      return try SessionRecord(row: row, assets: Asset.kept(of: id, db))
    }
  }
}

extension Job {
  init?(row: Row) {
    guard let kind = Kind(rawValue: row["kind"]), let state = State(rawValue: row["state"]),
      let session = SessionID(row["session"])
    else { return nil }
    self.init(
      id: row["id"], kind: kind, session: session, state: state, attempts: row["attempts"],
      lastFailure: row["lastFailure"])
  }

  static func insert(_ kind: Kind, of session: SessionID, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO job (kind, session, state) VALUES (?, ?, ?)",
      arguments: [kind.rawValue, session.text, State.ready.rawValue])
  }

  static func fetch(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws -> [Job] {
    try Row.fetchAll(db, sql: "SELECT * FROM job " + sql, arguments: arguments).compactMap { Job(row: $0) }
  }
}
