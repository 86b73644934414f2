import BoothCore
import FoundationEssentials
import GRDB

extension Row {
  /// Reads with a statement that is compiled once.
  static func fetchAll(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
    try fetchAll(try db.cachedStatement(sql: sql), arguments: arguments)
  }

  /// The three columns of a time: `prefix`At, `prefix`Zone and `prefix`Trusted.
  func wallTime(_ prefix: String) -> WallTime? {
    let seconds: Double? = self["\(prefix)At"]
    return seconds.map {
      WallTime(unixSeconds: $0, secondsFromUTC: self["\(prefix)Zone"] ?? 0, trusted: self["\(prefix)Trusted"] ?? false)
    }
  }
}

extension DatabaseValueConvertible where Self: StatementColumnConvertible {
  static func fetchOne(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws -> Self? {
    try fetchOne(try db.cachedStatement(sql: sql), arguments: arguments)
  }
}

extension AssetEntry {
  init?(row: Row) {
    guard let session = SessionID(row["session"]), let kind = AssetKind(rawValue: row["kind"]) else { return nil }
    let duration: Int64? = row["durationNanoseconds"]
    let asset = Asset(
      id: row["id"], session: session, kind: kind, strip: row["strip"], path: row["path"],
      sizeBytes: row["sizeBytes"], checksum: row["checksum"],
      takenAt: row.wallTime("taken") ?? WallTime(unixSeconds: 0, trusted: false),
      duration: duration.map { .nanoseconds($0) }, frames: row["frames"], droppedFrames: row["droppedFrames"],
      fromLiveView: row["fromLiveView"], uploaded: row["uploaded"])
    self.init(
      asset: asset, discarded: row["discarded"], fileGone: row["fileGone"], confirmedAt: row.wallTime("confirmed"))
  }

  static func fetch(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws -> [AssetEntry] {
    try Row.fetchAll(db, "SELECT * FROM asset " + sql, arguments).compactMap { AssetEntry(row: $0) }
  }
}

extension SessionRecord {
  init?(row: Row, assets: [Asset]) throws {
    guard let id = SessionID(row["id"]), let state = State(rawValue: row["state"]) else { return nil }
    let plan: String = row["plan"]
    let consent: String? = row["consent"]
    self.init(
      id: id, event: row["event"], eventSlug: row["eventSlug"], state: state,
      plan: try JSONDecoder().decode(CapturePlan.self, from: Data(plan.utf8)),
      openedAt: row.wallTime("opened") ?? WallTime(unixSeconds: 0, trusted: false), link: row["link"],
      quiet: row["quiet"],
      consent: try consent.map { try JSONDecoder().decode(Consent.self, from: Data($0.utf8)) }, assets: assets)
  }

  static func fetch(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws -> [SessionRecord] {
    try Row.fetchAll(db, "SELECT * FROM session " + sql, arguments).compactMap { row in
      let id: String = row["id"]
      let kept = try AssetEntry.fetch(db, "WHERE session = ? AND NOT discarded ORDER BY id", [id])
      return try SessionRecord(row: row, assets: kept.map(\.asset))
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

  static func fetch(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws -> [Job] {
    try Row.fetchAll(db, "SELECT * FROM job " + sql, arguments).compactMap { Job(row: $0) }
  }
}

extension Decision {
  init?(row: Row) {
    guard let session = SessionID(row["session"]), let reason = DiscardReason(rawValue: row["reason"]) else {
      return nil
    }
    self.init(
      at: row.wallTime("decided") ?? WallTime(unixSeconds: 0, trusted: false), session: session, asset: row["asset"],
      reason: reason)
  }

  static func fetch(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws -> [Decision] {
    try Row.fetchAll(db, "SELECT * FROM decision " + sql, arguments).compactMap { Decision(row: $0) }
  }
}
