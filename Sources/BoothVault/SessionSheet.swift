public import BoothCore

/// What a session's folder says about its session, in `session.json`: enough to write the books anew when the database
/// is lost. Times are Unix seconds with their zone, durations nanoseconds.
///
/// It is written when the session is opened, finished and uploaded, and when a composite is added, each time before the
/// books say so; when the session leaves, after they said so; never when a photo is added, which is on its guests'
/// time.
public struct SessionSheet: Sendable, Equatable {
  public static let name = "session.json"
  /// The newest that this program reads. It writes 1 wherever a version that knows no more does no harm with it: only a
  /// session that must not be uploaded is of version 2.
  public static let version = 2

  public struct File: Sendable, Equatable {
    public var name: String
    public var sizeBytes: Int64
    public var checksum: String
    public var takenAt: WallTime
    public var durationNanoseconds: Int64?
    public var frames: Int?
    public var droppedFrames: Int?
    public var fromLiveView: Bool
    public var confirmedAt: WallTime?
  }

  public var session: SessionID
  public var event: EventID
  public var slug: String
  public var state: SessionRecord.State
  public var plan: CapturePlan
  public var openedAt: WallTime
  public var link: String
  public var quiet: Bool
  public var consent: Consent?
  /// No asset of the session has a lower number: the order of sessions, whatever the clock said.
  public var firstNumber: AssetID
  /// The kept files; none while the session is being taken.
  public var files: [File] = []
  /// Why it was discarded, where it was: its files are to go.
  public var reason: DiscardReason?
  public var decidedAt: WallTime?

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
