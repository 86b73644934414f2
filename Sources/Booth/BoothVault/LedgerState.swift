public import BoothCore

/// What every ledger holds, as a value: what a change means is written here, the simulator's ledger is made of it, and
/// the database's is held against it by the conformance suite.
public struct LedgerState: Sendable, Equatable {
  private var order: [SessionID] = []
  private var records: [SessionID: SessionRecord] = [:]
  private var entries: [AssetID: AssetEntry] = [:]
  private var assetsOf: [SessionID: [AssetID]] = [:]
  private var jobTable: [JobID: Job] = [:]
  private var jobsOf: [JobSubject: [JobID]] = [:]
  private var decisionList: [Decision] = []
  private var settings: [String: String] = [:]
  private var lastAsset: AssetID = 0
  private var lastJob: JobID = 0

  /// An empty database, without a session, whose first numbers are 1.
  public init() {}

  /// Makes the changes one after the other. A change of something unknown changes nothing; none fails.
  public mutating func apply(_ changes: [LedgerChange]) { for change in changes { apply(change) } }

  private mutating func apply(_ change: LedgerChange) {
    switch change {
    case .open(var record):
      guard records[record.id] == nil else { return }
      record.assets = []
      order.append(record.id)
      records[record.id] = record
    case .setState(let id, let state): records[id]?.state = state
    case .setQuiet(let id): records[id]?.quiet = true
    case .add(let asset):
      lastAsset = max(lastAsset, asset.id)
      entries[asset.id] = AssetEntry(asset: asset)
      assetsOf[asset.session, default: []].append(asset.id)
    case .discard(let id): entries[id]?.discarded = true
    case .noteFileGone(let id): entries[id]?.fileGone = true
    case .confirm(let id, let time):
      entries[id]?.asset.uploaded = true
      entries[id]?.confirmedAt = time
    case .forgetConfirmation(let id):
      entries[id]?.asset.uploaded = false
      entries[id]?.confirmedAt = nil
    case .put(let job):
      lastJob = max(lastJob, job.id)
      if let known = jobTable[job.id] {
        guard known.state != .cancelled else { return }
      } else {
        jobsOf[job.subject, default: []].append(job.id)
      }
      jobTable[job.id] = job
    case .decide(let decision): decisionList.append(decision)
    case .set(let key, let value): settings[key] = value
    }
  }

  /// One more than the largest number that an asset ever had.
  public var nextAssetID: AssetID { lastAsset + 1 }
  /// One more than the largest number that a job ever had.
  public var nextJobID: JobID { lastJob + 1 }

  /// A session with its kept assets, in the order of their numbers; nil for one that was never opened.
  public func session(_ id: SessionID) -> SessionRecord? {
    guard var record = records[id] else { return nil }
    record.assets = assets(of: id).filter { !$0.discarded }.map(\.asset)
    return record
  }

  /// The state of every session there ever was, the discarded ones too.
  public var sessionStates: [SessionID: SessionRecord.State] { records.mapValues(\.state) }
  /// In the order they were opened.
  public var sessions: [SessionRecord] { order.compactMap(session) }
  /// Every asset that the session ever had, in the order of their numbers; none for an unknown session.
  public func assets(of id: SessionID) -> [AssetEntry] { assetsOf[id, default: []].sorted().compactMap { entries[$0] } }
  /// Discarded assets whose file may still be there, in the order of their numbers.
  public var undeletedAssets: [AssetEntry] {
    entries.values.filter { $0.discarded && !$0.fileGone }.sorted { $0.asset.id < $1.asset.id }
  }
  /// The subject's jobs of every state, in the order of their numbers.
  public func jobs(of subject: JobSubject) -> [Job] {
    jobsOf[subject, default: []].sorted().compactMap { jobTable[$0] }
  }
  /// A session's jobs of every state, in the order of their numbers.
  public func jobs(of session: SessionID) -> [Job] { jobs(of: .session(session)) }
  /// Every job there ever was, in the order of their numbers.
  public var jobs: [Job] { jobTable.values.sorted { $0.id < $1.id } }
  /// All decisions, in the order they were made.
  public var decisions: [Decision] { decisionList }
  /// What was set under a key last; nil where nothing ever was.
  public func setting(_ key: String) -> String? { settings[key] }
}
