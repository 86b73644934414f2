import BoothTesting
import Testing

@testable import BoothCore
@testable import BoothVault

/// Erasing while a file of addresses cannot be read.
@Suite struct DamagedEmailsTests {
  let booth: TestVault
  private let damaged = "emails/damaged_7.1.json"

  init() throws { booth = try TestVault() }

  private func keep(_ text: String, _ session: SessionRecord) throws {
    _ = try booth.vault.keepEmail(try #require(EmailAddress(text)), of: session.id, at: booth.time)
  }

  private func lines(_ session: SessionRecord) throws -> [Audit.Line] {
    try booth.vault.audit(AuditRule()).lines.filter { $0.session == session.id && $0.words.contains("address") }
  }

  /// Two guests' addresses, in a file whose end is cut off.
  private func cut() throws -> (SessionRecord, SessionRecord) {
    let (one, other) = (try booth.whole(1), try booth.whole(2))
    try keep("a@b.de", one)
    try keep("c@d.fr", other)
    let file = try #require(booth.disk["emails/emails_7.json"])
    booth.disk["emails/emails_7.json"] = Array(file.dropLast(2))
    return (one, other)
  }

  @Test func `an erasure says that an address may be left, and is pending until the list is mended`() throws {
    let (one, other) = try cut()
    let jobs = try booth.vault.eraseSession(one.id, at: booth.time)
    #expect(jobs.contains { $0.kind == .emails && $0.state == .ready })
    let record = try #require(try booth.vault.ledger.session(one.id))
    #expect(try booth.vault.leftOfErased(record)?.contains(damaged) == true)
    #expect(try lines(one).map(\.verdict) == [.pending] && lines(one)[0].words.hasPrefix("erased here, but"))
    #expect(try lines(other).isEmpty)
    #expect(throws: StoreError.self) { try booth.vault.emails(of: 7) }
    // Asked twice it is one job.
    #expect(try booth.vault.eraseSession(one.id, at: booth.time).count { $0.kind == .emails } == 1)
    // Its own entry could be told from the other's; a person closes the list.
    let bytes = try #require(booth.disk[damaged])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("a@b.de") && !text.contains(one.id.text) && text.contains("c@d.fr"))
    let start = try #require(text.lastIndex(of: "{"))
    booth.disk[damaged] = Array(("[" + text[start...] + "]").utf8)
    try booth.vault.dropErasedEmails(of: 7)
    #expect(booth.disk[damaged] == nil)
    let mended = try EmailList(json: try #require(try booth.vault.emails(of: 7)))
    #expect(mended.entries.map(\.email) == ["c@d.fr"])
    var job = try #require(try booth.vault.ledger.jobs(of: one.id).last { $0.kind == .emails })
    job.state = .done
    try booth.vault.record(job)
    #expect(try booth.vault.leftOfErased(record) == nil && lines(one).isEmpty)
  }

  @Test func `whether the list was put aside before or not, and whoever cancels the job, it stays pending`() throws {
    let (one, other) = try cut()
    // Put aside by the next guests' address.
    try keep("e@f.it", other)
    booth.disk["emails/emails_7.json"] = nil
    _ = try booth.vault.eraseSession(one.id, at: booth.time)
    for var job in try booth.vault.ledger.jobs(of: one.id) where job.kind == .emails && !job.state.isOver {
      job.state = .cancelled
      try booth.vault.record(job)
    }
    #expect(try lines(one).count == 1)
    booth.disk[damaged] = nil
    #expect(try lines(one).isEmpty)
  }

  @Test func `nothing of another guest leaves with an entry that runs into the next`() throws {
    let (one, other) = try cut()
    let file = String(decoding: try #require(booth.disk["emails/emails_7.json"]), as: UTF8.self)
    // The first one's closing brace is gone.
    let brace = try #require(file.firstIndex(of: "}"))
    var text = file
    text.remove(at: brace)
    booth.disk["emails/emails_7.json"] = Array(text.utf8)
    _ = try booth.vault.eraseSession(one.id, at: booth.time)
    #expect(booth.disk[damaged] == Array(text.utf8))
    #expect(try lines(one).first?.words.contains("address is in") == true)
    #expect(String(decoding: try #require(booth.disk[damaged]), as: UTF8.self).contains(other.id.text))
  }
}
