public import BoothCore

/// Where nothing gets lost: the order in which files and database are written, over a ``Disk`` and a ``Ledger``.
///
/// ```swift
/// let vault = Vault(disk: disk, ledger: ledger)
/// let photo = NewAsset(session: session, kind: .photo, strip: 0)
/// let asset = try vault.add(photo, from: .bytes(jpeg), at: time)  // durable now
/// ```
///
/// Every call is durable when it returns; a call that throws has changed nothing that anybody was told of. A file is on
/// the disk before the database names it, and the database says that it leaves before the file goes; so whatever moment the
/// power fails, the next ``open()`` finds either state or something it can finish.
///
/// One vault per data folder. Calls block, and are made by one thread at a time; nothing here knows which.
public struct Vault: Sendable {
  /// Where all files of this vault are written; its root is the data folder.
  public let disk: any Disk
  /// The database of this data folder, which only this vault writes.
  public let ledger: any Ledger
  let jobKinds: JobRegistry
  let refused = RefusedDecisions()
  let marks = FoundMarks()

  /// Touches neither the disk nor the database; ``open()`` does.
  /// - Parameter jobs: the kinds that may be queued.
  public init(disk: any Disk, ledger: any Ledger, jobs: JobRegistry = .sessions) {
    self.disk = disk
    self.ledger = ledger
    jobKinds = jobs
  }

  static let sessionsFolder = "sessions"
  static let scratchFolder = "scratch"
  static let unaskedFolder = "unasked"
  /// Where a booth that runs its own gallery has its objects, by their gallery paths.
  public static let ownGalleryFolder = "gallery"
  /// What the name of a file that is not complete yet ends in.
  static let partSuffix = ".part"
  /// What ``check()`` writes.
  static let trialFile = "sessions/check"

  static func folder(of session: SessionID) -> String { "\(sessionsFolder)/\(session)" }

  /// Records a new session; its link is true from now on.
  /// - Parameter id: of a cryptographic random source.
  public func openSession(
    _ id: SessionID, event: Event, plan: CapturePlan, consent: ConsentGiven? = nil, linkBase: String, at time: WallTime
  ) throws(StoreError) -> SessionRecord {
    let record = SessionRecord(
      id: id, event: event.id, eventSlug: event.slug, plan: plan, openedAt: time,
      link: GalleryPath.link(base: linkBase, session: id), consent: consent.map { Consent($0, at: time) })
    try disk.makeFolderDurably(Self.folder(of: id))
    try writeSheet(of: record)
    try ledger.commit([.open(record)])
    return record
  }

  /// Makes a file durable and records it: three flushes (file, folder, commit). A composite, for which no guest waits,
  /// is also written into the session's sheet.
  public func add(_ asset: NewAsset, from source: AssetSource, at time: WallTime) throws(StoreError) -> Asset {
    try recordRefused(of: asset.session)
    guard var session = try ledger.session(asset.session), session.state != .discarded else {
      // A clip that was finished after its guests cancelled: it goes with them.
      if case .file(let file) = source { try disk.remove(relative(file)) }
      throw StoreError(.notFound, subject: asset.session.text, detail: "the session is unknown or was discarded")
    }
    if asset.kind.isComposite, let first = session.assets.first(where: { $0.kind == asset.kind }) {
      // Made twice, as a worker that was thought dead was not: the first one counts.
      if case .file(let file) = source { try disk.remove(relative(file)) }
      return first
    }
    let path = "\(Self.folder(of: asset.session))/\(try name(of: asset))"
    let fingerprint =
      switch source {
      case .bytes(let bytes): try disk.writeDurably(bytes, to: path)
      case .file(let file): try disk.adopt(relative(file), as: path)
      }
    let record = Asset(
      id: try ledger.nextAssetID(), session: asset.session, kind: asset.kind, strip: asset.strip, path: path,
      sizeBytes: fingerprint.sizeBytes, checksum: fingerprint.checksum, takenAt: time, duration: asset.duration,
      frames: asset.frames, droppedFrames: asset.droppedFrames, fromLiveView: asset.fromLiveView)
    // What was all at the gallery is so no longer.
    let reopened: [LedgerChange] = session.state == .uploaded ? [.setState(asset.session, .finished)] : []
    if session.state == .uploaded { session.state = .finished }
    if asset.kind.isComposite { try writeSheet(of: session, adding: record) }
    try ledger.commit([.add(record)] + reopened)
    return record
  }

