import BoothCore
import BoothVault
import Synchronization

/// A data folder that this process owns: its lock, the mark that says so on the disk, and the database, sound or written
/// anew.
final class OpenFolder: Sendable {
  let vault: Vault
  let report: RecoveryReport?
  private let ledger: SQLiteLedger
  private let mark: OpenMark
  private let disk: POSIXDisk
  /// Held for the life of the store: two booths never share a data folder.
  private let lock: LockFile
  private let state = Mutex((isOpen: true, isSuspect: false))

  init(_ folder: String, _ jobs: JobRegistry, notify: @escaping (String) -> Void) throws(StoreError) {
    disk = try POSIXDisk(root: folder)
    lock = try LockFile(on: disk)
    let notes = try FolderCare(disk: disk).tidy()
    mark = try OpenMark(on: disk)
    var opening = Opening(
      disk: disk, jobs: jobs, wasLeft: mark.wasLeft, notes: notes + [mark.note].compactMap(\.self), notify: notify)
    do throws(StoreError) { (ledger, vault, report) = try opening.run() } catch {
      // The booth did not run: the next start must not think that it crashed.
      if !mark.wasLeft { do throws(StoreError) { try mark.remove() } catch {} }
      throw error
    }
  }

  /// The database turned out to be damaged: the next start is to look closely.
  func suspect() { state.withLock { $0.isSuspect = true } }

  /// - Throws: `moved` and `replaced` where the folder or its database are not what was opened.
  func checkPlace() throws(StoreError) { try ledger.checkPlace() }

  private var placeFault: StoreError? {
    do throws(StoreError) {
      try checkPlace()
      return nil
    } catch { return error }
  }

  func close() {
    let (first, suspect) = state.withLock { state in
      defer { state.isOpen = false }
      return (state.isOpen, state.isSuspect)
    }
    guard first else { return }
    do throws(StoreError) {
      let fault = placeFault
      try ledger.close()
      // The log there is of the database that was: it must not be read into the one that is.
      if fault?.code == .replaced, ledger.isReplaced { try DatabaseFiles(disk: disk).setAside() }
      if !suspect, fault == nil { try mark.remove() }
    } catch {}  // the mark stays: the next start looks closely
    lock.release()
  }

  deinit { close() }
}

/// What a start had to find again, in words for the operator.
public struct RecoveryReport: Sendable, Equatable, Codable {
  /// What happened, in one sentence.
  public var summary: String
  /// What could not be found again or put in order, one sentence each.
  public var notes: [String]
}

/// The steps of opening a data folder's database.
private struct Opening {
  let disk: POSIXDisk
  let jobs: JobRegistry
  let files: DatabaseFiles
  let wasLeft: Bool
  /// What was put in order before the database.
  let notes: [String]
  let notify: (String) -> Void
  private var cause: String?

  init(disk: POSIXDisk, jobs: JobRegistry, wasLeft: Bool, notes: [String], notify: @escaping (String) -> Void) {
    self.disk = disk
    self.jobs = jobs
    files = DatabaseFiles(disk: disk)
    self.wasLeft = wasLeft
    self.notes = notes
    self.notify = notify
  }

  mutating func run() throws(StoreError) -> (SQLiteLedger, Vault, RecoveryReport?) {
    // Twice at most: a new database is not damaged.
    do throws(StoreError) { return try open() } catch {
      guard error.code == .damaged, cause != nil else { throw error }
      return try open()
    }
  }

  private mutating func open() throws(StoreError) -> (SQLiteLedger, Vault, RecoveryReport?) {
    let look = try files.look()
    var logWasLost = false
    switch look {
    case .missing:
      let hadSessions = try disk.names(in: "sessions").contains { SessionID($0) != nil }
      // A start that the disk had no room for leaves an empty file: nothing was in it.
      try files.removeEmpty()
      if let name = try files.setAside() { cause = cause ?? "the database was gone; what it left is in \(name)" }
      if hadSessions { cause = cause ?? "the database was gone" }
    case .noDatabase:
      if let name = try files.setAside() { cause = "the database was damaged and is set aside as \(name)" }
    case .sound, .odd:
      // A booth that runs always has a log with something in it: one that is gone has taken the newest commits with it,
      // and a command that only reads (an audit) has left an empty one since. So has one that was written over.
      if wasLeft {
        logWasLost = try files.isComplete()
        if !logWasLost { logWasLost = try files.isLogDamaged() }
      }
    }
    if let cause { notify("\(cause); the books are written anew from the session folders") }
    var setAside: String?
    let ledger: SQLiteLedger
    do throws(StoreError) {
      ledger = try SQLiteLedger(
        path: disk.root + "/" + DatabaseFiles.name, jobs: jobs, lock: "\(disk.root)/\(LockFile.name)",
        checked: look != .missing,
        whenDamaged: { [files] in setAside = try files.setAside() })
    } catch {
      if let setAside { cause = "the database was damaged and is set aside as \(setAside)" }
      throw error
    }
    let vault = Vault(disk: disk, ledger: ledger, jobs: jobs)
    do throws(StoreError) {
      let recovery = try vault.open(commitsWereLost: logWasLost)
      return (ledger, vault, try report(recovery, logWasLost, ledger))
    } catch {
      if error.code == .damaged, let name = try files.setAside() {
        cause = "the database was damaged and is set aside as \(name)"
      }
      throw error
    }
  }

  /// Says what was found, and keeps it with the database until a start finds nothing and no damaged database is left.
  private func report(
    _ recovery: Recovery, _ logWasLost: Bool, _ ledger: SQLiteLedger
  ) throws(StoreError) -> RecoveryReport? {
    var words = cause
    if words == nil, logWasLost, !recovery.isEmpty { words = "the database had lost its newest commits" }
    if words == nil, recovery.sessions > 0 { words = "there were sessions that the database did not know" }
    if words == nil, !recovery.isEmpty { words = "not everything in the data folder could be put in order" }
    if words == nil, !notes.isEmpty { words = "what no booth makes stood in the data folder, and was moved aside" }
    guard let words else {
      let known = try ledger.setting(RecoveryReport.key)
      if known?.isEmpty == false, try files.damaged().isEmpty {
        try ledger.commit([.set(key: RecoveryReport.key, value: "")])
      }
      return nil
    }
    let isAnew = cause != nil || recovery.sessions > 0 || recovery.files > 0
    let again =
      isAnew ? "; \(recovery.sessions) sessions with \(recovery.files) files were written into the books again" : ""
    let left = recovery.notes.isEmpty ? "" : "; \(recovery.notes.count) things could not be found again or put in order"
    let report = RecoveryReport(summary: words + again + left, notes: notes + recovery.notes)
    try ledger.commit([.set(key: RecoveryReport.key, value: ([report.summary] + report.notes).joined(separator: "\n"))])
    return report
  }
}

extension RecoveryReport {
  /// The setting that keeps the newest report.
  static let key = "recovery"

  init?(kept text: String?) {
    guard let lines = text?.split(separator: "\n").map(String.init), let summary = lines.first else { return nil }
    self.init(summary: summary, notes: Array(lines.dropFirst()))
  }
}
