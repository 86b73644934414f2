/// Takes over what another booth left on its disk.
extension Vault {
  /// Copies every session of `source` that is not known here: its id and link, its files, each read and verified, the
  /// decisions, and the jobs that were not done. Each session is one commit after its files are durable, so a run that
  /// is cut off is finished by the next, and a second run finds nothing new. Nothing is written to `source`.
  /// - Parameters:
  ///   - books: the other booth's, or nil when they are lost: then its session folders are read.
  ///   - again: forgets what another gallery has confirmed and uploads everything to this booth's.
  ///   - tell: called before each session that is taken.
  public func adopt(
    from source: any Disk, books: (any Ledger)?, uploadingAgain again: Bool = false,
    tell: (SessionID) -> Void = { _ in }
  ) throws(StoreError) -> Adoption {
    var adoption = Adoption()
    let here = Set(try ledger.sessionStates().keys)
    for var found in try foundSessions(on: source, books, &adoption) {
      let id = found.record.id
      guard !here.contains(id) else {
        adoption.known += 1
        continue
      }
      tell(id)
      if again { found.forgetConfirmations() }
      if found.record.state != .discarded {
        try disk.makeFolderDurably(Self.folder(of: id))
        try take(&found, from: source, &adoption)
        var sheet = SessionSheet(found.record, entries: found.entries, firstNumber: 0)
        sheet.firstNumber = try ledger.nextAssetID()
        if found.record.state == .capturing { sheet.files = [] }
        _ = try disk.writeDurably(sheet.json, to: Self.sheetPath(of: id))
      }
      try record(found)
      adoption.count(found)
    }
    try adoptUnasked(from: source, &adoption)
    return adoption
  }

  /// Pictures that belong to no session.
  private func adoptUnasked(from source: any Disk, _ adoption: inout Adoption) throws(StoreError) {
    let folder = Self.unaskedFolder
    var here: Set<Fingerprint> = []
    for name in try disk.names(in: folder) {
      if let fingerprint = try disk.fingerprint("\(folder)/\(name)") { here.insert(fingerprint) }
    }
    for name in try source.names(in: folder) where !name.hasSuffix(Self.partSuffix) {
      let bytes: [UInt8]
      do throws(StoreError) { bytes = try source.read("\(folder)/\(name)") } catch {
        adoption.notes.append("\(folder)/\(name) was left out: \(error.detail)")
        continue
      }
      guard here.insert(disk.fingerprint(of: bytes)).inserted else { continue }
      _ = try keepApart(bytes)
      adoption.unasked += 1
    }
  }

  /// Brings the session's files here. What is missing or damaged there is left out, and said.
  private func take(
    _ found: inout FoundSession, from source: any Disk, _ adoption: inout Adoption
  ) throws(StoreError) {
    var taken: [AssetEntry] = []
    for var entry in found.entries {
      let asset = entry.asset
      guard !entry.discarded else {
        entry.fileGone = true
        taken.append(entry)
        continue
      }
      let bytes: [UInt8]
      do throws(StoreError) { bytes = try source.read(asset.path) } catch {
        if entry.confirmedAt != nil {
          entry.fileGone = true
          taken.append(entry)
        } else {
          found.notes.append("\(asset.path) was left out: \(error.detail)")
        }
        continue
      }
      let fingerprint = source.fingerprint(of: bytes)
      guard fingerprint.checksum == asset.checksum else {
        found.notes.append("\(asset.path) was left out: its bytes are not those that were kept")
        continue
      }
      if try disk.fingerprint(asset.path) != fingerprint { _ = try disk.writeDurably(bytes, to: asset.path) }
      entry.asset.sizeBytes = fingerprint.sizeBytes
      adoption.files += 1
      adoption.bytes += fingerprint.sizeBytes
      taken.append(entry)
    }
    found.entries = taken
    if found.record.state == .uploaded, !found.jobs.isEmpty { found.record.state = .finished }
  }

  /// The other booth's sessions in the order they were opened: those of its books, then those that only its folders
  /// know.
  private func foundSessions(
    on source: any Disk, _ books: (any Ledger)?, _ adoption: inout Adoption
  ) throws(StoreError) -> [FoundSession] {
    var found: [FoundSession] = []
    var named: Set<SessionID> = []
    if let books {
      for record in try books.sessions(in: [.capturing, .finished, .uploaded, .discarded]) {
        named.insert(record.id)
        found.append(try FoundSession(record, in: books))
      }
    }
    var sheets: [SessionSheet] = []
    for name in try source.names(in: Self.sessionsFolder) {
      guard let id = SessionID(name), !named.contains(id) else { continue }
      let names = try source.names(in: Self.folder(of: id)).filter { !$0.hasSuffix(Self.partSuffix) }
      guard !names.isEmpty, let sheet = Self.readSheet(of: id, on: source, &adoption.notes) else { continue }
      if sheet.state != .capturing || names != [SessionSheet.name] { sheets.append(sheet) }
    }
    for sheet in sheets.sorted(by: Self.opensBefore) { found.append(try FoundSession.read(sheet, on: source)) }
    return found
  }
}

extension FoundSession {
  /// A session as another booth's books have it.
  init(_ record: SessionRecord, in books: any Ledger) throws(StoreError) {
    var bare = record
    bare.assets = []
    let entries = try books.assets(of: record.id)
    let jobs = try books.jobs(of: record.id)
    var kinds: [Job.Kind] = []
    for job in jobs where !job.state.isOver && !kinds.contains(job.kind) { kinds.append(job.kind) }
    let kept = entries.filter { !$0.discarded }
    if record.state == .finished, !kinds.contains(.upload), kept.contains(where: { $0.confirmedAt == nil }) {
      kinds.append(.upload)
    }
    let isDiscarded = record.state == .discarded
    let left = entries.map { entry in
      var entry = entry
      entry.discarded = true
      entry.fileGone = true
      return entry
    }
    self.init(
      record: bare, entries: isDiscarded ? left : entries, decisions: try books.decisions(about: record.id),
      jobs: isDiscarded ? kinds.filter { $0 == .erase } : kinds)
  }

  mutating func forgetConfirmations() {
    guard record.state != .discarded else { return }
    for index in entries.indices where !entries[index].fileGone {
      entries[index].confirmedAt = nil
      entries[index].asset.uploaded = false
    }
    if record.state == .uploaded { record.state = .finished }
    if record.state == .finished, !jobs.contains(.upload) { jobs.append(.upload) }
  }
}
