import BoothCore
import BoothTesting
import BoothVault

/// A vault in memory, and what guests do with it.
struct TestVault {
  let disk: MemoryDisk
  let ledger: MemoryLedger
  var vault: Vault { Vault(disk: disk, ledger: ledger) }
  let time = WallTime(unixSeconds: 1_770_000_000, secondsFromUTC: 3600)

  init(_ disk: MemoryDisk = MemoryDisk(), _ ledger: MemoryLedger = MemoryLedger()) throws {
    self.disk = disk
    self.ledger = ledger
    try vault.open()
  }

  /// The same disk with a new database.
  func withoutDatabase() -> (Vault, MemoryLedger) {
    let ledger = MemoryLedger()
    return (Vault(disk: disk, ledger: ledger), ledger)
  }

  static func id(_ number: UInt8) -> SessionID { SessionID(randomBytes: Array(repeating: number, count: 16)) }

  func open(
    _ number: UInt8, event: String = "party", consent: ConsentGiven? = nil, linkBase: String = "https://g.example",
    films: [FilmKind]? = nil
  ) throws -> SessionRecord {
    let event = Event(id: 7, slug: event, name: "Party", date: "2026-06-20")
    var plan = event.plan
    plan.films = films
    return try vault.openSession(
      Self.id(number), event: event, plan: plan, consent: consent, linkBase: linkBase, at: time)
  }

  @discardableResult
  func photo(_ session: SessionRecord, _ strip: Int, _ bytes: [UInt8] = [1, 2, 3]) throws -> Asset {
    try vault.add(NewAsset(session: session.id, kind: .photo, strip: strip), from: .bytes(bytes), at: time)
  }

  @discardableResult
  func clip(_ session: SessionRecord, _ strip: Int) throws -> Asset {
    disk["scratch/clip.mp4"] = [9, UInt8(strip)]
    return try vault.add(
      NewAsset(session: session.id, kind: .video, strip: strip, duration: .seconds(10), frames: 300, droppedFrames: 2),
      from: .file(disk.root + "/scratch/clip.mp4"), at: time)
  }

  @discardableResult
  func composite(_ session: SessionRecord) throws -> Asset {
    try vault.add(NewAsset(session: session.id, kind: .stripPhoto, strip: -1), from: .bytes([7, 7]), at: time)
  }

  /// A whole session: three photos, a clip, finished, its composite made.
  func whole(
    _ number: UInt8, event: String = "party", consent: ConsentGiven? = nil, films: [FilmKind]? = nil
  ) throws -> SessionRecord {
    let session = try open(number, event: event, consent: consent, films: films)
    for strip in 0..<3 { try photo(session, strip, [number, UInt8(strip)]) }
    try clip(session, 0)
    _ = try vault.finishSession(session.id, quiet: false)
    try composite(session)
    return session
  }

  /// The job pump and the gallery did their work.
  func upload(_ session: SessionRecord) throws {
    for entry in try ledger.assets(of: session.id) { try vault.markUploaded(entry.asset.id, at: time) }
    for var job in try ledger.jobs(of: session.id) {
      job.state = .done
      try vault.record(job)
    }
    _ = try vault.markSessionUploaded(session.id)
  }

  func audit(_ rule: AuditRule = AuditRule()) throws -> Audit { try vault.audit(rule) }
}
