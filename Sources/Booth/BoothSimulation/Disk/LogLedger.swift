import BoothCore
import BoothVault

/// The database of sessions in a log.
final class LogLedger: Ledger, @unchecked Sendable {
  // Sendable: a night owns its database, and runs on one thread at a time.
  typealias Medium = RecordLog<LedgerChange>.Medium

  static let path = "ledger.log"

  private(set) var state = LedgerState()
  /// The changes of the commits since the last look.
  var committed: [LedgerChange] = []
  private var log: RecordLog<LedgerChange>
  private let gate: DiskGate

  /// - Parameter disk: what flushes go through; the gate, or something broken in front of it.
  init(medium: Medium, gate: DiskGate, disk: any Disk, memory: ForgetfulDisk) throws(StoreError) {
    self.gate = gate
    var state = LedgerState()
    log = try RecordLog(Self.path, medium: medium, gate: gate, disk: disk, memory: memory) { state.apply($0) }
    self.state = state
  }

  /// Whether every commit would survive a power cut at this moment.
  var isStable: Bool { log.isStable }

  func commit(_ changes: [LedgerChange]) throws(StoreError) {
    try gate.checkDatabase()
    try log.commit(changes)
    state.apply(changes)
    committed += changes
  }

  func nextAssetID() throws(StoreError) -> AssetID { state.nextAssetID }
  func nextJobID() throws(StoreError) -> JobID { state.nextJobID }
  func sessionStates() throws(StoreError) -> [SessionID: SessionRecord.State] { state.sessionStates }
  func session(_ id: SessionID) throws(StoreError) -> SessionRecord? { state.session(id) }
  func sessions(in states: Set<SessionRecord.State>) throws(StoreError) -> [SessionRecord] {
    state.sessions.filter { states.contains($0.state) }
  }
  func newestSessions(limit: Int) throws(StoreError) -> [SessionRecord] {
    Array(state.sessions.reversed().prefix(limit))
  }
  func assets(of session: SessionID) throws(StoreError) -> [AssetEntry] { state.assets(of: session) }
  func undeletedAssets() throws(StoreError) -> [AssetEntry] { state.undeletedAssets }
  func jobs(of subject: JobSubject) throws(StoreError) -> [Job] { state.jobs(of: subject) }
  func jobs(all: Bool) throws(StoreError) -> [Job] { all ? state.jobs : state.jobs.filter { !$0.state.isOver } }
  func decisions(about session: SessionID?) throws(StoreError) -> [Decision] {
    state.decisions.filter { session == nil || $0.session == session }
  }
  func setting(_ key: String) throws(StoreError) -> String? { state.setting(key) }
}
