import BoothCore
import BoothRuntime
import CommandSupport

/// What a running booth does, for programs: what `status` prints.
struct StatusAnswer: Encodable {
  struct Session: Encodable {
    var id: String
    var photos: Int
    /// The strip that is taken now, from 0, and how many there are; nil when none is taken any more.
    var strip: Int?
    var strips: Int?
  }

  struct Pending: Encodable {
    /// `pause`, `resume`, `changeEvent`, `useEvent`, `openSettings`, `shutDown`.
    var request: String
    var event: String?
    var words: String
  }

  /// Outside of the opening hours.
  struct Closed: Encodable {
    /// `HH:mm`, by the booth's clock.
    var opensAt: String
    /// `Monday` … `Sunday`; nil: today.
    var weekday: String?
  }

  struct Trouble: Encodable {
    var topic: String
    var words: String
  }

  struct Storage: Encodable {
    /// What there is room for, and `full` while anything is refused.
    var level: String
    /// Why the store takes nothing, as one word; nil while it takes something.
    var refusal: String?
    var words: String
    var freeBytes: Int64?
    var releasedFiles: Int
    var releasedBytes: Int64
  }

  struct Panel: Encodable {
    var name: String
    var presses: Int
    var lastSeconds: Double?
    var slowestSeconds: Double?
  }

  /// How many prints there are, by how far they are.
  struct Prints: Encodable {
    var queued, sending, accepted, out, probably, ask, cancelled: Int

    init(_ counts: [String: Int]) {
      func count(_ state: PrintRecord.State) -> Int { counts[state.rawValue] ?? 0 }
      (queued, sending, accepted) = (count(.queued), count(.sending), count(.accepted))
      (out, probably, ask, cancelled) = (count(.out), count(.probably), count(.ask), count(.cancelled))
    }
  }

  struct Printer: Encodable {
    var address: String
    /// Maker and model; nil while it does not answer.
    var model: String?
    /// `idle`, `processing` or `stopped`; nil while it does not answer.
    var state: String?
    /// What keeps it from printing, as one word; nil while nothing does.
    var obstacle: String?
    /// As it says itself, without endings.
    var reasons: [String]
    /// Prints that are not over.
    var waiting: Int
    /// Whether the operator has paused prints.
    var isPaused: Bool
    /// How many sheets it can still print, by its counter or since it was refilled; nil where that is not known.
    var sheetsLeft: Int?
    /// How many prints there are in each state.
    var prints: Prints
    /// The prints that a person is asked about, the oldest first.
    var questions: [PrinterReport.Question]
  }

  var state: String
  /// What a session is at, or why nothing can be taken, as one word.
  var phase: String?
  /// The same in words, where there is more to be said.
  var words: String?
  var session: Session?
  var scene: String
  var event: String?
  var events: [String]
  var afterSession: Pending?
  /// Nil within the opening hours, where there are none, and where the operator has opened or paused the booth all the same.
  var closed: Closed?
  var camera: String
  var cameraReady: Bool
  var abandonedCameras: Int
  var cameras: [CameraStatus]
  var liveFrames: UInt64
  var shownFrameAgeSeconds: Double?
  var shownPictures: Int?
  var photoToScreenSeconds: Double?
  var jobs: [JobAnswer]
  var troubles: [Trouble]
  var printer: Printer?
  var panels: [Panel]
  var storage: Storage
  var linkBase: String
  var facts: [String]

  /// - Parameter shownPictures: on the display, since the start; nil where there is none.
  init(_ status: BoothStatus, shownPictures: Int?) {
    self.shownPictures = shownPictures
    let place = StatePlace(status.state)
    state = place.state
    phase = place.phase
    words = place.words
    session = place.session
    scene = status.scene
    event = status.event
    events = status.events
    afterSession = status.pending.map(Pending.init)
    closed = status.closing.map { Closed(opensAt: $0.time, weekday: $0.day) }
    camera = status.camera
    cameraReady = status.cameraReady
    abandonedCameras = status.abandonedCameras
    cameras = status.cameras
    liveFrames = status.liveFrames
    shownFrameAgeSeconds = status.shownFrameAgeMilliseconds.map { $0 / 1000 }
    photoToScreenSeconds = status.photoToScreenMilliseconds.map { $0 / 1000 }
    jobs = status.jobs.map { JobAnswer($0.job, waitSeconds: $0.waitSeconds) }
    troubles = status.troubles.sorted { $0.key < $1.key }.map { Trouble(topic: $0.key, words: $0.value) }
    printer = status.printer.map { printer in
      Printer(
        address: printer.address, model: printer.status?.model, state: printer.status?.state.rawValue,
        obstacle: printer.obstacle?.rawValue, reasons: printer.status?.reasons ?? [],
        waiting: status.jobs.count { $0.job.kind == .print }, isPaused: printer.isPaused,
        sheetsLeft: printer.sheetsLeft, prints: Prints(printer.prints), questions: printer.questions)
    }
    panels = status.panels.map { panel in
      Panel(
        name: panel.name, presses: panel.presses, lastSeconds: panel.lastMilliseconds.map { $0 / 1000 },
        slowestSeconds: panel.slowestMilliseconds.map { $0 / 1000 })
    }
    storage = Storage(
      level: status.storage.level.rawValue, refusal: status.storage.refusal?.rawValue, words: status.storage.words,
      freeBytes: status.freeBytes,
      releasedFiles: status.releasedFiles, releasedBytes: status.releasedBytes)
    linkBase = status.linkBase
    facts = status.facts
  }
}

extension StatusAnswer.Pending {
  fileprivate init(_ request: OperatorRequest) {
    words = request.words
    switch request {
    case .pause: self.request = "pause"
    case .resume: self.request = "resume"
    case .changeEvent: self.request = "changeEvent"
    case .openSettings: self.request = "openSettings"
    case .shutDown: self.request = "shutDown"
    case .useEvent(let slug):
      self.request = "useEvent"
      event = slug
    }
  }
}
