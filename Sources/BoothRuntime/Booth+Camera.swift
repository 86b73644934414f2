import BoothCore
import Logging

/// Carries the camera supervisor's effects out, with deadlines.
extension Booth {
  func carryOut(_ effect: CameraSupervisor.Effect) {
    switch effect {
    case .open(let generation): open(generation)
    case .abandon(let generation):
      if supervisor.readyGeneration != generation { liveView.close() }
      cameras.removeValue(forKey: generation)?.abandon()
    case .startLiveView(let generation):
      call(generation, "starting the live view") { [self] driver throws(CameraError) in
        let sink = liveView.sink(generation: generation)
        let format = try await driver.startLiveView(options.liveView, into: sink)
        log.info(
          "live view", metadata: ["camera.size": "\(format.size)", "camera.layout": "\(format.layout.rawValue)"])
      }
    case .stopLiveView(let generation):
      liveView.close()
      call(generation, "stopping the live view") { driver throws(CameraError) in try await driver.stopLiveView() }
    case .tellFlow(let news): post(.cameraChanged(news))
    case .report(let words): log.notice("camera", metadata: ["camera.report": "\(words)"])
    }
  }

  var cameraDescription: CameraDescription? {
    if case .ready(_, let description) = supervisor.state { description } else { nil }
  }

  private func open(_ generation: UInt64) {
    let driver = ports.camera.makeDriver()
    cameras[generation] = CameraCalls(driver: driver, clock: ports.clock)
    let mail = mail
    Task {
      do throws(CameraError) {
        let description = try await driver.open()
        mail.yield(.camera(.opened(generation: generation, description)))
      } catch {
        mail.yield(.camera(.openFailed(generation: generation, error)))
        await driver.close()
      }
      for await report in driver.reports {
        switch report {
        case .lost(let error): mail.yield(.camera(.lost(generation: generation, error)))
        case .unaskedPhoto(let photo): mail.yield(.unasked(photo))
        case .rawKept(let file):
          log.info("raw file kept", metadata: ["camera.raw": "\(file.path)", "camera.raw.bytes": "\(file.sizeBytes)"])
        case .condition(let condition): log.notice("camera", metadata: ["camera.condition": "\(condition)"])
        }
      }
    }
  }

  /// Makes a call in its turn; a failure of the connection, or a missed deadline, goes to the supervisor.
  private func call(
    _ generation: UInt64, _ what: String,
    _ body: @escaping @Sendable (any CameraDriver) async throws(CameraError) -> Void
  ) {
    guard let camera = cameras[generation] else { return }
    let (mail, deadline) = (mail, ports.clock.now + options.cameraDeadline)
    Task {
      let outcome = await camera.call(deadline) { driver -> Result<Void, CameraError> in
        do throws(CameraError) { return .success(try await body(driver)) } catch { return .failure(error) }
      }
      switch outcome {
      case .returned(.success): break
      case .returned(.failure(let error)): mail.yield(.camera(.lost(generation: generation, error)))
      case .missed: mail.yield(.camera(.callHung(generation: generation, what: what)))
      }
    }
  }

  /// Takes a photo with the camera that is open now.
  func photoFromCamera(by deadline: Instant) async throws(Fault) -> Photo {
    guard let generation = supervisor.readyGeneration, let camera = cameras[generation] else {
      throw Fault(.camera, supervisor.lastError?.description ?? "the camera is not ready")
    }
    let outcome = await camera.call(deadline) { driver -> Result<Photo, CameraError> in
      do throws(CameraError) { return .success(try await driver.takePhoto()) } catch { return .failure(error) }
    }
    switch outcome {
    case .returned(.success(let photo)): return photo
    case .returned(.failure(let error)):
      if !error.mayPass { mail.yield(.camera(.lost(generation: generation, error))) }
      throw Fault(error)
    case .missed:
      mail.yield(.camera(.callHung(generation: generation, what: "taking a photo")))
      throw Fault(.camera, "the camera did not answer in time")
    }
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

  /// Calls `body` in its turn. A call that returns after its deadline finds nobody listening.
  func call<Value: Sendable>(
    _ deadline: Instant, _ body: @escaping @Sendable (any CameraDriver) async -> Value
  ) async -> Timed<Value> {
    await withCheckedContinuation { continuation in
      let taken = lane.add { [driver, clock] in
        continuation.resume(returning: await withDeadline(deadline, clock) { await body(driver) })
      }
      if !taken { continuation.resume(returning: .missed) }
    }
  }

  /// Closes the driver and never waits for it.
  func abandon() {
    lane.abandon()
    let driver = driver
    Task { await driver.close() }
  }
}

extension Fault {
  init(_ error: CameraError) {
    let kind: Kind =
      switch error.code {
      case .focusFailed: .focus
      case .badPicture: .picture
      case .notFound, .busy, .disconnected, .unsupported, .timedOut, .failed: .camera
      }
    self.init(kind, error.description)
  }
}
