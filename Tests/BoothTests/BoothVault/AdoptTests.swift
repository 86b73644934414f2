import BoothTesting
import Testing

@testable import BoothCore
@testable import BoothVault

@Suite struct AdoptTests {
  let dead: TestVault
  let booth: TestVault

  init() throws {
    dead = try TestVault(MemoryDisk(root: "/dead"))
    booth = try TestVault()
  }

  @Test(arguments: [true, false])
  func `sessions come with their ids, links, files and jobs, from books or from folders`(_ hasDatabase: Bool) throws {
    let own = try booth.whole(50)
    let uploaded = try dead.whole(1)
    try dead.upload(uploaded)
    let finished = try dead.whole(2)
    let capturing = try dead.open(3)
    try dead.photo(capturing, 0)
    dead.disk.refuse(StoreError(.readOnly, subject: "/dead", detail: "mounted read-only"))
    let adoption = try booth.vault.adopt(from: dead.disk, database: hasDatabase ? dead.ledger : nil)
    #expect(adoption.sessions == 3 && adoption.files == 11 && adoption.notes.isEmpty && adoption.known == 0)
    #expect(adoption.linkBases == ["https://g.example": 3] && adoption.events == ["party"])
    for session in [uploaded, finished, capturing] {
      let now = try #require(try booth.ledger.session(session.id))
      let then = try #require(try dead.ledger.session(session.id))
      #expect(now.link == then.link && now.state == then.state)
      #expect(now.assets.map(\.checksum).sorted() == then.assets.map(\.checksum).sorted())
      for asset in now.assets { #expect(booth.disk[asset.path] == dead.disk[asset.path]) }
    }
    #expect(try booth.ledger.jobs(of: uploaded.id).isEmpty)
    #expect(try booth.ledger.jobs(of: finished.id).contains { $0.kind == .upload && $0.state == .ready })
    #expect(try booth.ledger.session(own.id)?.assets.count == 5)
    #expect(Set(booth.ledger.state.sessions.flatMap(\.assets).map(\.id)).count == 16)
    #expect(!(try booth.audit().hasGap))
    // What it took over, its own folders know too.
    let (again, ledger) = booth.withoutDatabase()
    try again.open()
    #expect(ledger.state.sessions.count == 4)
  }

  @Test func `a second run finds nothing new`() throws {
    _ = try dead.whole(1)
    _ = try booth.vault.adopt(from: dead.disk, database: dead.ledger)
    let (state, files) = (booth.ledger.state, booth.disk.files)
    let again = try booth.vault.adopt(from: dead.disk, database: dead.ledger)
    #expect(again.sessions == 0 && again.files == 0 && again.known == 1)
    #expect(booth.ledger.state == state && booth.disk.files == files)
  }

  @Test func `a run that is cut off anywhere is finished by the next`() throws {
    let session = try dead.whole(1)
    _ = try dead.whole(2)
    for steps in 0...80 {
      let booth = try TestVault()
      booth.disk.die(after: steps)
      do { _ = try booth.vault.adopt(from: dead.disk, database: dead.ledger) } catch {}
      booth.disk.die(after: nil)
      try booth.vault.open()
      _ = try booth.vault.adopt(from: dead.disk, database: dead.ledger)
      #expect(try booth.ledger.session(session.id)?.assets.count == 5, "\(steps)")
      #expect(booth.ledger.state.sessions.count == 2, "\(steps)")
      #expect(!(try booth.audit().hasGap), "\(steps)")
    }
  }

  @Test func `what a cut run left is neither taken up nor thrown away, is said, and keeps what was cancelled there`()
    throws
  {
    let session = try dead.whole(1)
    var upload = try #require(try dead.ledger.jobs(of: session.id).first { $0.kind == .upload })
    upload.state = .cancelled
    try dead.vault.record(upload)
    var halves = 0
    for steps in 0...80 {
      let booth = try TestVault()
      booth.disk.die(after: steps)
      do { _ = try booth.vault.adopt(from: dead.disk, database: dead.ledger) } catch {}
      booth.disk.die(after: nil)
      let recovery = try booth.vault.open()
      if try booth.ledger.session(session.id) == nil, booth.disk.files.contains(where: { $0.hasSuffix("/adopting") }) {
        halves += 1
        #expect(recovery.notes.contains { $0.contains("run booth adopt again") }, "\(steps)")
        let pictures = booth.disk.files.count { $0.hasSuffix(".jpg") || $0.hasSuffix(".mp4") }
        try booth.vault.open()
        #expect(booth.disk.files.count { $0.hasSuffix(".jpg") || $0.hasSuffix(".mp4") } == pictures, "\(steps)")
        #expect(try booth.audit().lines.map(\.words).contains { $0.contains("half taken over") }, "\(steps)")
      }
      _ = try booth.vault.adopt(from: dead.disk, database: dead.ledger)
      #expect(
        try booth.ledger.jobs(of: session.id).filter { $0.kind == .upload }.map(\.state) == [.cancelled], "\(steps)")
      #expect(!booth.disk.files.contains { $0.hasSuffix("/adopting") || $0.hasSuffix(".part") }, "\(steps)")
    }
    #expect(halves > 10)
  }

