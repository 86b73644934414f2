public import BoothCore

/// Copies of a night: verified by reading them back, never half under a final name, gone on with where they stopped.
extension Vault {
  /// What every copied file may cost beyond its bytes: a cluster of a large stick (exFAT, 128 KiB), and its names.
  static let exportOverheadBytes: Int64 = 128 << 10

  /// Copies every kept file of an event's sessions, with each session's sheet, to `target`, in folders
  /// `EVENT/TIME SESSION/` and under names with event, time and number (``CopyNames``); the sheet says which is which. A file that is there already with its bytes is read, and left; a file that is damaged here never
  /// takes the place of one that is there. A session that is being taken while a booth runs is left out, as its guests
  /// may still take its photos again or throw them away.
  ///
  /// Refuses before it writes anything when `target` has too little room.
  /// - Parameters:
  ///   - title: the event's name in the files' names; nil takes its folder's.
  ///   - report: called before each file.
  /// - Returns: what was done; the caller writes it beside the files as the receipt.
  public func export(
    event: String, called title: String? = nil, to target: any Disk, _ rule: AuditRule,
    report: (ExportProgress) -> Void = { _ in }
  ) throws(StoreError) -> Export {
    let all = try ledger.sessions(in: [.capturing, .finished, .uploaded]).filter { $0.eventSlug == event }
    guard !all.isEmpty else {
      throw StoreError(
        .notFound, subject: event,
        detail: "every session of it was cancelled or erased: there is nothing to copy, and no folder is made")
    }
    let records = all.filter { !rule.running || $0.state != .capturing }
    let place = PortableName.of(event)
    let title = title ?? event
    try checkRoom(for: records, called: title, in: place, on: target)
    var export = Export()
    var progress = ExportProgress(done: 0, total: records.reduce(0) { $0 + $1.assets.count }, path: "")
    if try target.makeFolder(place) { try target.syncFolder("") }
    for record in records {
      // Its end was decided, and the database has not taken it yet: nothing of it is copied.
      var mark: DiscardReason?
      // Nothing can be copied of a folder that cannot be listed, and its receipt says so.
      do throws(StoreError) { mark = Self.mark(among: try disk.names(in: Self.folder(of: record.id))) } catch {}
      guard mark == nil else {
        let facts = try settledFacts(of: record.id, rule) { (_) throws(StoreError) in nil }
        export.audit.add(facts.lines(rule), of: record.state)
        continue
      }
      let folder = try Self.exportFolder(of: record, in: place, on: target)
      if try target.makeFolder(folder) { try target.syncFolder(place) }
      var seen: [String: AuditFacts.Reading] = [:]
      let names = try Self.copyNames(of: record, called: title, in: folder, on: target)
      func copyPath(of asset: Asset) -> String { "\(folder)/\(names.file(asset))" }
      var facts = try settledFacts(of: record.id, rule) { asset throws(StoreError) in
        let path = asset.path
        if let reading = seen[path] { return reading }
        progress.path = path
        report(progress)
        progress.done += 1
        let bytes: [UInt8]
        do throws(StoreError) { bytes = try disk.read(path) } catch {
          return error.code == .notFound ? nil : .unreadable(error.detail)
        }
        let fingerprint = disk.fingerprint(of: bytes)
        let isWhole = fingerprint.checksum == asset.checksum
        try copy(bytes, isWhole: isWhole, to: copyPath(of: asset), on: target, &export)
        seen[path] = .read(fingerprint)
        return .read(fingerprint)
      }
      for asset in facts.entries.filter({ !$0.discarded }).map(\.asset) where !facts.isWhole(asset) {
        if try target.fingerprint(copyPath(of: asset))?.checksum == asset.checksum { facts.copies.insert(asset.path) }
      }
      guard facts.record != nil, facts.record?.state != .discarded else { continue }
      var sheetOfCopy = SessionSheet(record, entries: facts.entries, firstNumber: 0)
      let kept = facts.entries.filter { !$0.discarded }
      for (index, entry) in kept.enumerated() { sheetOfCopy.files[index].copiedAs = names.file(entry.asset) }
      let sheet = sheetOfCopy.json
      if try target.fingerprint("\(folder)/\(SessionSheet.name)") != target.fingerprint(of: sheet) {
        try Self.writeVerified(sheet, to: "\(folder)/\(SessionSheet.name)", on: target)
      }
      export.audit.add(facts.lines(rule), of: record.state)
    }
    for record in all where rule.running && record.state == .capturing {
      export.audit.add([AuditFacts(record: record, id: record.id).underWay], of: record.state)
    }
    return export
  }

  /// A session's folder begins with its time by the booth's clock, so that folders stand in the order of the night. One
  /// that an earlier version made, named by the id alone, is gone on with.
  private static func exportFolder(
    of record: SessionRecord, in place: String, on target: any Disk
  ) throws(StoreError) -> String {
    let earlier = "\(place)/\(record.id)"
    if try !target.names(in: earlier).isEmpty { return earlier }
    return "\(place)/\(record.openedAt.day) \(record.openedAt.timeOfDay) \(record.id)"
  }

  private static func copyNames(
    of record: SessionRecord, called title: String, in folder: String, on target: any Disk
  ) throws(StoreError) -> CopyNames {
    let there = Set(try target.names(in: folder))
    var sheet: SessionSheet?
    if there.contains(SessionSheet.name) {
      // One that cannot be read names nothing, and is written anew.
      do { sheet = try SessionSheet(json: try target.read("\(folder)/\(SessionSheet.name)")) } catch {}
    }
    return CopyNames(record, title: title, there: there, sheet: sheet)
  }

  private func checkRoom(
    for records: [SessionRecord], called title: String, in place: String, on target: any Disk
  ) throws(StoreError) {
    var needed: Int64 = 0
    // A file that is replaced stands beside the new one until that is whole.
    var largest: Int64 = 0
    for record in records {
      let folder = try Self.exportFolder(of: record, in: place, on: target)
      let there = Set(try target.names(in: folder))
      let names = try Self.copyNames(of: record, called: title, in: folder, on: target)
      for asset in record.assets {
        let name = names.file(asset)
        guard there.contains(name) else {
          needed += asset.sizeBytes + Self.exportOverheadBytes
          continue
        }
        let size = try target.sizeBytes("\(folder)/\(name)") ?? 0
        guard size != asset.sizeBytes else { continue }
        needed += max(0, asset.sizeBytes - size)
        largest = max(largest, min(size, asset.sizeBytes))
      }
      if !there.contains(SessionSheet.name) { needed += Self.exportOverheadBytes }
    }
    needed += largest
    let free = try target.space().freeBytes
    guard needed <= free else {
      throw StoreError(
        .full, subject: target.root,
        detail: "has room for \(free >> 20) MB, and \(needed >> 20) MB are needed")
    }
  }

  /// Writes one file unless it is there; bytes that are not those that were kept replace nothing.
  private func copy(
    _ bytes: [UInt8], isWhole: Bool, to path: String, on target: any Disk, _ export: inout Export
  ) throws(StoreError) {
    let fingerprint = target.fingerprint(of: bytes)
    let there = try target.fingerprint(path)
    if there == fingerprint || (there != nil && !isWhole) {
      export.alreadyThere += 1
    } else {
      try Self.writeVerified(bytes, to: path, on: target)
      export.copied += 1
      export.bytesCopied += fingerprint.sizeBytes
    }
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
