import BoothTesting
import Testing

@testable import BoothCore
@testable import BoothVault

@Suite struct AuditTests {
  let booth: TestVault
  init() throws { booth = try TestVault() }

  private func gaps(_ rule: AuditRule = AuditRule()) throws -> [String] {
    try booth.audit(rule).lines.filter { $0.verdict == .gap }.map(\.words)
  }

  @Test func `a night without a gap has a line for every file`() throws {
    let session = try booth.whole(1)
    try booth.upload(session)
    let waiting = try booth.whole(2)
    let cancelled = try booth.open(3)
    try booth.photo(cancelled, 0)
    try booth.vault.discardSession(cancelled.id, .cancel, at: booth.time)
    let audit = try booth.audit()
    #expect(!audit.hasGap)
    #expect(audit.lines.count == 12)
    #expect(audit.totals.sessions == 2 && audit.totals.photos == 6 && audit.totals.clips == 2)
    #expect(audit.totals.composites == 2 && audit.totals.confirmed == 5 && audit.totals.discarded == 1)
    #expect(audit.totals.pending == 6)
    let photo = try #require(audit.lines.first { $0.session == session.id && $0.subject == "photo" })
    #expect(photo.file == .verified && photo.confirmedAt == booth.time && photo.verdict == .fine)
    #expect(audit.lines.filter { $0.session == waiting.id }.allSatisfy { $0.verdict == .pending })
    #expect(audit.lines.last?.reason == .cancel)
    #expect(try gaps(AuditRule(uploaded: true)).count == 5)
  }

  @Test func `only the event that was asked for`() throws {
    _ = try booth.whole(1, event: "party")
    _ = try booth.whole(2, event: "wedding")
    let audit = try booth.vault.audit(event: "wedding", AuditRule())
    #expect(audit.totals.sessions == 1 && audit.lines.allSatisfy { $0.event == "wedding" })
  }

  @Test func `a missing file is a gap, unless the gallery has it`() throws {
    let session = try booth.whole(1)
    booth.disk["sessions/\(session.id)/photo_0.jpg"] = nil
    #expect(try gaps() == ["the file is missing, and no gallery has it"])
    #expect(try gaps(AuditRule(quick: true)) == ["the file is missing, and no gallery has it"])
    try booth.upload(session)
    #expect(try gaps().isEmpty)
  }

  @Test func `other bytes are a gap, which a quick look does not see`() throws {
    let session = try booth.whole(1)
    booth.disk["sessions/\(session.id)/photo_2.jpg"] = [1, 99]
    #expect(try gaps() == ["the bytes are not those that were kept"])
    #expect(try gaps(AuditRule(quick: true)).isEmpty)
  }

  @Test func `a file that the books do not name is a gap, unless a running booth may be about to name it`() throws {
    let session = try booth.open(1)
    booth.disk["sessions/\(session.id)/strange.bin"] = [1]
    #expect(try gaps() == ["unrecorded: the books do not name it"])
    #expect(try gaps(AuditRule(running: true)).isEmpty)
    let done = try booth.whole(2)
    try booth.upload(done)
    booth.disk["sessions/\(done.id)/photo_7.jpg"] = [1]
    #expect(try gaps(AuditRule(running: true)).count == 1)
  }

  @Test func `a photo that was written as the booth died was promised to nobody`() throws {
    let session = try booth.open(1)
    booth.disk["sessions/\(session.id)/photo_0.jpg"] = [1]
    let lines = try booth.audit().lines
    #expect(lines.map(\.verdict) == [.pending] && lines[0].words.contains("shown to nobody"))
    #expect(try gaps(AuditRule(running: true)).isEmpty)
  }

  /// Whether a booth still runs, and tries again, or is gone, with the pictures deleted or not.
  @Test(arguments: [(true, Int?.none), (false, nil), (false, 2)])
  func `a session that was cancelled as the disk was full is no gap`(_ running: Bool, _ steps: Int?) throws {
    let session = try booth.open(1)
    for strip in 0..<2 { try booth.photo(session, strip) }
    booth.ledger.refuse(StoreError(.full, subject: "books", detail: "No space left on device"))
    booth.disk.die(after: steps)
    #expect(throws: StoreError.self) { try booth.vault.discardSession(session.id, .cancel, at: booth.time) }
    booth.disk.die(after: nil)
    booth.ledger.refuse(nil)
    let audit = try booth.audit(AuditRule(uploaded: true, running: running))
    #expect(audit.lines.allSatisfy { $0.verdict == .pending } && audit.totals.photos == 0)
    #expect(audit.lines.filter { $0.reason == .cancel }.map(\.subject) == ["photo", "photo"])
    #expect(audit.lines.contains { $0.path == nil && $0.words.contains("cancelled by its guests") })
    // Its database is lost, too.
    let (vault, _) = booth.withoutDatabase()
    #expect(!(try vault.audit(AuditRule()).hasGap))
  }

