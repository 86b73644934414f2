public import BoothCore
public import BoothVault
import Synchronization

/// Books in memory: ``LedgerState`` behind the port, counting its commits.
public final class MemoryLedger: Ledger {
  private struct Records {
    var state: LedgerState
    var commits = 0
    var steps: Int?
    var refusal: StoreError?
    var refused: (left: Int, error: StoreError, which: @Sendable ([LedgerChange]) -> Bool)?
  }

  private let records: Mutex<Records>

  public init(_ state: LedgerState = LedgerState()) { records = Mutex(Records(state: state)) }

  public var state: LedgerState { records.withLock { $0.state } }
  public var commits: Int { records.withLock { $0.commits } }
  /// Lets `steps` commits through, then refuses all; nil lets all through.
  public func die(after steps: Int?) { records.withLock { $0.steps = steps } }
  /// From now on every call is refused; nil lets all through again.
  public func refuse(_ error: StoreError?) { records.withLock { $0.refusal = error } }

  /// Refuses the next `count` commits that `which` names.
  public func refuseNext(
    _ count: Int, _ error: StoreError, where which: @escaping @Sendable ([LedgerChange]) -> Bool
  ) {
    records.withLock { $0.refused = (count, error, which) }
  }

  private func read() throws(StoreError) -> LedgerState {
    let (state, refusal) = records.withLock { ($0.state, $0.refusal) }
    if let refusal { throw refusal }
    return state
  }

  public func commit(_ changes: [LedgerChange]) throws(StoreError) {
    let refusal: StoreError? = records.withLock { records in
      if let refusal = records.refusal { return refusal }
      if let steps = records.steps {
        guard steps > 0 else { return StoreError(.failed, subject: "books", detail: "the process died") }
        records.steps = steps - 1
      }
      if let refused = records.refused, refused.left > 0, refused.which(changes) {
        records.refused?.left -= 1
        return refused.error
      }
      records.state.apply(changes)
      records.commits += 1
      return nil
    }
    if let refusal { throw refusal }
  }

  public func nextAssetID() throws(StoreError) -> AssetID { try read().nextAssetID }
  public func nextJobID() throws(StoreError) -> JobID { try read().nextJobID }
  public func sessionStates() throws(StoreError) -> [SessionID: SessionRecord.State] { try read().sessionStates }
  public func session(_ id: SessionID) throws(StoreError) -> SessionRecord? { try read().session(id) }
  public func sessions(in states: Set<SessionRecord.State>) throws(StoreError) -> [SessionRecord] {
    try read().sessions.filter { states.contains($0.state) }
  }
  public func newestSessions(limit: Int) throws(StoreError) -> [SessionRecord] {
    Array(try read().sessions.reversed().prefix(limit))
  }
  public func assets(of session: SessionID) throws(StoreError) -> [AssetEntry] { try read().assets(of: session) }
  public func undeletedAssets() throws(StoreError) -> [AssetEntry] { try read().undeletedAssets }
  public func jobs(of subject: JobSubject) throws(StoreError) -> [Job] { try read().jobs(of: subject) }
  public func jobs(all: Bool) throws(StoreError) -> [Job] { try read().jobs.filter { all || !$0.state.isOver } }
  public func decisions(about session: SessionID?) throws(StoreError) -> [Decision] {
    try read().decisions.filter { session == nil || $0.session == session }
  }
  public func setting(_ key: String) throws(StoreError) -> String? { try read().setting(key) }
}
