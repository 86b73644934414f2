public import BoothCore
public import BoothVault
public import ConfigFiles
import FoundationEssentials
import Glibc

/// The operator's proof: audit, export, adoption.
extension VaultSessionStore {
  /// What a start had to find again, as long as the operator has not put the damaged database away.
  public func keptRecovery() async throws(StoreError) -> RecoveryReport? {
    try await perform { vault throws(StoreError) in
      RecoveryReport(kept: try vault.ledger.setting(RecoveryReport.key))
    }
  }

  /// - Parameter report: called after each session with its lines.
  public func audit(
    event: String?, _ rule: AuditRule, report: @escaping @Sendable ([Audit.Line]) -> Void
  ) async throws(StoreError) -> Audit {
    try await perform { vault throws(StoreError) in try vault.audit(event: event, rule, report: report) }
  }

  /// The folder names of the events that have sessions.
  public func eventsWithSessions() async throws(StoreError) -> [String] {
    try await perform { vault throws(StoreError) in
      Set(try vault.ledger.sessions(in: [.capturing, .finished, .uploaded, .discarded]).map(\.eventSlug)).sorted()
    }
  }

  /// Which events' guests were photographed, and which event was chosen last.
  public func eventOwners() async throws(StoreError) -> EventOwners { try await perform(Self.owners) }

  /// The same of a data folder that this process has not open; waits for the disk.
  public static func eventOwners(in folder: String) throws(StoreError) -> EventOwners {
    try owners(openForReading(folder: folder).vault)
  }

  private static let owners: @Sendable (Vault) throws(StoreError) -> EventOwners = { vault throws(StoreError) in
    let records = try vault.ledger.sessions(in: [.capturing, .finished, .uploaded, .discarded])
    return EventOwners(
      sessions: records.reduce(into: [:]) { $0[$1.event, default: [:]][$1.eventSlug, default: 0] += 1 },
      chosen: try vault.ledger.setting(Vault.eventKey))
  }

  /// Copies an event's files to a folder that exists, such as a USB stick's, and its receipt with them.
  public func export(
    event: String, called title: String? = nil, to folder: String, _ rule: AuditRule, at time: WallTime,
    report: @escaping @Sendable (ExportProgress) -> Void
  ) async throws(StoreError) -> Export {
    let target = try POSIXDisk(root: folder, pastCache: true)
    return try await perform { vault throws(StoreError) in
      let export = try vault.export(event: event, called: title, to: target, rule, report: report)
      try Vault.writeReceipt(of: export, event: event, at: time, to: target)
      return export
    }
  }

  /// Takes over the sessions of a dead booth's data folder, to which nothing is written.
  public func adopt(
    from folder: String, _ rule: AdoptionRule = AdoptionRule(), report: @escaping @Sendable (SessionID) -> Void
  ) async throws(StoreError) -> Adoption {
    let copy = try DatabaseCopy(of: folder)
    return try await perform { vault throws(StoreError) in
      var adoption = try vault.adopt(
        from: POSIXDisk(existing: folder), database: copy.ledger, commitsWereLost: copy.commitsWereLost, rule,
        report: report)
      adoption.notes.insert(contentsOf: copy.notes, at: 0)
      return adoption
    }
  }

  /// Opens a data folder for looking; where it cannot be written (a disk mounted read-only), over a copy of its database.
  public static func openForProof(folder: String) throws(StoreError) -> VaultSessionStore {
    let disk = POSIXDisk(existing: folder)
    guard disk.isReadable(DatabaseFiles.name), !disk.isWritable else { return try openForReading(folder: folder) }
    let copy = try DatabaseCopy(of: folder)
    guard let ledger = copy.ledger else {
      throw StoreError(.damaged, subject: folder, detail: copy.notes.joined(separator: "; "))
    }
    return VaultSessionStore(folder: folder, vault: Vault(disk: disk, ledger: ledger), copy: copy)
  }
}