  @Test func `a session that was cancelled as the books were damaged is no gap`() throws {
    let session = try booth.open(1)
    try booth.photo(session, 0)
    booth.ledger.refuse(StoreError(.damaged, subject: "books", detail: "database disk image is malformed"))
    #expect(throws: StoreError.self) { try booth.vault.discardSession(session.id, .cancel, at: booth.time) }
    booth.ledger.refuse(nil)
    #expect(try gaps().isEmpty && booth.audit().lines.contains { $0.reason == .cancel })
  }

  @Test func `a folder that the books do not know is a gap, an empty one is not`() throws {
    let other = try TestVault()
    let session = try other.whole(8)
    booth.disk.copy(from: other.disk)
    #expect(try gaps().count == 5)
    for path in booth.disk.files where path.contains("/photo") || path.hasSuffix("mp4") || path.contains("strip") {
      booth.disk[path] = nil
    }
    #expect(try gaps().isEmpty)
    #expect(try booth.audit().lines.map(\.session) == [session.id])
  }

  @Test func `a finished session without a job that uploads it is a gap`() throws {
    let session = try booth.open(1)
    try booth.photo(session, 0)
    try booth.ledger.commit([.setState(session.id, .finished)])
    #expect(try gaps() == ["finished, but no job uploads it"])
  }

  @Test func `an upload that is done without its files being confirmed is a gap`() throws {
    let session = try booth.whole(1)
    for var job in try booth.ledger.jobs(of: session.id) {
      job.state = .done
      try booth.vault.record(job)
    }
    #expect(try gaps() == ["every upload is done, yet not every file is confirmed"])
    try booth.ledger.commit([.setState(session.id, .uploaded)])
    #expect(try gaps() == ["uploaded, they say, yet not every file is confirmed"])
  }

  @Test func `what left without a decision is a gap, and so is a file that should be gone`() throws {
    let session = try booth.open(1)
    let photo = try booth.photo(session, 0)
    try booth.ledger.commit([.discard(photo.id)])
    #expect(try gaps() == ["left without a decision"])
    try booth.ledger.commit([
      .decide(Decision(at: booth.time, session: session.id, asset: photo.id, reason: .retake))
    ])
    #expect(try gaps().isEmpty)
    try booth.ledger.commit([.noteFileGone(photo.id)])
    #expect(try gaps().first?.hasPrefix("left: retake, but its file is still here") == true)
    #expect(try gaps().first?.hasSuffix("delete it") == true && gaps().count == 1)
    try booth.ledger.commit([.setState(TestVault.id(1), .discarded)])
    #expect(try gaps().contains("discarded without a decision"))
  }

  @Test func `what the keep-policy took is fine as long as the gallery has it`() throws {
    let session = try booth.whole(1)
    try booth.upload(session)
    let assets = try #require(try booth.ledger.session(session.id)?.assets)
    #expect(try booth.vault.releaseConfirmed(assets.map(\.id), of: session.id, at: booth.time) > 0)
    let audit = try booth.audit(AuditRule(uploaded: true))
    #expect(!audit.hasGap && audit.totals.photos == 3 && audit.totals.confirmed == 5)
    // Its folder still knows the session.
    let (vault, ledger) = booth.withoutDatabase()
    #expect(try vault.open().sessions == 1)
    #expect(try ledger.session(session.id)?.state == .uploaded)
    let other = try booth.whole(2)
    let photo = try #require(try booth.ledger.session(other.id)?.photos.first)
    try booth.vault.discard([photo.id], of: other.id, .keepPolicy, at: booth.time)
    #expect(try gaps() == ["left by the keep-policy, yet no gallery has it"])
  }

  @Test func `rows that are there twice are gaps`() throws {
    let session = try booth.open(1)
    var twin = try booth.photo(session, 0)
    twin.id += 1
    try booth.ledger.commit([.add(twin)])
    #expect(Set(try gaps()) == ["recorded twice", "a second photo of the same strip is kept"])
  }

