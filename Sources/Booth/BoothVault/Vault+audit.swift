public import BoothCore

extension Vault {
  /// Reads the database and the disk, and judges. Changes nothing; may run beside the booth that is at work on the same folder.
  /// - Parameters:
  ///   - event: only this event's sessions; folders that the database does not know are then left out.
  ///   - report: called after each session with its lines.
  public func audit(
    event: String? = nil, _ rule: AuditRule, report: ([Audit.Line]) -> Void = { _ in }
  ) throws(StoreError) -> Audit {
    var audit = Audit()
    let records = try ledger.sessions(in: [.capturing, .finished, .uploaded, .discarded])
    for record in records where event == nil || record.eventSlug == event {
      let facts = try settledFacts(of: record.id, rule)
      let lines = facts.lines(rule)
      audit.add(lines, of: facts.record?.state)
      report(lines)
    }
    guard event == nil else { return audit }
    let known = Set(records.map(\.id))
    for name in try disk.names(in: Self.sessionsFolder) {
      guard let id = SessionID(name), !known.contains(id) else { continue }
      // A session may have been opened since the database was read.
      let facts = try settledFacts(of: id, rule)
      let lines = facts.lines(rule)
      audit.add(lines, of: facts.record?.state)
      report(lines)
    }
    return audit
  }

  private func settledFacts(of id: SessionID, _ rule: AuditRule) throws(StoreError) -> AuditFacts {
    try settledFacts(of: id, rule) { asset throws(StoreError) in
      if rule.quick { return .unread }
      do throws(StoreError) { return try disk.fingerprint(asset.path).map { .read($0) } } catch {
        return .unreadable(error.detail)
      }
    }
  }

  /// The facts of a session; read once more where something is wrong, as the booth may have gone on between the database
  /// and the disk: what it deletes it has decided before.
  /// - Parameter look: reads a kept file that is in the folder, nil when it is gone.
  func settledFacts(
    of id: SessionID, _ rule: AuditRule, look: (Asset) throws(StoreError) -> AuditFacts.Reading?
  ) throws(StoreError) -> AuditFacts {
    let facts = try facts(of: id, look)
    guard facts.lines(rule).contains(where: { $0.verdict == .gap }) else { return facts }
    return try self.facts(of: id, look)
  }

  private func facts(
    of id: SessionID, _ look: (Asset) throws(StoreError) -> AuditFacts.Reading?
  ) throws(StoreError) -> AuditFacts {
    let folder = Self.folder(of: id)
    var facts = AuditFacts(record: try ledger.session(id), id: id)
    var names: [String] = []
    do throws(StoreError) { names = try disk.names(in: folder) } catch { facts.folderFault = error.detail }
    let paths = names.map { "\(folder)/\($0)" }
    facts.entries = try ledger.assets(of: id)
    facts.jobs = try ledger.jobs(of: id)
    facts.decisions = try ledger.decisions(about: id)
    let kept = Dictionary(facts.entries.filter { !$0.discarded }.map { ($0.asset.path, $0.asset) }) { $1 }
    let isCapturing = facts.record?.state == .capturing
    if let record = facts.record, record.state != .discarded { facts.leaving = Self.mark(among: names) }
    if facts.record == nil, names.contains(Self.erasedName) {
      var notes: [String] = []
      if Self.erasedSheet(of: id, on: disk, &notes) == nil { facts.sheetFault = notes.first }
    }
    if paths.contains(Self.sheetPath(of: id)), facts.record.map({ $0.state != .discarded }) ?? false {
      var notes: [String] = []
      let sheet = Self.readSheet(of: id, on: disk, &notes)
      if sheet == nil { facts.sheetFault = notes.first }
      if isCapturing, let sheet, sheet.state == .discarded { facts.leaving = sheet.reason ?? .cancel }
    }
    if let fault = facts.folderFault { for path in kept.keys { facts.files[path] = .unreadable(fault) } }
    if facts.erasure != nil, let record = facts.record { facts.leftOfErased = try leftOfErased(record) }
    for path in paths {
      if let asset = kept[path] { facts.files[path] = try look(asset) } else { facts.files[path] = .unread }
    }
    return facts
  }
}
