import BoothCore
import BoothVault

/// What the disk, the database and the gallery hold.
extension Watch {
  /// After every step: whatever was touched is looked at.
  func look(_ night: Night) {
    checkCamera(night)
    if let ledger = night.booth?.ledger {
      if !ledger.isStable { night.fail(.keptPhotoLasts, "a commit was acknowledged that a power cut could lose") }
      if !ledger.committed.isEmpty {
        let changes = ledger.committed
        ledger.committed = []
        read(changes, night)
      }
    }
    guard case .memory(let memory, _, _) = night.medium, !memory.touched.isEmpty else { return }
    for path in memory.touched {
      if path.isEmpty {
        for id in kept.keys.sorted() { check(id, night) }
      } else if let id = keptAt[path] {
        check(id, night)
      }
    }
    memory.touched.removeAll(keepingCapacity: true)
  }

  private func read(_ changes: [LedgerChange], _ night: Night) {
    for change in changes {
      switch change {
      case .decide(let decision): read(decision, night)
      case .discard(let id):
        let named = changes.contains { change in
          guard case .decide(let decision) = change else { return false }
          return decision.asset == id || (decision.asset == nil && kept[id]?.asset.session == decision.session)
        }
        if kept[id] != nil, !named { night.fail(.leavesByDecision, "asset \(id) left without a decision") }
      case .confirm(let id, _):
        guard let asset = kept[id]?.asset else { continue }
        let path = galleryPath(of: asset)
        let erased = night.gallery.erased.contains(asset.session)
        if !erased, night.gallery.objects[path] != kept[id]?.bytes {
          night.fail(.keptPhotoLasts, "\(asset.path) counts as confirmed, and the gallery does not have it")
        }
      case .open, .setState, .setQuiet, .add, .noteFileGone, .forgetConfirmation, .put, .set: break
      }
    }
  }

  private func read(_ decision: Decision, _ night: Night) {
    // What no guest ever kept may go by the vault's own rule: a late photo beside the kept one.
    let isLate = decision.reason == .lateAnswer && decision.asset.map { kept[$0] == nil } ?? false
    // Nor what none of them was shown; every later start reads that decision again.
    if decision.reason == .lateAnswer, let asset = decision.asset, asset == unshown { announcedAssets.insert(asset) }
    if decision.reason == .keepPolicy, let asset = decision.asset { checkReleased(asset, night) }
    let announced =
      isLate || decision.reason == .keepPolicy || announcedSessions.contains(decision.session)
      || decision.asset.map { announcedAssets.contains($0) } ?? false
    guard announced else {
      return night.fail(.leavesByDecision, "the books have a decision nobody made: \(decision)")
    }
    if let asset = decision.asset {
      forget(asset)
    } else {
      for kept in kept.values where kept.asset.session == decision.session { forget(kept.asset.id) }
    }
  }

  /// What goes by the keep-policy, the gallery has.
  private func checkReleased(_ id: AssetID, _ night: Night) {
    guard let gone = kept[id], night.gallery.objects[galleryPath(of: gone.asset)] != gone.bytes else { return }
    night.fail(.keptPhotoLasts, "\(gone.asset.path) was let go, and the gallery does not have it")
  }

  /// A process begins: what it finds must be all that was ever promised.
  func restarted(_ night: Night, ledger: any WatchedLedger) {
    ledger.committed = []
    do throws(StoreError) {
      for decision in try ledger.decisions(about: nil) { read(decision, night) }
      for kept in kept.values.sorted(by: { $0.asset.id < $1.asset.id }) {
        let entry = try ledger.assets(of: kept.asset.session).first { $0.asset.id == kept.asset.id }
        guard let entry, !entry.discarded, entry.asset.path == kept.asset.path,
          entry.asset.checksum == kept.asset.checksum
        else {
          return night.fail(.keptPhotoLasts, "the books do not know \(kept.asset.path) any more")
        }
        check(kept.asset.id, night)
      }
      for record in opened.values where try ledger.session(record.id)?.link != record.link {
        return night.fail(.linkIsTrue, "the books do not know the link of \(record.id)")
      }
    } catch {
      night.fail(.keptPhotoLasts, "the books cannot be read: \(error)")
    }
  }

