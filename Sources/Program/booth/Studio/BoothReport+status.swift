import BoothCore
import BoothRuntime
import CommandSupport
import Documents
import StudioModel

extension BoothReport {
  /// What pages tell of a status: part by part, those in trouble first.
  /// - Parameter sessionBytes: what a session takes on the disk, asked where that is to be told.
  init(_ status: BoothStatus, sessionBytes: () -> Int64) {
    let place = StatePlace(status.state)
    var parts: [Part] = status.cameras.filter { $0.role == .main || !$0.usable || $0.serves }.map { camera in
      Part(
        camera.role == .main ? "camera" : "\(camera.role.rawValue) camera",
        camera.usable ? camera.troubles == nil ? .good : .warning : .bad,
        camera.usable ? camera.words : Self.trouble(camera), BoothCondition(camera))
    }
    if let disk = Self.disk(status, sessionBytes) { parts.append(disk) }
    if let failure = status.uploadCause {
      parts.append(
        Part("uploads", .warning, "do not arrive: \(failure)", .init(.uploadsWait, count: status.waitingUploads)))
    }
    parts += Self.surroundings()
    parts += status.panels.map {
      Part("panel \($0.name)", .good, "\($0.presses) presses", .init(.panelPresses, count: $0.presses))
    }
    if let printer = status.printer { parts.append(Self.printer(printer)) }
    // What a part says already is not said twice.
    let told = Set(parts.filter { $0.health != .good }.map(\.topic))
    parts += status.troubles.filter { !told.contains($0.key) }.map {
      Part($0.key, .warning, $0.value, BoothCondition(trouble: $0.key))
    }
    parts = Self.agreeing(parts)
    let rank: [Part.Health: Int] = [.bad: 0, .warning: 1, .good: 2]
    self.init(
      state: place.state, words: place.words, event: status.event, events: status.events,
      pending: status.pending?.words,
      parts: parts.sorted { ((rank[$0.health] ?? 0), $0.topic) < ((rank[$1.health] ?? 0), $1.topic) },
      queue: status.jobs.map { line in
        QueuedJob(
          id: "\(line.job.id)", kind: line.job.kind.rawValue, subject: line.job.subject.id,
          needsOperator: line.job.state.needsOperator, failure: line.job.lastFailure, attempts: line.job.attempts)
      },
      linkBase: status.linkBase,
      night: status.night.hours.map {
        Hour(
          number: $0.number, codes: $0.codes, waitSeconds: $0.waitSeconds, longestWaitSeconds: $0.longestWaitSeconds,
          faults: $0.faults)
      })
    printer = status.printer.map(Printer.init)
    phase = place.phase
    afterSession = status.pending.map(Pending.init)
  }

  /// Without what contradicts another part: a network that guests' phones cannot use is none of theirs, whatever addresses the machine
  /// has in it.
  static func agreeing(_ parts: [Part]) -> [Part] {
    guard parts.contains(where: { $0.condition?.kind == .linksNoAddress }) else { return parts }
    return parts.filter { $0.topic != "network" }
  }

  private static func disk(_ status: BoothStatus, _ sessionBytes: () -> Int64) -> Part? {
    guard let free = status.freeBytes else { return nil }
    let size = BoothCondition.gigabytes(free)
    // What is refused is no matter of room.
    let refused = status.storage.refusal.map { $0 == .full ? "" : ": \(status.storage.words)" } ?? ""
    let words = "\(size) GB free\(refused)"
    if let refusal = status.storage.refusal, refusal != .full { return Part("disk", .bad, words, .init(.diskRefuses)) }
    func sessions() -> String { "\(max(0, free) / max(1, sessionBytes()))" }
    return switch status.storage.level {
    case .plenty: Part("disk", .good, words, .init(.diskFree, size))
    case .low: Part("disk", .warning, words, .init(.diskLow, size, sessions()))
    case .noClips: Part("disk", .bad, words, .init(.diskNoClips, size, sessions()))
    case .full: Part("disk", .bad, words, .init(.diskFull))
    }
  }

  private static func printer(_ printer: PrinterReport) -> Part {
    let name = printer.status?.model ?? printer.address
    if let obstacle = printer.obstacle {
      let words = "\(name) \(obstacle.remedy(saying: printer.status?.message))"
      // Guests take photos all the same, and their prints wait.
      return Part("printer", .warning, words, BoothCondition(obstacle, name))
    }
    if !printer.questions.isEmpty {
      let count = printer.questions.count
      return Part("printer", .warning, "\(counted(count, "print")) to be answered", .init(.printerAsks, count: count))
    }
    if let left = printer.sheetsLeft, left <= PrinterWatch.Limits().fewSheets {
      return Part("printer", .warning, "\(name) has \(left) sheets left", .init(.printerFew, name, "\(left)"))
    }
    if let left = printer.sheetsLeft {
      return Part("printer", .good, "\(name) has \(left) sheets left", .init(.printerSheets, name, "\(left)"))
    }
    return Part("printer", .good, "\(name) is ready", .init(.printerReady, name))
  }

