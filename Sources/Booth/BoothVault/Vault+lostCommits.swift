import BoothCore

/// After the database's newest commits were lost (a write-ahead log that is gone): what folders and sheets say since.
extension Vault {
  /// Takes up the files that the database does not know, and what the sheets say of their sessions: that they are finished,
  /// or that they left. What is at the gallery as the database has it is not read again.
  /// - Returns: the sessions that were changed.
  func takeUpLostCommits(_ recovery: inout Recovery) throws(StoreError) -> [SessionID] {
    var touched: [SessionID] = []
    for record in try ledger.sessions(in: [.capturing, .finished, .uploaded]) {
      do throws(StoreError) {
        if try takeUpLostCommits(of: record, &recovery) { touched.append(record.id) }
      } catch {
        guard error.code != .full, error.code != .readOnly else { throw error }
        try recovery.note(orThrow: error)
      }
    }
    return touched
  }

  private func takeUpLostCommits(of record: SessionRecord, _ recovery: inout Recovery) throws(StoreError) -> Bool {
    if record.state == .capturing, try disk.names(in: Self.folder(of: record.id)).isEmpty {
      // Its sheet was there before the database named it, and goes with a session that left.
      let words = "its folder is gone, so it was cancelled; the commit that says so is lost"
      recovery.notes.append("\(Self.folder(of: record.id)): \(words)")
      let decision = Decision(at: Self.unknownTime(record.openedAt), session: record.id, asset: nil, reason: .cancel)
      try ledger.commit(try changesToDiscard(record.id, decision))
      return true
    }
    guard let sheet = Self.readSheet(of: record.id, on: disk, &recovery.notes) else { return false }
    if sheet.state == .discarded {
      try believe(sheet)
      return true
    }
    let known = try ledger.assets(of: record.id)
    guard let lost = try LostCommits(of: record, known: known, sheet, on: disk) else { return false }
    var changes: [LedgerChange] = []
    var number = try ledger.nextAssetID()
    for entry in lost.entries {
      changes += Self.changes(adding: entry, as: number)
      number += 1
    }
    if lost.isFinished {
      changes.append(.setState(record.id, .finished))
      if lost.isQuiet { changes.append(.setQuiet(record.id)) }
      let job = try ledger.nextJobID()
      changes += lost.jobs.enumerated().map { .put(Job(id: job + JobID($0), kind: $1, session: record.id)) }
    }
    // A film strip that came later; the upload that brings it is made by the start.
    if record.state == .uploaded, !lost.entries.isEmpty { changes.append(.setState(record.id, .finished)) }
    guard !changes.isEmpty else { return false }
    try ledger.commit(changes)
    recovery.sessions += 1
    recovery.files += lost.entries.count { !lost.folder.lacking.contains($0.asset.path) }
    return true
  }

  /// Brings the database up to a sheet that says that its session left: the decision, the files, the jobs, and the
  /// gallery's part of an erasure. A sheet says so only after it was decided.
  func believe(_ sheet: SessionSheet) throws(StoreError) {
    for decision in FoundSession.decisions(of: sheet) {
      let changes = try changesToDiscard(sheet.session, decision)
      if !changes.isEmpty { try ledger.commit(changes) }
    }
  }

  /// The time was not recorded: not before the session was opened.
  static func unknownTime(_ openedAt: WallTime) -> WallTime {
    WallTime(unixSeconds: openedAt.unixSeconds, secondsFromUTC: openedAt.secondsFromUTC, trusted: false)
  }
}
