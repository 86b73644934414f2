public import BoothCore
import BoothVault
import Dispatch

/// The vault of one data folder, behind the port that the runtime speaks: `booth.sqlite` and `sessions/<ID>/`.
///
/// Everything runs on one serial queue of its own, so that a flush never occupies a thread of Swift's pool and the
/// order of decisions is the order on disk.
public final class VaultSessionStore: SessionStore {
  /// The data folder, absolute.
  public let folder: String
  let vault: Vault
  private let queue = DispatchQueue(label: "booth.store")
  /// Where whole files are read for nothing but their checksum.
  private let reading = DispatchQueue(label: "booth.store.reading")
  /// What this start had to find again, for the operator; nil at any usual start.
  public let recovery: RecoveryReport?
  let opened: OpenFolder?
  /// Where the database is a copy, what keeps it.
  private let copy: DatabaseCopy?

  /// Opens the data folder for the booth that owns it, making what is missing, and finishes what a crash left half
  /// done. A damaged or missing database is written anew from the session folders; the damaged one is set aside.
  /// - Parameters:
  ///   - jobs: the kinds that this program works on. A folder with a job of another one that is not over is refused as
  ///     `newerVersion`.
  ///   - report: called with a sentence before something that may take minutes.
  public static func open(
    folder: String, jobs: JobRegistry = .sessions, report: @escaping (String) -> Void = { _ in }
  ) throws(StoreError) -> VaultSessionStore {
    let opened = try OpenFolder(folder, jobs, notify: report)
    return VaultSessionStore(folder: folder, vault: opened.vault, recovery: opened.report, opened: opened)
  }

  /// Opens the data folder for looking only, beside a running booth or without one.
  public static func openForReading(folder: String) throws(StoreError) -> VaultSessionStore {
    let disk = POSIXDisk(existing: folder)
    try DatabaseFiles(disk: disk).refuseOddFile()
    guard disk.isReadable(DatabaseFiles.name) else {
      let detail =
        disk.isReadable("sessions")
        ? "has sessions and no booth.sqlite: the booth's next start writes it anew from their folders"
        : "holds no booth's data (no readable booth.sqlite); name it with --data"
      throw StoreError(.notFound, subject: folder, detail: detail)
    }
    let ledger = try SQLiteLedger(path: "\(folder)/\(DatabaseFiles.name)", readOnly: true)
    return VaultSessionStore(folder: folder, vault: Vault(disk: disk, ledger: ledger))
  }

  /// Why a start on this data folder would be refused, by what stands in the place of its lock or its sessions; nil where nothing does.
  public static func obstacle(in folder: String) -> StoreError? {
    let disk = POSIXDisk(existing: folder)
    do throws(StoreError) {
      try LockFile.refuseOther(on: disk)
      try FolderCare(disk: disk).refuseOddSessions()
      return nil
    } catch { return error }
  }

  /// What stands in the place of something else there and would be moved aside by a start: a sentence for each.
  public static func oddities(in folder: String) -> [String] {
    // An error here is reported when the folder is opened.
    do throws(StoreError) { return try FolderCare(disk: POSIXDisk(existing: folder)).oddities() } catch { return [] }
  }

  /// Whether a booth has the data folder open now, answering or not.
  public static func isOwned(folder: String) -> Bool { LockFile.isHeld(in: folder) }

  init(
    folder: String, vault: Vault, recovery: RecoveryReport? = nil, opened: OpenFolder? = nil, copy: DatabaseCopy? = nil
  ) {
    self.folder = folder
    self.vault = vault
    self.recovery = recovery
    self.opened = opened
    self.copy = copy
  }

  /// Ends the store in good order, so that the next start needs no check; calls after it fail. Harmless twice. A store
  /// that is let go does the same.
  public func close() { queue.sync { opened?.close() } }

