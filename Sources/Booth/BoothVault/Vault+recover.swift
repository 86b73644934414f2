public import BoothCore

/// What the database does not name and the folders do: after a lost or damaged database.
extension Vault {
  /// Takes up every session whose folder the database does not know, in the order they were opened; each in one commit, so
  /// that a start that is cut off is finished by the next.
  func takeUp(unknown ids: [SessionID]) throws(StoreError) -> Recovery {
    var recovery = Recovery()
    var sheets: [SessionSheet] = []
    for id in ids {
      do throws(StoreError) {
        if let sheet = try sheetToTakeUp(of: id, &recovery.notes) { sheets.append(sheet) }
      } catch {
        try recovery.note(orThrow: error)
      }
    }
    for sheet in sheets.sorted(by: Self.opensBefore) {
      let found: FoundSession
      do throws(StoreError) { found = try FoundSession.read(sheet, on: disk) } catch {
        recovery.note(error)
        continue
      }
      try record(found)
      recovery.notes += found.notes
      if sheet.state != .discarded {
        recovery.sessions += 1
        recovery.files += found.entries.count { !$0.fileGone && !found.lacking.contains($0.asset.path) }
      }
      do throws(StoreError) {
        if sheet.state == .discarded {
          try clearFolder(ofDiscarded: sheet.session)
        } else {
          try sweepParts(of: sheet.session)
        }
      } catch {
        try recovery.note(orThrow: error)
      }
    }
    return recovery
  }

  /// The sessions that only their folders know of, and that a start would take up. Looks only.
  public func sessionsToTakeUp() throws(StoreError) -> [SessionID] {
    let states = try ledger.sessionStates()
    var found: [SessionID] = []
    for name in try disk.names(in: Self.sessionsFolder) {
      guard let id = SessionID(name), states[id] == nil else { continue }
      let names = try disk.names(in: Self.folder(of: id)).filter { !$0.hasSuffix(Self.partSuffix) }
      var notes: [String] = []
      guard !names.isEmpty, Self.mark(among: names) == nil,
        let sheet = Self.readSheet(of: id, on: disk, &notes), sheet.state != .discarded
      else { continue }
      if sheet.state != .capturing || names != [SessionSheet.name] { found.append(id) }
    }
    return found
  }

  /// Nil where nothing in the folder was promised to anybody, which then goes, or where its sheet cannot be used.
  private func sheetToTakeUp(of id: SessionID, _ notes: inout [String]) throws(StoreError) -> SessionSheet? {
    let names = try disk.names(in: Self.folder(of: id)).filter { !$0.hasSuffix(Self.partSuffix) }
    // Erased while the database took nothing: the gallery's part is still to do.
    // What cannot be read is kept, and said at every start.
    if names.contains(Self.erasedName) { return Self.erasedSheet(of: id, on: disk, &notes) }
    guard !names.isEmpty, Self.mark(among: names) == nil else {
      try emptyFolder(of: id)
      return nil
    }
    guard let sheet = Self.readSheet(of: id, on: disk, &notes) else { return nil }
    if sheet.state == .capturing, names == [SessionSheet.name] {
      // Nothing was kept, or the session was made and never recorded: nothing was reported.
      try emptyFolder(of: id)
      return nil
    }
    return sheet
  }

  /// By the numbers of their assets; the clock only where there are none between.
  static func opensBefore(_ one: SessionSheet, _ other: SessionSheet) -> Bool {
    (one.firstNumber, one.openedAt.unixSeconds, one.session.text)
      < (other.firstNumber, other.openedAt.unixSeconds, other.session.text)
  }

  /// Records a session with its files, decisions and jobs, all with numbers of this database, in one commit.
  func record(_ found: FoundSession) throws(StoreError) {
    var changes: [LedgerChange] = [.open(found.record)]
    var number = try ledger.nextAssetID()
    var numbers: [AssetID: AssetID] = [:]
    for entry in found.entries {
      changes += Self.changes(adding: entry, as: number)
      numbers[entry.asset.id] = number
      number += 1
    }
    changes += found.decisions.compactMap { decision -> LedgerChange? in
      guard let asset = decision.asset else { return .decide(decision) }
      var decision = decision
      decision.asset = numbers[asset]
      return decision.asset == nil ? nil : .decide(decision)
    }
    let job = try ledger.nextJobID()
    let jobs: [(Job.Kind, Job.State)] = found.cancelledJobs.map { ($0, .cancelled) } + found.jobs.map { ($0, .ready) }
    changes += jobs.enumerated().map { number, new in
      .put(Job(id: job + JobID(number), kind: new.0, session: found.record.id, state: new.1))
    }
    try ledger.commit(changes)
  }

  static func changes(adding entry: AssetEntry, as number: AssetID) -> [LedgerChange] {
    var asset = entry.asset
    asset.id = number
    // Confirmed by its own change, with its time.
    asset.uploaded = false
    var changes: [LedgerChange] = [.add(asset)]
    if let time = entry.confirmedAt { changes.append(.confirm(number, at: time)) }
    if entry.discarded { changes.append(.discard(number)) }
    if entry.fileGone { changes.append(.noteFileGone(number)) }
    return changes
  }
}