  /// After each decision of the flow.
  func checkRefusals(_ before: BoothState?, _ state: BoothState, _ night: Night) {
    guard let before else { return }
    guard case .capture(let capture) = state else {
      unkeptAsked = 0
      return
    }
    switch capture.phase {
    case .review: unkeptAsked = 0
    case .tryAgain(let fault, _) where fault.kind == .storage || fault.kind == .late:
      if case .capture(let earlier) = before, case .tryAgain = earlier.phase { return }
      unkeptAsked += 1
      if unkeptAsked > 2 {
        night.fail(.asksSeldom, "guests are asked for another try, \(unkeptAsked) times in a row: \(fault)")
      }
    default: break
    }
  }

  // MARK: Jobs

  func begins(_ night: Night, _ job: Job, running: [AttemptID: JobID], pump: JobPump) {
    guard let recorded = try? night.booth?.ledger.jobs(of: job.subject).first(where: { $0.id == job.id }) else {
      return night.fail(.oneRunAJob, "job \(job.id) begins, and the books do not know it")
    }
    if recorded.state == .cancelled { return night.fail(.cancelStays, "job \(job.id) was cancelled, and begins") }
    if recorded != job { return night.fail(.oneRunAJob, "job \(job.id) begins, and the books say \(recorded)") }
    guard pump.jobs.contains(where: { $0.job == job }) else {
      return night.fail(.oneRunAJob, "job \(job.id) begins, and was stopped while it waited for its record")
    }
    if running.values.contains(job.id) { return night.fail(.oneRunAJob, "job \(job.id) runs already") }
    let others = pump.jobs.map(\.job).filter { running.values.contains($0.id) }
    if job.kind == .upload, others.contains(where: { $0.kind == .upload && $0.subject == job.subject }) {
      night.fail(.oneRunAJob, "two uploads of \(job.subject) run at once")
    }
    if job.kind != .upload, others.contains(where: { $0.kind == job.kind }) {
      night.fail(.oneRunAJob, "two jobs of the kind \(job.kind.rawValue) run at once")
    }
    // Each address that is left makes a job, and one more where its session is erased; so does each print.
    let bound = opened.count * 4 + addressesAsked * 2 + printsAsked
    if pump.jobs.count > bound { night.fail(.staysBounded, "\(pump.jobs.count) jobs of \(opened.count) sessions") }
  }

  // MARK: The gallery

  func arrived(_ night: Night, _ bytes: [UInt8], at path: String, for session: SessionID) {
    guard let number = content(in: bytes) else {
      return night.fail(.keptPhotoLasts, "\(path) at the gallery is not what was written")
    }
    guard opened[session]?.staysHere != true else { return night.fail(.consentIsKept, "\(path) was uploaded") }
    guard owners[number] == session, path.hasPrefix(folder(of: session)) else {
      return night.fail(.ownLinkOnly, "a picture of \(owners[number]?.text ?? "nobody") is at \(path)")
    }
  }

  private func folder(of session: SessionID) -> String {
    GalleryPath.folder(event: opened[session]?.event ?? 0, session: session)
  }

  func completed(_ night: Night, _ session: SessionID, _ manifest: Manifest) {
    guard manifest.publicGalleryURL == opened[session]?.link else {
      return night.fail(.linkIsTrue, "the manifest of \(session) says \(manifest.publicGalleryURL)")
    }
    let folder = folder(of: session)
    let paths = manifest.assets.map(\.path)
    if Set(paths).count != paths.count { night.fail(.nothingTwice, "the manifest of \(session) lists a file twice") }
    // A gallery that would not say what it has gets its page all the same; the upload goes on asking.
    let isMute = night.gallery.muteUntil.map { night.now - $0 < 1_200_000_000_000 } ?? false
    for path in paths where night.gallery.objects[path] == nil {
      if isMute, night.gallery.lost.contains(path) { continue }
      night.fail(.nothingTwice, "the manifest of \(session) lists \(path), which is not there")
    }
    for path in paths where !path.hasPrefix(folder) {
      night.fail(.ownLinkOnly, "the manifest of \(session) lists \(path)")
    }
  }
}
