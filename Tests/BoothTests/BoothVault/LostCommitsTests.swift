import BoothTesting
import Testing

@testable import BoothCore
@testable import BoothVault

/// The log of the database is gone, and the newest commits with it; the sheets and folders are ahead of the database.
@Suite struct LostCommitsTests {
  let booth: TestVault
  init() throws { booth = try TestVault() }

  /// The booth with the database as it was.
  private func restarted(with old: LedgerState) throws -> (Vault, MemoryLedger, Recovery) {
    let ledger = MemoryLedger(old)
    let vault = Vault(disk: booth.disk, ledger: ledger)
    return (vault, ledger, try vault.open(commitsWereLost: true))
  }

  @Test(arguments: [Int?.none, 4, 5, 6, 7, 8, 9])
  func `a session that guests cancelled stays cancelled, wherever its deletion was cut`(_ steps: Int?) throws {
    let session = try booth.open(1)
    for strip in 0..<2 { try booth.photo(session, strip) }
    let old = booth.ledger.state
    booth.disk.die(after: steps)
    do { try booth.vault.discardSession(session.id, .cancel, at: booth.time) } catch {}
    booth.disk.die(after: nil)
    let (vault, ledger, _) = try restarted(with: old)
    #expect(try ledger.session(session.id)?.state == .discarded)
    #expect(try ledger.decisions(about: session.id).map(\.reason) == [.cancel])
    #expect(try ledger.jobs(of: session.id).isEmpty)
    #expect(booth.disk.files.isEmpty)
    #expect(!(try vault.audit(AuditRule()).hasGap))
    #expect(try vault.open().isEmpty)
  }

  @Test(arguments: [true, false])
  func `an erased session stays erased, and the gallery's part is queued again`(_ wasUploaded: Bool) throws {
    let session = try booth.whole(1)
    if wasUploaded { try booth.upload(session) }
    let old = booth.ledger.state
    _ = try booth.vault.eraseSession(session.id, at: booth.time)
    let (_, ledger, _) = try restarted(with: old)
    #expect(try ledger.session(session.id)?.state == .discarded)
    #expect(try ledger.decisions(about: session.id).map(\.reason) == [.erase])
    let open = try ledger.jobs(of: session.id).filter { !$0.state.isOver }
    #expect(open.map(\.kind) == [.erase])
    #expect(booth.disk.files == ["sessions/\(session.id)/session.json"])
  }

  @Test(arguments: [true, false])
  func `of two tries of a strip the later stays, though the books knew the earlier only`(_ wasFinished: Bool) throws {
    let session = try booth.open(1)
    let first = try booth.photo(session, 0)
    let old = booth.ledger.state
    let second = try booth.photo(session, 0, [8])
    if wasFinished {
      try booth.ledger.commit([.discard(first.id)])
      _ = try booth.vault.finishSession(session.id, quiet: false)
    }
    let (vault, ledger, _) = try restarted(with: old)
    #expect(try ledger.session(session.id)?.photos.map(\.path) == [second.path])
    #expect(try ledger.session(session.id)?.state == (wasFinished ? .finished : .capturing))
    #expect(booth.disk[first.path] == nil && booth.disk[second.path] == [8])
    #expect(!(try vault.audit(AuditRule()).hasGap))
  }

  @Test func `a film strip that came after the upload is taken up and brought`() throws {
    let session = try booth.whole(1)
    try booth.upload(session)
    let old = booth.ledger.state
    let film = try booth.vault.add(
      NewAsset(session: session.id, kind: .stripVideo, strip: -1), from: .bytes([5]), at: booth.time)
    let (_, ledger, recovery) = try restarted(with: old)
    #expect(recovery.sessions == 1 && recovery.files == 1)
    #expect(try ledger.session(session.id)?.assets.contains { $0.path == film.path } == true)
    #expect(try ledger.session(session.id)?.state == .finished)
    #expect(try ledger.jobs(of: session.id).filter { !$0.state.isOver }.map(\.kind) == [.upload])
  }
}
