public import BoothCore
public import BoothVault

/// Where a real night keeps its files and database, on a disk of this machine.
public protocol NightStore: AnyObject {
  /// Opens them, as the start of a process does.
  func open() throws(StoreError) -> (disk: any Disk, ledger: any Ledger, locations: any LocationLedger)
  /// Lets them go as they are, as the end of a process does.
  func close()
}

/// The store of a night: in memory, where power cuts are possible, or on this machine.
enum Medium {
  case memory(ForgetfulDisk, LogLedger.Medium, LogLocationLedger.Medium)
  case real(any NightStore)

  var forgets: Bool { if case .memory = self { true } else { false } }
}

/// The database as the watch reads along.
protocol WatchedLedger: Ledger, AnyObject {
  /// The changes committed since the last look.
  var committed: [LedgerChange] { get set }
  /// Whether every commit would survive what may happen to this store.
  var isStable: Bool { get }
}

extension LogLedger: WatchedLedger {}

/// A real ledger behind the gate: a commit is one step.
final class LedgerGate: WatchedLedger, @unchecked Sendable {
  // Sendable: a night owns its database, and runs on one thread at a time.
  private let ledger: any Ledger
  private let gate: DiskGate
  var committed: [LedgerChange] = []
  var isStable: Bool { true }

  init(_ ledger: any Ledger, gate: DiskGate) {
    self.ledger = ledger
    self.gate = gate
  }

  func commit(_ changes: [LedgerChange]) throws(StoreError) {
    try gate.checkDatabase()
    try gate.step(.write, "ledger") { () throws(StoreError) in try ledger.commit(changes) }
    committed += changes
  }

  func nextAssetID() throws(StoreError) -> AssetID { try ledger.nextAssetID() }
  func nextJobID() throws(StoreError) -> JobID { try ledger.nextJobID() }
  func sessionStates() throws(StoreError) -> [SessionID: SessionRecord.State] { try ledger.sessionStates() }
  func session(_ id: SessionID) throws(StoreError) -> SessionRecord? { try ledger.session(id) }
  func sessions(in states: Set<SessionRecord.State>) throws(StoreError) -> [SessionRecord] {
    try ledger.sessions(in: states)
  }
  func newestSessions(limit: Int) throws(StoreError) -> [SessionRecord] { try ledger.newestSessions(limit: limit) }
  func assets(of session: SessionID) throws(StoreError) -> [AssetEntry] { try ledger.assets(of: session) }
  func undeletedAssets() throws(StoreError) -> [AssetEntry] { try ledger.undeletedAssets() }
  func jobs(of subject: JobSubject) throws(StoreError) -> [Job] { try ledger.jobs(of: subject) }
  func jobs(all: Bool) throws(StoreError) -> [Job] { try ledger.jobs(all: all) }
  func decisions(about session: SessionID?) throws(StoreError) -> [Decision] {
    try ledger.decisions(about: session)
  }
  func setting(_ key: String) throws(StoreError) -> String? { try ledger.setting(key) }
}
