public import BoothCore

/// What a session's folder says about its session, in `session.json`: enough to write the database anew when the database
/// is lost. Times are Unix seconds with their zone, durations nanoseconds.
///
/// It is written when the session is opened, finished and uploaded, and when a composite is added, each time before the
/// database says so; when the session leaves, after it said so; never when a photo is added, which is on its guests'
/// time.
public struct SessionSheet: Sendable, Equatable {
  /// The file's name in every session's folder.
  public static let name = "session.json"
  /// The newest that this program reads. It writes 1 wherever a version that knows no more does no harm with it: only a
  /// session that must not be uploaded is of version 2.
  public static let version = 2

  /// A kept file as the sheet has it, beside the file itself.
  public struct File: Sendable, Equatable {
    /// The file's name in the session's folder, without a path.
    public var name: String
    /// How many bytes it was kept with.
    public var sizeBytes: Int64
    /// What it was kept with: SHA-256 in lower-case hex on a real disk.
    public var checksum: String
    /// When its bytes became durable.
    public var takenAt: WallTime
    /// How long a clip or film plays; nil for photos.
    public var durationNanoseconds: Int64?
    /// Frames that a clip should have had; nil for what is no clip.
    public var frames: Int?
    /// How many of ``frames`` the clip lost; nil for what is no clip.
    public var droppedFrames: Int?
    /// The photo is the best live frame, as the still failed.
    public var fromLiveView: Bool
    /// When the gallery confirmed its bytes; nil while it has not.
    public var confirmedAt: WallTime?
    /// What the file beside this sheet is called, in a copy; nil in a booth's own folder.
    public var copiedAs: String?
  }

  /// The session that the folder belongs to.
  public var session: SessionID
  /// The number of the session's event, as in gallery paths.
  public var event: EventID
  /// The event's folder name at the time, by which its artwork and layout are found.
  public var slug: String
  /// How far the session was when the sheet was written.
  public var state: SessionRecord.State
  /// What was to be taken when the session was opened.
  public var plan: CapturePlan
  /// When the session was opened.
  public var openedAt: WallTime
  /// The guests' link, whole, as their QR code has it.
  public var link: String
  /// The guests walked away: it was finished without a QR screen.
  public var quiet: Bool
  /// What the guests agreed to, and when; nil where they were not asked.
  public var consent: Consent?
  /// No asset of the session has a lower number: the order of sessions, whatever the clock said.
  public var firstNumber: AssetID
  /// The kept files; none while the session is being taken.
  public var files: [File] = []
  /// Why it was discarded, where it was: its files are to go.
  public var reason: DiscardReason?
  /// When the end was decided; nil without a ``reason``.
  public var decidedAt: WallTime?

  /// What to write about a session as the database has it: all but its discarded entries.
  /// - Parameter firstNumber: counts only where the session has no entries, whose smallest number it is else.
  public init(_ record: SessionRecord, entries: [AssetEntry], firstNumber: AssetID) {
    session = record.id
    event = record.event
    slug = record.eventSlug
    state = record.state
    plan = record.plan
    openedAt = record.openedAt
    link = record.link
    quiet = record.quiet
    consent = record.consent
    self.firstNumber = entries.map(\.asset.id).min() ?? firstNumber
    files = entries.filter { !$0.discarded }.map(File.init)
  }

  /// The session, without its assets.
  public var record: SessionRecord {
    SessionRecord(
      id: session, event: event, eventSlug: slug, state: state, plan: plan, openedAt: openedAt, link: link,
      quiet: quiet,
      consent: consent)
  }
}

extension SessionSheet.File {
  var fingerprint: Fingerprint { Fingerprint(sizeBytes: sizeBytes, checksum: checksum) }

  init(_ entry: AssetEntry) {
    let asset = entry.asset
    name = String(asset.path.split(separator: "/").last ?? "")
    sizeBytes = asset.sizeBytes
    checksum = asset.checksum
    takenAt = asset.takenAt
    durationNanoseconds = asset.duration?.wholeNanoseconds
    frames = asset.frames
    droppedFrames = asset.droppedFrames
    fromLiveView = asset.fromLiveView
    confirmedAt = entry.confirmedAt
  }
}
