import BoothTesting
import Testing

@testable import BoothCore
@testable import BoothVault

/// The other booth's database lost their newest commits with their log; its folders and sheets are ahead of them.
@Suite struct AdoptLostCommitsTests {
  let dead: TestVault
  let booth: TestVault

  init() throws {
    dead = try TestVault(MemoryDisk(root: "/dead"))
    booth = try TestVault()
  }

  private func adopt(_ old: LedgerState) throws -> Adoption {
    try booth.vault.adopt(from: dead.disk, database: MemoryLedger(old), commitsWereLost: true)
  }

  @Test(arguments: [true, false])
  func `photos that those books do not know come along, and a session that was finished is`(_ isFinished: Bool) throws {
    let session = try dead.open(1)
    try dead.photo(session, 0)
    let old = dead.ledger.state
    for strip in 1..<3 { try dead.photo(session, strip, [8, UInt8(strip)]) }
    if isFinished { _ = try dead.vault.finishSession(session.id, quiet: true) }
    let adoption = try adopt(old)
    #expect(adoption.sessions == 1 && adoption.files == 3 && adoption.notes.isEmpty)
    let now = try #require(try booth.ledger.session(session.id))
    #expect(now.photos.map(\.strip) == [0, 1, 2] && now.state == (isFinished ? .finished : .capturing))
    #expect(now.quiet == isFinished && booth.disk[now.photos[2].path] == [8, 2])
    let kinds = try booth.ledger.jobs(of: session.id).map(\.kind)
    #expect(kinds == (isFinished ? [.composite, .upload] : []))
    #expect(!(try booth.audit().hasGap))
  }

  @Test func `of two tries of a strip the later comes, as at a start`() throws {
    let session = try dead.open(1)
    let first = try dead.photo(session, 0)
    let old = dead.ledger.state
    try dead.vault.discard([first.id], of: session.id, .retake, at: dead.time)
    let second = try dead.photo(session, 0, [8])
    _ = try dead.vault.finishSession(session.id, quiet: false)
    let adoption = try adopt(old)
    #expect(adoption.notes.isEmpty && adoption.files == 1)
    #expect(try booth.ledger.session(session.id)?.photos.map(\.path) == [second.path])
    #expect(!(try booth.audit().hasGap))
  }

  @Test func `a film strip that came after the upload comes along, and is brought`() throws {
    let session = try dead.whole(1)
    try dead.upload(session)
    let old = dead.ledger.state
    let film = try dead.vault.add(
      NewAsset(session: session.id, kind: .stripVideo, strip: -1), from: .bytes([5]), at: dead.time)
    #expect(try adopt(old).notes.isEmpty)
    let now = try #require(try booth.ledger.session(session.id))
    #expect(now.state == .finished && now.assets.contains { $0.path == film.path && !$0.uploaded })
    #expect(try booth.ledger.jobs(of: session.id).map(\.kind) == [.upload])
  }

  @Test func `a session without a folder was cancelled, unless the whole disk is gone`() throws {
    let session = try dead.open(1)
    try dead.photo(session, 0)
    let old = dead.ledger.state
    try dead.vault.discardSession(session.id, .cancel, at: dead.time)
    let disk = TroubledDisk(dead.disk)
    disk.refuse { path in
      path.isEmpty || path.hasPrefix("sessions/") ? StoreError(.notFound, subject: path, detail: "gone") : nil
    }
    let left = try booth.vault.adopt(from: disk, database: MemoryLedger(old), commitsWereLost: true)
    #expect(left.left == 1 && left.sessions == 0)
    #expect(try adopt(old).sessions == 1)
    #expect(try booth.ledger.session(session.id)?.state == .discarded)
    #expect(try booth.ledger.decisions(about: session.id).map(\.reason) == [.cancel])
  }

  @Test func `a session that was erased comes as erased, and the gallery's part with it`() throws {
    let session = try dead.whole(1)
    try dead.upload(session)
    let old = dead.ledger.state
    _ = try dead.vault.eraseSession(session.id, at: dead.time)
    _ = try adopt(old)
    #expect(try booth.ledger.session(session.id)?.state == .discarded)
    #expect(try booth.ledger.jobs(of: session.id).map(\.kind) == [.erase])
    #expect(booth.disk.files == ["sessions/\(session.id)/session.json"])
  }
}
