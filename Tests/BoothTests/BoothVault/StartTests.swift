import BoothTesting
import Testing

@testable import BoothCore
@testable import BoothVault

/// A start with something in its way, or something left over.
@Suite struct StartTests {
  let booth: TestVault
  let disk: TroubledDisk
  var vault: Vault { Vault(disk: disk, ledger: booth.ledger) }

  init() throws {
    booth = try TestVault()
    disk = TroubledDisk(booth.disk)
  }

  private let damage = StoreError(.damaged, subject: "books", detail: "database disk image is malformed")

  @Test func `a folder that cannot be listed is said, and the booth starts with all others`() throws {
    let bad = try booth.whole(1)
    let good = try booth.open(2)
    booth.disk["sessions/\(good.id)/photo_0.jpg.part"] = [1]
    disk.fail("sessions/\(bad.id)")
    let recovery = try vault.open()
    #expect(recovery.notes.count == 1 && recovery.notes[0].contains("\(bad.id): Input/output error"))
    #expect(booth.disk["sessions/\(good.id)/photo_0.jpg.part"] == nil)
    // The same with lost books: what can be read is taken up.
    let ledger = MemoryLedger()
    let rebuilt = try Vault(disk: disk, ledger: ledger).open()
    #expect(rebuilt.notes.count == 1 && rebuilt.notes[0].contains("\(bad.id): Input/output error"))
    disk.refuse(nil)
    #expect(try Vault(disk: disk, ledger: ledger).open().sessions == 1)
  }

  @Test func `a file that cannot be deleted keeps no other from going, and goes when it can`() throws {
    let one = try booth.open(1)
    let other = try booth.open(2)
    let stuck = try booth.photo(one, 0)
    let photo = try booth.photo(other, 0)
    disk.fail("\(one.id)/photo_0.jpg")
    #expect(throws: StoreError.self) { try vault.discard([stuck.id], of: one.id, .retake, at: booth.time) }
    try vault.discard([photo.id], of: other.id, .retake, at: booth.time)
    #expect(booth.disk[photo.path] == nil && booth.disk[stuck.path] != nil)
    #expect(try vault.open().notes.count == 1)
    disk.refuse(nil)
    #expect(try vault.open().isEmpty && booth.disk[stuck.path] == nil)
  }

  @Test func `damaged books are no single session's trouble`() throws {
    _ = try booth.whole(1)
    booth.ledger.refuse(damage)
    let error = #expect(throws: StoreError.self) { try vault.open() }
    #expect(error?.code == .damaged)
  }

