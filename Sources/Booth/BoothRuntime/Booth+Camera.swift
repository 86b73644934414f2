import BoothCore
import Logging

/// Carries the effects of the cameras' watch out, with deadlines.
extension Booth {
  static func watch(_ ports: BoothPorts) -> CameraWatch {
    var steps = ports.camera.recovery
    guard let other = ports.fallbackCamera else {
      return CameraWatch(main: CameraSupervisor(.main, name: ports.camera.name, steps: steps))
    }
    steps.fallback = steps.fallback ?? RecoverySteps.Step()
    return CameraWatch(
      main: CameraSupervisor(.main, name: ports.camera.name, steps: steps),
      fallback: CameraSupervisor(.fallback, name: other.name, steps: other.recovery))
  }

  func perform(_ effect: CameraWatch.Effect) {
    switch effect {
    case .perform(let effect): perform(effect)
    case .serve(let camera): liveView.serve(camera)
    case .sendToFlow(let news): post(.cameraChanged(news))
    case .notifyOperator(let words): mail.yield(.trouble(topic: "camera", words))
    case .askForRestart(let why):
      note("the booth ends, to be started anew: \(why)")
      askForRestart(why)
    }
  }

  /// Ends in good order, with the code after which the booth is started anew.
  func askForRestart(_ why: String) {
    restartReason = why
    post(.requested(.shutDown))
  }

  private func perform(_ effect: CameraSupervisor.Effect) {
    switch effect {
    case .open(let generation): open(generation)
    case .abandon(let generation):
      liveView.close(generation)
      cameras.removeValue(forKey: generation)?.abandon()
    case .startLiveView(let generation):
      call(generation, .startLiveView) { [self] driver throws(CameraError) in
        let sink = liveView.sink(generation)
        let format = try await driver.startLiveView(options.liveView, into: sink)
        log.info(
          "live view", metadata: ["camera.size": "\(format.size)", "camera.layout": "\(format.layout.rawValue)"])
      }
    case .stopLiveView(let generation):
      liveView.close(generation)
      call(generation, .stopLiveView) { driver throws(CameraError) in try await driver.stopLiveView() }
    case .release(let generation, let step): release(generation, step)
    case .takeStep(let step): take(step)
    case .report(let words): note(words)
    }
  }

  private func note(_ words: String) {
    log.notice("camera", metadata: ["camera.report": "\(words)"])
    ports.journal?.note(at: ports.clock.now, "camera", words)
  }

  var cameraDescription: CameraDescription? {
    watch.current.state == .ready ? watch.current.connection?.description : nil
  }

  private func send(_ camera: CameraRole, _ input: CameraSupervisor.Input) { mail.send(camera, input) }

  private func source(_ camera: CameraRole) -> any CameraSource {
    camera == .fallback ? ports.fallbackCamera ?? ports.camera : ports.camera
  }

  private func open(_ generation: CameraGeneration) {
    let driver = source(generation.camera).makeDriver()
    cameras[generation] = CameraCalls(driver: driver, clock: ports.clock)
    let (mail, camera, options) = (mail, generation.camera, options)
    Task {
      do throws(CameraError) {
        var description = try await driver.open()
        options.calibrations.apply(to: &description)
        mail.send(camera, .opened(generation, description))
      } catch {
        mail.send(camera, .openFailed(generation, error))
        await driver.close()
      }
      for await report in driver.reports {
        switch report {
        case .lost(let error): mail.send(camera, .lost(generation, error))
        case .unaskedPhoto(let photo): mail.yield(.unasked(photo))
        case .rawKept(let file):
          log.info("raw file kept", metadata: ["camera.raw": "\(file.path)", "camera.raw.bytes": "\(file.sizeBytes)"])
        case .condition(let condition):
          log.notice("camera", metadata: ["camera.condition": "\(condition)"])
          mail.send(camera, .conditionChanged(generation, condition))
        }
      }
    }
  }

  /// Makes a call in its turn; a failure, or a missed deadline, goes to the supervisor.
  private func call(
    _ generation: CameraGeneration, _ what: CameraCall,
    _ body: @escaping @Sendable (any CameraDriver) async throws(CameraError) -> Void
  ) {
    guard let camera = cameras[generation] else { return }
    let (mail, now) = (mail, ports.clock.now)
    let deadline = now + options.cameraDeadline
    Task {
      let outcome = await camera.call(deadline) { driver -> Result<Void, CameraError> in
        do throws(CameraError) { return .success(try await body(driver)) } catch { return .failure(error) }
      } hung: { ended in
        mail.send(generation.camera, ended ? .hangEnded(generation) : .callHung(generation, what, since: now))
      }
      switch outcome {
      case .returned(.success), .missed: break
      case .returned(.failure(let error)): mail.send(generation.camera, .callFailed(generation, what, error))
      }
    }
  }

