import BoothCore

/// A session as it was found outside this database: in its folder, or in the database of another booth.
struct FoundSession: Sendable, Equatable {
  /// Without its assets.
  var record: SessionRecord
  /// Its kept assets in their order; their numbers mean nothing here.
  var entries: [AssetEntry]
  /// What was decided about it.
  var decisions: [Decision] = []
  /// What is still to be done for it.
  var jobs: [Job.Kind]
  /// Jobs that the operator cancelled: nothing makes them again.
  var cancelledJobs: [Job.Kind] = []
  /// Its place among the others.
  var firstNumber: AssetID = 0
  /// What could not be found again, one sentence each.
  var notes: [String] = []
  /// Files that were kept and are not there, or cannot be read: in the database all the same, so that every audit names
  /// them.
  var lacking: Set<String> = []
  /// Files that are there, cannot be read, and are named by nothing but their folder.
  var unread: Set<String> = []

  /// That it was erased on its guests' request.
  var erasure: Decision? { decisions.last { $0.asset == nil && $0.reason == .erase } }

  /// The jobs of a session of which only the files are known: uploads and composites may be made again, as they leave
  /// alone what is there.
  static func jobs(
    of record: SessionRecord, state: SessionRecord.State? = nil, entries: [AssetEntry]
  ) -> [Job.Kind] {
    let kinds = Set(entries.map(\.asset.kind))
    switch state ?? record.state {
    case .capturing, .discarded: return []
    case .uploaded: return entries.allSatisfy { $0.confirmedAt != nil } ? [] : [.upload]
    case .finished:
      var jobs: [Job.Kind] = []
      if kinds.contains(.photo), !kinds.contains(.stripPhoto) {
        // A version that is there already is made no second time.
        jobs.append(record.plan.location == nil ? .composite : .version)
      }
      if !record.staysHere { jobs.append(.upload) }
      if !record.plan.films(lackingIn: kinds).isEmpty { jobs.append(.filmStrip) }
      return jobs
    }
  }
}

extension FoundSession {
  /// Reads a session's folder: its sheet, and every file by its name. Files are read to the end for their checksum.
  static func read(_ sheet: SessionSheet, on disk: any Disk) throws(StoreError) -> FoundSession {
    let id = sheet.session
    let folder = Vault.folder(of: id)
    var found = FoundSession(record: sheet.record, entries: [], jobs: [], firstNumber: sheet.firstNumber)
    if sheet.state == .discarded {
      found.decisions = decisions(of: sheet)
      // The gallery may not have erased it yet; asking twice does no harm.
      if sheet.reason == .erase { found.jobs = [.erase] }
      return found
    }
    let listed = Dictionary(sheet.files.map { ($0.name, $0) }) { $1 }
    for name in newestTries(try disk.names(in: folder), &found.notes, folder) {
      let path = "\(folder)/\(name.text)"
      let fingerprint: Fingerprint
      do throws(StoreError) {
        guard let read = try disk.fingerprint(path) else { continue }
        fingerprint = read
      } catch {
        found.notes.append("\(path) cannot be read: \(error.detail)")
        if let written = listed[name.text] {
          found.lacking.insert(path)
          found.entries.append(entry(name, path, written.fingerprint, written, sheet))
        } else {
          found.unread.insert(path)
        }
        continue
      }
      let written = listed[name.text]
      if let written, written.checksum != fingerprint.checksum {
        found.notes.append("\(path) is damaged: its checksum is not the one it was kept with")
      }
      found.entries.append(entry(name, path, fingerprint, written, sheet))
    }
    for file in sheet.files where !found.entries.contains(where: { $0.asset.path == "\(folder)/\(file.name)" }) {
      guard let name = AssetName(file.name) else { continue }
      let replaced = found.entries.contains { $0.asset.kind == name.kind && $0.asset.strip == name.strip }
      guard !replaced else { continue }
      let path = "\(folder)/\(file.name)"
      var gone = entry(name, path, file.fingerprint, file, sheet)
      if file.confirmedAt != nil {
        gone.fileGone = true
      } else {
        found.notes.append("\(path) is missing, and no gallery has confirmed it")
        // A composite is made again.
        if name.kind.isComposite { continue }
        found.lacking.insert(path)
      }
      found.entries.append(gone)
    }
    found.jobs = jobs(of: sheet.record, entries: found.entries)
    if found.record.state == .uploaded, !found.jobs.isEmpty { found.record.state = .finished }
    return found
  }

  /// Why a session left, as its sheet says.
  static func decisions(of sheet: SessionSheet) -> [Decision] {
    guard sheet.state == .discarded else { return [] }
    let time = sheet.decidedAt ?? WallTime(unixSeconds: 0, trusted: false)
    return [Decision(at: time, session: sheet.session, asset: nil, reason: sheet.reason ?? .cancel)]
  }

  /// The newest try of each strip; an earlier one that is still there was decided away, or was on its way to.
  private static func newestTries(_ names: [String], _ notes: inout [String], _ folder: String) -> [AssetName] {
    var newest: [AssetName] = []
    for name in names.compactMap({ AssetName($0) }) {
      guard let index = newest.firstIndex(where: { $0.kind == name.kind && $0.strip == name.strip }) else {
        newest.append(name)
        continue
      }
      let older = newest[index].attempt < name.attempt ? newest[index] : name
      if newest[index].attempt < name.attempt { newest[index] = name }
      notes.append("\(folder)/\(older.text) is an earlier try and was left aside: why it left is not known any more")
    }
    func order(_ name: AssetName) -> Int { name.strip < 0 ? .max : name.strip * 2 + (name.kind == .photo ? 1 : 0) }
    return newest.sorted { (order($0), $0.text) < (order($1), $1.text) }
  }

  private static func entry(
    _ name: AssetName, _ path: String, _ read: Fingerprint, _ written: SessionSheet.File?, _ sheet: SessionSheet
  ) -> AssetEntry {
    let asset = Asset(
      id: 0, session: sheet.session, kind: name.kind, strip: name.strip, path: path, sizeBytes: read.sizeBytes,
      // Of a damaged file the database keeps what it should be, so that every audit finds it again.
      checksum: written?.checksum ?? read.checksum, takenAt: written?.takenAt ?? Vault.unknownTime(sheet.openedAt),
      duration: written?.durationNanoseconds.map { .nanoseconds($0) }, frames: written?.frames,
      droppedFrames: written?.droppedFrames, fromLiveView: written?.fromLiveView ?? false,
      uploaded: written?.confirmedAt != nil)
    return AssetEntry(asset: asset, confirmedAt: written?.confirmedAt)
  }
}
