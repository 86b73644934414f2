import BoothCore
import BoothTesting
import BoothVault
import Testing

@testable import BoothSimulation

/// The vault's rules, each found by a simulated night that broke without it.
@Suite struct VaultTests {
  private let memory = ForgetfulDisk()
  private let medium = LogLedger.Medium()
  private let gate: DiskGate
  private let time = WallTime(unixSeconds: 1_790_000_000)
  private let id = SessionID(randomBytes: Array(repeating: 1, count: 16))

  init() { gate = DiskGate(memory) }

  private func open() throws -> Vault {
    gate.revive()
    let ledger = try LogLedger(medium: medium, gate: gate, disk: gate, memory: memory)
    let vault = Vault(disk: gate, ledger: ledger)
    try vault.open()
    return vault
  }

  private func openWithSession() throws -> Vault {
    let vault = try open()
    let event = SimulatedEvents.all[1]
    _ = try vault.openSession(id, event: event, plan: event.plan, linkBase: "https://gallery.example", at: time)
    return vault
  }

  private func add(_ vault: Vault, _ bytes: [UInt8], strip: Int = 0, _ kind: AssetKind = .photo) throws -> Asset {
    try vault.add(NewAsset(session: id, kind: kind, strip: strip), from: .bytes(bytes), at: time)
  }

  @Test func `what was being written when the power failed is swept at the next start`() throws {
    let vault = try openWithSession()
    let photo = try add(vault, [1, 2, 3])
    try gate.create("sessions/\(id)/photo_1.jpg.part").close()
    _ = try open()
    #expect(try memory.names(in: "sessions/\(id)") == ["photo_0.jpg", "session.json"])
    #expect(memory.surviving(photo.path) == [1, 2, 3])
  }

  @Test func `a decision the disk refuses is recorded before the session is finished`() throws {
    let vault = try openWithSession()
    let thrownAway = try add(vault, [1])
    gate.isFull = true
    #expect(throws: StoreError.self) { try vault.discard([thrownAway.id], of: id, .retake, at: time) }
    #expect(throws: StoreError.self) { try vault.finishSession(id, quiet: false) }
    gate.isFull = false
    let kept = try add(vault, [2])
    _ = try vault.finishSession(id, quiet: false)
    #expect(try vault.ledger.session(id)?.assets == [kept])
    #expect(try vault.ledger.decisions(about: id).map(\.asset) == [thrownAway.id])
  }

  @Test func `a session the guests cancelled takes no more, though the disk refused to say so`() throws {
    let vault = try openWithSession()
    _ = try add(vault, [1])
    gate.isFull = true
    #expect(throws: StoreError.self) { try vault.discardSession(id, .cancel, at: time) }
    gate.isFull = false
    #expect(throws: StoreError.self) { try add(vault, [2], strip: 1) }
    #expect(try vault.ledger.session(id)?.state == .discarded)
  }

  @Test func `of two photos of a strip the last stays when the decision about the other was lost`() throws {
    let vault = try openWithSession()
    let late = try add(vault, [1])
    let kept = try add(vault, [2])
    let again = try open()
    #expect(try again.ledger.session(id)?.assets == [kept])
    #expect(try again.ledger.decisions(about: id).map(\.asset) == [late.id])
    #expect(memory.surviving(late.path) == nil)
    #expect(memory.surviving(kept.path) == [2])
  }

  @Test func `of two photos of a strip the first stays when guests were shown it`() throws {
    let vault = try openWithSession()
    let doubted = try add(vault, [1])
    let late = try add(vault, [2])
    let other = try add(vault, [3], strip: 1)
    try vault.settle(doubted.id, of: id, at: time)
    var random = SeededRandom(seed: 1)
    memory.cutPower(&random)
    let again = try open()
    #expect(try again.ledger.session(id)?.assets == [doubted, other])
    #expect(try again.ledger.decisions(about: id).map(\.asset) == [late.id])
    #expect(memory.surviving(doubted.path) == [1] && memory.surviving(late.path) == nil)
  }

  @Test func `a photo that lands as its guests are done already leaves the one they had`() throws {
    let vault = try openWithSession()
    let had = try add(vault, [1])
    let late = try add(vault, [2])
    _ = try vault.finishSession(id, quiet: true)
    #expect(try vault.ledger.session(id)?.assets == [had])
    #expect(try vault.ledger.decisions(about: id).map(\.asset) == [late.id])
    #expect(memory.surviving(late.path) == nil)
    let sheet = try SessionSheet(json: gate.read("sessions/\(id)/session.json"))
    #expect(sheet.files.map(\.name) == ["photo_0.jpg"])
  }