  @Test func `decisions come along, and what was decided away does not`() throws {
    let session = try dead.open(1)
    let first = try dead.photo(session, 0)
    try dead.vault.discard([first.id], of: session.id, .retake, at: dead.time)
    try dead.photo(session, 0, [8])
    let erased = try dead.whole(2)
    try dead.vault.discardSession(erased.id, .erase, at: dead.time)
    _ = try booth.whole(60)
    _ = try booth.vault.adopt(from: dead.disk, database: dead.ledger)
    #expect(try booth.ledger.session(session.id)?.assets.count == 1)
    #expect(try booth.ledger.session(erased.id)?.state == .discarded)
    #expect(try booth.ledger.decisions(about: erased.id).map(\.reason) == [.erase])
    let audit = try booth.audit()
    #expect(!audit.hasGap)
    #expect(audit.lines.filter { $0.reason == .retake }.count == 1)
  }

  @Test func `a session that was erased there is erased at the gallery from here`() throws {
    let session = try dead.whole(1)
    _ = try dead.vault.eraseSession(session.id, at: dead.time)
    _ = try booth.vault.adopt(from: dead.disk, database: dead.ledger)
    #expect(try booth.ledger.session(session.id)?.state == .discarded)
    #expect(try booth.ledger.jobs(of: session.id).map(\.kind) == [.erase])
    #expect(!(try booth.audit().hasGap) && booth.disk.files == ["sessions/\(session.id)/session.json"])
  }

  @Test(arguments: [false, true])
  func `what was to be erased while its books took nothing is adopted as erased`(_ databaseIsThere: Bool) throws {
    let session = try dead.whole(1)
    let folder = Vault.folder(of: session.id)
    try dead.disk.rename(Vault.sheetPath(of: session.id), to: "\(folder)/\(Vault.erasedName)")
    _ = try booth.vault.adopt(from: dead.disk, database: databaseIsThere ? dead.ledger : nil)
    #expect(try booth.ledger.session(session.id)?.state == .discarded)
    #expect(try booth.ledger.jobs(of: session.id).map(\.kind) == [.erase])
    #expect(!booth.disk.files.contains { $0.hasSuffix(".jpg") })
  }

  enum Telling: CaseIterable { case database, sheet, markBesideDatabase }

