/// What the books do not name and the folders do: after a lost or damaged database, or an old copy of it.
extension Vault {
  /// Takes up every session whose folder the books do not know, in the order they were opened; each in one commit, so
  /// that a start that is cut off is finished by the next.
  func takeUp(unknown ids: [SessionID]) throws(StoreError) -> Recovery {
    var recovery = Recovery()
    var sheets: [SessionSheet] = []
    for id in ids {
      let folder = Self.folder(of: id)
      let names = try disk.names(in: folder).filter { !$0.hasSuffix(Self.partSuffix) }
      guard !names.isEmpty, !names.contains(Self.cancelledName) else {
        try emptyFolder(of: id)
        continue
      }
      guard let sheet = Self.readSheet(of: id, on: disk, &recovery.notes) else { continue }
      if sheet.state == .capturing, names == [SessionSheet.name] {
        // Nothing was kept, or the session was made and never recorded: nobody was told of anything.
        try emptyFolder(of: id)
      } else {
        sheets.append(sheet)
      }
    }
    for sheet in sheets.sorted(by: Self.opensBefore) {
      let found = try FoundSession.read(sheet, on: disk)
      try record(found)
      recovery.notes += found.notes
      if sheet.state == .discarded {
        try emptyFolder(of: sheet.session)
      } else {
        recovery.sessions += 1
        recovery.files += found.entries.count { !$0.fileGone }
        try sweepParts(of: sheet.session)
      }
    }
    return recovery
  }

  /// By the numbers of their assets; the clock only where there are none between.
  static func opensBefore(_ one: SessionSheet, _ other: SessionSheet) -> Bool {
    (one.firstNumber, one.openedAt.unixSeconds, one.session.text)
      < (other.firstNumber, other.openedAt.unixSeconds, other.session.text)
  }

  /// Records a session with its files, decisions and jobs, all with numbers of these books, in one commit.
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
    changes += found.jobs.enumerated().map { .put(Job(id: job + JobID($0), kind: $1, session: found.record.id)) }
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

  /// After the books' newest commits were lost (a write-ahead log that is gone): takes up the files of sessions that
  /// are not uploaded yet, and what their sheets say of them.
  func takeUpLostCommits() throws(StoreError) -> Recovery {
    var recovery = Recovery()
    for record in try ledger.sessions(in: [.capturing, .finished]) {
      guard let sheet = Self.readSheet(of: record.id, on: disk, &recovery.notes) else { continue }
      let known = try ledger.assets(of: record.id)
      let found = try FoundSession.read(sheet, on: disk)
      let missing = found.entries.filter { entry in
        !entry.fileGone && !known.contains { $0.asset.path == entry.asset.path }
      }
      var changes: [LedgerChange] = []
      var number = try ledger.nextAssetID()
      for entry in missing {
        changes += Self.changes(adding: entry, as: number)
        number += 1
      }
      if record.state == .capturing, sheet.state != .capturing {
        changes.append(.setState(record.id, .finished))
        if sheet.quiet { changes.append(.setQuiet(record.id)) }
        let job = try ledger.nextJobID()
        let kinds = FoundSession.jobs(state: .finished, entries: found.entries)
        changes += kinds.enumerated().map { .put(Job(id: job + JobID($0), kind: $1, session: record.id)) }
      }
      guard !changes.isEmpty else { continue }
      try ledger.commit(changes)
      recovery.sessions += 1
      recovery.files += missing.count
    }
    return recovery
  }
}
