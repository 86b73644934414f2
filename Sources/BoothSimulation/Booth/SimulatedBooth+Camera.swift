import BoothCore

/// Live frames, computed when somebody asks instead of happening one by one.
struct LiveFrames {
  /// The generation whose frames are listened to, and when its live view began.
  var generation: UInt64?
  var since = Instant(nanoseconds: 0)
  /// Who waits for a frame; one question at a time stands.
  var waiter: (attempt: AttemptID, newerThan: Instant)?
}

/// One generation's calls, made one at a time.
struct CameraLane {
  var isBusy = false
  var isAbandoned = false
  var queue: [() -> Void] = []
}

/// Carries the camera supervisor's effects out, with deadlines.
extension SimulatedBooth {
  /// From one live frame to the next, in nanoseconds: a tenth of what real cameras give.
  static let framePeriod: Int64 = 330_000_000
  static let callDeadline: Int64 = 15_000_000_000

  func carryOut(_ effect: CameraSupervisor.Effect) {
    switch effect {
    case .open(let generation): open(generation)
    case .abandon(let generation):
      if supervisor.readyGeneration != generation { liveView.generation = nil }
      // What is in the lane still comes back; it takes no more.
      cameras[generation]?.isAbandoned = true
      nextCall(generation)
      night.camera.close(generation)
    case .startLiveView(let generation):
      call(generation, "starting the live view", .startLiveView) { booth in
        booth.liveView.generation = generation
        booth.liveView.since = booth.instant
        booth.scheduleFrame()
      }
    case .stopLiveView(let generation):
      liveView.generation = nil
      call(generation, "stopping the live view", .stopLiveView) { _ in }
    case .tellFlow(let news): post(.cameraChanged(news))
    case .report: break
    }
  }

  private func open(_ generation: UInt64) {
    cameras[generation] = CameraLane()
    guard let (wait, result) = night.camera.open() else { return }
    after(wait) { booth in
      switch result {
      case .success(let description):
        guard booth.night.camera.isThere else {
          return booth.post(.camera(.openFailed(generation: generation, .unplugged)))
        }
        if booth.takesCalls(generation) { booth.night.camera.hold(generation) }
        booth.post(.camera(.opened(generation: generation, description)))
      case .failure(let error): booth.post(.camera(.openFailed(generation: generation, error)))
      }
    }
  }

  /// Makes a call in its turn, and gives up waiting for it at its deadline.
  private func inLane(
    _ generation: UInt64, _ work: SimulatedCamera.Work,
    _ then: @escaping (SimulatedBooth, Result<PhotoShot, CameraError>?) -> Void
  ) {
    guard takesCalls(generation) else { return then(self, nil) }
    let deadline = night.now + Self.callDeadline
    cameras[generation]?.queue.append { [unowned self] in
      let (wait, result) = night.camera.perform(work, generation)
      let returns = wait.map { night.now + $0 <= deadline } ?? false
      after(returns ? wait! : deadline - night.now) { booth in
        booth.cameras[generation]?.isBusy = false
        then(booth, returns ? result : nil)
        booth.nextCall(generation)
      }
    }
    nextCall(generation)
  }

  private func takesCalls(_ generation: UInt64) -> Bool { cameras[generation]?.isAbandoned == false }

  private func nextCall(_ generation: UInt64) {
    guard let lane = cameras[generation], !lane.isBusy else { return }
    guard !lane.queue.isEmpty else {
      if lane.isAbandoned { cameras[generation] = nil }
      return
    }
    cameras[generation]?.isBusy = true
    cameras[generation]?.queue.removeFirst()()
  }

  private func call(
    _ generation: UInt64, _ what: String, _ work: SimulatedCamera.Work, _ then: @escaping (SimulatedBooth) -> Void
  ) {
    guard takesCalls(generation) else { return }
    inLane(generation, work) { booth, result in
      switch result {
      case .success: then(booth)
      case .failure(let error): booth.post(.camera(.lost(generation: generation, error)))
      case nil: booth.post(.camera(.callHung(generation: generation, what: what)))
      }
    }
  }

  func photoFromCamera(_ then: @escaping (SimulatedBooth, Result<PhotoShot, Fault>) -> Void) {
    guard let generation = supervisor.readyGeneration, takesCalls(generation) else {
      let why = supervisor.lastError?.description ?? "the camera is not ready"
      return then(self, .failure(Fault(.camera, why)))
    }
    inLane(generation, .takePhoto) { booth, result in
      switch result {
      case .success(let shot): then(booth, .success(shot))
      case .failure(let error):
        if !error.mayPass { booth.post(.camera(.lost(generation: generation, error))) }
        then(booth, .failure(Fault(error)))
      case nil:
        booth.post(.camera(.callHung(generation: generation, what: "taking a photo")))
        then(booth, .failure(Fault(.camera, "the camera did not answer in time")))
      }
    }
  }

  // MARK: Frames

  /// When the newest live frame was captured.
  var newestFrame: Instant? {
    guard let generation = liveView.generation, let last = lastFrame(of: generation) else { return nil }
    return last
  }

  private func lastFrame(of generation: UInt64) -> Instant? {
    let until = night.camera.framesEnd(generation).map { night.nightInstant($0) } ?? instant
    let age = min(until, instant).nanoseconds - liveView.since.nanoseconds
    guard age >= Self.framePeriod else { return nil }
    return Instant(nanoseconds: liveView.since.nanoseconds + age / Self.framePeriod * Self.framePeriod)
  }

  func framesSeen(since: Instant) -> Int {
    guard let newest = newestFrame, newest > since else { return 0 }
    return Int((newest.nanoseconds - max(since, liveView.since).nanoseconds) / Self.framePeriod)
  }

  func awaitLiveFrame(_ attempt: AttemptID, newerThan: Instant) {
    if let newest = newestFrame, newest > newerThan {
      return answer(attempt, .liveFrameSeen(capturedAt: newest))
    }
    liveView.waiter = (attempt, newerThan)
    scheduleFrame()
  }

  /// The next frame is only worth an event while somebody waits for it.
  func scheduleFrame() {
    guard let generation = liveView.generation, liveView.waiter != nil else { return }
    let age = instant.nanoseconds - liveView.since.nanoseconds
    let wait = Self.framePeriod - age % Self.framePeriod
    after(wait) { booth in
      guard booth.liveView.generation == generation, let waiter = booth.liveView.waiter else { return }
      if let newest = booth.newestFrame, newest > waiter.newerThan {
        booth.liveView.waiter = nil
        booth.answer(waiter.attempt, .liveFrameSeen(capturedAt: newest))
      } else if booth.night.camera.framesEnd(generation) == nil {
        booth.scheduleFrame()
      }
    }
  }
}

extension CameraError {
  static let unplugged = CameraError(.notFound, subject: "simulated camera", detail: "it is not there")
}
