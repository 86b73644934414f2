import BoothCore

/// What an audit says of a session as a whole, beside its files.
extension AuditFacts {
  func sessionLines(_ record: SessionRecord) -> [Audit.Line] {
    let unconfirmed = entries.contains { !$0.discarded && $0.confirmedAt == nil }
    switch record.state {
    case .discarded:
      guard decisions.contains(where: { $0.asset == nil }) else {
        return [line("session", .gap, "discarded without a decision")]
      }
      return atGallery + (leftOfErased.map { [line("session", .pending, "erased here, but \($0)")] } ?? [])
    case .capturing, .finished, .uploaded:
      if let leaving { return [isLeaving(leaving)] }
    }
    switch record.state {
    case .capturing, .discarded: return sheetLine
    case .finished where record.staysHere: return sheetLine
    case .finished: return (unconfirmed ? nothingUploads : []) + sheetLine
    case .uploaded:
      let isWaiting = jobs.contains { $0.kind == .upload && !$0.state.isOver }
      guard unconfirmed, !isWaiting else { return sheetLine }
      return [line("session", .gap, "uploaded, they say, yet not every file is confirmed")] + sheetLine
    }
  }

  /// Not every file is at the gallery, and no job will bring it.
  private var nothingUploads: [Audit.Line] {
    let uploads = jobs.filter { $0.kind == .upload }
    guard let last = uploads.last else { return [line("session", .gap, "finished, but no job uploads it")] }
    guard uploads.allSatisfy({ $0.state.isOver || $0.state == .failed || $0.state == .expired }) else { return [] }
    let failure = last.lastFailure ?? "booth queue list"
    let words =
      switch last.state {
      case .failed: "its upload failed for good: \(failure); booth queue retry \(last.id)"
      case .expired: "its event's expiry passed before it was uploaded; booth queue retry \(last.id)"
      case .cancelled: "its upload was cancelled, and not every file is confirmed"
      case .done, .ready, .running, .held: "every upload is done, yet not every file is confirmed"
      }
    return [line("job", .gap, words)]
  }

  /// What the gallery is still to erase.
  private var atGallery: [Audit.Line] {
    guard !decisions.contains(where: { $0.reason == .erasedAtGallery }),
      let job = jobs.last(where: { $0.kind == .erase })
    else { return [] }
    let failure = job.lastFailure ?? "booth queue list"
    switch job.state {
    case .ready, .running: return [line("job", .pending, "erased here, and not yet at the gallery")]
    case .held: return [line("job", .pending, "erased here; the gallery's part waits for the operator: \(failure)")]
    case .failed, .expired: return [line("job", .gap, "erased here; the gallery did not erase it: \(failure)")]
    case .cancelled: return [line("job", .pending, "erased here; the operator gave the gallery's part up")]
    case .done: return []
    }
  }

  private func isLeaving(_ reason: DiscardReason) -> Audit.Line {
    let words = reason == .erase ? "was erased" : "was cancelled by its guests"
    return line("session", .pending, "\(words); the books take it at the next start at the latest")
  }

  private var sheetLine: [Audit.Line] {
    if let folderFault { return [line("session", .gap, "its folder \(folderFault)")] }
    guard !files.isEmpty else { return [] }
    let end = "lost books could not be written anew from it"
    guard files[Vault.sheetPath(of: id)] != nil else {
      return [line("session", .pending, "its folder has no session.json: \(end)")]
    }
    return sheetFault.map { [line("session", .pending, "\($0); \(end)")] } ?? []
  }

  /// A composite or film that is still to come, or never will.
  func notMade(_ record: SessionRecord) -> [Audit.Line] {
    guard record.state == .finished || record.state == .uploaded else { return [] }
    let films = (record.plan.films ?? [.strip]).map { (Job.Kind.filmStrip, $0.asset) }
    return ([(Job.Kind.composite, AssetKind.stripPhoto)] + films).compactMap { kind, asset in
      guard !entries.contains(where: { $0.asset.kind == asset }), let job = jobs.last(where: { $0.kind == kind }) else {
        return nil
      }
      let failure = job.lastFailure ?? "booth queue list"
      switch job.state {
      case .ready, .running: return line("job", .pending, "no \(asset.rawValue) yet")
      case .held, .failed, .expired: return line("job", .pending, "no \(asset.rawValue): \(failure)")
      case .cancelled: return line("job", .fine, "no \(asset.rawValue): the operator cancelled it")
      case .done: return nil
      }
    }
  }

  /// Of an export: its guests may still take a photo again, or cancel.
  var underWay: Audit.Line { line("session", .pending, "is being taken at this moment, and was not copied") }
}
