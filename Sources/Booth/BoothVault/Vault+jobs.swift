public import BoothCore

/// Jobs: they exist in the database before anyone is told that they were queued.
extension Vault {
  /// Records the session as finished, and makes its jobs, in one commit; no upload where its guests want none. Asked
  /// twice it gives the same jobs.
  public func finishSession(_ id: SessionID, quiet: Bool) throws(StoreError) -> [Job] {
    try recordRefused(of: id)
    if let session = try ledger.session(id), session.state == .capturing { try settleStrips(of: session) }
    if var session = try ledger.session(id), session.state == .capturing {
      session.state = .finished
      session.quiet = session.quiet || quiet
      putAsideUnrecorded(of: session)
      try writeSheet(of: session)
      var changes: [LedgerChange] = [.setState(id, .finished)]
      if quiet { changes.append(.setQuiet(id)) }
      var kinds: [Job.Kind] = session.staysHere ? [] : [.upload]
      if !session.photos.isEmpty { kinds.insert(session.plan.location == nil ? .composite : .version, at: 0) }
      if !session.clips.isEmpty { kinds.append(.filmStrip) }
      let first = try ledger.nextJobID()
      changes += kinds.enumerated().map { .put(Job(id: first + JobID($0), kind: $1, session: id)) }
      try ledger.commit(changes)
    }
    return try ledger.jobs(of: id)
  }

  /// Queues another upload of a session (its film strip came later), unless one is already waiting to begin, or all is
  /// at the gallery, or the operator has cancelled its upload: what is made later is not brought behind his back.
  public func addUpload(of session: SessionID) throws(StoreError) -> [Job] {
    guard let record = try ledger.session(session), record.state == .finished, record.needsUpload else { return [] }
    let uploads = try ledger.jobs(of: session).filter { $0.kind == .upload }
    // The last one counts: an operator who took a cancelled upload up again wants all of the session there.
    let isCancelled = uploads.last?.state == .cancelled
    let isWaiting = uploads.contains { $0.state != .running && !$0.state.isOver }
    guard !isCancelled, !isWaiting else { return [] }
    let job = Job(id: try ledger.nextJobID(), kind: .upload, session: session)
    try ledger.commit([.put(job)])
    return [job]
  }

  /// Queues work on a thing of another workflow, unless such a job is there that has not begun: it does that, too.
  /// - Returns: the new job, or the one that waits.
  public func queue(_ kind: Job.Kind, of subject: JobSubject) throws(StoreError) -> Job {
    guard subject.isSane, KeptBounds.isJobKind(kind.rawValue), jobKinds[kind]?.subject == subject.kind else {
      throw StoreError(
        .failed, subject: "job \(kind.rawValue.printable(limit: 40))",
        detail: "cannot be kept: its kind is not registered for such a thing, or its words are too long")
    }
    let waiting = try ledger.jobs(of: subject).last {
      $0.kind == kind && $0.state != .running && !$0.state.isOver
    }
    if let waiting { return waiting }
    let job = Job(id: try ledger.nextJobID(), kind: kind, subject: subject)
    try ledger.commit([.put(job)])
    return job
  }

  /// Makes a job's state durable; one that was cancelled with its session stays cancelled.
  public func record(_ job: Job) throws(StoreError) { try record([job]) }

  /// The same of several, in one commit.
  public func record(_ jobs: [Job]) throws(StoreError) {
    guard !jobs.isEmpty else { return }
    try ledger.commit(jobs.map { .put($0) })
    // The gallery is not waited for any more, so nothing of the session is needed here.
    for job in jobs where job.kind == .erase && job.state == .cancelled {
      if let session = job.session { try clearFolder(ofDiscarded: session) }
    }
  }

  /// Records that the gallery has confirmed an asset's bytes.
  public func markUploaded(_ asset: AssetID, at time: WallTime) throws(StoreError) {
    try ledger.commit([.confirm(asset, at: time)])
  }

  /// Records that everything of the session is at the gallery, if it is: a file may have been added in the meantime.
  /// - Returns: whether anything is left to upload.
  public func markSessionUploaded(_ id: SessionID) throws(StoreError) -> Bool {
    guard var session = try ledger.session(id), session.state == .finished, !session.staysHere else { return false }
    if session.needsUpload { return true }
    session.state = .uploaded
    try writeSheet(of: session)
    try ledger.commit([.setState(id, .uploaded)])
    return false
  }
}
