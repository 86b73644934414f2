public import BoothCore

/// How pictures leave: decided by name in the database, then deleted, in an order that may be cut anywhere.
extension Vault {
  /// Records why these files leave, then deletes them. Files that are gone already are fine.
  public func discard(
    _ assets: [AssetID], of session: SessionID, _ reason: DiscardReason, at time: WallTime
  ) throws(StoreError) {
    refused.add(session, assets.map { Decision(at: time, session: session, asset: $0, reason: reason) })
    try recordRefused(of: session)
    try deleteDiscardedFiles(of: session)
    if !assets.isEmpty, let record = try ledger.session(session), record.state == .finished || record.state == .uploaded
    {
      try writeSheet(of: record)
    }
  }

  /// Records the decisions about a session that the disk refused so far: nothing else is done with its files before.
  func recordRefused(of session: SessionID) throws(StoreError) {
    let decisions = refused.decisions(about: session)
    guard !decisions.isEmpty else { return }
    let kept = Set(try ledger.assets(of: session).filter { !$0.discarded }.map(\.asset.id))
    var changes: [LedgerChange] = []
    for decision in decisions {
      guard let asset = decision.asset else {
        changes += try changesToDiscard(session, decision)
        continue
      }
      if kept.contains(asset) { changes += [.discard(asset), .decide(decision)] }
    }
    if !changes.isEmpty { try ledger.commit(changes) }
    refused.forget(session)
  }

  func changesToDiscard(_ session: SessionID, _ decision: Decision) throws(StoreError) -> [LedgerChange] {
    guard let record = try ledger.session(session) else { return [] }
    if decision.reason == .erase { return try changesToErase(record, decision) }
    guard record.state != .discarded else { return [] }
    var changes: [LedgerChange] = [.setState(session, .discarded), .decide(decision)]
    changes += record.assets.map { .discard($0.id) }
    for var job in try ledger.jobs(of: session) where !job.state.isOver {
      job.state = .cancelled
      changes.append(.put(job))
    }
    return changes
  }

  /// A photo whose decision to leave was lost with the power stands beside another of its strip: the one taken last
  /// stays. The one before was given up by then, or doubted and not shown: where the flow goes back to it and
  /// shows it, that is recorded first (``settle(_:of:at:)``), and the last is not there any more.
  /// - Parameter touched: sessions into which files were taken up that the database had lost, whatever their state.
  /// - Returns: what the disk refused to delete.
  func discardTwins(also touched: [SessionID] = []) throws(StoreError) -> [Refusal] {
    var sessions = try ledger.sessions(in: [.capturing])
    for id in touched where !sessions.contains(where: { $0.id == id }) {
      if let record = try ledger.session(id), record.state != .discarded { sessions.append(record) }
    }
    for session in sessions {
      var changes: [LedgerChange] = []
      for asset in session.assets where !asset.kind.isComposite {
        let isLast = !session.assets.contains { $0.kind == asset.kind && $0.strip == asset.strip && $0.id > asset.id }
        guard !isLast else { continue }
        let decision = Decision(at: asset.takenAt, session: session.id, asset: asset.id, reason: .lateAnswer)
        changes += [.discard(asset.id), .decide(decision)]
      }
      if !changes.isEmpty { try ledger.commit(changes) }
    }
    return try deleteDiscardedFiles()
  }

  /// Records that the session leaves, and its jobs with it, then deletes its files. Where the database turns out to be
  /// damaged the pictures go all the same, and the sheet says so to the database that is written anew.
  public func discardSession(_ session: SessionID, _ reason: DiscardReason, at time: WallTime) throws(StoreError) {
    refused.add(session, [Decision(at: time, session: session, asset: nil, reason: reason)])
    let record: SessionRecord?
    do throws(StoreError) {
      record = try ledger.session(session)
      try recordRefused(of: session)
    } catch {
      if error.code == .damaged {
        discardWithoutDatabase(session, reason, at: time)
      } else {
        leaveBesideDatabase(session, reason)
      }
      throw error
    }
    if let record, record.state != .discarded { _ = noteDiscarded(record, reason, at: time) }
    do throws(StoreError) { try deleteDiscardedFiles(of: session) } catch {
      if error.code == .damaged { discardWithoutDatabase(session, reason, at: time) }
      throw error
    }
    try clearFolder(ofDiscarded: session)
  }