  /// `photo_0.jpg`, and `photo_0.2.jpg` for the second try of strip 0: no two recorded files share a name. A file that
  /// was written but not recorded, as the power failed between, is replaced.
  private func name(of asset: NewAsset) throws(StoreError) -> String {
    let same = try ledger.assets(of: asset.session).filter {
      $0.asset.kind == asset.kind && $0.asset.strip == asset.strip
    }
    // Books that were written anew know the newest try only, so the tries are not counted but read.
    let tries = Set(same.compactMap { AssetName($0.asset.path)?.attempt })
    let next = (tries.max() ?? same.count) + 1
    // A name has four digits for it; one that was edited up to their end leaves room before.
    let attempt = next > 9_999 ? (1...9_999).first { !tries.contains($0) } ?? next : next
    return AssetName(kind: asset.kind, strip: asset.strip, attempt: attempt).text
  }

  /// Keeps a picture that belongs to no session, under the next number: no name depends on a clock.
  public func keepApart(_ bytes: [UInt8]) throws(StoreError) -> String {
    let name = try nextUnaskedName(ending: "jpg")
    _ = try disk.writeDurably(bytes, to: "\(Self.unaskedFolder)/\(name)")
    return name
  }

  private func nextUnaskedName(ending: String) throws(StoreError) -> String {
    try disk.makeFolderDurably(Self.unaskedFolder)
    // A number that a person gave a file by hand counts as far as a booth counts: what has more digits is never met.
    let last = try disk.names(in: Self.unaskedFolder).compactMap { name -> Int? in
      let digits = name.hasPrefix("unasked_") ? name.dropFirst(8).prefix { $0.isNumber } : ""
      return digits.count <= 9 ? Int(digits) : nil
    }.max()
    let digits = "\((last ?? 0) + 1)"
    return "unasked_" + String(repeating: "0", count: max(6 - digits.count, 0)) + digits + "." + ending
  }

  /// A picture that was written as the booth died, and neither recorded nor shown to anybody: now that its guests are
  /// done and did not take it again, it belongs to no session. Only tidies up, so what the disk refuses is left to the
  /// audit to name.
  func putAsideUnrecorded(of session: SessionRecord) {
    let folder = Self.folder(of: session.id)
    do throws(StoreError) {
      let known = Set(try ledger.assets(of: session.id).map(\.asset.path))
      for name in try disk.names(in: folder) where !known.contains("\(folder)/\(name)") {
        guard let place = AssetName(name), !place.kind.isComposite else { continue }
        let aside = try nextUnaskedName(ending: place.kind.fileExtension)
        try disk.renameDurably("\(folder)/\(name)", to: "\(Self.unaskedFolder)/\(aside)")
        try disk.syncFolder(folder)
      }
    } catch {}
  }

  /// Writes, flushes and removes a small file where photos go, and a row.
  public func check() throws(StoreError) {
    let path = Self.trialFile
    _ = try disk.writeDurably(Array("booth".utf8), to: path)
    try disk.remove(path)
    try ledger.commit([.set(key: "check", value: "written")])
  }

  /// Where a file that becomes an asset may be written: `<data folder>/scratch/<name>`. Makes nothing.
  public func scratchPath(for name: String) -> String { "\(disk.root)/\(Self.scratchFolder)/\(name)" }
  /// Where an asset's file is, or was: its path behind the data folder's. Looks at nothing.
  public func absolutePath(of asset: Asset) -> String { "\(disk.root)/\(asset.path)" }

  /// A path inside the data folder as the disk names it.
  private func relative(_ path: String) -> String {
    path.hasPrefix(disk.root + "/") ? String(path.dropFirst(disk.root.count + 1)) : path
  }
}
