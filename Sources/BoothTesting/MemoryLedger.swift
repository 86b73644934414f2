public import BoothCore
import Synchronization

/// Books in memory: ``LedgerState`` behind the port, counting its commits.
public final class MemoryLedger: Ledger {
  private let books: Mutex<(state: LedgerState, commits: Int, steps: Int?)>

  public init(_ state: LedgerState = LedgerState()) { books = Mutex((state, 0, nil)) }

  public var state: LedgerState { books.withLock { $0.state } }
  public var commits: Int { books.withLock { $0.commits } }
  /// Lets `steps` commits through, then refuses all; nil lets all through.
  public func die(after steps: Int?) { books.withLock { $0.steps = steps } }

  public func commit(_ changes: [LedgerChange]) throws(StoreError) {
    let done = books.withLock { books in
      if let steps = books.steps {
        guard steps > 0 else { return false }
        books.steps = steps - 1
      }
      books.state.apply(changes)
      books.commits += 1
      return true
    }
    if !done { throw StoreError(.failed, subject: "books", detail: "the process died") }
  }

  public func nextAssetID() throws(StoreError) -> AssetID { state.nextAssetID }
  public func nextJobID() throws(StoreError) -> JobID { state.nextJobID }
  public func sessionStates() throws(StoreError) -> [SessionID: SessionRecord.State] { state.sessionStates }
  public func session(_ id: SessionID) throws(StoreError) -> SessionRecord? { state.session(id) }
  public func sessions(in states: Set<SessionRecord.State>) throws(StoreError) -> [SessionRecord] {
    state.sessions.filter { states.contains($0.state) }
  }
  public func newestSessions(limit: Int) throws(StoreError) -> [SessionRecord] {
    Array(state.sessions.reversed().prefix(limit))
  }
  public func assets(of session: SessionID) throws(StoreError) -> [AssetEntry] { state.assets(of: session) }
  public func undeletedAssets() throws(StoreError) -> [AssetEntry] { state.undeletedAssets }
  public func jobs(of session: SessionID) throws(StoreError) -> [Job] { state.jobs.filter { $0.session == session } }
  public func jobs(all: Bool) throws(StoreError) -> [Job] { state.jobs.filter { all || !$0.state.isOver } }
  public func decisions(about session: SessionID?) throws(StoreError) -> [Decision] {
    state.decisions.filter { session == nil || $0.session == session }
  }
  public func setting(_ key: String) throws(StoreError) -> String? { state.setting(key) }
}