  // MARK: Steps

  /// The supervisor keeps the deadline of a step: nothing waits for it here.
  private func release(_ generation: CameraGeneration, _ step: RecoveryStep) {
    guard let camera = cameras[generation] else {
      return send(step.camera, .stepEnded(step, .stepNotPossible("the camera is not open")))
    }
    let mail = mail
    let taken = camera.add { driver in
      do throws(CameraError) {
        try await driver.release()
        mail.send(step.camera, .stepEnded(step, nil))
      } catch {
        mail.send(step.camera, .stepEnded(step, error))
      }
    }
    if !taken { send(step.camera, .stepEnded(step, .stepNotPossible("the camera was closed"))) }
  }

  private func take(_ step: RecoveryStep) {
    let (mail, source) = (mail, source(step.camera))
    Task {
      do throws(CameraError) {
        switch step.rung {
        case .resetUSB: try await source.resetUSB()
        case .cutPower: try await source.cutPower()
        case .retry, .release, .reopen, .fallback: throw .stepNotPossible("\(step.rung) is no step of a source")
        }
        mail.send(step.camera, .stepEnded(step, nil))
      } catch {
        mail.send(step.camera, .stepEnded(step, error))
      }
    }
  }

  // MARK: Photos

  /// Begins to focus, where the camera in use can; a photo waits until it has.
  func focus() {
    guard let generation = watch.current.readyGeneration else { return }
    call(generation, .focus) { driver throws(CameraError) in try await driver.focus() }
  }

  /// Takes a photo with the camera that is in use now.
  func photoFromCamera(by deadline: Instant) async throws(Fault) -> Photo {
    guard let generation = watch.current.readyGeneration, let camera = cameras[generation] else {
      throw Fault(.camera, watch.current.lastError?.description ?? "the camera is not ready")
    }
    let (mail, now) = (mail, ports.clock.now)
    let outcome = await camera.call(deadline) { driver -> Result<Photo, CameraError> in
      do throws(CameraError) { return .success(try await driver.takePhoto()) } catch { return .failure(error) }
    } hung: { ended in
      mail.send(generation.camera, ended ? .hangEnded(generation) : .callHung(generation, .takePhoto, since: now))
    }
    switch outcome {
    case .returned(.success(let photo)):
      send(generation.camera, .photoTaken(generation))
      return photo
    case .returned(.failure(let error)):
      send(generation.camera, .callFailed(generation, .takePhoto, error))
      throw Fault(error)
    case .missed:
      throw Fault(.camera, "the camera did not answer in time")
    }
  }
}

extension AsyncStream<Mail>.Continuation {
  func send(_ camera: CameraRole, _ input: CameraSupervisor.Input) { yield(.cameras(.camera(camera, input))) }
}

extension CameraError {
  fileprivate static func stepNotPossible(_ why: String) -> CameraError {
    CameraError(.unsupported, subject: "camera", detail: why)
  }
}

/// One generation's calls, made one at a time.
struct CameraCalls: Sendable {
  let driver: any CameraDriver
  let clock: any BoothClock
  private let lane = Lane()

  init(driver: any CameraDriver, clock: any BoothClock) {
    self.driver = driver
    self.clock = clock
  }

  /// Calls `body` in its turn.
  ///
  /// - Parameter hung: called with false when the deadline is missed, and with true should the call come back after all;
  ///   neither for a call that never had its turn, as the generation was abandoned before.
  func call<Value: Sendable>(
    _ deadline: Instant, _ body: @escaping @Sendable (any CameraDriver) async -> Value,
    hung: @escaping @Sendable (_ ended: Bool) -> Void
  ) async -> Timed<Value> {
    await withCheckedContinuation { continuation in
      let taken = lane.add { [driver, clock] in
        let work = Task { await body(driver) }
        let outcome = await withDeadline(deadline, clock) { await work.value }
        if case .missed = outcome {
          hung(false)
          Task {
            _ = await work.value
            hung(true)
          }
        }
        continuation.resume(returning: outcome)
      }
      if !taken { continuation.resume(returning: .missed) }
    }
  }

  /// Does something in its turn, however long it takes; false when the lane takes no more.
  func add(_ body: @escaping @Sendable (any CameraDriver) async -> Void) -> Bool {
    lane.add { [driver] in await body(driver) }
  }

  /// Closes the driver and never waits for it.
  func abandon() {
    lane.abandon()
    let driver = driver
    Task { await driver.close() }
  }
}