  /// Runs `body` on the store's own queue.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (Vault) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let vault = vault
    let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
      queue.async { [weak opened] in
        let result: Result<Value, StoreError>
        do throws(StoreError) { result = .success(try body(vault)) } catch {
          if error.code == .damaged || error.code == .replaced { opened?.suspect() }
          result = .failure(error)
        }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  /// The id is made of 14 bytes of the system's random source and their check. Waits its turn on the store's queue.
  public func openSession(
    event: Event, plan: CapturePlan, consent: ConsentGiven?, linkBase: String, at time: WallTime
  ) async throws(StoreError) -> SessionRecord {
    var random = SystemRandomNumberGenerator()
    let id = SessionID(checkedRandomBytes: (0..<14).map { _ in UInt8.random(in: 0...255, using: &random) })
    return try await perform { vault throws(StoreError) in
      try vault.openSession(id, event: event, plan: plan, consent: consent, linkBase: linkBase, at: time)
    }
  }

  /// Waits its turn on the store's queue, then for three flushes: the file's, its folder's, the database's.
  public func add(_ asset: NewAsset, from source: AssetSource, at time: WallTime) async throws(StoreError) -> Asset {
    try await perform { vault throws(StoreError) in try vault.add(asset, from: source, at: time) }
  }

  /// Waits its turn on the store's queue: of two decisions the one asked first is on the disk first.
  public func discard(
    _ assets: [AssetID], of session: SessionID, _ reason: DiscardReason, at time: WallTime
  ) async throws(StoreError) {
    try await perform { vault throws(StoreError) in try vault.discard(assets, of: session, reason, at: time) }
  }

  /// Waits its turn on the store's queue. A file that the disk refuses to delete goes at the next start.
  public func settle(_ photo: AssetID, of session: SessionID, at time: WallTime) async throws(StoreError) {
    try await perform { vault throws(StoreError) in try vault.settle(photo, of: session, at: time) }
  }

  /// Waits its turn on the store's queue, and for the deletion of every file.
  public func discardSession(
    _ session: SessionID, _ reason: DiscardReason, at time: WallTime
  ) async throws(StoreError) {
    try await perform { vault throws(StoreError) in try vault.discardSession(session, reason, at: time) }
  }

  /// Waits its turn on the store's queue, so behind every file that is still being added.
  public func finishSession(_ session: SessionID, quiet: Bool) async throws(StoreError) -> [Job] {
    try await perform { vault throws(StoreError) in try vault.finishSession(session, quiet: quiet) }
  }

  /// Waits its turn on the store's queue. No job where the session left the same address before.
  public func keepEmail(
    _ address: EmailAddress, of session: SessionID, at time: WallTime
  ) async throws(StoreError) -> [Job] {
    try await perform { vault throws(StoreError) in try vault.keepEmail(address, of: session, at: time) }
  }

  /// Removes the addresses of erased sessions from the file before it is read, so it may write.
  public func emails(of event: EventID) async throws(StoreError) -> [UInt8]? {
    try await perform { vault throws(StoreError) in
      try vault.dropErasedEmails(of: event)
      return try vault.emails(of: event)
    }
  }

  /// The same, of a booth that may run meanwhile: nothing is written.
  public func leftEmails(of event: EventID) async throws(StoreError) -> [UInt8]? {
    try await perform { vault throws(StoreError) in try vault.emails(of: event) }
  }

  /// Waits its turn on the store's queue, then for two flushes and a commit.
  public func orderPrints(
    _ copies: Int, of session: SessionID, in layout: String?, by origin: PrintRecord.Origin, most: Int?,
    at time: WallTime
  ) async throws(StoreError) -> (prints: [PrintRecord], jobs: [Job]) {
    try await perform { vault throws(StoreError) in
      try vault.orderPrints(copies, of: session, in: layout, by: origin, most: most, at: time)
    }
  }

  /// Waits its turn on the store's queue, then for two flushes.
  public func record(_ print: PrintRecord, of session: SessionID) async throws(StoreError) {
    try await perform { vault throws(StoreError) in try vault.record(print, of: session) }
  }

  /// Waits its turn on the store's queue.
  public func retryPrint(_ print: PrintID) async throws(StoreError) -> [Job] {
    try await perform { vault throws(StoreError) in try vault.retryPrint(print) }
  }

  /// Waits its turn on the store's queue.
  public func cancelPrint(_ print: PrintID) async throws(StoreError) -> [Job] {
    try await perform { vault throws(StoreError) in try vault.cancelPrint(print) }
  }

  /// Waits its turn on the store's queue.
  public func confirmPrint(_ print: PrintID) async throws(StoreError) {
    try await perform { vault throws(StoreError) in try vault.confirmPrint(print) }
  }

  /// Waits its turn on the store's queue.
  public func printDesk() async throws(StoreError) -> PrintDesk {
    try await perform { vault throws(StoreError) in try vault.printDesk() }
  }

  /// Waits its turn on the store's queue.
  public func keep(_ desk: PrintDesk) async throws(StoreError) {
    try await perform { vault throws(StoreError) in try vault.keep(desk) }
  }

  /// The prints of all sessions, in the order of the sessions' ids, and a sentence for each file that cannot be read.
  public func allPrints() async throws(StoreError) -> (prints: [SessionPrints], notes: [String]) {
    try await perform { vault throws(StoreError) in try vault.allPrints() }
  }

  /// Read from the session's file of prints, in its turn.
  public func prints(of session: SessionID) async throws(StoreError) -> SessionPrints? {
    try await perform { vault throws(StoreError) in try vault.prints(of: session) }
  }

  /// Waits its turn on the store's queue. No job where the operator has cancelled the session's upload.
  public func addUpload(of session: SessionID) async throws(StoreError) -> [Job] {
    try await perform { vault throws(StoreError) in try vault.addUpload(of: session) }
  }

  /// Makes one job's state durable, in a commit of its own.
  public func record(_ job: Job) async throws(StoreError) { try await record([job]) }

  /// Waits its turn on the store's queue.
  public func queue(_ kind: Job.Kind, of subject: JobSubject) async throws(StoreError) -> Job {
    try await perform { vault throws(StoreError) in try vault.queue(kind, of: subject) }
  }

  /// Waits its turn on the store's queue; none at all writes nothing.
  public func record(_ jobs: [Job]) async throws(StoreError) {
    try await perform { vault throws(StoreError) in try vault.record(jobs) }
  }

  /// Runs on a second queue, one file after the other, beside whatever the store writes.
  public func fingerprint(of asset: Asset) async throws(StoreError) -> Fingerprint? {
    let disk = vault.disk
    let result: Result<Fingerprint?, StoreError> = await withCheckedContinuation { continuation in
      reading.async {
        let result: Result<Fingerprint?, StoreError>
        do throws(StoreError) { result = .success(try disk.fingerprint(asset.path)) } catch { result = .failure(error) }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  /// Waits its turn on the store's queue. Asks no gallery: the caller has.
  public func markUploaded(_ asset: AssetID, at time: WallTime) async throws(StoreError) {
    try await perform { vault throws(StoreError) in try vault.markUploaded(asset, at: time) }
  }

  /// Waits its turn on the store's queue, so behind what is still being added to the session.
  public func markSessionUploaded(_ session: SessionID) async throws(StoreError) -> Bool {
    try await perform { vault throws(StoreError) in try vault.markSessionUploaded(session) }
  }

  /// Waits its turn on the store's queue. The name has the next number and no time: `unasked_000001.jpg`.
  public func keepApart(_ bytes: [UInt8]) async throws(StoreError) -> String {
    try await perform { vault throws(StoreError) in try vault.keepApart(bytes) }
  }

  /// What the database says once everything asked before is written; nil for a session they never had.
  public func session(_ id: SessionID) async throws(StoreError) -> SessionRecord? {
    try await perform { vault throws(StoreError) in try vault.ledger.session(id) }
  }

  /// The sessions whose id begins so, in the order of their ids; read from the database.
  public func sessionIDs(beginningWith beginning: String) async throws(StoreError) -> [SessionID] {
    try await perform { vault throws(StoreError) in
      try vault.ledger.sessionStates().keys.filter { $0.text.hasPrefix(beginning) }.sorted { $0.text < $1.text }
    }
  }

  /// Read from the database, without touching the files.
  public func sessions(limit: Int) async throws(StoreError) -> [SessionRecord] {
    try await perform { vault throws(StoreError) in try vault.ledger.newestSessions(limit: limit) }
  }

  /// Those that were found as the store was opened, as far as the database still has them.
  public func leavingSessions() async throws(StoreError) -> [SessionID: DiscardReason] {
    try await perform { vault throws(StoreError) in try vault.leavingSessions() }
  }

  /// Only those whose folder can be read and does not say that its guests left.
  public func interruptedSessions() async throws(StoreError) -> [SessionRecord] {
    try await perform { vault throws(StoreError) in try vault.interruptedSessions() }
  }

  /// What the database says once everything asked before is written.
  public func jobs(all: Bool) async throws(StoreError) -> [Job] {
    try await perform { vault throws(StoreError) in try vault.ledger.jobs(all: all) }
  }

  /// How many sessions are in each state.
  public func sessionCounts() async throws(StoreError) -> [SessionRecord.State: Int] {
    try await perform { vault throws(StoreError) in
      try vault.ledger.sessionStates().values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
  }

  /// Writes and deletes a file, and commits to the database: `full`, `readOnly` or whatever else stands in the way.
  public func check() async throws(StoreError) {
    try await perform { vault throws(StoreError) in try vault.check() }
  }

  /// The slug of the event that was chosen last, from the database; nil before the first choice.
  public func selectedEvent() async throws(StoreError) -> String? {
    try await perform { vault throws(StoreError) in try vault.ledger.setting(Vault.eventKey) }
  }

  /// Durable in the database when it returns. Does not look whether there is such an event.
  public func selectEvent(_ slug: String) async throws(StoreError) {
    try await perform { vault throws(StoreError) in try vault.ledger.commit([.set(key: Vault.eventKey, value: slug)]) }
  }

  /// Keeps the folders that a booth needs beside its sessions while it runs: what was put in the place of one is moved aside.
  /// - Returns: a sentence for each that was moved; none where the data folder is not the one that was opened.
  public func keepFolders() async throws(StoreError) -> [String] {
    try await perform { [opened, folder] _ throws(StoreError) in
      try opened?.checkPlace()
      return try FolderCare(disk: POSIXDisk(existing: folder)).keep()
    }
  }

  /// Makes no file and takes no turn: from any thread.
  public func scratchPath(for name: String) -> String { vault.scratchPath(for: name) }
  /// Looks at nothing and takes no turn: from any thread.
  public func absolutePath(of asset: Asset) -> String { vault.absolutePath(of: asset) }
}