/// A copy of another data folder's database, with its log replayed, in a folder of its own that goes with it; so that
/// nothing is written to the disk it came from.
final class DatabaseCopy: Sendable {
  /// Nil when the database is missing or damaged.
  let ledger: SQLiteLedger?
  /// Why it is nil, or what it lacks, in a sentence.
  let notes: [String]
  /// Why the database cannot be used, where there is one.
  let fault: StoreError?
  /// The other booth ended by a crash, and its log, which it always has while it runs, is gone with the newest commits.
  let commitsWereLost: Bool
  private let folder: String

  private static let prefix = "booth-books-"

  /// Copies whose process was killed before it could put them away. Only tidies up: what cannot be removed is another
  /// user's.
  private static func clearLeftovers(in place: String) {
    let disk = POSIXDisk(existing: place)
    do throws(StoreError) {
      for name in try disk.names(in: "") where name.hasPrefix(prefix) {
        let words = name.dropFirst(prefix.count).split(separator: "-")
        guard let owner = words.first.flatMap({ pid_t($0) }), owner > 0, kill(owner, 0) != 0, errno == ESRCH else {
          continue
        }
        for file in try disk.names(in: name) { try disk.remove("\(name)/\(file)") }
        try disk.removeFolder(name)
      }
    } catch {}
  }

  /// - Parameter asStarting: what a start moves aside is passed over as if it were gone.
  init(of source: String, asStarting: Bool = false) throws(StoreError) {
    let place = FileManager.default.temporaryDirectory.path
    Self.clearLeftovers(in: place)
    let folder = "\(place)/\(Self.prefix)\(getpid())-\(UUID().uuidString)"
    self.folder = folder
    let from = POSIXDisk(existing: source)
    let (database, sessions) = (try from.kind(of: DatabaseFiles.name), try from.kind(of: "sessions"))
    guard database != nil || sessions != nil else {
      throw StoreError(.notFound, subject: source, detail: "holds no booth's data (no booth.sqlite, no sessions)")
    }
    guard !LockFile.isHeld(in: source) else {
      throw StoreError(.inUse, subject: source, detail: "a booth is running on it; end it first")
    }
    let copy = try POSIXDisk(root: folder)
    var notes: [String] = []
    var ledger: SQLiteLedger?
    let files = DatabaseFiles(disk: from)
    var logIsGone = false
    var fault: StoreError?
    do throws(StoreError) {
      if !asStarting { try files.refuseOddFile() }
      let odd = try files.oddBeside().map(\.name)
      let hasNoLog = odd.contains(DatabaseFiles.name + "-wal")
      let isComplete = if hasNoLog { true } else { try files.isComplete() }
      logIsGone = try from.kind(of: OpenMark.name) != nil && isComplete
      switch try files.look() {
      case .missing: notes.append("\(source) has no database: its session folders were read instead")
      case .noDatabase:
        notes.append("\(source)/\(DatabaseFiles.name) is no database any more: its session folders were read instead")
      case .sound, .odd:
        for suffix in ["", "-wal"] where !odd.contains(DatabaseFiles.name + suffix) {
          guard try from.kind(of: DatabaseFiles.name + suffix) != nil else { continue }
          _ = try copy.writeDurably(try from.read(DatabaseFiles.name + suffix), to: DatabaseFiles.name + suffix)
        }
        ledger = try SQLiteLedger(path: folder + "/" + DatabaseFiles.name, checked: true)
        if logIsGone {
          notes.append(
            "\(source)/\(DatabaseFiles.name) has lost its newest commits: its session folders were read as well")
        }
      }
    } catch {
      guard error.code != .newerVersion, error.code != .full else {
        Self.remove(folder)
        throw error
      }
      fault = error
      notes.append(
        "\(source)/\(DatabaseFiles.name) cannot be used (\(error.detail)): its session folders were read instead")
    }
    self.notes = notes
    self.ledger = ledger
    self.fault = fault
    commitsWereLost = ledger != nil && logIsGone
  }

  private static func remove(_ folder: String) {
    do { try FileManager.default.removeItem(atPath: folder) } catch {}  // in the system's temporary folder
  }

  deinit {
    do throws(StoreError) { try ledger?.close() } catch {}  // a copy: nothing is lost with it
    Self.remove(folder)
  }
}