  /// Clock and network of this machine, which is the booth's as well.
  private static func surroundings() -> [Part] {
    let time = SystemClock().wallTime
    let clock =
      time.trusted
      ? Part("clock", .good, "kept right by a time service", .init(.clockRight))
      : Part(
        "clock", .warning,
        "nothing keeps it right: see that it is, and run a time service (`timedatectl`); events' ends wait until then",
        .init(.clockUnsure))
    let addresses = LANAddress.all().filter(\.hasCarrier)
    let network =
      addresses.isEmpty
      ? Part(
        "network", .warning, "none but this machine itself: look at the cable or the wireless network",
        .init(.networkNone))
      : Part(
        "network", .good, addresses.map { "\($0.address) (\($0.name))" }.joined(separator: ", "),
        .init(.networkAddresses, addresses.map(\.address).joined(separator: ", ")))
    return [clock, network]
  }

  /// Without the seconds until the next try: a page is not to change with each of them.
  private static func trouble(_ camera: CameraStatus) -> String {
    [camera.lastError.map { "\(camera.model ?? camera.name): \($0)" } ?? "\(camera.name): not open yet", camera.remedy]
      .compactMap { $0 }.joined(separator: ". ")
  }
}

extension BoothReport.Printer {
  fileprivate init(_ printer: PrinterReport) {
    func count(_ states: PrintRecord.State...) -> Int {
      states.reduce(0) { $0 + (printer.prints[$1.rawValue] ?? 0) }
    }
    self.init(
      name: printer.status?.model ?? printer.address, isPaused: printer.isPaused, sheetsLeft: printer.sheetsLeft,
      countsSheets: printer.status?.sheetsLeft != nil, printed: count(.out, .probably),
      waiting: count(.queued, .sending, .accepted),
      questions: printer.questions.map { Question(print: $0.print, session: $0.session, words: $0.words) })
  }
}

extension BoothReport.Pending {
  fileprivate init(_ request: OperatorRequest) {
    switch request {
    case .pause: self.init("pause")
    case .resume: self.init("resume")
    case .changeEvent: self.init("changeEvent")
    case .useEvent(let slug): self.init("useEvent", event: slug)
    case .openSettings: self.init("openSettings")
    case .shutDown: self.init("shutDown")
    }
  }
}

extension BoothCondition {
  /// How a camera is.
  init(_ camera: CameraStatus) {
    let name = camera.model ?? camera.name
    if camera.usable {
      self.init(camera.troubles != nil ? .cameraCare : camera.serves ? .cameraReady : .cameraStandby, name)
    } else if camera.lastError == nil {
      self.init(.cameraOpening)
    } else {
      self = camera.model == nil ? BoothCondition(.cameraMissing) : BoothCondition(.cameraLost, name)
    }
  }

  /// What keeps a printer.
  /// - Parameter name: its model, or its address where it does not answer.
  init(_ obstacle: PrinterObstacle, _ name: String) {
    switch obstacle {
    case .paper: self.init(.printerPaper, name)
    case .ribbon: self.init(.printerRibbon, name)
    case .cover: self.init(.printerCover, name)
    case .jam: self.init(.printerJam, name)
    case .wrongMedia: self.init(.printerMedia, name)
    case .scrapBox: self.init(.printerScrapBox, name)
    case .paused: self.init(.printerStopped, name)
    case .pausedHere: self.init(.printerPaused, name)
    case .away: self.init(.printerAway, name)
    case .other: self.init(.printerOther, name)
    }
  }

  /// What the operator is told of a trouble of the booth's, by its topic. The booth's log has each of them.
  init(trouble topic: String) {
    switch topic {
    case "camera": self.init(.cameraUncertain)
    case "photo": self.init(.photoFailed)
    case "clip": self.init(.clipLate)
    case "sound": self.init(.microphoneNone)
    case "disk", "storage": self.init(.diskRefuses)
    case "gallery", "erase": self.init(.galleryUnreachable)
    case "upload": self.init(.galleryRefused)
    case "own gallery", "gallery place", "gallery folder": self.init(.galleryFolder)
    case "links": self.init(.linksNoAddress)
    case "files": self.init(.sessionFiles)
    case "folders": self.init(.oddFile)
    case "locations": self.init(.locationsUnread)
    case "event": self.init(.eventsFaulty)
    case "print colours": self.init(.printerColors)
    case "journal", "deletion", "marked points", "e-mail addresses", "prints", "print desk": self.init(.notKept)
    default:
      self.init(topic.hasPrefix("panel") ? .panelLost : .troubleLogged)
    }
  }
}

extension BoothStatus {
  /// What uploads failed with last that go on by themselves; without when they are tried again.
  fileprivate var uploadCause: String? {
    jobs.filter { $0.job.kind == .upload && $0.job.lastFailure != nil && !$0.job.state.needsOperator }
      .min { $0.job.id < $1.job.id }?.job.lastFailure
  }

  /// How many uploads failed and go on by themselves.
  fileprivate var waitingUploads: Int {
    jobs.count { $0.job.kind == .upload && $0.job.lastFailure != nil && !$0.job.state.needsOperator }
  }
}