  /// The decision is the guests', and the next start must find it: nothing is thrown, as the caller has the error of
  /// the database.
  private func discardWithoutDatabase(_ session: SessionID, _ reason: DiscardReason, at time: WallTime) {
    var notes: [String] = []
    if var sheet = Self.readSheet(of: session, on: disk, &notes), sheet.state != .discarded {
      sheet.state = .discarded
      sheet.files = []
      sheet.reason = reason
      sheet.decidedAt = time
      do throws(StoreError) { _ = try disk.writeDurably(sheet.json, to: Self.sheetPath(of: session)) } catch {}
    }
    do throws(StoreError) { try emptyFolder(of: session, keepingSheet: true) } catch {}
  }

  /// Has the sheet say that the session leaves: should the database be lost before its files are gone, they still go. Only
  /// for that case; a disk that is full must not keep files from being deleted.
  /// - Returns: whether the disk took it.
  func noteDiscarded(_ record: SessionRecord, _ reason: DiscardReason, at time: WallTime) -> Bool {
    var record = record
    record.state = .discarded
    do throws(StoreError) {
      try writeSheet(of: record) { sheet in
        sheet.files = []
        sheet.reason = reason
        sheet.decidedAt = time
      }
      return true
    } catch {
      return false  // the database has the decision
    }
  }

  /// Deletes the folder of a discarded session with whatever is in it: also a picture that was written, but not
  /// recorded, when the power failed. The sheet goes last, when the rest is surely gone.
  func emptyFolder(of session: SessionID, keepingSheet: Bool = false) throws(StoreError) {
    let folder = Self.folder(of: session)
    let names = try disk.names(in: folder)
    let others = names.filter { $0 != SessionSheet.name && !Self.isMark($0) }
    // What is no file, and not the booth's, keeps no picture.
    var refusal: StoreError?
    for name in others {
      do throws(StoreError) { try disk.remove("\(folder)/\(name)") } catch { refusal = refusal ?? error }
    }
    if let refusal { throw refusal }
    if !others.isEmpty { try disk.syncFolder(folder) }
    for name in names where Self.isMark(name) { try disk.remove("\(folder)/\(name)") }
    guard !keepingSheet else { return }
    if names.contains(SessionSheet.name) { try disk.remove(Self.sheetPath(of: session)) }
    try disk.removeFolder(folder)
    try disk.syncFolder(Self.sessionsFolder)
  }

  /// What the disk refused about a session.
  typealias Refusal = (session: SessionID, error: StoreError)

  /// Deletes the files of discarded assets; a file that is gone already is fine, and so is doing it twice. What the
  /// disk refuses about one session keeps no other's files.
  func deleteDiscardedFiles() throws(StoreError) -> [Refusal] {
    let leaving = try ledger.undeletedAssets().map(\.asset)
    var refusals: [Refusal] = []
    var gone: [LedgerChange] = []
    for (session, assets) in Dictionary(grouping: leaving, by: \.session).sorted(by: { $0.key.text < $1.key.text }) {
      do throws(StoreError) {
        for asset in assets { try disk.remove(asset.path) }
        do throws(StoreError) { try disk.syncFolder(Self.folder(of: session)) } catch {
          // The folder went with the last of its files; with the folder of all sessions away nothing is known of it.
          guard error.code == .notFound else { throw error }
          try disk.syncFolder(Self.sessionsFolder)
        }
        gone += assets.map { .noteFileGone($0.id) }
      } catch {
        refusals.append((session, error))
      }
    }
    if !gone.isEmpty { try ledger.commit(gone) }
    return refusals
  }

  /// Deletes all that is to go, and throws what the disk refused about this session.
  func deleteDiscardedFiles(of session: SessionID) throws(StoreError) {
    if let refusal = try deleteDiscardedFiles().first(where: { $0.session == session }) { throw refusal.error }
  }
}
