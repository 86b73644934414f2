import BoothTesting
import Synchronization
import Testing

@testable import BoothCore
@testable import BoothVault

/// The other booth's disk is dying, or its gallery died with it.
@Suite struct AdoptTroubleTests {
  let dead: TestVault
  let booth: TestVault
  let disk: TroubledDisk

  init() throws {
    dead = try TestVault(MemoryDisk(root: "/dead"))
    booth = try TestVault()
    disk = TroubledDisk(dead.disk)
  }

  private func adopt(_ hasDatabase: Bool = true, _ rule: AdoptionRule = AdoptionRule()) throws -> Adoption {
    try booth.vault.adopt(from: disk, database: hasDatabase ? dead.ledger : nil, rule)
  }

  /// An automatic unmount leaves an empty folder, a pulled cable an error.
  @Test(arguments: [StoreError.Code.failed, .notFound])
  func `a disk that drops off leaves the sessions after that to the next run, whole`(_ code: StoreError.Code) throws {
    let first = try dead.whole(1)
    let second = try dead.whole(2)
    let last = try dead.whole(3)
    let reads = Counter()
    disk.refuse { path in
      guard path.contains("\(second.id)/") || path.contains("\(last.id)") else { return nil }
      return reads.next() > 2 ? StoreError(code, subject: path, detail: "gone") : nil
    }
    let adoption = try adopt()
    #expect(adoption.sessions == 1 && adoption.left == 2)
    #expect(booth.ledger.state.sessions.map(\.id) == [first.id])
    #expect(!booth.disk.files.contains { $0.contains(second.id.text) })
    #expect(!(try booth.audit().hasGap))
    disk.refuse(nil)
    let again = try adopt()
    #expect(again.sessions == 2 && again.left == 0 && again.notes.isEmpty)
    #expect(booth.ledger.state.sessions.allSatisfy { $0.assets.count == 5 })
    #expect(!(try booth.audit().hasGap))
  }

