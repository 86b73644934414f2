public import BoothCore

/// What the operator gave up by mistake.
extension Vault {
  /// Queues anew what a cancelled job was to do. The cancelled job stays as it is, for good: what was recorded about it
  /// is in no one's way, and a worker still on it changes nothing. Asked twice it makes one job.
  ///
  /// Refused, in words, where there is nothing to do any more: the session left (its guests cancelled it, or it was
  /// erased), it is not finished, everything of it is at the gallery, or the picture is there. An erasure that was given
  /// up is not begun again: the operator did the gallery's part by hand.
  /// - Returns: the new job, or the one that already waits to do the same.
  public func takeUpCancelled(_ id: JobID) throws(StoreError) -> [Job] {
    guard let job = try ledger.jobs(all: true).first(where: { $0.id == id }), job.state == .cancelled else {
      throw refusal(id, "is no cancelled job; `booth queue list --all` shows them")
    }
    let same = try ledger.jobs(of: job.subject).filter { $0.kind == job.kind && !$0.state.isOver }
    if let id = job.session, let work = job.sessionJob {
      guard let session = try ledger.session(id),
        session.state == .finished || session.state == .uploaded || work == .emails
      else {
        throw refusal(job.id, "was of a session that is not there any more, or not finished")
      }
      guard same.isEmpty else { return same }
      guard isWorthwhile(work, session) else {
        throw refusal(job.id, "has nothing to do any more: it is all there")
      }
    }
    guard same.isEmpty else { return same }
    let new = Job(id: try ledger.nextJobID(), kind: job.kind, subject: job.subject)
    try ledger.commit([.put(new)])
    return [new]
  }

  private func isWorthwhile(_ work: SessionJob, _ session: SessionRecord) -> Bool {
    switch work {
    case .upload: session.needsUpload
    case .composite: !session.photos.isEmpty && !session.assets.contains { $0.kind == .stripPhoto }
    case .filmStrip: !session.lackingFilms.isEmpty
    case .version: !session.photos.isEmpty
    case .erase: false
    case .emails: true
    }
  }

  private func refusal(_ id: JobID, _ words: String) -> StoreError {
    StoreError(.notFound, subject: "job \(id)", detail: words)
  }
}
