public import BoothCore

/// A start: what a crash left half done is finished, and what cannot be is said.
extension Vault {
  /// Under which the database has the slug of the event that was chosen last.
  public static let eventKey = "event"

  /// Makes the folders that are missing and finishes what a crash left half done: deletions that were decided are
  /// carried out, files that no answer ever named are swept away, sessions that only their folders know of are written
  /// into the database again, and every finished session has an upload that will bring it.
  ///
  /// What the disk refuses about one session is noted, and stands in no other's way.
  /// - Parameter commitsWereLost: the database is older than the files, as their newest commits are gone.
  /// - Returns: what had to be found again; empty at any usual start.
  @discardableResult
  public func open(commitsWereLost: Bool = false) throws(StoreError) -> Recovery {
    try disk.makeFolderDurably(Self.sessionsFolder)
    try disk.makeFolderDurably(Self.scratchFolder)
    var recovery = Recovery()
    // What is refused here is tried once more below, and said.
    _ = try deleteDiscardedFiles()
    for name in [Self.trialFile, Self.trialFile + Self.partSuffix] { try sweep(name, &recovery) }
    let touched = commitsWereLost ? try takeUpLostCommits(&recovery) : []
    try believeDiscardedSheets()
    for refusal in try discardTwins(also: touched) { recovery.note(refusal.error) }
    let states = try ledger.sessionStates()
    var unknown: [SessionID] = []
    for name in try disk.names(in: Self.sessionsFolder) {
      guard let id = SessionID(name) else { continue }
      do throws(StoreError) {
        switch states[id] {
        case .discarded: try clearFolder(ofDiscarded: id)
        case nil:
          if let words = try wordsIfAdopting(id) { recovery.notes.append(words) } else { unknown.append(id) }
        case .capturing, .finished, .uploaded:
          let names = try disk.names(in: Self.folder(of: id))
          marks.found[id] = Self.mark(among: names)
          try sweepParts(of: id, among: names)
          try clearMark(of: id)
        }
      } catch {
        try recovery.note(orThrow: error)
      }
    }
    if !unknown.isEmpty {
      recovery += try takeUp(unknown: unknown)
      try recallEvent()
    }
    try tidyEmails(&recovery)
    try tidyPrints(&recovery)
    try writeMissingSheets()
    try addMissingUploads()
    try sweep(in: Self.scratchFolder, &recovery) { _ in true }
    try sweep(in: Self.unaskedFolder, &recovery) { $0.hasSuffix(Self.partSuffix) }
    return recovery
  }

  /// Books that were lost have forgotten the choice of event: the guests who come next are those of the newest session.
  private func recallEvent() throws(StoreError) {
    guard try ledger.setting(Self.eventKey) == nil, let newest = try ledger.newestSessions(limit: 1).first else {
      return
    }
    try ledger.commit([.set(key: Self.eventKey, value: newest.eventSlug)])
  }

  private func sweep(
    in folder: String, _ recovery: inout Recovery, which: (String) -> Bool
  ) throws(StoreError) {
    let names: [String]
    do throws(StoreError) { names = try disk.names(in: folder) } catch { return try recovery.note(orThrow: error) }
    for name in names where which(name) { try sweep("\(folder)/\(name)", &recovery) }
  }

  private func sweep(_ path: String, _ recovery: inout Recovery) throws(StoreError) {
    do throws(StoreError) { try disk.remove(path) } catch { try recovery.note(orThrow: error) }
  }

  /// Deletes what a crash left of files that were being written.
  func sweepParts(of session: SessionID, among names: [String]? = nil) throws(StoreError) {
    let folder = Self.folder(of: session)
    let names = if let names { names } else { try disk.names(in: folder) }
    let unfinished = names.filter { $0.hasSuffix(Self.partSuffix) }
    for name in unfinished { try disk.remove("\(folder)/\(name)") }
    if !unfinished.isEmpty { try disk.syncFolder(folder) }
  }

  /// A session that is being taken, and whose sheet says that it left: the database was damaged at that moment.
  private func believeDiscardedSheets() throws(StoreError) {
    for record in try ledger.sessions(in: [.capturing]) {
      // What is wrong with a sheet is said where something is read from it.
      var notes: [String] = []
      if let sheet = Self.readSheet(of: record.id, on: disk, &notes), sheet.state == .discarded { try believe(sheet) }
    }
  }

  /// A finished session whose upload was lost between two commits gets another; what the operator cancelled stays so.
  private func addMissingUploads() throws(StoreError) {
    let busy = Set(try ledger.jobs(all: false).filter { $0.kind == .upload }.compactMap(\.session))
    for record in try ledger.sessions(in: [.finished]) where record.needsUpload && !busy.contains(record.id) {
      guard try ledger.jobs(of: record.id).last(where: { $0.kind == .upload })?.state != .cancelled else { continue }
      try ledger.commit([.put(Job(id: try ledger.nextJobID(), kind: .upload, session: record.id))])
    }
  }
}
