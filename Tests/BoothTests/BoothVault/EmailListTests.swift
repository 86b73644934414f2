import BoothTesting
import Testing

@testable import BoothCore
@testable import BoothVault

/// E-mail addresses: apart from the pictures, on the disk before anybody is thanked, and gone with their session.
@Suite struct EmailListTests {
  let booth: TestVault

  init() throws { booth = try TestVault() }

  private func address(_ text: String) throws -> EmailAddress { try #require(EmailAddress(text)) }

  @Test func `an address is kept as FotoX keeps it, once, and a job brings the file`() throws {
    let session = try booth.whole(1)
    let event = session.event
    let file = "emails/emails_\(event).json"
    let jobs = try booth.vault.keepEmail(address("a@b.de"), of: session.id, at: booth.time)
    #expect(jobs.map(\.kind) == [.emails])
    #expect(try booth.vault.keepEmail(address("a@b.de"), of: session.id, at: booth.time).isEmpty)
    _ = try booth.vault.keepEmail(address("c@d.fr"), of: session.id, at: booth.time)
    let list = try EmailList(json: try #require(booth.disk[file]))
    #expect(list.entries.map(\.email) == ["a@b.de", "c@d.fr"])
    #expect(list.entries.allSatisfy { $0.session == session.id.text && $0.event == event })
    #expect(try booth.vault.emails(of: event) == booth.disk[file])
    #expect(try booth.vault.emails(of: 99) == nil)
    #expect(!booth.disk.files.contains { $0.hasPrefix("sessions/") && $0.contains("emails") })
  }

  @Test func `erased with its session, here at once and at the gallery by the file without it`() throws {
    let (one, other) = (try booth.whole(1), try booth.whole(2))
    _ = try booth.vault.keepEmail(address("a@b.de"), of: one.id, at: booth.time)
    _ = try booth.vault.keepEmail(address("c@d.fr"), of: other.id, at: booth.time)
    let jobs = try booth.vault.eraseSession(one.id, at: booth.time)
    #expect(jobs.contains { $0.kind == .emails && $0.state == .ready })
    let bytes = try #require(try booth.vault.emails(of: one.event))
    #expect(try EmailList(json: bytes).entries.map(\.email) == ["c@d.fr"])
    #expect(throws: StoreError.self) { try booth.vault.keepEmail(address("x@y.de"), of: one.id, at: booth.time) }
  }

  @Test func `what a cut left of an erasure, and of lost books, is finished at the start`() throws {
    let session = try booth.whole(1)
    let file = "emails/emails_\(session.event).json"
    _ = try booth.vault.keepEmail(address("a@b.de"), of: session.id, at: booth.time)
    let before = booth.disk[file]
    _ = try booth.vault.eraseSession(session.id, at: booth.time)
    booth.disk[file] = before
    try booth.vault.open()
    #expect(try EmailList(json: try #require(booth.disk[file])).entries.isEmpty)

    let other = try booth.whole(2)
    _ = try booth.vault.keepEmail(address("c@d.fr"), of: other.id, at: booth.time)
    let ledger = MemoryLedger()
    try Vault(disk: booth.disk, ledger: ledger).open()
    #expect(try ledger.jobs(of: other.id).contains { $0.kind == .emails && $0.state == .ready })
  }

  @Test func `a file that is none any more is put aside, not lost`() throws {
    let session = try booth.whole(1)
    let file = "emails/emails_\(session.event).json"
    _ = try booth.vault.keepEmail(address("c@d.fr"), of: session.id, at: booth.time)
    booth.disk[file] = Array("[{\"email\":".utf8)
    _ = try booth.vault.keepEmail(address("a@b.de"), of: session.id, at: booth.time)
    #expect(booth.disk["emails/damaged_\(session.event).1.json"] == Array("[{\"email\":".utf8))
    #expect(try EmailList(json: try #require(booth.disk[file])).entries.map(\.email) == ["a@b.de"])
    // Until a person has looked at it, nothing replaces what the gallery has, and every start says so.
    #expect(throws: StoreError.self) { try booth.vault.emails(of: session.event) }
    #expect(try booth.vault.open().notes.contains { $0.contains("damaged_\(session.event).1.json") })
    #expect(try booth.vault.eraseSession(session.id, at: booth.time).contains { $0.kind == .emails })
  }

  @Test func `what the disk kept from being erased leaves by its job`() throws {
    let session = try booth.whole(1)
    let file = "emails/emails_\(session.event).json"
    _ = try booth.vault.keepEmail(address("a@b.de"), of: session.id, at: booth.time)
    let before = booth.disk[file]
    _ = try booth.vault.eraseSession(session.id, at: booth.time)
    booth.disk[file] = before
    // A reader writes nothing.
    let bytes = try #require(try booth.vault.emails(of: session.event))
    #expect(try EmailList(json: bytes).entries.isEmpty)
    #expect(booth.disk[file] == before)
    try booth.vault.dropErasedEmails(of: session.event)
    #expect(booth.disk[file] == bytes)
  }

  @Test func `a start makes no job for addresses whose job is in the books`() throws {
    let session = try booth.whole(1)
    _ = try booth.vault.keepEmail(address("a@b.de"), of: session.id, at: booth.time)
    try booth.vault.open(commitsWereLost: true)
    #expect(try booth.ledger.jobs(of: session.id).count { $0.kind == .emails } == 1)
  }

  @Test func `another booth's addresses are taken over with its sessions`() throws {
    let session = try booth.whole(1)
    _ = try booth.vault.keepEmail(address("a@b.de"), of: session.id, at: booth.time)
    let here = try TestVault()
    let adoption = try here.vault.adopt(from: booth.disk, database: booth.ledger)
    #expect(adoption.sessions == 1 && adoption.notes.isEmpty)
    let bytes = try #require(try here.vault.emails(of: session.event))
    #expect(try EmailList(json: bytes).entries.map(\.email) == ["a@b.de"])
    #expect(try here.ledger.jobs(of: session.id).contains { $0.kind == .emails })
    _ = try here.vault.adopt(from: booth.disk, database: booth.ledger)
    #expect(try here.ledger.jobs(of: session.id).count { $0.kind == .emails } == 1)
  }
}
