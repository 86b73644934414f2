import BoothCore

/// A session, for programs: what `session list` and `session show` print.
struct SessionAnswer: Encodable {
  struct Agreed: Encodable {
    var version: String
    var language: String
    var uploads: Bool
    var at: TimeAnswer
  }

  var id: String
  /// The folder's name of its event, and its number.
  var event: String
  var eventID: Int
  var state: String
  var openedAt: TimeAnswer
  /// Nil where its guests want nothing uploaded, and while our own gallery has no address that phones could reach.
  var link: String?
  var strips: Int
  /// Its guests had gone before it was finished.
  var finishedWithoutGuests: Bool
  var agreed: Agreed?
  var files: [FileAnswer]

  init(_ record: SessionRecord, _ links: SessionLinks) {
    id = record.id.text
    event = record.eventSlug
    eventID = record.event
    state = record.state.rawValue
    openedAt = TimeAnswer(record.openedAt)
    link = links.code(of: record)
    strips = record.plan.strips.count
    finishedWithoutGuests = record.quiet
    agreed = record.consent.map { consent in
      Agreed(
        version: consent.given.version, language: consent.given.language, uploads: consent.given.uploads,
        at: TimeAnswer(consent.at))
    }
    files = record.assets.map(FileAnswer.init)
  }
}

/// A session's file, for programs.
struct FileAnswer: Encodable {
  var kind: String
  /// From 0; -1 for what is made of all.
  var strip: Int
  /// Relative to the data folder.
  var path: String
  var sizeBytes: Int64
  var checksum: String
  var takenAt: TimeAnswer
  var durationSeconds: Double?
  var frames: Int?
  var droppedFrames: Int?
  var fromLiveView: Bool
  var uploaded: Bool

  init(_ asset: Asset) {
    kind = asset.kind.rawValue
    strip = asset.strip
    path = asset.path
    sizeBytes = asset.sizeBytes
    checksum = asset.checksum
    takenAt = TimeAnswer(asset.takenAt)
    durationSeconds = asset.duration?.inSeconds
    frames = asset.frames
    droppedFrames = asset.droppedFrames
    fromLiveView = asset.fromLiveView
    uploaded = asset.uploaded
  }
}

/// A job, for programs.
struct JobAnswer: Encodable {
  var id: Int64
  var kind: String
  /// Nil where it is about something else.
  var session: String?
  /// What it is about: the word for it, and its name.
  var subject: String
  var subjectId: String
  var state: String
  var attempts: Int
  var lastFailure: String?
  /// Until it is tried again; a running booth alone knows.
  var waitSeconds: Double?

  init(_ job: Job, waitSeconds: Double? = nil) {
    id = job.id
    kind = job.kind.rawValue
    session = job.session?.text
    subject = job.subject.kind
    subjectId = job.subject.id
    state = job.state.rawValue
    attempts = job.attempts
    lastFailure = job.lastFailure
    self.waitSeconds = waitSeconds
  }
}