  /// A slow disk keeps two clips of a strip before its guests are done; that the second is late is decided after, and lost.
  @Test func `a clip that lands as its guests are done already leaves the one they had`() throws {
    let vault = try openWithSession()
    _ = try add(vault, [1])
    let clip = try add(vault, [2], .video)
    _ = try add(vault, [3], .video)
    _ = try vault.finishSession(id, quiet: true)
    let clips = try #require(try vault.ledger.session(id)).assets.filter { $0.kind == .video }
    #expect(clips.map(\.id) == [clip.id])
  }

  @Test func `what came while an upload ran is left to upload`() throws {
    let vault = try openWithSession()
    let photo = try add(vault, [1])
    _ = try vault.finishSession(id, quiet: false)
    try vault.markUploaded(photo.id, at: time)
    let composite = try add(vault, [2], strip: -1, .stripPhoto)
    #expect(try vault.markSessionUploaded(id))
    #expect(try vault.ledger.session(id)?.state == .finished)
    try vault.markUploaded(composite.id, at: time)
    #expect(try !vault.markSessionUploaded(id))
    #expect(try vault.ledger.session(id)?.state == .uploaded)
  }

  @Test func `a cancel on a full disk holds though the process dies before the books can say so`() throws {
    let vault = try openWithSession()
    let photo = try add(vault, [1])
    gate.isFull = true
    #expect(throws: StoreError.self) { try vault.discardSession(id, .cancel, at: time) }
    var random = SeededRandom(seed: 1)
    for _ in 0..<8 { memory.cutPower(&random) }
    #expect(memory.surviving(photo.path) == nil)
    gate.isFull = false
    let again = try open()
    #expect(try again.leavingSessions() == [id: .cancel])
    try again.discardSession(id, .cancel, at: time)
    #expect(try again.ledger.session(id)?.state == .discarded)
    #expect(try again.leavingSessions().isEmpty)
    #expect(try memory.names(in: "sessions") == [])
  }

  @Test func `a cancelled session does not come back when its books are lost`() throws {
    let vault = try openWithSession()
    _ = try add(vault, [1])
    gate.isFull = true
    #expect(throws: StoreError.self) { try vault.discardSession(id, .cancel, at: time) }
    gate.isFull = false
    try memory.remove(LogLedger.path)
    let again = try open()
    #expect(try again.ledger.sessionStates().isEmpty)
    #expect(try memory.names(in: "sessions") == [])
  }

  @Test func `an erasure on a full disk holds though the process dies before the books can say so`() throws {
    let vault = try openWithSession()
    let photo = try add(vault, [1])
    _ = try vault.finishSession(id, quiet: false)
    gate.isFull = true
    #expect(throws: StoreError.self) { try vault.eraseSession(id, at: time) }
    // Asked again, it is refused again, and nothing is undone.
    #expect(throws: StoreError.self) { try vault.eraseSession(id, at: time) }
    var random = SeededRandom(seed: 1)
    for _ in 0..<8 { memory.cutPower(&random) }
    #expect(memory.surviving(photo.path) == nil)
    gate.isFull = false
    let again = try open()
    #expect(try again.leavingSessions() == [id: .erase])
    let jobs = try again.eraseSession(id, at: time)
    #expect(jobs.map(\.kind) == [.erase])
    #expect(try again.ledger.session(id)?.state == .discarded && again.leavingSessions().isEmpty)
    #expect(try memory.names(in: "sessions/\(id)") == [SessionSheet.name])
    try again.noteErasedAtGallery(id, at: time)
    #expect(try memory.names(in: "sessions") == [])
  }

  @Test func `an erasure beside the books holds when the books are lost, and the gallery is told`() throws {
    let vault = try openWithSession()
    _ = try add(vault, [1])
    _ = try vault.finishSession(id, quiet: false)
    gate.isFull = true
    #expect(throws: StoreError.self) { try vault.eraseSession(id, at: time) }
    gate.isFull = false
    try memory.remove(LogLedger.path)
    let again = try open()
    #expect(try again.ledger.session(id)?.state == .discarded && again.leavingSessions().isEmpty)
    #expect(try again.ledger.jobs(of: id).map(\.kind) == [.erase])
    #expect(try again.ledger.decisions(about: id).map(\.reason) == [.erase])
    #expect(try memory.names(in: "sessions/\(id)").filter { $0 != SessionSheet.name } == [])
  }

