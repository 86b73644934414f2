public import BoothCore

/// The database: sessions, assets, jobs and decisions, in a database.
///
/// ```swift
/// try ledger.commit([.confirm(asset, at: time), .setState(session, .uploaded)])  // both or none
/// ```
///
/// Everything that writes is one ``commit(_:)`` of plain changes, decided above this port from what was read before:
/// one writer, in its own order, so nothing comes between. Calls block, and are made by one thread at a time.
public protocol Ledger: Sendable {
  /// Makes all changes durable in one commit, or, when it throws, none.
  func commit(_ changes: [LedgerChange]) throws(StoreError)

  /// A number that no asset ever had.
  func nextAssetID() throws(StoreError) -> AssetID
  /// A number that no job ever had.
  func nextJobID() throws(StoreError) -> JobID

  /// The state of every session there ever was.
  func sessionStates() throws(StoreError) -> [SessionID: SessionRecord.State]
  /// With its kept assets, in the order of their numbers.
  func session(_ id: SessionID) throws(StoreError) -> SessionRecord?
  /// In the order they were opened.
  func sessions(in states: Set<SessionRecord.State>) throws(StoreError) -> [SessionRecord]
  /// The newest first.
  func newestSessions(limit: Int) throws(StoreError) -> [SessionRecord]
  /// Every asset a session ever had, in the order of their numbers.
  func assets(of session: SessionID) throws(StoreError) -> [AssetEntry]
  /// Discarded assets whose file may still be there.
  func undeletedAssets() throws(StoreError) -> [AssetEntry]
  /// In the order of their numbers.
  func jobs(of subject: JobSubject) throws(StoreError) -> [Job]
  /// In the order of their numbers; without `all`, those that are not over.
  func jobs(all: Bool) throws(StoreError) -> [Job]
  /// The decisions about a session, or about all, in the order they were made.
  func decisions(about session: SessionID?) throws(StoreError) -> [Decision]
  func setting(_ key: String) throws(StoreError) -> String?
}

extension Ledger {
  /// A session's jobs, in the order of their numbers.
  public func jobs(of session: SessionID) throws(StoreError) -> [Job] { try jobs(of: .session(session)) }
}

/// One change of the database.
public enum LedgerChange: Sendable, Equatable, Codable {
  /// A new session; its assets are not looked at.
  case open(SessionRecord)
  case setState(SessionID, SessionRecord.State)
  /// Guests walked away: finished without a QR screen.
  case setQuiet(SessionID)
  /// A new asset.
  case add(Asset)
  case discard(AssetID)
  /// The file of a discarded asset is surely gone.
  case noteFileGone(AssetID)
  /// The gallery took the asset's bytes, and serves them.
  case confirm(AssetID, at: WallTime)
  /// The gallery does not have the asset any more, or is not the one that counts.
  case forgetConfirmation(AssetID)
  /// A new job, or a known one's new state; one that is cancelled stays as it is.
  case put(Job)
  case decide(Decision)
  case set(key: String, value: String)
}

/// An asset as the database holds it: the row stays when the file goes, as proof.
public struct AssetEntry: Sendable, Equatable, Codable {
  /// What is known of the file, as it was added.
  public var asset: Asset
  /// It left the kept set by a ``Decision``; the file may still be there.
  public var discarded: Bool
  /// The file of a discarded asset is surely gone from the disk.
  public var fileGone: Bool
  /// When the gallery confirmed its bytes.
  public var confirmedAt: WallTime?

  /// By default a new asset: kept, its file there, and not confirmed.
  public init(asset: Asset, discarded: Bool = false, fileGone: Bool = false, confirmedAt: WallTime? = nil) {
    self.asset = asset
    self.discarded = discarded
    self.fileGone = fileGone
    self.confirmedAt = confirmedAt
  }
}

/// Why something left the kept set: the booth's word for it, kept for ever.
public struct Decision: Sendable, Equatable, Codable {
  /// When it was decided, on the wall clock.
  public var at: WallTime
  /// Whose files leave.
  public var session: SessionID
  /// Nil: about the whole session.
  public var asset: AssetID?
  /// Why it leaves: what the receipt says to a person who misses it.
  public var reason: DiscardReason

  /// Records nothing; ``LedgerChange/decide(_:)`` does. `asset` nil is about the whole session.
  public init(at: WallTime, session: SessionID, asset: AssetID?, reason: DiscardReason) {
    self.at = at
    self.session = session
    self.asset = asset
    self.reason = reason
  }
}
