public import BoothCore

/// What the booth does at the moment, for the operator's console.
public struct BoothStatus: Sendable, Codable {
  public struct JobLine: Sendable, Codable {
    public var job: Job
    /// Seconds until it is tried again, or nil when it is not waiting.
    public var waitSeconds: Double?
  }

  public var state: BoothState
  public var scene: String
  public var event: String?
  public var pending: OperatorRequest?
  public var camera: String
  public var cameraReady: Bool
  public var abandonedCameras: Int
  /// The cameras and where each stands on its recovery ladder, the main one first.
  public var cameras: [CameraStatus]
  public var liveFrames: UInt64
  /// What 95 % of the newest live frames were not older than when they stood on the screen; nil where none is shown.
  public var shownFrameAgeMilliseconds: Double?
  /// The slowest of the newest photos, from the camera's answer to the guests' screen; nil before the first.
  public var photoToScreenMilliseconds: Double?
  public var jobs: [JobLine]
  public var troubles: [String: String]
  public var panels: [PanelStatus]
  /// What there is room for; nil before the first look.
  public var freeBytes: Int64?
  public var storage: StorageNews
  /// What the keep-policies let go since the start.
  public var releasedFiles: Int
  public var releasedBytes: Int64
  /// The events that can be chosen.
  public var events: [String]
  /// What links begin with at the moment.
  public var linkBase: String
  /// Lines for the operator, as the settings scene shows them.
  public var facts: [String]
}

extension Booth {
  public var status: BoothStatus {
    let now = ports.clock.now
    return BoothStatus(
      state: flow.state, scene: sceneName, event: flow.selected, pending: flow.pending,
      camera: cameraDescription.map { "\($0.model) (\($0.driver))" }
        ?? watch.current.lastError?.description ?? "\(ports.camera.name): not open yet",
      cameraReady: watch.current.isUsable, abandonedCameras: watch.abandoned, cameras: cameraStatus(at: now),
      liveFrames: liveView.frames, shownFrameAgeMilliseconds: ports.screen.frameAge.map { $0.inSeconds * 1000 },
      photoToScreenMilliseconds: reviewPace.slowest(ports.screen.shownPhoto).map { $0.inSeconds * 1000 },
      jobs: pump.jobs.map { line in
        BoothStatus.JobLine(
          job: line.job, waitSeconds: line.notBefore.flatMap { $0 > now ? ($0 - now).inSeconds : nil })
      },
      troubles: troubles, panels: panelDesk.panels, freeBytes: storage.space?.freeBytes, storage: flow.storage,
      releasedFiles: releasedFiles,
      releasedBytes: releasedBytes, events: flow.events.map(\.slug),
      linkBase: options.linkBase(), facts: facts)
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
  var facts: [String] {
    let jobs = pump.jobs
    return [
      "Event: \(flow.selected ?? "none")",
      "Camera: \(cameraDescription.map { "\($0.model) (\($0.driver))" } ?? "not ready")",
      "Queue: \(jobs.count) jobs, \(jobs.count { $0.job.state.needsOperator }) wait for you",
      "Links: \(options.linkBase())",
    ]
  }
}