  @Test func `what cannot be read of an erasure is kept, and said`() throws {
    let vault = try openWithSession()
    _ = try add(vault, [1])
    _ = try vault.finishSession(id, quiet: false)
    gate.isFull = true
    #expect(throws: StoreError.self) { try vault.eraseSession(id, at: time) }
    gate.isFull = false
    try memory.remove(LogLedger.path)
    let mark = "sessions/\(id)/erased.json"
    try memory.remove(mark)
    _ = try memory.writeDurably(Array("{garbage".utf8), to: mark)
    for _ in 0..<2 {
      gate.revive()
      let ledger = try LogLedger(medium: medium, gate: gate, disk: gate, memory: memory)
      let vault = Vault(disk: gate, ledger: ledger)
      let recovery = try vault.open()
      #expect(recovery.notes.contains { $0.contains("erased.json is no JSON") })
      #expect(try vault.ledger.session(id) == nil && memory.names(in: "sessions/\(id)") == ["erased.json"])
      #expect(try vault.audit(AuditRule(running: false)).hasGap)
    }
  }

  @Test func `nothing is asked of the gallery where nothing can be`() throws {
    let vault = try openWithSession()
    _ = try add(vault, [1])
    #expect(try vault.eraseSession(id, at: time) == [])
    #expect(try vault.eraseSession(id, at: time) == [])
    #expect(try vault.ledger.decisions(about: id).map(\.reason) == [.erase])
    #expect(try memory.names(in: "sessions") == [])
  }

  @Test func `an upload the operator cancelled is not queued again by what is rendered later`() throws {
    let vault = try openWithSession()
    _ = try add(vault, [1])
    var upload = try #require(try vault.finishSession(id, quiet: false).first { $0.kind == .upload })
    upload.state = .cancelled
    try vault.record(upload)
    _ = try add(vault, [2], strip: -1, .stripVideo)
    #expect(try vault.addUpload(of: id) == [])
    #expect(try vault.ledger.jobs(of: id).filter { $0.kind == .upload } == [upload])
  }

  /// A print of a session, in some state, whose job is done.
  private func print(_ state: PrintRecord.State, _ vault: Vault) throws -> PrintID {
    _ = try add(vault, [1])
    _ = try vault.finishSession(id, quiet: false)
    let (prints, jobs) = try vault.orderPrints(1, of: id, by: .guests, most: nil, at: time)
    var print = try #require(prints.first)
    print.state = state
    try vault.record(print, of: id)
    var job = try #require(jobs.first)
    job.state = .done
    try vault.record(job)
    return PrintID(session: id, number: print.number)
  }

  @Test func `a print that the operator wants again is queued, though the books refused its job the first time`() throws
  {
    let vault = try openWithSession()
    let print = try print(.ask, vault)
    gate.refusingDatabase = .failed
    #expect(throws: StoreError.self) { try vault.retryPrint(print) }
    gate.refusingDatabase = nil
    #expect(try vault.retryPrint(print).map(\.subject) == [print.subject])
    #expect(try vault.ledger.jobs(of: print.subject).count { !$0.state.isOver } == 1)
    // It waits now, and comes by itself.
    #expect(throws: StoreError.self) { try vault.retryPrint(print) }
  }

  @Test func `an order is taken back whose jobs the books refuse, as its guests are told so`() throws {
    let vault = try openWithSession()
    _ = try add(vault, [1])
    _ = try vault.finishSession(id, quiet: false)
    gate.refusingDatabase = .failed
    #expect(throws: StoreError.self) { try vault.orderPrints(2, of: id, by: .guests, most: 2, at: time) }
    gate.refusingDatabase = nil
    #expect(try vault.prints(of: id)?.prints.map(\.state) == [.cancelled, .cancelled])
    #expect(try vault.orderPrints(2, of: id, by: .guests, most: 2, at: time).prints.map(\.number) == [3, 4])
    let again = try open()
    #expect(try again.ledger.jobs(all: false).count { $0.kind == .print } == 2)
  }
}
