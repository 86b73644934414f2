/// How pictures leave: decided by name in the books, then deleted, in an order that may be cut anywhere.
extension Vault {
  /// Records why these files leave, then deletes them. Files that are gone already are fine.
  public func discard(
    _ assets: [AssetID], of session: SessionID, _ reason: DiscardReason, at time: WallTime
  ) throws(StoreError) {
    refused.add(session, assets.map { Decision(at: time, session: session, asset: $0, reason: reason) })
    try recordRefused(of: session)
    try deleteDiscardedFiles()
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

  private func changesToDiscard(_ session: SessionID, _ decision: Decision) throws(StoreError) -> [LedgerChange] {
    guard let record = try ledger.session(session), record.state != .discarded else { return [] }
    var changes: [LedgerChange] = [.setState(session, .discarded), .decide(decision)]
    changes += record.assets.map { .discard($0.id) }
    for var job in try ledger.jobs(of: session) where !job.state.isOver {
      job.state = .cancelled
      changes.append(.put(job))
    }
    return changes
  }

  /// A late photo whose decision to leave was lost with the power stands beside the one that guests kept: the one
  /// taken last stays, as the flow never asks for a strip's photo before it gave up on the one before.
  func discardTwins() throws(StoreError) {
    for session in try ledger.sessions(in: [.capturing]) {
      var changes: [LedgerChange] = []
      for asset in session.assets where !asset.kind.isComposite {
        let isLast = !session.assets.contains { $0.kind == asset.kind && $0.strip == asset.strip && $0.id > asset.id }
        guard !isLast else { continue }
        let decision = Decision(at: asset.takenAt, session: session.id, asset: asset.id, reason: .lateAnswer)
        changes += [.discard(asset.id), .decide(decision)]
      }
      if !changes.isEmpty { try ledger.commit(changes) }
    }
    try deleteDiscardedFiles()
  }

  /// Records that the session leaves, and its jobs with it, then deletes its files.
  public func discardSession(_ session: SessionID, _ reason: DiscardReason, at time: WallTime) throws(StoreError) {
    let record = try ledger.session(session)
    refused.add(session, [Decision(at: time, session: session, asset: nil, reason: reason)])
    do throws(StoreError) { try recordRefused(of: session) } catch {
      cancelBesideBooks(session)
      throw error
    }
    if let record, record.state != .discarded { noteDiscarded(record, reason, at: time) }
    try deleteDiscardedFiles()
    try emptyFolder(of: session)
  }

  /// Has the sheet say that the session leaves: should the books be lost before its files are gone, they still go. Only
  /// for that case; a disk that is full must not keep files from being deleted.
  func noteDiscarded(_ record: SessionRecord, _ reason: DiscardReason, at time: WallTime) {
    var record = record
    record.state = .discarded
    do throws(StoreError) {
      try writeSheet(of: record) { sheet in
        sheet.files = []
        sheet.reason = reason
        sheet.decidedAt = time
      }
    } catch {}  // the books have the decision
  }

  /// Deletes the folder of a discarded session with whatever is in it: also a picture that was written, but not
  /// recorded, when the power failed. The sheet goes last, when the rest is surely gone.
  func emptyFolder(of session: SessionID) throws(StoreError) {
    let folder = Self.folder(of: session)
    let names = try disk.names(in: folder)
    let others = names.filter { $0 != SessionSheet.name && $0 != Self.cancelledName }
    for name in others { try disk.remove("\(folder)/\(name)") }
    if !others.isEmpty { try disk.syncFolder(folder) }
    for name in [SessionSheet.name, Self.cancelledName] { try disk.remove("\(folder)/\(name)") }
    try disk.removeFolder(folder)
    try disk.syncFolder(Self.sessionsFolder)
  }

  /// Deletes the files of discarded assets; a file that is gone already is fine, and so is doing it twice.
  func deleteDiscardedFiles() throws(StoreError) {
    let leaving = try ledger.undeletedAssets().map(\.asset)
    guard !leaving.isEmpty else { return }
    for asset in leaving { try disk.remove(asset.path) }
    for folder in Set(leaving.map { Self.folder(of: $0.session) }).sorted() {
      do throws(StoreError) { try disk.syncFolder(folder) } catch {
        // The folder went with the last of its files.
        guard error.code == .notFound else { throw error }
      }
    }
    try ledger.commit(leaving.map { .noteFileGone($0.id) })
  }
}
