/// Erasing a session on a guest's request: here at once, at the gallery by a job, and a proof that stays.
extension Vault {
  /// Records that the session is erased, ends its other jobs and makes the one that removes it at the gallery, all in
  /// one commit; then deletes its files. Asked twice, also after a cut, it finishes what the first left.
  ///
  /// What stays: the session's row, every asset's row, marked as discarded, and the decisions with their times; and
  /// until the gallery has erased it too, the session's sheet, which says so if the books are lost meanwhile.
  /// - Returns: the jobs of the session that are not over.
  public func eraseSession(_ id: SessionID, at time: WallTime) throws(StoreError) -> [Job] {
    guard let record = try ledger.session(id) else {
      throw StoreError(.notFound, subject: id.text, detail: "there is no such session")
    }
    let jobs = try ledger.jobs(of: id)
    if !jobs.contains(where: { $0.kind == .erase && $0.state != .cancelled }) {
      var changes: [LedgerChange] = [
        .setState(id, .discarded), .decide(Decision(at: time, session: id, asset: nil, reason: .erase)),
      ]
      changes += record.assets.map { .discard($0.id) }
      for var job in jobs where !job.state.isOver {
        job.state = .cancelled
        changes.append(.put(job))
      }
      changes.append(.put(Job(id: try ledger.nextJobID(), kind: .erase, session: id)))
      try ledger.commit(changes)
      _ = noteDiscarded(record, .erase, at: time)
    }
    try deleteDiscardedFiles(of: id)
    try clearFolder(ofDiscarded: id)
    // A film strip that was being rendered.
    for name in try disk.names(in: Self.scratchFolder) where name.hasPrefix(id.text) {
      try disk.remove("\(Self.scratchFolder)/\(name)")
    }
    return try ledger.jobs(of: id).filter { !$0.state.isOver }
  }

  /// Records that the gallery has erased the session too.
  public func noteErasedAtGallery(_ id: SessionID, at time: WallTime) throws(StoreError) {
    if try !ledger.decisions(about: id).contains(where: { $0.reason == .erasedAtGallery }) {
      try ledger.commit([.decide(Decision(at: time, session: id, asset: nil, reason: .erasedAtGallery))])
    }
    if try ledger.session(id)?.state == .discarded { try emptyFolder(of: id) }
  }

  /// Empties a discarded session's folder. As long as the gallery is still to erase the session its sheet stays, and
  /// says that it was erased: should the books be lost, the gallery's part is not.
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