  /// With a database that is written anew, and with ones that turn out to be sound after all.
  @Test(arguments: [true, false])
  func `a session that is cancelled while the books are damaged is gone at once, and stays so`(
    _ areSound: Bool
  ) throws {
    let session = try booth.open(1)
    try booth.photo(session, 0)
    booth.disk["sessions/\(session.id)/photo_1.jpg.part"] = [1]
    booth.ledger.refuse(damage)
    let error = #expect(throws: StoreError.self) {
      try booth.vault.discardSession(session.id, .cancel, at: booth.time)
    }
    #expect(error?.code == .damaged)
    #expect(booth.disk.files == ["sessions/\(session.id)/session.json"])
    let ledger = areSound ? booth.ledger : MemoryLedger()
    ledger.refuse(nil)
    let next = Vault(disk: booth.disk, ledger: ledger)
    #expect(try next.open().isEmpty)
    #expect(try ledger.session(session.id)?.state == .discarded)
    let decision = Decision(at: booth.time, session: session.id, asset: nil, reason: .cancel)
    #expect(try ledger.decisions(about: session.id) == [decision])
    #expect(booth.disk.files.isEmpty)
    #expect(!(try next.audit(AuditRule()).hasGap))
  }

  @Test func `an erasure that the gallery still owes outlasts the books, until the gallery has done it`() throws {
    let session = try booth.whole(1)
    try booth.upload(session)
    _ = try booth.vault.eraseSession(session.id, at: booth.time)
    #expect(booth.disk.files == ["sessions/\(session.id)/session.json"])
    try booth.vault.open()
    let (vault, ledger) = booth.withoutDatabase()
    #expect(try vault.open().sessions == 0)
    #expect(try ledger.jobs(of: session.id).map(\.kind) == [.erase])
    #expect(try ledger.decisions(about: session.id).map(\.reason) == [.erase])
    try vault.noteErasedAtGallery(session.id, at: booth.time)
    #expect(booth.disk.files.isEmpty)
    try vault.open()
    #expect(booth.disk.files.isEmpty)
  }

  @Test func `an erasure that was cut off anywhere is finished by the next start, or was never promised`() throws {
    for steps in 0...30 {
      let booth = try TestVault()
      let session = try booth.whole(1)
      booth.disk.die(after: steps)
      do { _ = try booth.vault.eraseSession(session.id, at: booth.time) } catch {}
      booth.disk.die(after: nil)
      try booth.vault.open()
      #expect(booth.disk.files == ["sessions/\(session.id)/session.json"], "\(steps)")
      let (vault, ledger) = booth.withoutDatabase()
      try vault.open()
      #expect(try ledger.jobs(of: session.id).map(\.kind) == [.erase], "\(steps)")
    }
  }

  @Test func `an erasure at the gallery that the operator gives up leaves nothing here`() throws {
    let session = try booth.whole(1)
    var job = try #require(try booth.vault.eraseSession(session.id, at: booth.time).first)
    job.state = .cancelled
    try booth.vault.record(job)
    #expect(booth.disk.files.isEmpty)
  }

  @Test func `a finished session without a job that uploads it gets one at the start, not if it was cancelled`() throws
  {
    let session = try booth.whole(1)
    var upload = try #require(try booth.ledger.jobs(of: session.id).first { $0.kind == .upload })
    upload.state = .done
    try booth.vault.record(upload)
    try booth.vault.open()
    var more = try #require(try booth.ledger.jobs(of: session.id).last)
    #expect(more.kind == .upload && more.state == .ready && more.id != upload.id)
    try booth.vault.open()
    #expect(try booth.ledger.jobs(of: session.id).count { $0.kind == .upload } == 2)
    more.state = .cancelled
    try booth.vault.record(more)
    try booth.vault.open()
    #expect(try booth.ledger.jobs(of: session.id).count { $0.kind == .upload } == 2)
  }

  @Test func `a photo that was written and not recorded is put aside when its guests are done`() throws {
    let session = try booth.open(1)
    try booth.photo(session, 0)
    booth.disk["sessions/\(session.id)/photo_1.jpg"] = [4, 4]
    booth.disk["sessions/\(session.id)/photo_2.jpg"] = [5, 5]
    try booth.photo(session, 2, [6])
    _ = try booth.vault.finishSession(session.id, quiet: true)
    #expect(booth.disk["unasked/unasked_000001.jpg"] == [4, 4])
    #expect(booth.disk["sessions/\(session.id)/photo_1.jpg"] == nil)
    #expect(booth.disk["sessions/\(session.id)/photo_2.jpg"] == [6])
    #expect(!(try booth.audit().hasGap))
  }

  @Test(arguments: ["emails", "scratch", "unasked"])
  func `a folder beside the sessions that cannot be listed is said, and stops no start`(_ folder: String) throws {
    let session = try booth.whole(1)
    disk.fail(folder)
    let recovery = try Vault(disk: disk, ledger: booth.ledger).open()
    #expect(recovery.notes.contains { $0.contains("/\(folder): Input/output error") })
    #expect(try booth.ledger.session(session.id)?.state == .finished)
  }

  @Test func `a session whose folder cannot be listed is a gap in the audit, and nobody is offered to go on`() throws {
    let session = try booth.open(3)
    try booth.photo(session, 0)
    let vault = Vault(disk: disk, ledger: booth.ledger)
    #expect(try vault.interruptedSessions().map(\.id) == [session.id])
    disk.fail(session.id.text)
    #expect(try vault.interruptedSessions().isEmpty && vault.leavingSessions().isEmpty)
    let audit = try vault.audit(AuditRule())
    #expect(audit.lines.count { $0.verdict == .gap } == 2)
    #expect(audit.lines.allSatisfy { $0.words.contains("Input/output error") })
  }
}
