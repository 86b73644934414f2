import BoothTesting
import Testing

@testable import BoothCore
@testable import BoothVault

/// The database is lost; the folders know.
@Suite struct VaultRecoveryTests {
  let booth: TestVault
  init() throws { booth = try TestVault() }

  @Test func `without books every kept file is found again, with what its sheet says of it`() throws {
    let uploaded = try booth.whole(9)
    try booth.upload(uploaded)
    let finished = try booth.whole(5)
    let capturing = try booth.open(1)
    try booth.photo(capturing, 0)
    try booth.clip(capturing, 1)
    let before = try [uploaded, finished, capturing].map { try #require(try booth.ledger.session($0.id)) }

    let (vault, ledger) = booth.withoutDatabase()
    let recovery = try vault.open()
    #expect(
      recovery
        == {
          var r = Recovery()
          r.sessions = 3
          r.files = 12
          return r
        }())
    for record in before {
      let now = try #require(try ledger.session(record.id))
      #expect(now.state == record.state)
      #expect(now.link == record.link && now.plan == record.plan && now.eventSlug == record.eventSlug)
      #expect(Set(now.assets.map(\.path)) == Set(record.assets.map(\.path)))
      for asset in now.assets {
        let old = try #require(record.assets.first { $0.path == asset.path })
        #expect(asset.checksum == old.checksum && asset.sizeBytes == old.sizeBytes && asset.uploaded == old.uploaded)
      }
    }
    // In the order in which they were opened, though the clock stood still.
    #expect(ledger.state.sessions.map(\.id) == before.map(\.id))
    #expect(try ledger.session(finished.id)?.clips.first?.duration == .seconds(10))
    #expect(try vault.open().isEmpty)
  }

  @Test func `a booth whose books are lost goes on with the event of its newest session`() throws {
    try booth.upload(try booth.whole(9, event: "wedding"))
    _ = try booth.whole(2, event: "jubilee")
    let (vault, ledger) = booth.withoutDatabase()
    try vault.open()
    #expect(try ledger.setting(Vault.eventKey) == "jubilee")
    // A choice that the database still know is not to be changed, whatever session is found again.
    let (other, chosen) = booth.withoutDatabase()
    try chosen.commit([.set(key: Vault.eventKey, value: "wedding")])
    try other.open()
    #expect(try chosen.setting(Vault.eventKey) == "wedding")
    let empty = try TestVault()
    #expect(try empty.ledger.setting(Vault.eventKey) == nil, "a new booth asks")
  }

  @Test func `finished sessions get their jobs again, uploaded ones none, and one that is being taken is offered`()
    throws
  {
    let done = try booth.whole(3)
    try booth.upload(done)
    let bare = try booth.open(4)
    try booth.photo(bare, 0)
    try booth.clip(bare, 0)
    _ = try booth.vault.finishSession(bare.id, quiet: false)
    let made = try booth.whole(5)
    let (vault, ledger) = booth.withoutDatabase()
    try vault.open()
    #expect(try ledger.jobs(of: done.id).isEmpty)
    #expect(try ledger.jobs(of: bare.id).map(\.kind) == [.composite, .upload, .filmStrip])
    #expect(try ledger.jobs(of: made.id).map(\.kind) == [.upload, .filmStrip])
    #expect(try ledger.jobs(all: true).allSatisfy { $0.state == .ready })
  }

  @Test func `what was decided away stays away`() throws {
    let session = try booth.open(1)
    let first = try booth.photo(session, 0)
    try booth.vault.discard([first.id], of: session.id, .retake, at: booth.time)
    let second = try booth.photo(session, 0)
    let cancelled = try booth.open(2)
    try booth.photo(cancelled, 0)
    try booth.vault.discardSession(cancelled.id, .cancel, at: booth.time)
    let (vault, ledger) = booth.withoutDatabase()
    try vault.open()
    #expect(try ledger.session(session.id)?.assets.map(\.path) == [second.path])
    #expect(try ledger.session(cancelled.id) == nil)
    // The next try takes neither name.
    let third = try vault.add(
      NewAsset(session: session.id, kind: .photo, strip: 0), from: .bytes([4]), at: booth.time)
    #expect(third.path.hasSuffix("photo_0.3.jpg"))
  }

  @Test func `a cancelled session whose deletion was cut off anywhere never comes back, with books or without`() throws
  {
    for steps in 0...40 {
      for keepsDatabase in [true, false] {
        let booth = try TestVault()
        let session = try booth.open(1)
        for strip in 0..<2 { try booth.photo(session, strip) }
        booth.disk.die(after: steps)
        var isDone = true
        do { try booth.vault.discardSession(session.id, .cancel, at: booth.time) } catch { isDone = false }
        booth.disk.die(after: nil)
        if keepsDatabase {
          try booth.vault.open()
          #expect(booth.disk.files.isEmpty, "\(steps)")
          #expect(try booth.ledger.session(session.id)?.state == .discarded)
        } else {
          // The decision is in the database before the sheet says so; the sheet takes five calls to be durable.
          let (vault, ledger) = booth.withoutDatabase()
          try vault.open()
          let state = try ledger.session(session.id)?.state
          if steps >= 4 {
            #expect(booth.disk.files.isEmpty, "\(steps)")
            #expect(state == .discarded || state == nil, "\(steps)")
          } else {
            #expect(state == .capturing && booth.disk.files.count == 3, "\(steps)")
          }
        }
        if isDone, !keepsDatabase, steps == 40 { return }
      }
    }
  }