  @Test(arguments: [true, false])
  func `a file that cannot be read leaves its session, unless it is asked for without; a later run brings it`(
    _ hasDatabase: Bool
  ) throws {
    let session = try dead.whole(1)
    _ = try dead.whole(2)
    disk.fail("\(session.id)/photo_1.jpg")
    let adoption = try adopt(hasDatabase)
    #expect(adoption.sessions == 1 && adoption.left == 1)
    #expect(adoption.notes.contains { $0.contains("photo_1.jpg cannot be read: Input/output error") })
    let incomplete = try adopt(hasDatabase, AdoptionRule(incomplete: true))
    #expect(incomplete.sessions == 1 && incomplete.known == 1 && incomplete.files == 4)
    #expect(try booth.ledger.session(session.id)?.photos.count == 3)
    #expect(
      try booth.audit().lines.filter { $0.verdict == .gap }.map(\.path) == [
        "sessions/\(session.id)/photo_1.jpg"
      ])
    disk.refuse(nil)
    #expect(try adopt(hasDatabase).files == 1)
    #expect(!(try booth.audit().hasGap))
  }

  @Test func `one folder that cannot be listed keeps no other session from being taken`() throws {
    let session = try dead.whole(1)
    _ = try dead.whole(2)
    disk.fail("sessions/\(session.id)")
    let adoption = try adopt(false)
    #expect(adoption.sessions == 1 && adoption.left == 1 && adoption.notes[0].contains("Input/output error"))
  }

  @Test func `a confirmed photo that is damaged there stays in the books, as the gallery has it`() throws {
    let session = try dead.whole(1)
    try dead.upload(session)
    dead.disk["sessions/\(session.id)/photo_0.jpg"] = [66]
    dead.disk["sessions/\(session.id)/photo_1.jpg"] = nil
    let adoption = try adopt()
    #expect(adoption.notes.isEmpty && adoption.files == 3)
    let entries = try booth.ledger.assets(of: session.id)
    #expect(entries.count == 5 && entries.allSatisfy { $0.confirmedAt != nil })
    #expect(entries.filter(\.fileGone).count == 2)
    #expect(!(try booth.audit().hasGap))
  }

  @Test func `what died with the other booth's own gallery is uploaded again, and its objects mend its files`() throws {
    let session = try dead.whole(1)
    try dead.upload(session)
    let record = try #require(try dead.ledger.session(session.id))
    dead.disk["gallery/\(Self.object(record, .photo, 0))"] = [1, 0]
    dead.disk["gallery/\(Self.object(record, .photo, 1))"] = [1, 1]
    dead.disk["sessions/\(session.id)/photo_0.jpg"] = [66]
    // Its keep-policy let this one go.
    let released = try #require(record.photos.first { $0.strip == 1 })
    #expect(try dead.vault.releaseConfirmed([released.id], of: session.id, at: dead.time) > 0)
    let adoption = try adopt(true, AdoptionRule(uploadAgain: true))
    #expect(adoption.notes.isEmpty && adoption.files == 5)
    let now = try #require(try booth.ledger.session(session.id))
    #expect(now.state == .finished && now.assets.count == 5 && now.assets.allSatisfy { !$0.uploaded })
    #expect(booth.disk[released.path] == [1, 1] && booth.disk["sessions/\(session.id)/photo_0.jpg"] == [1, 0])
    #expect(try booth.ledger.jobs(of: session.id).map(\.kind) == [.upload])
    #expect(!(try booth.audit().hasGap))
  }

  @Test func `sessions that were taken over before can be uploaded again, once it is asked for`() throws {
    let session = try dead.whole(1)
    try dead.upload(session)
    _ = try adopt()
    let believed = try #require(try booth.ledger.session(session.id))
    #expect(believed.state == .uploaded && believed.assets.allSatisfy(\.uploaded))
    let again = try adopt(true, AdoptionRule(uploadAgain: true, knownToo: true))
    #expect(again.known == 1 && again.jobs == 1 && again.sessions == 0)
    let now = try #require(try booth.ledger.session(session.id))
    #expect(now.state == .finished && now.assets.allSatisfy { !$0.uploaded })
    #expect(try booth.ledger.jobs(of: session.id).map(\.kind) == [.upload])
    // Its folder says the same.
    let (vault, ledger) = booth.withoutDatabase()
    try vault.open()
    #expect(try ledger.session(session.id)?.state == .finished)
    #expect(try ledger.session(session.id)?.assets.allSatisfy { !$0.uploaded } == true)
  }

  @Test func `an upload that the operator cancelled there is not made again here`() throws {
    let session = try dead.whole(1)
    var job = try #require(try dead.ledger.jobs(of: session.id).first { $0.kind == .upload })
    job.state = .cancelled
    try dead.vault.record(job)
    _ = try adopt()
    try booth.vault.open()
    let uploads = try booth.ledger.jobs(of: session.id).filter { $0.kind == .upload }
    #expect(uploads.map(\.state) == [.cancelled])
    #expect(try booth.ledger.jobs(all: false).contains { $0.kind == .filmStrip })
  }

  @Test func `an erasure that the other gallery still owes outlasts these books, too`() throws {
    let session = try dead.whole(1)
    _ = try dead.vault.eraseSession(session.id, at: dead.time)
    _ = try adopt()
    let (vault, ledger) = booth.withoutDatabase()
    try vault.open()
    #expect(try ledger.jobs(of: session.id).map(\.kind) == [.erase])
    #expect(try ledger.session(session.id)?.state == .discarded)
  }

  /// The other booth died before it could delete the pictures, or after.
  @Test(arguments: [Int?.none, 2])
  func `a session that its guests cancelled there, as its disk was full, stays cancelled`(_ steps: Int?) throws {
    let session = try dead.open(1)
    for strip in 0..<2 { try dead.photo(session, strip) }
    let kept = try dead.open(2)
    try dead.photo(kept, 0)
    dead.ledger.refuse(StoreError(.full, subject: "books", detail: "No space left on device"))
    dead.disk.die(after: steps)
    #expect(throws: StoreError.self) { try dead.vault.discardSession(session.id, .cancel, at: dead.time) }
    dead.disk.die(after: nil)
    dead.ledger.refuse(nil)
    #expect(dead.disk.files.contains("sessions/\(session.id)/cancelled.json"))
    #expect(dead.disk.files.contains("sessions/\(session.id)/photo_0.jpg") == (steps != nil))
    let adoption = try adopt()
    #expect(adoption.notes.isEmpty && adoption.files == 1 && adoption.left == 0)
    try booth.vault.open()
    #expect(try booth.ledger.session(session.id)?.state == .discarded)
    #expect(try booth.ledger.decisions(about: session.id).map(\.reason) == [.cancel])
    #expect(try booth.ledger.jobs(of: session.id).isEmpty)
    #expect(!booth.disk.files.contains { $0.contains(session.id.text) })
    #expect(!(try booth.audit().hasGap))
    #expect(try booth.ledger.session(kept.id)?.photos.count == 1)
  }

  @Test func `a session that its guests cancelled there, as its books were damaged, stays cancelled`() throws {
    let session = try dead.open(1)
    try dead.photo(session, 0)
    dead.ledger.refuse(StoreError(.damaged, subject: "books", detail: "database disk image is malformed"))
    #expect(throws: StoreError.self) { try dead.vault.discardSession(session.id, .cancel, at: dead.time) }
    // They turn out to be sound after all.
    dead.ledger.refuse(nil)
    _ = try adopt()
    let decision = Decision(at: dead.time, session: session.id, asset: nil, reason: .cancel)
    #expect(try booth.ledger.decisions(about: session.id) == [decision])
    #expect(try booth.ledger.session(session.id)?.state == .discarded && booth.disk.files.isEmpty)
    #expect(!(try booth.audit().hasGap))
  }

  @Test func `a folder that may say that its guests cancelled is waited for`() throws {
    let session = try dead.open(1)
    try dead.photo(session, 0)
    _ = try dead.whole(2)
    disk.fail("sessions/\(session.id)")
    let adoption = try adopt()
    #expect(adoption.sessions == 1 && adoption.left == 1 && adoption.notes[0].contains("Input/output error"))
    disk.refuse(nil)
    #expect(try adopt().sessions == 1)
  }

  private static func object(_ record: SessionRecord, _ kind: AssetKind, _ strip: Int) -> String {
    GalleryPath.asset(event: record.event, session: record.id, kind: kind, strip: strip)
  }
}

/// Counts from 1.
final class Counter: Sendable {
  private let count = Mutex(0)
  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
