import BoothCore
import BoothVault
import GRDB

extension Row {
  /// Reads with a statement that is compiled once.
  static func fetchAll(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
    try fetchAll(try db.cachedStatement(sql: sql), arguments: arguments)
  }
}

extension AssetEntry {
  static let table = "asset"

  init(_ row: DatabaseRow) throws(DatabaseRowFault) {
    let session = try row.session("session")
    let kind = try row.word("kind", of: AssetKind.self)
    let strip = Int(try row.integer("strip", KeptBounds.strip))
    let path = try row.text("path")
    // Read, copied and deleted by this path: one that leads elsewhere must never be followed.
    guard KeptBounds.isPath(path, of: session, kind, strip: strip) else {
      throw row.damage("path", expected: "the path of this file in its session's folder")
    }
    let checksum = try row.text("checksum")
    guard KeptBounds.isChecksum(checksum) else { throw row.damage("checksum", expected: "digits of lower-case hex") }
    let asset = Asset(
      id: try row.integer("id", KeptBounds.number), session: session, kind: kind, strip: strip, path: path,
      sizeBytes: try row.integer("sizeBytes", KeptBounds.sizeBytes), checksum: checksum,
      takenAt: try row.time("taken") ?? WallTime(unixSeconds: 0, trusted: false),
      duration: try row.optionalInteger("durationNanoseconds", KeptBounds.nanoseconds).map { .nanoseconds($0) },
      frames: try row.optionalInteger("frames", KeptBounds.frames).map { Int($0) },
      droppedFrames: try row.optionalInteger("droppedFrames", KeptBounds.frames).map { Int($0) },
      fromLiveView: try row.flag("fromLiveView"), uploaded: try row.flag("uploaded"))
    let confirmedAt = try row.time("confirmed")
    // Only the first version of the database, which had no times, knew files that are confirmed without one.
    guard asset.uploaded == (confirmedAt != nil) || row.isNull("takenAt") else {
      throw row.damage("uploaded", expected: "the same as of the time when it was confirmed")
    }
    self.init(
      asset: asset, discarded: try row.flag("discarded"), fileGone: try row.flag("fileGone"), confirmedAt: confirmedAt)
  }

  static func fetch(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws -> [AssetEntry] {
    try Row.fetchAll(db, "SELECT * FROM asset " + sql, arguments).map { try AssetEntry(DatabaseRow(table, $0)) }
  }
}

/// Capture plans that were decoded, by their text: a night's are all alike, and each would take as long as its row.
struct DecodedPlans {
  private var plans: [String: CapturePlan] = [:]

  mutating func plan(_ row: DatabaseRow) throws(DatabaseRowFault) -> CapturePlan {
    let text = try row.text("plan")
    if let known = plans[text] { return known }
    let plan = try row.json("plan", text, as: CapturePlan.self)
    if let fault = plan.fault { throw row.damage("plan", expected: "a plan in bounds, not \(fault), and it is") }
    // Every session may have its own; a night has a few.
    if plans.count >= 64 { plans = [:] }
    plans[text] = plan
    return plan
  }
}

extension SessionRecord {
  static let table = "session"

  /// Without its assets.
  init(_ row: DatabaseRow, _ plans: inout DecodedPlans) throws(DatabaseRowFault) {
    let id = try row.session("id")
    let slug = try row.text("eventSlug")
    guard KeptBounds.isShort(slug) else { throw row.damage("eventSlug", expected: "a name") }
    guard let openedAt = try row.time("opened") else { throw row.damage("openedAt", expected: "a time") }
    let link = try row.text("link")
    guard KeptBounds.isLink(link, of: id) else { throw row.damage("link", expected: "the link of its session") }
    var consent: Consent?
    if let text = try row.optionalText("consent") {
      consent = try row.json("consent", text, as: Consent.self)
      if consent?.isSane == false { throw row.damage("consent", expected: "what guests agreed to") }
    }
    self.init(
      id: id, event: EventID(try row.integer("event", KeptBounds.event)), eventSlug: slug,
      state: try row.word("state"), plan: try plans.plan(row), openedAt: openedAt, link: link,
      quiet: try row.flag("quiet"), consent: consent)
  }

  static func fetch(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws -> [SessionRecord] {
    var plans = DecodedPlans()
    return try Row.fetchAll(db, "SELECT * FROM session " + sql, arguments).map { row in
      var record = try SessionRecord(DatabaseRow(table, row), &plans)
      record.assets = try AssetEntry.fetch(
        db, "WHERE session = ? AND NOT discarded ORDER BY id", [record.id.text]
      ).map(\.asset)
      return record
    }
  }
}

extension Job {
  static let table = "job"

  init(_ row: DatabaseRow) throws(DatabaseRowFault) {
    let kind = try row.text("kind")
    guard KeptBounds.isJobKind(kind) else { throw row.damage("kind", expected: "a job's word") }
    self.init(
      id: try row.integer("id", KeptBounds.number), kind: Kind(rawValue: kind), subject: try Self.subject(row),
      state: try row.word("state"), attempts: Int(try row.integer("attempts", KeptBounds.attempts)),
      lastFailure: try row.optionalText("lastFailure"))
  }

  /// One of the two is there: a session, or the word and name of another workflow's thing.
  private static func subject(_ row: DatabaseRow) throws(DatabaseRowFault) -> JobSubject {
    guard let kind = try row.optionalText("subject") else { return .session(try row.session("session")) }
    let subject = JobSubject.other(kind: kind, id: try row.text("subjectID"))
    guard subject.isSane, row.isNull("session") else { throw row.damage("subject", expected: "a job's subject") }
    return subject
  }

  static func fetch(_ db: Database, of subject: JobSubject) throws -> [Job] {
    switch subject {
    case .session(let id): try fetch(db, "WHERE session = ? ORDER BY id", [id.text])
    case .other(let kind, let id): try fetch(db, "WHERE subject = ? AND subjectID = ? ORDER BY id", [kind, id])
    }
  }

  static func fetch(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws -> [Job] {
    try Row.fetchAll(db, "SELECT * FROM job " + sql, arguments).map { try Job(DatabaseRow(table, $0)) }
  }
}

extension Decision {
  static let table = "decision"

  init(_ row: DatabaseRow) throws(DatabaseRowFault) {
    guard let time = try row.time("decided") else { throw row.damage("decidedAt", expected: "a time") }
    _ = try row.integer("id", KeptBounds.number)
    self.init(
      at: time, session: try row.session("session"), asset: try row.optionalInteger("asset", KeptBounds.number),
      reason: try row.word("reason"))
  }

  static func fetch(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws -> [Decision] {
    try Row.fetchAll(db, "SELECT * FROM decision " + sql, arguments).map { try Decision(DatabaseRow(table, $0)) }
  }
}
