public import BoothCore

/// The sync of locations with an organisation's Firebase, as the studio's pages reach it: one at a time, beside the pages, and gone on
/// with after the studio's next start where it was cut. From any thread.
public protocol StudioSync: Sendable {
  /// How it is: what is missing, and how far the last one is or what came of it.
  func standing() async throws(PlaceError) -> SyncStanding
  /// Begins one, durably: from now on it is gone on with until it ends.
  /// - Parameter password: of the account that syncs, if it is not signed in; not kept.
  /// - Returns: false where one is under way.
  func begin(_ request: SyncRequest, password: String?) async throws(PlaceError) -> Bool
  /// Goes on with what was cut when the studio ended; called once, at its start.
  func goOn() async
  /// The studio ends: what is under way is cut, and gone on with at the next start.
  func end()
}

/// What a person wants synced.
public struct SyncRequest: Sendable, Equatable, Codable {
  /// Which way locations go.
  public enum Direction: String, Sendable, Codable, CaseIterable {
    case both, push, pull
  }

  public var direction: Direction
  /// Only says what would happen.
  public var isRehearsal: Bool

  public init(_ direction: Direction, isRehearsal: Bool) {
    self.direction = direction
    self.isRehearsal = isRehearsal
  }
}

/// How the sync of a data folder is.
public struct SyncStanding: Sendable, Equatable {
  /// The newest one.
  public enum Run: Sendable, Equatable {
    /// How many of how many locations are done; of 0 while both sides are still looked at.
    case underWay(SyncRequest, done: Int, all: Int)
    case ended(SyncRequest, SyncResult)
    /// It could not begin: one sentence, in English.
    case failed(SyncRequest, String)
  }

  /// The names of settings that are missing, such as `firebase.project`; empty where all are there.
  public var missing: [String]
  /// With whom, and as whom.
  public var project: String
  public var account: String
  /// Whether the account is not signed in.
  public var needsPassword: Bool
  /// When the last whole one ended; nil: never.
  public var lastAt: WallTime?
  public var run: Run?

  public init(
    missing: [String], project: String, account: String, needsPassword: Bool, lastAt: WallTime?, run: Run?
  ) {
    self.missing = missing
    self.project = project
    self.account = account
    self.needsPassword = needsPassword
    self.lastAt = lastAt
    self.run = run
  }

  public var isUnderWay: Bool { if case .underWay? = run { true } else { false } }
}

/// What a sync has found and done: the members of `booth location sync --json` that pages tell.
public struct SyncResult: Sendable, Equatable, Codable {
  /// One location that is not the same on both sides.
  public struct Line: Sendable, Equatable, Codable {
    public var location: String
    public var title: String
    /// `push`, `pull`, `deleteHere`, `deleteThere`, `deleteBoth`, `leave`.
    public var step: String
    /// What the location did, in English, as the rest of a sentence.
    public var why: String
    /// `planned`, `done`, `overtaken`, `failed`.
    public var result: String
    public var failure: String?
  }

  public var same: Int
  public var picturesSent: Int
  public var picturesReceived: Int
  /// Nil where the clock here is right to five minutes.
  public var clockAheadSeconds: Double?
  /// Why it ended before its end, in English.
  public var failure: String?
  /// Whether both sides are as they should be.
  public var whole: Bool
  public var locations: [Line]
}
