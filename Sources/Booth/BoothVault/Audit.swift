public import BoothCore

/// The night's receipt: one line for every file of every session, from the shutter to the gallery, and one for whatever
/// does not fit.
public struct Audit: Sendable, Equatable, Codable {
  /// Whether a line tells of a loss: what an operator looks for first.
  public enum Verdict: String, Sendable, Codable {
    /// As it should be.
    case fine
    /// On its way: not uploaded yet, or being written at this moment.
    case pending
    /// Something is lost, or may be, or cannot be explained.
    case gap
  }

  /// What is known of a file.
  public enum FileState: String, Sendable, Codable {
    /// Read to the end, and its checksum is the one it was kept with.
    case verified
    /// There, with the right size or unread.
    case present
    /// There, with other bytes.
    case differs
    /// There, but the disk cannot read it.
    case unreadable
    case missing
  }

  /// One file of a session, or one fact about a session or job that does not fit.
  public struct Line: Sendable, Equatable, Codable {
    /// Whose file it is, or what the line is about.
    public var session: SessionID
    /// The event's folder name; empty where the database does not know the session.
    public var event: String
    /// `photo`, `video`, `strip_photo`, `strip_video`; `session` and `job` for what is about those; `file` for a file
    /// that the database does not name.
    public var subject: String
    /// From 0; -1 where there is none.
    public var strip: Int
    /// When its bytes became durable; nil for what is no kept file.
    public var takenAt: WallTime?
    /// Relative to the data folder.
    public var path: String?
    /// What the disk says of the file; nil where the line needs no word of it.
    public var file: FileState?
    /// As the database has it, in bytes; nil where they have no such file.
    public var sizeBytes: Int64?
    /// What it was kept with, from the database; nil where they have no such file.
    public var checksum: String?
    /// When the gallery confirmed these bytes.
    public var confirmedAt: WallTime?
    /// Why it left, where it left.
    public var reason: DiscardReason?
    /// Whether it is as it should be; decided by the rules of the audit.
    public var verdict: Verdict
    /// What is to be said of it; empty for a file with nothing to say.
    public var words: String
  }

  /// Sums over the lines. What the keep-policy let go counts as kept: the gallery has it.
  public struct Totals: Sendable, Equatable, Codable {
    /// Sessions that were not discarded.
    public var sessions = 0
    /// Photos that no decision dropped.
    public var photos = 0
    /// Clips that no decision dropped.
    public var clips = 0
    /// Composites, film strips and boomerangs that no decision dropped.
    public var composites = 0
    /// Bytes of these photos, clips and composites, as the database has them.
    public var bytes: Int64 = 0
    /// Files among these that the gallery has confirmed.
    public var confirmed = 0
    /// Files that left by a decision other than the keep-policy's.
    public var discarded = 0
    /// Lines that say something is on its way.
    public var pending = 0
    /// Lines that say something is lost, may be, or cannot be explained.
    public var gaps = 0
  }

  /// Session after session, in the order they were looked at.
  public var lines: [Line] = []
  /// Sums over ``lines``.
  public var totals = Totals()

  /// Nothing looked at yet.
  public init() {}

  /// Whether any line is a gap: the receipt is not clean.
  public var hasGap: Bool { totals.gaps > 0 }

  mutating func add(_ more: [Line], of state: SessionRecord.State?) {
    lines += more
    if let state, state != .discarded { totals.sessions += 1 }
    for line in more {
      switch line.verdict {
      case .fine: break
      case .pending: totals.pending += 1
      case .gap: totals.gaps += 1
      }
      guard let kind = AssetKind(rawValue: line.subject) else { continue }
      // What the keep-policy has taken is still the guests': the gallery has it.
      if let reason = line.reason, reason != .keepPolicy {
        totals.discarded += 1
        continue
      }
      switch kind {
      case .photo: totals.photos += 1
      case .video: totals.clips += 1
      case .stripPhoto, .stripVideo, .boomerang, .boomerangGIF: totals.composites += 1
      }
      totals.bytes += line.sizeBytes ?? 0
      if line.confirmedAt != nil { totals.confirmed += 1 }
    }
  }
}

/// How strictly an audit looks.
public struct AuditRule: Sendable, Equatable {
  /// Looks whether files are there, and does not read them.
  public var quick: Bool
  /// What is not confirmed by the gallery is a gap.
  public var uploaded: Bool
  /// A booth runs on these data: what is not in the database yet may be about to be.
  public var running: Bool

  /// By default every file is read, what is not confirmed yet is no gap, and no booth runs meanwhile.
  public init(quick: Bool = false, uploaded: Bool = false, running: Bool = false) {
    self.quick = quick
    self.uploaded = uploaded
    self.running = running
  }
}
