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
    case "journal", "deletion", "marked points", "e-mail addresses": self.init(.notKept)
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
