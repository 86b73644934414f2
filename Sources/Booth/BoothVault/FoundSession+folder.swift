import BoothCore

/// What a session's folder says beyond the database that has it.
extension FoundSession {
  /// Guests who cancelled while that database took nothing left a mark, or a sheet that says so; and where the database lost
  /// their newest commits, the folder is ahead of them in all else.
  ///
  /// Throws where a folder that may say such a thing cannot be listed now.
  mutating func believeFolder(on disk: any Disk, _ commitsWereLost: Bool) throws(StoreError) {
    guard record.state != .discarded else { return }
    if let reason = try mark(on: disk, commitsWereLost) {
      let time = Vault.unknownTime(record.openedAt)
      return leave(Decision(at: time, session: record.id, asset: nil, reason: reason))
    }
    var words: [String] = []
    let sheet = Vault.readSheet(of: record.id, on: disk, &words)
    if let sheet, sheet.state == .discarded {
      for decision in Self.decisions(of: sheet) { leave(decision) }
      return
    }
    guard commitsWereLost else { return }
    guard let sheet else {
      notes += words
      return
    }
    guard let lost = try LostCommits(of: record, known: entries, sheet, on: disk) else { return }
    add(lost)
  }

  /// Why its folder says that it leaves, or nil.
  private func mark(on disk: any Disk, _ commitsWereLost: Bool) throws(StoreError) -> DiscardReason? {
    let folder = Vault.folder(of: record.id)
    let names = try disk.names(in: folder)
    guard record.state == .capturing, commitsWereLost, names.isEmpty else { return Vault.mark(among: names) }
    // Its sheet was there before the database named it, and goes with a session that left; or with the whole disk.
    guard try !disk.names(in: "").isEmpty else {
      throw StoreError(.notFound, subject: "\(disk.root)/\(folder)", detail: "the disk lists nothing any more")
    }
    return .cancel
  }

  /// It left, by a decision that the database does not have.
  private mutating func leave(_ decision: Decision) {
    record.state = .discarded
    decisions.append(decision)
    // The gallery may not have erased it yet; asking twice does no harm.
    (jobs, cancelledJobs) = (decision.reason == .erase ? [.erase] : [], [])
    for index in entries.indices { (entries[index].discarded, entries[index].fileGone) = (true, true) }
  }

  private mutating func add(_ lost: LostCommits) {
    let known = entries.map(\.asset.path)
    entries += lost.entries
    lacking.formUnion(lost.folder.lacking)
    unread.formUnion(lost.folder.unread)
    // Of what the database knows they say all there is to say.
    notes += lost.folder.notes.filter { note in !known.contains { note.hasPrefix($0 + " ") } }
    if lost.isFinished {
      (record.state, record.quiet, jobs) = (.finished, record.quiet || lost.isQuiet, lost.jobs)
    } else if cancelledJobs.isEmpty, !lost.entries.isEmpty {
      queueUpload()
    }
    if !lost.entries.isEmpty { discardTwins() }
  }

  /// Of two tries of a strip the later stays, as at a start (see ``Vault/discardTwins(also:)``).
  private mutating func discardTwins() {
    for index in entries.indices where !entries[index].discarded && !entries[index].asset.kind.isComposite {
      let asset = entries[index].asset
      let isLast = !entries[(index + 1)...].contains {
        !$0.discarded && $0.asset.kind == asset.kind && $0.asset.strip == asset.strip
      }
      guard !isLast else { continue }
      entries[index].discarded = true
      decisions.append(Decision(at: asset.takenAt, session: record.id, asset: asset.id, reason: .lateAnswer))
    }
  }
}
