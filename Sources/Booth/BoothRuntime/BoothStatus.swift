public import BoothCore

/// What the booth does at the moment, for the operator's console.
public struct BoothStatus: Sendable, Codable {
  /// A job in the queue, as the console lists it.
  public struct JobLine: Sendable, Codable {
    /// The job as the pump knows it; its record on the disk may be a moment behind.
    public var job: Job
    /// Seconds until it is tried again, or nil when it is not waiting.
    public var waitSeconds: Double?
  }

  /// Where the flow is.
  public var state: BoothState
  /// What the guests see, as the name of the ``Scene/Content`` without its details: `attract`, `countdown`.
  public var scene: String
  /// The folder name of the chosen event; nil while none is.
  public var event: String?
  /// What the operator asked while a session ran, and what is done after it; nil for nothing.
  public var pending: OperatorRequest?
  /// When the booth opens again by itself, while it is closed; nil within its opening hours, where there are none, and where the
  /// operator has opened or paused it all the same.
  public var closing: Closing?
  /// The camera in use, in words: model and driver, or what is wrong with it.
  public var camera: String
  /// Whether the camera in use is open, and nothing speaks against it.
  public var cameraReady: Bool
  /// How many calls to cameras and recovery steps were left behind since the start, as they hung.
  public var abandonedCameras: Int
  /// The cameras and where each stands on its recovery ladder, the main one first.
  public var cameras: [CameraStatus]
  /// How many live frames have come since the start, of cameras while they were in use.
  public var liveFrames: UInt64
  /// What 95 % of the newest live frames were not older than when they stood on the screen; nil where none is shown.
  public var shownFrameAgeMilliseconds: Double?
  /// The slowest of the newest photos, from the camera's answer to the guests' screen; nil before the first.
  public var photoToScreenMilliseconds: Double?
  /// Every job that is not over, in the order of their numbers.
  public var jobs: [JobLine]
  /// What the operator should do something about: sentences by topic, such as `camera` or `links`.
  public var troubles: [String: String]
  /// The printer; nil without one.
  public var printer: PrinterReport?
  /// The panels, in the order of ``BoothPorts/panels``.
  public var panels: [PanelStatus]
  /// What there is room for; nil before the first look.
  public var freeBytes: Int64?
  /// What the disk has room for, as the flow knows it.
  public var storage: StorageNews
  /// What the keep-policies let go since the start.
  public var releasedFiles: Int
  /// The size of those files, in bytes.
  public var releasedBytes: Int64
  /// The events that can be chosen.
  public var events: [String]
  /// What links begin with at the moment.
  public var linkBase: String
  /// Lines for the operator, as the settings scene shows them.
  public var facts: [String]
  /// How the night went since the start.
  public var night: NightTally
}

extension Booth {
  /// A snapshot, taken between two decisions. Durations are counted from this moment.
  public var status: BoothStatus {
    let now = ports.clock.now
    return BoothStatus(
      state: flow.state, scene: sceneName, event: flow.selected, pending: flow.pending, closing: Scene(flow).closing,
      camera: cameraDescription.map { CameraStatus.words(model: $0.model, driver: $0.driver) }
        ?? watch.current.lastError?.description ?? "\(ports.camera.name): not open yet",
      cameraReady: watch.current.isUsable, abandonedCameras: watch.abandoned, cameras: cameraStatus(at: now),
      liveFrames: liveView.frames, shownFrameAgeMilliseconds: ports.screen.frameAge.map { $0.inSeconds * 1000 },
      photoToScreenMilliseconds: reviewPace.slowest(ports.screen.shownPhoto).map { $0.inSeconds * 1000 },
      jobs: pump.jobs.map { line in
        BoothStatus.JobLine(
          job: line.job, waitSeconds: line.notBefore.flatMap { $0 > now ? ($0 - now).inSeconds : nil })
      },
      troubles: troubles, printer: printer.map { PrinterReport($0, desk.withLock { $0 }, printTally) },
      panels: panelActivity.panels,
      freeBytes: storage.space?.freeBytes, storage: flow.storage,
      releasedFiles: releasedFiles,
      releasedBytes: releasedBytes, events: flow.events.map(\.slug),
      linkBase: options.linkBase(), facts: facts(in: .english), night: tally)
  }

  private func cameraStatus(at now: Instant) -> [CameraStatus] {
    let main = CameraStatus(
      watch.main, role: .main, name: ports.camera.name, serves: watch.serving == .main, at: now)
    guard let other = watch.fallback, let source = ports.fallbackCamera else { return [main] }
    let stopped = other.state == .stopped
    var second = CameraStatus(
      other, role: .fallback, name: source.name, serves: watch.serving == .fallback, at: now)
    if stopped { second.lastError = "not needed" }
    return [main, second]
  }

  /// Whether no job is left that could still succeed by itself.
  public var isQueueEmpty: Bool { pump.isIdle }

  private var sceneName: String {
    let text = String(describing: Scene(flow).content)
    return String(text.prefix { $0 != "(" })
  }

  /// Lines for the operator's settings scene.
  func facts(in language: Language) -> [String] {
    let jobs = pump.jobs
    let facts: [OperatorFact] = [
      .event(flow.selected), .camera(cameraDescription.map { CameraStatus.words(model: $0.model, driver: $0.driver) }),
      .queue(jobs: jobs.count, waiting: jobs.count { $0.job.state.needsOperator }), .links(options.linkBase()),
    ]
    return facts.map { $0.text(in: language) }
  }
}
