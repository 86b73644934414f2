import BoothTesting
import BoothVault
import Testing

@testable import BoothCore

/// What the operator gave up by mistake, and confirmations that were wrong.
@Suite struct TakeUpTests {
  let booth: TestVault

  init() throws { booth = try TestVault() }

  private func cancel(_ kind: Job.Kind, of session: SessionRecord) throws -> Job {
    var job = try #require(try booth.ledger.jobs(of: session.id).last { $0.kind == kind })
    job.state = .cancelled
    try booth.vault.record(job)
    return job
  }

  @Test(arguments: [Job.Kind.upload, .filmStrip])
  func `a cancelled job is done by a new one, once, and stays as it is itself`(_ kind: Job.Kind) throws {
    let session = try booth.whole(1)
    let job = try cancel(kind, of: session)
    let new = try booth.vault.takeUpCancelled(job.id)
    #expect(new.map(\.kind) == [kind] && new.map(\.state) == [.ready] && new[0].id > job.id)
    #expect(try booth.vault.takeUpCancelled(job.id) == new)
    #expect(try booth.ledger.jobs(of: session.id).first { $0.id == job.id }?.state == .cancelled)
  }

  @Test func `what is made after a cancelled upload was taken up is brought, too`() throws {
    let session = try booth.whole(1)
    let job = try cancel(.upload, of: session)
    #expect(try booth.vault.addUpload(of: session.id).isEmpty)
    var new = try booth.vault.takeUpCancelled(job.id)[0]
    new.state = .done
    try booth.vault.record(new)
    #expect(try booth.vault.addUpload(of: session.id).count == 1)
  }

  @Test func `there must be something left to do`() throws {
    func refuses(_ id: JobID, _ words: String) {
      let error = #expect(throws: StoreError.self) { try booth.vault.takeUpCancelled(id) }
      #expect(error?.detail.contains(words) == true)
    }
    let session = try booth.whole(1)
    let open = try #require(try booth.ledger.jobs(of: session.id).first)
    refuses(open.id, "no cancelled job")
    refuses(99, "no cancelled job")
    let composite = try cancel(.composite, of: session)
    refuses(composite.id, "all there")
    let upload = try cancel(.upload, of: session)
    for entry in try booth.ledger.assets(of: session.id) {
      try booth.vault.markUploaded(entry.asset.id, at: booth.time)
    }
    refuses(upload.id, "all there")
    // Guests' and operator's decisions stand: what left does not come back.
    let erased = try booth.whole(2)
    let given = try cancel(.upload, of: erased)
    _ = try booth.vault.eraseSession(erased.id, at: booth.time)
    refuses(given.id, "not there any more")
    let erase = try cancel(.erase, of: erased)
    refuses(erase.id, "not there any more")
  }

  @Test func `what the gallery lost is unconfirmed and queued in one commit, and its sheet says so`() throws {
    let session = try booth.whole(1)
    try booth.upload(session)
    let photo = try #require(try booth.ledger.session(session.id)?.photos.first)
    let jobs = try booth.vault.bringAgain([photo.id], of: session.id)
    #expect(jobs.map(\.kind) == [.upload])
    let record = try #require(try booth.ledger.session(session.id))
    #expect(record.state == .finished && record.assets.filter { !$0.uploaded }.map(\.id) == [photo.id])
    #expect(try booth.vault.releaseConfirmed(record.assets.map(\.id), of: session.id, at: booth.time) == 0)
    // Asked again while that waits: nothing more.
    #expect(try booth.vault.bringAgain([photo.id], of: session.id).isEmpty)
    let (lost, ledger) = booth.withoutDatabase()
    try lost.open()
    #expect(try ledger.session(session.id)?.needsUpload == true)
  }

  @Test func `what the operator cancelled is not brought behind his back`() throws {
    let session = try booth.whole(1)
    try booth.upload(session)
    try booth.vault.record(Job(id: 50, kind: .upload, session: session.id, state: .cancelled))
    let ids = try booth.ledger.assets(of: session.id).map(\.asset.id)
    #expect(try booth.vault.bringAgain(ids, of: session.id).isEmpty)
    #expect(try booth.ledger.session(session.id)?.needsUpload == true)
  }
}
