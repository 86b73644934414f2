/// Copies of a night: verified by reading them back, never half under a final name, gone on with where they stopped.
extension Vault {
  /// What every copied file may cost beyond its bytes: a cluster of a large stick (exFAT, 128 KiB), and its names.
  static let exportOverheadBytes: Int64 = 128 << 10

  /// Copies every kept file of an event's sessions, with each session's sheet, to `target`, in folders
  /// `EVENT/SESSION/`. A file that is there already with its bytes is read, and left.
  ///
  /// Refuses before it writes anything when `target` has too little room.
  /// - Parameter tell: called before each file.
  /// - Returns: what was done; the caller writes it beside the files as the receipt.
  public func export(
    event: String, to target: any Disk, _ rule: AuditRule, tell: (ExportProgress) -> Void = { _ in }
  ) throws(StoreError) -> Export {
    let records = try ledger.sessions(in: [.capturing, .finished, .uploaded]).filter { $0.eventSlug == event }
    let place = PortableName.of(event)
    try checkRoom(for: records, in: place, on: target)
    var export = Export()
    var progress = ExportProgress(done: 0, total: records.reduce(0) { $0 + $1.assets.count }, path: "")
    if try target.makeFolder(place) { try target.syncFolder("") }
    for record in records {
      let folder = "\(place)/\(record.id)"
      if try target.makeFolder(folder) { try target.syncFolder(place) }
      var seen: [String: AuditFacts.Reading] = [:]
      let facts = try settledFacts(of: record.id, rule) { path throws(StoreError) in
        if let reading = seen[path] { return reading }
        progress.path = path
        tell(progress)
        progress.done += 1
        let bytes: [UInt8]
        do throws(StoreError) { bytes = try disk.read(path) } catch {
          return error.code == .notFound ? nil : .unreadable(error.detail)
        }
        let name = PortableName.of(String(path.split(separator: "/").last ?? ""))
        let reading = AuditFacts.Reading.read(try copy(bytes, to: "\(folder)/\(name)", on: target, &export))
        seen[path] = reading
        return reading
      }
      guard facts.record != nil, facts.record?.state != .discarded else { continue }
      let sheet = SessionSheet(record, entries: facts.entries, firstNumber: 0).json
      if try target.fingerprint("\(folder)/\(SessionSheet.name)") != target.fingerprint(of: sheet) {
        try Self.writeVerified(sheet, to: "\(folder)/\(SessionSheet.name)", on: target)
      }
      export.audit.add(facts.lines(rule), of: record.state)
    }
    return export
  }

  private func checkRoom(for records: [SessionRecord], in place: String, on target: any Disk) throws(StoreError) {
    var needed: Int64 = 0
    for record in records {
      let folder = "\(place)/\(record.id)"
      let there = Set(try target.names(in: folder))
      for asset in record.assets {
        let name = PortableName.of(String(asset.path.split(separator: "/").last ?? ""))
        if !there.contains(name) { needed += asset.sizeBytes + Self.exportOverheadBytes }
      }
      if !there.contains(SessionSheet.name) { needed += Self.exportOverheadBytes }
    }
    let free = try target.space().freeBytes
    guard needed <= free else {
      throw StoreError(
        .full, subject: target.root,
        detail: "has room for \(free >> 20) MB, and \(needed >> 20) MB are needed")
    }
  }

  /// Writes one file unless it is there; gives the fingerprint of its bytes.
  private func copy(
    _ bytes: [UInt8], to path: String, on target: any Disk, _ export: inout Export
  ) throws(StoreError) -> Fingerprint {
    let fingerprint = target.fingerprint(of: bytes)
    if try target.fingerprint(path) == fingerprint {
      export.alreadyThere += 1
    } else {
      try Self.writeVerified(bytes, to: path, on: target)
      export.copied += 1
      export.bytesCopied += fingerprint.sizeBytes
    }
    return disk.fingerprint(of: bytes)
  }

  /// Writes under a temporary name, reads it back, and only then gives it its name.
  ///
  /// FAT's new name leads to an empty file until the file is flushed once more: a rename writes the size and the first
  /// cluster later ("vfat_rename", fs/fat/namei_vfat.c of Linux).
  static func writeVerified(_ bytes: [UInt8], to path: String, on target: any Disk) throws(StoreError) {
    let part = path + partSuffix
    let file = try target.create(part)
    do throws(StoreError) {
      try file.write(bytes)
      try file.sync()
    } catch {
      file.close()
      do throws(StoreError) { try target.remove(part) } catch {}  // replaced by the next run
      throw error
    }
    file.close()
    guard try target.fingerprint(part) == target.fingerprint(of: bytes) else {
      throw StoreError(
        .failed, subject: "\(target.root)/\(part)",
        detail: "does not read back as it was written: the stick or disk is failing; use another")
    }
    try target.renameDurably(part, to: path)
    try target.sync(path)
  }
}
