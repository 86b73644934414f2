import BoothCore
import BoothSystem
import Glibc
import Logging

/// Asking the camera's process, and listening to it between questions.
extension GPhoto2Camera {
  /// Asks and waits for the answer, live pictures going on. A process that misses the deadline is killed.
  func ask(
    _ request: CameraRequest, within limit: Duration, _ what: String
  ) throws(CameraError) -> (reply: CameraReply, body: [UInt8]) {
    let process = try openProcess(what)
    let began = DeviceClock.now()
    do {
      try process.send(request)
      while true {
        if let answer = try read(untilAnswer: true) {
          if case .failed(let error) = answer.reply { throw refusal(error) }
          return answer
        }
        // What came with the answer's words may have been a loss.
        if case .lost(let error) = state { throw error }
        // A RAW file that is on its way may take its time.
        let isFetching = condition?.isFetchingRaw == true
        switch thread.wait(until: began + (isFetching ? max(limit, profile.limits.rawPhoto) : limit)) {
        case .ready, .woken: break
        case .closed: throw misuse("\(what): it was closed meanwhile")
        case .timedOut:
          if isFetching, request == .takePhoto { throw rawTooSlow() }
          let error = CameraError(
            .timedOut, subject: port,
            detail: "\(what) took longer than \(limit), and its process was ended; switch the camera off and on if it "
              + "happens again")
          lose(error, grace: .zero)
          throw error
        }
      }
    } catch let fault as CameraWireFault {
      let error = broken(fault)
      lose(error, grace: .zero)
      throw error
    } catch {
      throw CameraError(error, at: port)
    }
  }

  /// The camera's process may go on fetching for ever, and is ended. The next photos would take as long.
  private func rawTooSlow() -> CameraError {
    let words = "its RAW file did not come within \(profile.limits.rawPhoto)"
    lose(CameraError(.timedOut, subject: port, detail: words), grace: .zero)
    return CameraError(
      .refusesPhotos, subject: port,
      detail: "\(words); set its image quality to RAW + JPEG or JPEG, and look at its cable")
  }

  func handle(_ event: DeviceThread.Event) {
    switch event {
    case .ready, .woken:
      do throws(CameraWireFault) { _ = try read(untilAnswer: false) } catch { lose(broken(error), grace: .zero) }
    case .closed: letGo(becoming: .closed, grace: profile.limits.leave)
    case .timedOut: break
    }
  }

  /// Takes what has come: live pictures and reports on the way, and the answer if one is awaited.
  private func read(untilAnswer: Bool) throws(CameraWireFault) -> (reply: CameraReply, body: [UInt8])? {
    while case .open = state, let item = try inbox?.next() {
      switch item {
      case .frame(let slot, let byteCount, let capturedAt, let size):
        let frame = pool.frame(
          slot, byteCount: byteCount, sequence: nextSequence, capturedAt: capturedAt, size: size, layout: .jpeg,
          strideBytes: 0)
        nextSequence += 1
        if !thread.isClosing { sink?.receive(frame) }
      case .lostFrame:
        nextSequence += 1
        lostFrames += 1
      case .reply(let reply, let body):
        if reply.isAnswer {
          guard untilAnswer else { throw .garbage("an answer to nothing: \(reply)") }
          return (reply, body)
        }
        send(reply, body)
      }
    }
    return nil
  }

  private func send(_ reply: CameraReply, _ body: [UInt8]) {
    switch reply {
    case .lost(let error): lose(error, grace: profile.limits.leave)
    case .unaskedPhoto:
      do {
        report.yield(.unaskedPhoto(try photo(body)))
      } catch {
        logger.notice("unasked photo is damaged", metadata: ["camera": "\(port)", "error": "\(error)"])
      }
    case .rawKept(let file): report.yield(.rawKept(file))
    case .condition(let condition):
      self.condition = condition
      report.yield(.condition(condition))
    case .note(let words): logger.notice("camera", metadata: ["camera": "\(port)", "camera.note": "\(words)"])
    case .done, .opened, .liveViewRuns, .photo, .cameras, .settings, .failed: break
    }
  }

  /// A refused call. A loss ends the generation, and so does a call that the camera answered too late: what it may still
  /// bring is not to be mistaken for the answer to the next.
  private func refusal(_ error: CameraError) -> CameraError {
    switch error.code {
    case .disconnected, .timedOut: lose(error, grace: profile.limits.leave)
    case .notFound, .busy, .noBandwidth, .focusFailed, .badPicture, .refusesPhotos, .unsupported, .failed: break
    }
    return error
  }

  func lose(_ error: CameraError, grace: Duration) {
    guard case .open = state else { return }
    logger.info("camera lost", metadata: ["camera": "\(port)", "error": "\(error)"])
    letGo(becoming: .lost(error), grace: grace)
    report.yield(.lost(error))
  }

  private func broken(_ fault: CameraWireFault) -> CameraError {
    let words =
      switch fault {
      case .ended: "its process ended by itself"
      case .garbage(let what): "its process said something senseless (\(what))"
      case .failed(let reason): "its process cannot be reached (\(SystemWords.of(reason)))"
      }
    return CameraError(.disconnected, subject: port, detail: "\(words); another one is started")
  }

  private func openProcess(_ call: String) throws(CameraError) -> CameraProcess {
    if thread.isClosing { throw misuse("\(call): it was closed") }
    switch state {
    case .open(let process): return process
    case .new: throw misuse("\(call): it was never opened")
    case .closed: throw misuse("\(call): it was closed")
    case .lost(let error): throw error
    }
  }
}
