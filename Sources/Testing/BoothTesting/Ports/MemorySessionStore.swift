public import BoothCore
import BoothVault
import FoundationEssentials
import Synchronization
import Testing

/// The store's double: the ``Vault`` that a real booth has, over a disk and database in memory. They outlive it, as a disk
/// outlives a process: a second store over the same two is the next start.
///
/// Faults are the disk's and the database's own: ``MemoryDisk/refuse(_:)``, ``MemoryLedger/refuseNext(_:_:where:)``, bytes that
/// a test changes on the disk. Calls run one after the other, each on its caller's thread.
public final class MemorySessionStore: SessionStore {
  public let disk: MemoryDisk
  public let ledger: MemoryLedger
  let vault: Vault
  private let turn = Mutex(())
  private let gate = Mutex<Turnstile?>(nil)

  /// Where others find an asset's file, by its path.
  private let shown: TemporaryFolder

  private let jobKinds: JobRegistry

  /// A new disk and database.
  public convenience init(jobs: JobRegistry = .sessions) throws {
    let shown = try TemporaryFolder()
    try self.init(disk: MemoryDisk(root: shown.path), ledger: MemoryLedger(), jobs: jobs, shown: shown)
  }

  /// Opens what is on the disk and in the database, as the start of a process does.
  private init(disk: MemoryDisk, ledger: MemoryLedger, jobs: JobRegistry, shown: TemporaryFolder) throws(StoreError) {
    self.disk = disk
    self.ledger = ledger
    self.shown = shown
    jobKinds = jobs
    vault = Vault(disk: disk, ledger: ledger, jobs: jobs)
    try vault.open()
  }

  /// The next process's store over the same disk and database; this one is asked nothing more.
  public func reopened() throws(StoreError) -> MemorySessionStore {
    try MemorySessionStore(disk: disk, ledger: ledger, jobs: jobKinds, shown: shown)
  }

  /// From now on disk and database refuse everything that writes, and the database is not read either; nil ends it.
  public func refuse(_ error: StoreError?) {
    disk.refuse(error)
    ledger.refuse(error)
  }

  /// The database refuses the next `count` times that a session is to leave, as a disk without room does.
  public func refuseDeletions(_ count: Int) {
    ledger.refuseNext(count, StoreError(.full, subject: "booth.sqlite", detail: "no space left")) { changes in
      changes.contains { if case .setState(_, .discarded) = $0 { true } else { false } }
    }
  }

  /// The reasons of all decisions in the database, in their order. This and the next two can be asked when nothing else can.
  public var reasons: [DiscardReason] { ledger.state.decisions.map(\.reason) }
  /// Every session in the database, in the order they were opened.
  public var recordedSessions: [SessionRecord] { ledger.state.sessions }
  /// Every job in the database.
  public var recordedJobs: [Job] { ledger.state.jobs }

  /// From now on the states of jobs are recorded by who has passed the turnstile.
  public func holdRecords(at turnstile: Turnstile) { gate.withLock { $0 = turnstile } }

  /// Puts a file there as another part of the program does, such as a clip below ``scratchPath(for:)``.
  /// - Parameter path: absolute, inside the store's folder.
  public func put(_ bytes: [UInt8], at path: String) {
    precondition(path.hasPrefix(disk.root + "/"), "\(path) is not inside \(disk.root)")
    disk[String(path.dropFirst(disk.root.count + 1))] = bytes
  }

  /// Whether there is a file at an absolute path inside the store's folder.
  public func has(_ path: String) -> Bool { disk[String(path.dropFirst(disk.root.count + 1))] != nil }

