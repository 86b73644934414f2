import BoothCore
import BoothRuntime
import CommandSupport
import Documents
import StudioModel

extension BoothReport {
  /// What pages tell of a status: part by part, those in trouble first.
  init(_ status: BoothStatus) {
    let place = StatePlace(status.state)
    var parts: [Part] = status.cameras.filter { $0.role == .main || !$0.usable || $0.serves }.map { camera in
      Part(
        camera.role == .main ? "camera" : "\(camera.role.rawValue) camera",
        camera.usable ? camera.troubles == nil ? .good : .warning : .bad,
        camera.usable ? camera.words : Self.trouble(camera))
    }
    if let free = status.freeBytes {
      let health: Part.Health =
        switch status.storage.level {
        case .plenty: .good
        case .low: .warning
        case .noClips, .full: .bad
        }
      // What is refused is no matter of room.
      let refused = status.storage.refusal.map { $0 == .full ? "" : ": \(status.storage.words)" } ?? ""
      parts.append(Part("disk", health, "\(Self.gigabytes(free)) GB free\(refused)"))
    }
    if let failure = status.uploadCause { parts.append(Part("uploads", .warning, "do not arrive: \(failure)")) }
    parts += Self.surroundings()
    parts += status.panels.map { Part("panel \($0.name)", .good, "\($0.presses) presses") }
    // What a part says already is not said twice.
    let told = Set(parts.filter { $0.health != .good }.map(\.topic))
    parts += status.troubles.filter { !told.contains($0.key) }.map { Part($0.key, .warning, $0.value) }
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
  }

  /// Clock and network of this machine, which is the booth's as well.
  private static func surroundings() -> [Part] {
    let time = SystemClock().wallTime
    let clock =
      time.trusted
      ? Part("clock", .good, "kept right by a time service")
      : Part(
        "clock", .warning,
        "nothing keeps it right: see that it is, and run a time service (`timedatectl`); events' ends wait until then")
    let addresses = LANAddress.all().filter(\.hasCarrier)
    let network =
      addresses.isEmpty
      ? Part("network", .warning, "none but this machine itself: look at the cable or the wireless network")
      : Part("network", .good, addresses.map { "\($0.address) (\($0.name))" }.joined(separator: ", "))
    return [clock, network]
  }

  /// Without the seconds until the next try: a page is not to change with each of them.
  private static func trouble(_ camera: CameraStatus) -> String {
    [camera.lastError.map { "\(camera.model ?? camera.name): \($0)" } ?? "\(camera.name): not open yet", camera.remedy]
      .compactMap { $0 }.joined(separator: ". ")
  }

  /// With one digit after the point: a page is not to change with every file.
  private static func gigabytes(_ bytes: Int64) -> String {
    let tenths = max(0, bytes) / 100_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension BoothStatus {
  /// What uploads failed with last that go on by themselves; without when they are tried again.
  fileprivate var uploadCause: String? {
    jobs.filter { $0.job.kind == .upload && $0.job.lastFailure != nil && !$0.job.state.needsOperator }
      .min { $0.job.id < $1.job.id }?.job.lastFailure
  }
}