  @Test func `an upload that waits for the operator says what for`() throws {
    let session = try booth.whole(1)
    var upload = try #require(try booth.ledger.jobs(of: session.id).first { $0.kind == .upload })
    upload.state = .held
    upload.lastFailure = "the token is wrong"
    try booth.vault.record(upload)
    let files = try booth.audit().lines.filter { $0.path != nil }
    #expect(files.count == 5 && files.allSatisfy { $0.words.contains("the token is wrong") })
    #expect(try gaps().isEmpty)
  }

  @Test(arguments: [
    (Job.State.cancelled, "its upload was cancelled, and not every file is confirmed"),
    (.failed, "its upload failed for good: no luck; booth queue retry 2"),
    (.expired, "its event's expiry passed before it was uploaded; booth queue retry 2"),
  ]) func `an upload that nothing moves any more is a gap`(_ state: Job.State, _ words: String) throws {
    let session = try booth.whole(1)
    var upload = try #require(try booth.ledger.jobs(of: session.id).first { $0.kind == .upload })
    upload.state = state
    upload.lastFailure = "no luck"
    try booth.vault.record(upload)
    #expect(try gaps() == [words])
  }

  @Test func `what the gallery is still to erase has a line`() throws {
    let session = try booth.whole(1)
    try booth.upload(session)
    var job = try #require(try booth.vault.eraseSession(session.id, at: booth.time).first)
    func words() throws -> [String] {
      try booth.audit().lines.filter { $0.subject == "job" && $0.verdict == .pending }.map(\.words)
    }
    #expect(try words() == ["erased here, and not yet at the gallery"])
    (job.state, job.lastFailure) = (.held, "no such call")
    try booth.vault.record(job)
    #expect(try words() == ["erased here; the gallery's part waits for the operator: no such call"])
    job.state = .cancelled
    try booth.vault.record(job)
    #expect(try words() == ["erased here; the operator gave the gallery's part up"])
    try booth.vault.noteErasedAtGallery(session.id, at: booth.time)
    #expect(try words().isEmpty && gaps().isEmpty)
  }

  @Test func `a film strip that cannot be made has a line, and so has a sheet that cannot be used`() throws {
    let session = try booth.whole(1)
    var job = try #require(try booth.ledger.jobs(of: session.id).first { $0.kind == .filmStrip })
    (job.state, job.lastFailure) = (.failed, "the bytes are no film")
    try booth.vault.record(job)
    booth.disk["sessions/\(session.id)/session.json"] = Array("{".utf8)
    let lines = try booth.audit().lines.filter { $0.path == nil }
    #expect(lines.allSatisfy { $0.verdict == .pending } && lines.count == 2)
    #expect(lines.first?.words == "no strip_video: the bytes are no film")
    #expect(lines.last?.words.contains("session.json is no JSON") == true)
  }

  @Test func `each film that an event wants and that cannot be made has a line`() throws {
    let session = try booth.whole(1, films: [.strip, .gif])
    var job = try #require(try booth.ledger.jobs(of: session.id).first { $0.kind == .filmStrip })
    (job.state, job.lastFailure) = (.failed, "the bytes are no film")
    try booth.vault.record(job)
    func words() throws -> [String] { try booth.audit().lines.filter { $0.path == nil }.map(\.words) }
    #expect(try words() == ["strip_video", "boomerang_gif"].map { "no \($0): the bytes are no film" })
    _ = try booth.vault.add(
      NewAsset(session: session.id, kind: .boomerangGIF, strip: -1), from: .bytes([7]), at: booth.time)
    #expect(try words() == ["no strip_video: the bytes are no film"])
  }

  @Test func `a photo that is retaken while the audit reads is no gap`() throws {
    let session = try booth.open(1)
    let photo = try booth.photo(session, 0)
    let racing = RacingDisk(booth.disk) { [booth] in
      try booth.vault.discard([photo.id], of: session.id, .retake, at: booth.time)
    }
    // The database is read, then the file goes, decided.
    let audit = try Vault(disk: racing, ledger: booth.ledger).audit(AuditRule(running: true))
    #expect(racing.hasRaced)
    #expect(!audit.hasGap && audit.lines.map(\.reason) == [.retake])
  }
}
