import BoothTesting
import FoundationEssentials
import Testing

@testable import BoothCore
@testable import BoothVault

/// What guests agreed to is kept with their session, and holds whatever becomes of the booth.
@Suite struct ConsentKeptTests {
  private let here = ConsentGiven(version: "2026-06", language: "he", uploads: false)
  private let shared = ConsentGiven(version: "2026-06", language: "en", uploads: true)

  @Test func `the version, the language and the time are kept with the session`() throws {
    let booth = try TestVault()
    let session = try booth.open(1, consent: shared)
    #expect(try booth.ledger.session(session.id)?.consent == Consent(shared, at: booth.time))
    _ = try booth.vault.finishSession(session.id, quiet: false)
    let (again, ledger) = booth.withoutDatabase()
    try again.open()
    #expect(ledger.state.session(session.id)?.consent == Consent(shared, at: booth.time))
  }

  @Test func `photos that stay here are never queued for upload, whatever is made of them`() throws {
    let booth = try TestVault()
    let session = try booth.whole(1, consent: here)
    #expect(try booth.ledger.jobs(of: session.id).map(\.kind) == [.composite, .filmStrip])
    #expect(try booth.vault.addUpload(of: session.id).isEmpty)
    // The next start finds nothing to bring.
    #expect(try booth.vault.open().isEmpty)
    #expect(try !booth.ledger.jobs(all: true).contains { $0.kind == .upload })
    let audit = try booth.audit()
    #expect(!audit.hasGap && audit.lines.contains { $0.words.contains("as its guests wish") })
  }

  @Test func `lost books are written anew without an upload of them`() throws {
    let booth = try TestVault()
    let session = try booth.whole(1, consent: here)
    let other = try booth.whole(2, consent: shared)
    let (again, ledger) = booth.withoutDatabase()
    try again.open()
    #expect(!ledger.state.jobs(of: session.id).contains { $0.kind == .upload })
    #expect(ledger.state.jobs(of: other.id).contains { $0.kind == .upload })
    #expect(ledger.state.session(session.id)?.staysHere == true)
  }

  @Test(arguments: [true, false])
  func `a booth that takes them over brings them to no gallery`(_ hasDatabase: Bool) throws {
    let dead = try TestVault(MemoryDisk(root: "/dead"))
    let session = try dead.whole(1, consent: here)
    let booth = try TestVault()
    var rule = AdoptionRule()
    rule.uploadAgain = true
    _ = try booth.vault.adopt(from: dead.disk, database: hasDatabase ? dead.ledger : nil, rule)
    #expect(try booth.ledger.session(session.id)?.staysHere == true)
    #expect(try !booth.ledger.jobs(of: session.id).contains { $0.kind == .upload })
    #expect(try booth.vault.open().isEmpty)
  }

  @Test func `no keep-policy lets them go, as no gallery has them`() throws {
    let booth = try TestVault()
    let session = try booth.whole(1, consent: here)
    for var job in try booth.ledger.jobs(of: session.id) {
      job.state = .done
      try booth.vault.record(job)
    }
    #expect(try booth.vault.markSessionUploaded(session.id) == false)
    #expect(try booth.ledger.session(session.id)?.state == .finished)
  }

  @Test func `only a sheet that must not be uploaded is of a version that older programs refuse`() throws {
    func sheet(_ consent: ConsentGiven?) throws -> (String, SessionSheet) {
      let booth = try TestVault()
      let session = try booth.open(1, consent: consent)
      let bytes = try #require(booth.disk[Vault.sheetPath(of: session.id)])
      return (String(decoding: bytes, as: UTF8.self), try SessionSheet(json: bytes))
    }
    #expect(try sheet(nil).0.contains(#""version":1"#))
    #expect(try sheet(shared).0.contains(#""version":1"#))
    #expect(try sheet(here).0.contains(#""version":2"#))
    #expect(try sheet(here).1.consent?.given == here)
  }
}