  @Test(arguments: Telling.allCases)
  func `what was erased there after it was taken over is erased here by the next run`(_ telling: Telling) throws {
    let (session, other) = (try dead.whole(1), try dead.whole(2))
    _ = try booth.vault.adopt(from: dead.disk, database: dead.ledger)
    switch telling {
    case .database, .sheet: _ = try dead.vault.eraseSession(session.id, at: dead.time)
    case .markBesideDatabase:
      try dead.disk.rename(
        Vault.sheetPath(of: session.id), to: "\(Vault.folder(of: session.id))/\(Vault.erasedName)")
    }
    let again = try booth.vault.adopt(from: dead.disk, database: telling == .sheet ? nil : dead.ledger)
    #expect(again.known == 2 && again.erased == 1 && again.notes == [])
    #expect(try booth.ledger.session(session.id)?.state == .discarded)
    #expect(try booth.ledger.session(other.id)?.state == .finished)
    #expect(try booth.ledger.jobs(of: session.id).filter { !$0.state.isOver }.map(\.kind) == [.erase])
    #expect(!booth.disk.files.contains { $0.contains(session.id.text) && $0.hasSuffix(".jpg") })
    #expect(!(try booth.audit().hasGap))
    // Once is enough.
    #expect(try booth.vault.adopt(from: dead.disk, database: dead.ledger).erased == 0)
  }

  @Test func `a session that was erased here never comes back`() throws {
    let session = try dead.whole(1)
    _ = try booth.vault.adopt(from: dead.disk, database: dead.ledger)
    _ = try booth.vault.eraseSession(session.id, at: booth.time)
    try booth.vault.noteErasedAtGallery(session.id, at: booth.time)
    let again = try booth.vault.adopt(from: dead.disk, database: dead.ledger)
    #expect(again.known == 1 && booth.disk.files.isEmpty)
  }

  @Test(arguments: [true, false])
  func `what is damaged there is taken as it is, what is missing stays in the books, and both are said`(
    _ hasDatabase: Bool
  ) throws {
    let session = try dead.whole(1)
    dead.disk["sessions/\(session.id)/photo_0.jpg"] = [66]
    dead.disk["sessions/\(session.id)/photo_1.jpg"] = nil
    let adoption = try booth.vault.adopt(from: dead.disk, database: hasDatabase ? dead.ledger : nil)
    #expect(adoption.files == 4 && adoption.sessions == 1)
    for name in ["photo_0.jpg", "photo_1.jpg"] { #expect(adoption.notes.count { $0.contains(name) } == 1) }
    #expect(try booth.ledger.session(session.id)?.assets.count == 5)
    #expect(booth.disk["sessions/\(session.id)/photo_0.jpg"] == [66])
    let words = try booth.audit().lines.filter { $0.verdict == .gap }.map(\.words)
    #expect(
      Set(words) == [
        "the bytes are not those that were kept", "the file is missing, and no gallery has it",
      ])
  }

  @Test func `everything can be uploaded again to this booth's gallery`() throws {
    let session = try dead.whole(1)
    try dead.upload(session)
    _ = try booth.vault.adopt(from: dead.disk, database: dead.ledger, AdoptionRule(uploadAgain: true))
    let record = try #require(try booth.ledger.session(session.id))
    #expect(record.state == .finished && record.assets.allSatisfy { !$0.uploaded })
    #expect(try booth.ledger.jobs(of: session.id).map(\.kind) == [.upload])
  }

  @Test func `sessions that only the folders there know are taken too, and pictures of no session`() throws {
    let known = try dead.whole(1)
    let old = dead.ledger.state
    let newer = try dead.whole(2)
    _ = try booth.vault.keepApart([1])
    for picture in [[1], [1, 2]] as [[UInt8]] { _ = try dead.vault.keepApart(picture) }
    let adoption = try booth.vault.adopt(from: dead.disk, database: MemoryLedger(old))
    #expect(adoption.sessions == 2 && adoption.unasked == 1)
    #expect(booth.ledger.state.sessions.map(\.id) == [known.id, newer.id])
    #expect(booth.disk["unasked/unasked_000002.jpg"] == [1, 2])
  }
}
