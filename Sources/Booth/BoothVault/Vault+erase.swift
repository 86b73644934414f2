public import BoothCore

/// Erasing a session on a guest's request: here at once, at the gallery by a job, and a proof that stays.
extension Vault {
  /// Records that the session is erased, ends its other jobs and makes the one that removes it at the gallery, all in
  /// one commit; then deletes its files. Asked twice, also after a cut, it finishes what the first left.
  ///
  /// What stays: the session's row, every asset's row, marked as discarded, and the decisions with their times; and
  /// until the gallery has erased it too, the session's sheet, which says so if the database is lost meanwhile.
  /// - Returns: the jobs of the session that are not over.
  public func eraseSession(_ id: SessionID, at time: WallTime) throws(StoreError) -> [Job] {
    let decision = Decision(at: time, session: id, asset: nil, reason: .erase)
    refused.add(id, [decision])
    let record: SessionRecord
    do throws(StoreError) {
      guard let found = try ledger.session(id) else {
        refused.forget(id)
        throw StoreError(.notFound, subject: id.text, detail: "there is no such session")
      }
      record = found
      try recordRefused(of: id)
    } catch {
      if error.code != .notFound { leaveBesideDatabase(id, .erase) }
      throw error
    }
    if record.state != .discarded { _ = noteDiscarded(record, .erase, at: time) }
    try deleteAll(of: record)
    return try ledger.jobs(of: id).filter { !$0.state.isOver }
  }

  /// Deletes what is here of an erased session, as far as the disk lets it; throws the first thing that it refused.
  private func deleteAll(of record: SessionRecord) throws(StoreError) {
    var refusal: StoreError?
    do throws(StoreError) {
      try deleteDiscardedFiles(of: record.id)
      try clearFolder(ofDiscarded: record.id)
    } catch {
      guard error.code != .damaged else { throw error }
      refusal = error
    }
    try eraseEmails(of: record)
    // A film strip that was being rendered.
    for name in try disk.names(in: Self.scratchFolder) where name.hasPrefix(record.id.text) {
      try disk.remove("\(Self.scratchFolder)/\(name)")
    }
    if let refusal { throw refusal }
  }

  /// What a session's erasure is in the database, with the job that removes it at the gallery: none is made where nothing of
  /// it can be there. Nothing, where all of that is in the database already.
  func changesToErase(_ record: SessionRecord, _ decision: Decision) throws(StoreError) -> [LedgerChange] {
    let jobs = try ledger.jobs(of: record.id)
    let mayBeThere = !record.staysHere && (record.state != .capturing || wasFinished(record.id))
    let erasures = jobs.filter { $0.kind == .erase }
    let wasDecided = try ledger.decisions(about: record.id).contains { $0.reason == .erase }
    let isDone =
      erasures.isEmpty ? record.state == .discarded && wasDecided : erasures.contains { $0.state != .cancelled }
    guard !isDone else { return [] }
    var changes: [LedgerChange] = [.setState(record.id, .discarded), .decide(decision)]
    changes += record.assets.map { .discard($0.id) }
    for var job in jobs where !job.state.isOver && job.sessionJob?.endsWithSession ?? true {
      job.state = .cancelled
      changes.append(.put(job))
    }
    if mayBeThere { changes.append(.put(Job(id: try ledger.nextJobID(), kind: .erase, session: record.id))) }
    return changes
  }

  /// Whether its folder says that a session was finished which the database still calls capturing.
  private func wasFinished(_ id: SessionID) -> Bool {
    var notes: [String] = []
    let sheet = Self.readSheet(of: id, on: disk, &notes) ?? Self.erasedSheet(of: id, on: disk, &notes)
    return sheet.map { $0.state != .capturing } ?? false
  }

  /// Records that the gallery has erased the session too.
  public func noteErasedAtGallery(_ id: SessionID, at time: WallTime) throws(StoreError) {
    if try !ledger.decisions(about: id).contains(where: { $0.reason == .erasedAtGallery }) {
      try ledger.commit([.decide(Decision(at: time, session: id, asset: nil, reason: .erasedAtGallery))])
    }
    if try ledger.session(id)?.state == .discarded { try emptyFolder(of: id) }
  }

  /// Empties a discarded session's folder. As long as the gallery is still to erase the session its sheet stays, and
  /// says that it was erased: should the database be lost, the gallery's part is not.
  func clearFolder(ofDiscarded id: SessionID) throws(StoreError) {
    guard try ledger.jobs(of: id).contains(where: { $0.kind == .erase && !$0.state.isOver }) else {
      return try emptyFolder(of: id)
    }
    try emptyFolder(of: id, keepingSheet: true)
    var notes: [String] = []
    guard Self.readSheet(of: id, on: disk, &notes)?.state != .discarded, let record = try ledger.session(id) else {
      return
    }
    let decision = try ledger.decisions(about: id).last { $0.asset == nil }
    // The pictures have made room. A sheet that still says otherwise would bring the session back.
    if try disk.names(in: Self.folder(of: id)).isEmpty
      || !noteDiscarded(record, decision?.reason ?? .erase, at: decision?.at ?? record.openedAt)
    {
      try emptyFolder(of: id)
    }
  }
}