  private func perform<Value>(_ body: (Vault) throws(StoreError) -> Value) throws(StoreError) -> Value {
    let result: Result<Value, StoreError> = turn.withLock { _ in
      do throws(StoreError) { return .success(try body(vault)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// The id is the number of sessions before it, so that a test meets the same ones each time.
  public func openSession(
    event: Event, plan: CapturePlan, consent: ConsentGiven?, linkBase: String, at time: WallTime
  ) async throws(StoreError) -> SessionRecord {
    try perform { vault throws(StoreError) in
      let number = try vault.ledger.sessionStates().count + 1
      let id = SessionID(randomBytes: (0..<16).map { UInt8(truncatingIfNeeded: $0 < 8 ? number : number >> 8) })
      return try vault.openSession(id, event: event, plan: plan, consent: consent, linkBase: linkBase, at: time)
    }
  }

  public func add(_ asset: NewAsset, from source: AssetSource, at time: WallTime) async throws(StoreError) -> Asset {
    try perform { vault throws(StoreError) in try vault.add(asset, from: source, at: time) }
  }

  public func discard(
    _ assets: [AssetID], of session: SessionID, _ reason: DiscardReason, at time: WallTime
  ) async throws(StoreError) {
    try perform { vault throws(StoreError) in try vault.discard(assets, of: session, reason, at: time) }
  }

  public func settle(_ photo: AssetID, of session: SessionID, at time: WallTime) async throws(StoreError) {
    try perform { vault throws(StoreError) in try vault.settle(photo, of: session, at: time) }
  }

  public func discardSession(
    _ session: SessionID, _ reason: DiscardReason, at time: WallTime
  ) async throws(StoreError) {
    try perform { vault throws(StoreError) in try vault.discardSession(session, reason, at: time) }
  }

  public func finishSession(_ session: SessionID, quiet: Bool) async throws(StoreError) -> [Job] {
    try perform { vault throws(StoreError) in try vault.finishSession(session, quiet: quiet) }
  }

  public func orderPrints(
    _ copies: Int, of session: SessionID, in layout: String?, by origin: PrintRecord.Origin, most: Int?,
    at time: WallTime
  ) async throws(StoreError) -> (prints: [PrintRecord], jobs: [Job]) {
    try perform { vault throws(StoreError) in
      try vault.orderPrints(copies, of: session, in: layout, by: origin, most: most, at: time)
    }
  }

  public func record(_ print: PrintRecord, of session: SessionID) async throws(StoreError) {
    try perform { vault throws(StoreError) in try vault.record(print, of: session) }
  }

  public func retryPrint(_ print: PrintID) async throws(StoreError) -> [Job] {
    try perform { vault throws(StoreError) in try vault.retryPrint(print) }
  }

  public func cancelPrint(_ print: PrintID) async throws(StoreError) -> [Job] {
    try perform { vault throws(StoreError) in try vault.cancelPrint(print) }
  }

  public func confirmPrint(_ print: PrintID) async throws(StoreError) {
    try perform { vault throws(StoreError) in try vault.confirmPrint(print) }
  }

  public func printDesk() async throws(StoreError) -> PrintDesk {
    try perform { vault throws(StoreError) in try vault.printDesk() }
  }

  public func keep(_ desk: PrintDesk) async throws(StoreError) {
    try perform { vault throws(StoreError) in try vault.keep(desk) }
  }

  public func allPrints() async throws(StoreError) -> (prints: [SessionPrints], notes: [String]) {
    try perform { vault throws(StoreError) in try vault.allPrints() }
  }

  public func prints(of session: SessionID) async throws(StoreError) -> SessionPrints? {
    try perform { vault throws(StoreError) in try vault.prints(of: session) }
  }

  public func addUpload(of session: SessionID) async throws(StoreError) -> [Job] {
    try perform { vault throws(StoreError) in try vault.addUpload(of: session) }
  }

  public func record(_ jobs: [Job]) async throws(StoreError) {
    if let gate = gate.withLock({ $0 }) { await gate.pass() }
    try perform { vault throws(StoreError) in try vault.record(jobs) }
  }

  public func fingerprint(of asset: Asset) async throws(StoreError) -> Fingerprint? {
    try disk.fingerprint(asset.path)
  }

  public func markUploaded(_ asset: AssetID, at time: WallTime) async throws(StoreError) {
    try perform { vault throws(StoreError) in try vault.markUploaded(asset, at: time) }
  }

  public func markSessionUploaded(_ session: SessionID) async throws(StoreError) -> Bool {
    try perform { vault throws(StoreError) in try vault.markSessionUploaded(session) }
  }

  public func keepApart(_ bytes: [UInt8]) async throws(StoreError) -> String {
    try perform { vault throws(StoreError) in try vault.keepApart(bytes) }
  }

  public func session(_ id: SessionID) async throws(StoreError) -> SessionRecord? {
    try perform { vault throws(StoreError) in try vault.ledger.session(id) }
  }

  public func sessions(limit: Int) async throws(StoreError) -> [SessionRecord] {
    try perform { vault throws(StoreError) in try vault.ledger.newestSessions(limit: limit) }
  }

  public func interruptedSessions() async throws(StoreError) -> [SessionRecord] {
    try perform { vault throws(StoreError) in try vault.interruptedSessions() }
  }

  public func jobs(all: Bool) async throws(StoreError) -> [Job] {
    try perform { vault throws(StoreError) in try vault.ledger.jobs(all: all) }
  }

  public func check() async throws(StoreError) {
    try perform { vault throws(StoreError) in try vault.check() }
  }

  public func selectedEvent() async throws(StoreError) -> String? {
    try perform { vault throws(StoreError) in try vault.ledger.setting("event") }
  }

  public func selectEvent(_ slug: String) async throws(StoreError) {
    try perform { vault throws(StoreError) in try vault.ledger.commit([.set(key: "event", value: slug)]) }
  }

  public func scratchPath(for name: String) -> String { vault.scratchPath(for: name) }

  /// What is on the disk under this name now can be read there.
  public func absolutePath(of asset: Asset) -> String {
    let path = vault.absolutePath(of: asset)
    do {
      // One at a time, and only what is new: another may be reading the file by the path that it was given before.
      try turn.withLock { _ in
        let isShown = shown.exists(asset.path)
        if let bytes = disk[asset.path] {
          if try !isShown || shown.read(asset.path) != bytes { try shown.put(asset.path, bytes) }
        } else if isShown {
          try FileManager.default.removeItem(atPath: path)
        }
      }
    } catch {
      Issue.record("could not show \(path): \(error)")
    }
    return path
  }
}

/// How pictures leave, and addresses.
extension MemorySessionStore {
  public func eraseSession(_ session: SessionID, at time: WallTime) async throws(StoreError) -> [Job] {
    try perform { vault throws(StoreError) in try vault.eraseSession(session, at: time) }
  }

  public func leftOfErased(_ session: SessionID) async throws(StoreError) -> String? {
    try perform { vault throws(StoreError) in
      guard let record = try vault.ledger.session(session), record.state == .discarded else { return nil }
      return try vault.leftOfErased(record)
    }
  }

  public func noteErasedAtGallery(_ session: SessionID, at time: WallTime) async throws(StoreError) {
    try perform { vault throws(StoreError) in try vault.noteErasedAtGallery(session, at: time) }
  }

  public func leavingSessions() async throws(StoreError) -> [SessionID: DiscardReason] {
    try perform { vault throws(StoreError) in try vault.leavingSessions() }
  }

  public func uploadedSessions() async throws(StoreError) -> [(session: SessionRecord, hasOpenJobs: Bool)] {
    try perform { vault throws(StoreError) in try vault.uploadedSessions() }
  }

  public func releaseConfirmed(
    _ assets: [AssetID], of session: SessionID, at time: WallTime
  ) async throws(StoreError) -> Int64 {
    try perform { vault throws(StoreError) in try vault.releaseConfirmed(assets, of: session, at: time) }
  }

  public func queue(_ kind: Job.Kind, of subject: JobSubject) async throws(StoreError) -> Job {
    try perform { vault throws(StoreError) in try vault.queue(kind, of: subject) }
  }

  public func takeUpCancelled(_ id: JobID) async throws(StoreError) -> [Job] {
    try perform { vault throws(StoreError) in try vault.takeUpCancelled(id) }
  }

  public func forgetConfirmations(_ assets: [AssetID], of session: SessionID) async throws(StoreError) {
    try perform { vault throws(StoreError) in try vault.forgetConfirmations(assets, of: session) }
  }

  public func bringAgain(_ assets: [AssetID], of session: SessionID) async throws(StoreError) -> [Job] {
    try perform { vault throws(StoreError) in try vault.bringAgain(assets, of: session) }
  }

  public func space() async throws(StoreError) -> DiskSpace {
    try perform { vault throws(StoreError) in try vault.disk.space() }
  }

  public func keepEmail(
    _ address: EmailAddress, of session: SessionID, at time: WallTime
  ) async throws(StoreError) -> [Job] {
    try perform { vault throws(StoreError) in try vault.keepEmail(address, of: session, at: time) }
  }

  public func emails(of event: EventID) async throws(StoreError) -> [UInt8]? {
    try perform { vault throws(StoreError) in
      try vault.dropErasedEmails(of: event)
      return try vault.emails(of: event)
    }
  }
}
