public import BoothCore

/// Takes over what another booth left on its disk.
extension Vault {
  /// Copies every session of `source` that is not known here: its id and link, its files, each read and verified, the
  /// decisions, and the jobs that were not done. Each session is one commit after its files are durable, so a run that
  /// is cut off is finished by the next, and a second run finds nothing new. Nothing is written to `source`.
  ///
  /// A session of which a file cannot be read now is left for the next run, as a disk that drops off would otherwise
  /// leave sessions without files. What is missing there stands in the database here all the same, and what is damaged is
  /// taken as it is: every audit names both.
  /// - Parameters:
  ///   - database: the other booth's, or nil when they are lost: then its session folders are read.
  ///   - commitsWereLost: that database is older than the folders, as their newest commits are gone: both are read.
  ///   - report: called before each session that is taken.
  public func adopt(
    from source: any Disk, database: (any Ledger)?, commitsWereLost: Bool = false,
    _ rule: AdoptionRule = AdoptionRule(),
    report: (SessionID) -> Void = { _ in }
  ) throws(StoreError) -> Adoption {
    var adoption = Adoption()
    let here = Set(try ledger.sessionStates().keys)
    for var found in try foundSessions(on: source, database, commitsWereLost, here, &adoption) {
      let id = found.record.id
      guard !here.contains(id) else {
        adoption.known += 1
        if let erasure = found.erasure {
          try eraseToo(id, erasure, &adoption)
          continue
        }
        try complete(id, from: source, &adoption)
        if rule.knownToo { try uploadAgain(id, &adoption) }
        continue
      }
      report(id)
      if rule.uploadAgain { found.forgetConfirmations() }
      let bytes = found.readFiles(on: source, reviving: rule.uploadAgain)
      guard found.unread.isEmpty || rule.incomplete else {
        adoption.left += 1
        adoption.notes += found.notes
        adoption.notes.append("\(Self.folder(of: id)) was left for another run, as not all of it can be read now")
        continue
      }
      if rule.uploadAgain { found.queueUpload() }
      if found.record.state == .uploaded, !found.jobs.isEmpty { found.record.state = .finished }
      try bring(found, bytes, &adoption)
      try record(found)
      try clearMark(of: id)
      adoption.count(found)
    }
    try adoptEmails(from: source, &adoption)
    try adoptUnasked(from: source, &adoption)
    return adoption
  }

  /// Makes the session's files and its sheet durable here.
  private func bring(
    _ found: FoundSession, _ bytes: [String: [UInt8]], _ adoption: inout Adoption
  ) throws(StoreError) {
    let id = found.record.id
    var sheet = SessionSheet(found.record, entries: found.entries, firstNumber: 0)
    sheet.firstNumber = try ledger.nextAssetID()
    switch found.record.state {
    case .discarded:
      // What the gallery is still to erase is to outlast this database, too.
      guard found.jobs.contains(.erase) else { return }
      sheet.files = []
      let decision = found.decisions.last { $0.asset == nil }
      (sheet.reason, sheet.decidedAt) = (decision?.reason ?? .erase, decision?.at)
    case .capturing: sheet.files = []
    case .finished, .uploaded: break
    }
    try disk.makeFolderDurably(Self.folder(of: id))
    try mark(id)
    for (path, bytes) in bytes.sorted(by: { $0.key < $1.key }) {
      let fingerprint = disk.fingerprint(of: bytes)
      if try disk.fingerprint(path) != fingerprint { _ = try disk.writeDurably(bytes, to: path) }
      adoption.files += 1
      adoption.bytes += fingerprint.sizeBytes
    }
    _ = try disk.writeDurably(sheet.json, to: Self.sheetPath(of: id))
  }

  /// Guests had a session erased at the other booth after it was taken over: it goes here, too.
  private func eraseToo(_ id: SessionID, _ erasure: Decision, _ adoption: inout Adoption) throws(StoreError) {
    guard let record = try ledger.session(id), record.state != .discarded else { return }
    adoption.jobs += try eraseSession(id, at: erasure.at).count
    adoption.erased += 1
  }

  /// Brings what a session that is known here lacks, where it can be read there now.
  private func complete(_ id: SessionID, from source: any Disk, _ adoption: inout Adoption) throws(StoreError) {
    guard let record = try ledger.session(id), record.state != .discarded, record.needsUpload || record.staysHere else {
      return
    }
    let folder = Self.folder(of: id)
    let there = Set(try disk.names(in: folder).map { "\(folder)/\($0)" })
    for asset in record.assets where !asset.uploaded && !there.contains(asset.path) {
      let bytes: [UInt8]
      do throws(StoreError) { bytes = try source.read(asset.path) } catch {
        adoption.notes.append("\(asset.path) is not here, and cannot be read there: \(error.detail)")
        continue
      }
      guard source.fingerprint(of: bytes).checksum == asset.checksum else {
        adoption.notes.append("\(asset.path) is not here, and there its bytes are not those that were kept")
        continue
      }
      try disk.makeFolderDurably(folder)
      _ = try disk.writeDurably(bytes, to: asset.path)
      adoption.files += 1
      adoption.bytes += Int64(bytes.count)
    }
  }

  /// Has a session that is known here brought to this booth's gallery anew, as far as its files are here.
  private func uploadAgain(_ id: SessionID, _ adoption: inout Adoption) throws(StoreError) {
    guard let record = try ledger.session(id) else { return }
    let folder = Self.folder(of: id)
    let there = Set(try disk.names(in: folder).map { "\(folder)/\($0)" })
    let again = record.assets.filter { $0.uploaded && there.contains($0.path) }
    adoption.jobs += try bringAgain(again.map(\.id), of: id, whateverWasCancelled: true).count
  }

  /// Pictures that belong to no session.
  private func adoptUnasked(from source: any Disk, _ adoption: inout Adoption) throws(StoreError) {
    let folder = Self.unaskedFolder
    var here: Set<Fingerprint> = []
    for name in try disk.names(in: folder) {
      if let fingerprint = try disk.fingerprint("\(folder)/\(name)") { here.insert(fingerprint) }
    }
    let names: [String]
    do throws(StoreError) { names = try source.names(in: folder) } catch {
      adoption.notes.append("\(folder) was left out: \(error.detail)")
      return
    }
    for name in names where !name.hasSuffix(Self.partSuffix) {
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
}
