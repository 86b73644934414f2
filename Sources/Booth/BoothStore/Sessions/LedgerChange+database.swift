import BoothCore
import BoothVault
import FoundationEssentials
import GRDB

/// What each change means in SQL; `LedgerState` says it in values, and the conformance suite holds the two together.
extension LedgerChange {
  func apply(to db: Database) throws {
    switch self {
    case .open(let record): try Self.open(record, in: db)
    case .setState(let id, let state):
      try db.run("UPDATE session SET state = ? WHERE id = ?", [state.rawValue, id.text])
    case .setQuiet(let id): try db.run("UPDATE session SET quiet = 1 WHERE id = ?", [id.text])
    case .add(let asset): try Self.add(asset, to: db)
    case .discard(let id): try db.run("UPDATE asset SET discarded = 1 WHERE id = ?", [id])
    case .noteFileGone(let id): try db.run("UPDATE asset SET fileGone = 1 WHERE id = ?", [id])
    case .confirm(let id, let time):
      let time = time.kept
      try db.run(
        "UPDATE asset SET uploaded = 1, confirmedAt = ?, confirmedZone = ?, confirmedTrusted = ? WHERE id = ?",
        [time.unixSeconds, time.secondsFromUTC, time.trusted, id])
    case .forgetConfirmation(let id):
      try db.run(
        """
        UPDATE asset SET uploaded = 0, confirmedAt = NULL, confirmedZone = NULL, confirmedTrusted = NULL WHERE id = ?
        """, [id])
    case .put(let job):
      try db.run(
        """
        INSERT INTO job (id, kind, session, subject, subjectID, state, attempts, lastFailure)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
          state = excluded.state, attempts = excluded.attempts, lastFailure = excluded.lastFailure
        WHERE state <> 'cancelled'
        """,
        [
          job.id, job.kind.rawValue, job.session?.text, job.session == nil ? job.subject.kind : nil,
          job.session == nil ? job.subject.id : nil, job.state.rawValue, job.attempts, job.lastFailure,
        ])
    case .decide(let decision):
      let time = decision.at.kept
      try db.run(
        """
        INSERT INTO decision (decidedAt, decidedZone, decidedTrusted, session, asset, reason) VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          time.unixSeconds, time.secondsFromUTC, time.trusted, decision.session.text,
          decision.asset, decision.reason.rawValue,
        ])
    case .set(let key, let value): try db.run("INSERT OR REPLACE INTO setting VALUES (?, ?)", [key, value])
    }
  }

  private static func open(_ record: SessionRecord, in db: Database) throws {
    let plan = String(decoding: try JSONEncoder().encode(record.plan), as: UTF8.self)
    let consent = try record.consent.map {
      String(decoding: try JSONEncoder().encode(Consent($0.given, at: $0.at.kept)), as: UTF8.self)
    }
    let openedAt = record.openedAt.kept
    try db.run(
      """
      INSERT OR IGNORE INTO session
        (id, event, eventSlug, state, plan, openedAt, openedZone, openedTrusted, link, quiet, consent)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        record.id.text, record.event, record.eventSlug, record.state.rawValue, plan, openedAt.unixSeconds,
        openedAt.secondsFromUTC, openedAt.trusted, record.link, record.quiet, consent,
      ])
  }

  private static func add(_ asset: Asset, to db: Database) throws {
    let takenAt = asset.takenAt.kept
    try db.run(
      """
      INSERT INTO asset
        (id, session, kind, strip, path, sizeBytes, checksum, takenAt, takenZone, takenTrusted, durationNanoseconds,
        frames, droppedFrames, fromLiveView, uploaded)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        asset.id, asset.session.text, asset.kind.rawValue, asset.strip, asset.path, asset.sizeBytes, asset.checksum,
        takenAt.unixSeconds, takenAt.secondsFromUTC, takenAt.trusted,
        asset.duration?.wholeNanoseconds, asset.frames, asset.droppedFrames, asset.fromLiveView, asset.uploaded,
      ])
  }
}

extension Database {
  /// Runs a statement that is compiled once.
  func run(_ sql: String, _ arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
