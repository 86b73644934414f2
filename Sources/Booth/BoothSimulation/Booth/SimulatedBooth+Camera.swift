import BoothCore

/// One generation's calls, made one at a time.
struct CameraLane {
  var isBusy = false
  var isAbandoned = false
  var queue: [() -> Void] = []
}

/// Carries the effects of the cameras' watch out, with deadlines.
extension SimulatedBooth {
  static let callDeadline: Int64 = 14_000_000_000

  func perform(_ effect: CameraWatch.Effect) {
    switch effect {
    case .perform(let effect): perform(effect)
    case .serve(let camera):
      noteFrames()
      liveView.serving = camera
      scheduleFrame()
    case .sendToFlow(let news): post(.cameraChanged(news))
    case .notifyOperator: break
    case .askForRestart: post(.requested(.shutDown))
    }
  }

  private func perform(_ effect: CameraSupervisor.Effect) {
    switch effect {
    case .open(let generation): open(generation)
    case .abandon(let generation):
      stopFrames(generation)
      // What is in the lane still comes back; it takes no more.
      cameras[generation]?.isAbandoned = true
      nextCall(generation)
      night.camera(generation.camera).close(generation)
    case .startLiveView(let generation):
      call(generation, .startLiveView) { booth in booth.startFrames(generation) }
    case .stopLiveView(let generation):
      stopFrames(generation)
      call(generation, .stopLiveView) { _ in }
    case .release(_, let step), .takeStep(let step): take(step)
    case .report: break
    }
  }

  func send(_ camera: CameraRole, _ input: CameraSupervisor.Input) { post(.cameras(.camera(camera, input))) }

  private func open(_ generation: CameraGeneration) {
    cameras[generation] = CameraLane()
    let camera = night.camera(generation.camera)
    guard let (wait, result) = camera.open(at: night.now) else { return }
    after(wait) { booth in
      switch result {
      case .success(let description):
        guard camera.isThere else {
          return booth.send(generation.camera, .openFailed(generation, .unplugged))
        }
        if booth.takesCalls(generation) { camera.hold(generation, at: booth.night.now) }
        booth.send(generation.camera, .opened(generation, description))
      case .failure(let error): booth.send(generation.camera, .openFailed(generation, error))
      }
    }
  }

  /// A step of the recovery ladder; one that hangs never comes back.
  private func take(_ step: RecoveryStep) {
    let (wait, error) = night.camera(step.camera).take(step.rung, at: night.now)
    night.counts.recoverySteps[step.rung, default: 0] += 1
    guard let wait else { return }
    after(wait) { $0.send(step.camera, .stepEnded(step, error)) }
  }

  /// Makes a call in its turn, and gives up waiting for it at its deadline.
  private func inLane(
    _ generation: CameraGeneration, _ work: CameraCall,
    _ then: @escaping (SimulatedBooth, Result<PhotoShot, CameraError>?) -> Void
  ) {
    guard takesCalls(generation) else { return then(self, nil) }
    let made = instant
    let deadline = night.now + Self.callDeadline
    cameras[generation]?.queue.append { [unowned self] in
      let (wait, result) = night.camera(generation.camera).perform(work, generation, at: night.now)
      let returns = wait.map { night.now + $0 <= deadline } ?? false
      if !returns, let wait { after(wait) { $0.send(generation.camera, .hangEnded(generation)) } }
      after(returns ? wait! : deadline - night.now) { booth in
        booth.cameras[generation]?.isBusy = false
        if !returns { booth.send(generation.camera, .callHung(generation, work, since: made)) }
        then(booth, returns ? result : nil)
        booth.nextCall(generation)
      }
    }
    nextCall(generation)
  }

  private func takesCalls(_ generation: CameraGeneration) -> Bool { cameras[generation]?.isAbandoned == false }

  private func nextCall(_ generation: CameraGeneration) {
    guard let lane = cameras[generation], !lane.isBusy else { return }
    guard !lane.queue.isEmpty else {
      if lane.isAbandoned { cameras[generation] = nil }
      return
    }
    cameras[generation]?.isBusy = true
    cameras[generation]?.queue.removeFirst()()
  }

  private func call(_ generation: CameraGeneration, _ work: CameraCall, _ then: @escaping (SimulatedBooth) -> Void) {
    guard takesCalls(generation) else { return }
    inLane(generation, work) { booth, result in
      switch result {
      case .success: then(booth)
      case .failure(let error): booth.send(generation.camera, .callFailed(generation, work, error))
      case nil: break
      }
    }
  }

  func focus() {
    guard let generation = watch.current.readyGeneration else { return }
    call(generation, .focus) { _ in }
  }

  func photoFromCamera(_ then: @escaping (SimulatedBooth, Result<PhotoShot, Fault>) -> Void) {
    guard let generation = watch.current.readyGeneration, takesCalls(generation) else {
      let why = watch.current.lastError?.description ?? "the camera is not ready"
      return then(self, .failure(Fault(.camera, why)))
    }
    inLane(generation, .takePhoto) { booth, result in
      switch result {
      case .success(let shot):
        booth.send(generation.camera, .photoTaken(generation))
        then(booth, .success(shot))
      case .failure(let error):
        booth.send(generation.camera, .callFailed(generation, .takePhoto, error))
        then(booth, .failure(Fault(error)))
      case nil:
        then(booth, .failure(Fault(.camera, "the camera did not answer in time")))
      }
    }
  }
}

extension CameraError {
  static let unplugged = CameraError(.notFound, subject: "simulated camera", detail: "it is not there")
}
