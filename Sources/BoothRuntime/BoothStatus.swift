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
  public var liveFrames: UInt64
  public var jobs: [JobLine]
  public var troubles: [String: String]
  /// What there is room for; nil before the first look.
  public var freeBytes: Int64?
  public var storage: StorageNews
  /// What the keep-policies let go since the start.
  public var releasedFiles: Int
  public var releasedBytes: Int64
  /// The events that can be chosen.
  public var events: [String]
  /// Lines for the operator, as the settings scene shows them.
  public var facts: [String]
}

extension Booth {
  public var status: BoothStatus {
    let now = ports.clock.now
    return BoothStatus(
      state: flow.state, scene: sceneName, event: flow.selected, pending: flow.pending,
      camera: cameraDescription.map { "\($0.model) (\($0.driver))" }
        ?? supervisor.lastError?.description ?? "\(ports.camera.name): not open yet",
      cameraReady: supervisor.readyGeneration != nil, abandonedCameras: supervisor.abandoned,
      liveFrames: liveView.frames,
      jobs: pump.jobs.map { line in
        BoothStatus.JobLine(
          job: line.job, waitSeconds: line.notBefore.flatMap { $0 > now ? ($0 - now).inSeconds : nil })
      },
      troubles: troubles, freeBytes: storage.space?.freeBytes, storage: flow.storage, releasedFiles: releasedFiles,
      releasedBytes: releasedBytes, events: flow.events.map(\.slug), facts: facts)
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
