import BoothCore

/// What another booth's database and disk say of a session, made ready for these.
extension FoundSession {
  /// A session as another booth's database has it.
  init(_ record: SessionRecord, in database: any Ledger) throws(StoreError) {
    var bare = record
    bare.assets = []
    let entries = try database.assets(of: record.id)
    let jobs = try database.jobs(of: record.id)
    var kinds: [Job.Kind] = []
    // Addresses are taken over apart from their sessions.
    for job in jobs where !job.state.isOver && !kinds.contains(job.kind) && job.kind != .emails {
      kinds.append(job.kind)
    }
    let kept = entries.filter { !$0.discarded }
    let wasCancelled = jobs.last { $0.kind == .upload }?.state == .cancelled
    if record.state == .finished, !record.staysHere, !kinds.contains(.upload), !wasCancelled,
      kept.contains(where: { $0.confirmedAt == nil })
    {
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
      record: bare, entries: isDiscarded ? left : entries, decisions: try database.decisions(about: record.id),
      jobs: isDiscarded ? kinds.filter { $0 == .erase } : kinds,
      cancelledJobs: record.state == .finished && wasCancelled && !kinds.contains(.upload) ? [.upload] : [])
  }

  /// What another gallery has confirmed counts no more.
  mutating func forgetConfirmations() {
    guard record.state != .discarded else { return }
    for index in entries.indices where !entries[index].discarded {
      entries[index].confirmedAt = nil
      entries[index].asset.uploaded = false
      entries[index].fileGone = false
    }
  }

  /// What is kept and not confirmed is brought by an upload.
  mutating func queueUpload() {
    guard !record.staysHere, record.state == .finished || record.state == .uploaded,
      entries.contains(where: { !$0.discarded && $0.confirmedAt == nil })
    else { return }
    record.state = .finished
    if !jobs.contains(.upload) { jobs.append(.upload) }
  }

  /// Reads every kept file to the end.
  ///
  /// What a gallery has confirmed may be missing or damaged; what is missing otherwise stays in the database, what is
  /// damaged comes as it is, and what cannot be read at the moment is ``unread``. Where the other booth ran its own
  /// gallery, a whole file that is wrong or gone in the session's folder may still be there.
  /// - Parameter reviving: files that the keep-policy let go are kept again, where that gallery still has them.
  /// - Returns: the bytes, by path.
  mutating func readFiles(on disk: any Disk, reviving: Bool) -> [String: [UInt8]] {
    guard record.state != .discarded else { return [:] }
    var bytes: [String: [UInt8]] = [:]
    var names: Set<String>?
    do throws(StoreError) { names = Set(try disk.names(in: Vault.folder(of: record.id))) } catch {}
    for index in entries.indices {
      let path = entries[index].asset.path
      guard !entries[index].discarded else {
        entries[index].fileGone = true
        if reviving, let whole = revive(index, on: disk) { bytes[path] = whole }
        continue
      }
      guard !entries[index].fileGone else { continue }
      bytes[path] = readFile(index, names, on: disk)
      if bytes[path] == nil, entries[index].confirmedAt != nil { entries[index].fileGone = true }
    }
    return bytes
  }

  private mutating func readFile(_ index: Int, _ names: Set<String>?, on disk: any Disk) -> [UInt8]? {
    let entry = entries[index]
    let path = entry.asset.path
    unread.remove(path)
    let read: [UInt8]
    do throws(StoreError) { read = try disk.read(path) } catch {
      if let whole = fromGallery(entry.asset, on: disk) { return whole }
      guard entry.confirmedAt == nil else { return nil }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      // A folder that lists nothing at all is a disk that dropped off, or one that has to be looked at.
      if error.code == .notFound, let names, !names.isEmpty, !names.contains(name) {
        note(path, "is missing, and no gallery has confirmed it")
      } else {
        note(path, "cannot be read: \(error.detail)")
        unread.insert(path)
      }
      lacking.insert(path)
      return nil
    }
    lacking.remove(path)
    guard disk.fingerprint(of: read).checksum != entry.asset.checksum else { return read }
    if let whole = fromGallery(entry.asset, on: disk) { return whole }
    guard entry.confirmedAt == nil else { return nil }
    note(path, "is damaged: its bytes are not those that were kept; it was taken as it is")
    return read
  }

  /// A file that the keep-policy let go, as that gallery had it.
  private mutating func revive(_ index: Int, on disk: any Disk) -> [UInt8]? {
    let asset = entries[index].asset
    guard decisions.contains(where: { $0.asset == asset.id && $0.reason == .keepPolicy }),
      let whole = fromGallery(asset, on: disk)
    else { return nil }
    decisions.removeAll { $0.asset == asset.id && $0.reason == .keepPolicy }
    entries[index] = AssetEntry(asset: asset)
    entries[index].asset.uploaded = false
    return whole
  }

  /// The same bytes among the objects of the other booth's own gallery.
  private func fromGallery(_ asset: Asset, on disk: any Disk) -> [UInt8]? {
    let path = GalleryPath.asset(event: record.event, session: record.id, kind: asset.kind, strip: asset.strip)
    do throws(StoreError) {
      let bytes = try disk.read("\(Vault.ownGalleryFolder)/\(path)")
      return disk.fingerprint(of: bytes).checksum == asset.checksum ? bytes : nil
    } catch {
      return nil
    }
  }

  /// One sentence for each file.
  private mutating func note(_ path: String, _ words: String) {
    if !notes.contains(where: { $0.hasPrefix(path + " ") }) { notes.append("\(path) \(words)") }
  }
}
