public import BoothCore

/// The night's receipt: one line for every file of every session, from the shutter to the gallery, and one for whatever
/// does not fit.
public struct Audit: Sendable, Equatable, Codable {
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

  public struct Line: Sendable, Equatable, Codable {
    public var session: SessionID
    public var event: String
    /// `photo`, `video`, `strip_photo`, `strip_video`; `session` and `job` for what is about those; `file` for a file
    /// that the books do not name.
    public var subject: String
    /// From 0; -1 where there is none.
    public var strip: Int
    public var takenAt: WallTime?
    /// Relative to the data folder.
    public var path: String?
    public var file: FileState?
    public var sizeBytes: Int64?
    public var checksum: String?
    /// When the gallery confirmed these bytes.
    public var confirmedAt: WallTime?
    /// Why it left, where it left.
    public var reason: DiscardReason?
    public var verdict: Verdict
    public var words: String
  }

  public struct Totals: Sendable, Equatable, Codable {
    public var sessions = 0
    public var photos = 0
    public var clips = 0
    public var composites = 0
    public var bytes: Int64 = 0
    public var confirmed = 0
    public var discarded = 0
    public var pending = 0
    public var gaps = 0
  }

  public var lines: [Line] = []
  public var totals = Totals()

  public init() {}

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
  /// A booth runs on these data: what is not in the books yet may be about to be.
  public var running: Bool

  public init(quick: Bool = false, uploaded: Bool = false, running: Bool = false) {
    self.quick = quick
    self.uploaded = uploaded
    self.running = running
  }
}