  @Test func `a rebuild that is cut off is finished by the next start`() throws {
    for number in 1...4 { _ = try booth.whole(UInt8(number)) }
    for commits in 0...4 {
      let (vault, ledger) = booth.withoutDatabase()
      ledger.die(after: commits)
      do { try vault.open() } catch {}
      ledger.die(after: nil)
      try vault.open()
      #expect(ledger.state.sessions.count == 4)
      #expect(try ledger.sessions(in: [.finished]).flatMap(\.assets).count == 20)
    }
  }

  @Test func `a damaged file is taken with the checksum it was kept with, and said`() throws {
    let session = try booth.whole(1)
    let path = "sessions/\(session.id)/photo_1.jpg"
    booth.disk[path] = [0xFF]
    let (vault, ledger) = booth.withoutDatabase()
    let notes = try vault.open().notes
    #expect(notes.count == 1 && notes[0].contains(path) && notes[0].contains("damaged"))
    let audit = try vault.audit(AuditRule())
    #expect(audit.lines.filter { $0.verdict == .gap }.map(\.path) == [path])
    #expect(try ledger.session(session.id)?.photos.count == 3)
  }

  @Test func `a file that is missing is said, unless the gallery has it`() throws {
    let lost = try booth.whole(1)
    let safe = try booth.whole(2)
    try booth.upload(safe)
    for session in [lost, safe] { booth.disk["sessions/\(session.id)/photo_0.jpg"] = nil }
    let (vault, ledger) = booth.withoutDatabase()
    let notes = try vault.open().notes
    #expect(notes.count == 1 && notes[0].contains("\(lost.id)/photo_0.jpg is missing"))
    let entry = try #require(try ledger.assets(of: safe.id).first { $0.asset.path.hasSuffix("photo_0.jpg") })
    #expect(entry.fileGone && entry.confirmedAt == booth.time)
    let gap = try vault.audit(AuditRule()).lines.filter { $0.verdict == .gap }
    #expect(gap.map(\.path) == ["sessions/\(lost.id)/photo_0.jpg"])
    #expect(try ledger.session(lost.id)?.photos.count == 3)
  }

  @Test func `a composite that is missing is made again`() throws {
    let session = try booth.whole(1)
    booth.disk["sessions/\(session.id)/strip_photo.jpg"] = nil
    let (vault, ledger) = booth.withoutDatabase()
    #expect(try vault.open().notes.count == 1)
    #expect(try ledger.jobs(of: session.id).map(\.kind) == [.composite, .upload, .filmStrip])
    #expect(!(try vault.audit(AuditRule()).hasGap))
  }

  @Test func `a folder without a usable sheet is left as it is, and said at every start`() throws {
    let session = try booth.whole(1)
    booth.disk["sessions/\(session.id)/session.json"] = Array("{".utf8)
    let files = booth.disk.files
    let (vault, ledger) = booth.withoutDatabase()
    for _ in 0..<2 {
      let notes = try vault.open().notes
      #expect(notes.count == 1 && notes[0].contains("is no JSON"))
    }
    #expect(booth.disk.files == files)
    #expect(ledger.state.sessions.isEmpty)
    #expect(try vault.audit(AuditRule()).totals.gaps == 5)
  }

  @Test func `an earlier try that is still there is left aside, and said`() throws {
    let session = try booth.open(1)
    let first = try booth.photo(session, 0)
    try booth.ledger.commit([.discard(first.id)])
    let second = try booth.photo(session, 0)
    let (vault, ledger) = booth.withoutDatabase()
    let notes = try vault.open().notes
    #expect(notes.count == 1 && notes[0].contains(first.path))
    #expect(try ledger.session(session.id)?.assets.map(\.path) == [second.path])
    #expect(booth.disk[first.path] != nil)
  }

  @Test func `books that lost their newest commits are brought up to the files`() throws {
    let capturing = try booth.open(1)
    try booth.photo(capturing, 0)
    let old = booth.ledger.state
    try booth.photo(capturing, 1)
    let finished = try booth.whole(2)
    _ = try booth.vault.finishSession(capturing.id, quiet: true)
    let older = MemoryLedger(old)
    let vault = Vault(disk: booth.disk, ledger: older)
    let recovery = try vault.open(commitsWereLost: true)
    #expect(recovery.sessions == 2 && recovery.files == 6 && recovery.notes.isEmpty)
    #expect(try older.session(capturing.id)?.state == .finished)
    #expect(try older.session(capturing.id)?.quiet == true)
    #expect(try older.session(capturing.id)?.photos.count == 2)
    #expect(try older.jobs(of: capturing.id).map(\.kind) == [.composite, .upload])
    #expect(try older.session(finished.id)?.assets.count == 5)
    #expect(try vault.audit(AuditRule()).totals.gaps == 0)
  }
}
