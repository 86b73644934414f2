/// What the operator, the camera's supervisor and the disk have to say, in any state.
extension BoothFlow {
  mutating func requested(_ request: OperatorRequest, at now: Instant) -> [BoothEffect] {
    if case .useEvent(let slug) = request, state != .starting, state != .stopped,
      !events.contains(where: { $0.slug == slug })
    {
      return [.ignore(.unknownEvent)]
    }
    switch state {
    case .starting: return [.ignore(.notBooted)]
    case .stopped: return [.ignore(.stopping)]
    case .opening, .capture, .upload, .qr, .resumeOffer: return requestedInSession(request, at: now)
    case .paused:
      switch request {
      case .pause: return [.ignore(.alreadySo)]
      case .resume: return moveOn(at: now)
      case .useEvent(let slug):
        guard slug != selected else { return [.ignore(.alreadySo)] }
        selected = slug
        return [.useEvent(slug)]
      case .changeEvent, .openSettings, .shutDown: break
      }
    case .eventSelection, .idle, .settings, .outOfOrder:
      if request == .resume { return [.ignore(.alreadySo)] }
    }
    if case .useEvent(let slug) = request, slug == selected, state == .idle { return [.ignore(.alreadySo)] }
    pending = request
    return moveOn(at: now)
  }

  /// The session is finished first; asked twice, now.
  private mutating func requestedInSession(_ request: OperatorRequest, at now: Instant) -> [BoothEffect] {
    if request == .resume {
      guard pending != nil else { return [.ignore(.alreadySo)] }
      pending = nil
      return []
    }
    guard pending == request else {
      pending = request
      return [.ignore(.pending)]
    }
    if request == .shutDown {
      return stopNow()
    }
    switch state {
    case .opening: return [.stopLiveView] + moveOn(at: now)
    case .capture(let capture): return abandon(capture, at: now)
    case .upload(var upload):
      // It is being queued; only the QR screen is left out.
      guard !upload.quiet else { return [.ignore(.pending)] }
      upload.quiet = true
      state = .upload(upload)
      return []
    case .qr(let finished, _, _): return leaveQR(finished, at: now)
    case .resumeOffer(let interrupted, _): return finishQuietly(interrupted, at: now)
    case .starting, .eventSelection, .idle, .settings, .paused, .outOfOrder, .stopped: return moveOn(at: now)
    }
  }

  /// What is kept is durable; the next start offers to go on.
  private mutating func stopNow() -> [BoothEffect] {
    var effects: [BoothEffect] = []
    switch state {
    case .opening: effects = [.stopLiveView]
    case .capture(let capture): effects = (capture.runningClip.map { [.cancelClip($0)] } ?? []) + [.stopLiveView]
    case .starting, .resumeOffer, .eventSelection, .idle, .upload, .qr, .settings, .paused, .outOfOrder, .stopped: break
    }
    pending = nil
    state = .stopped
    return effects + [.shutDown]
  }

  mutating func cameraChanged(_ news: CameraNews, at now: Instant) -> [BoothEffect] {
    switch news {
    case .ready:
      guard cameraFault != nil else { return [.ignore(.alreadySo)] }
      cameraFault = nil
      if case .outOfOrder(.camera) = state { return moveOn(at: now) }
    case .outOfOrder(let remedy):
      guard cameraFault != remedy else { return [.ignore(.alreadySo)] }
      cameraFault = remedy
      switch state {
      case .idle, .outOfOrder(.camera):
        state = .outOfOrder(.camera(remedy))
        return []
      // A session asks for another try by itself, when it needs the camera and has none.
      case .starting, .resumeOffer, .eventSelection, .opening, .capture, .upload, .qr, .settings, .paused, .stopped,
        .outOfOrder(.storage), .outOfOrder(.noEvents):
        break
      }
    }
    return [.ignore(.cameraNoted)]
  }

  /// The store refuses to open a session: say so, and look again.
  mutating func storageFailed(_ detail: String, at now: Instant) -> [BoothEffect] {
    let timings = currentTimings
    state = .outOfOrder(.storage(detail, nextAttempt(), until: now + timings.storeRetry))
    return [.stopLiveView]
  }

  mutating func timePassed(in trouble: OutOfOrder, at now: Instant) -> [BoothEffect] {
    switch trouble {
    case .storage(let detail, _, _):
      let attempt = nextAttempt()
      state = .outOfOrder(.storage(detail, attempt, until: now + currentTimings.storeDeadline))
      return [.checkStorage(attempt)]
    case .camera, .noEvents: return [.ignore(.nothingDue)]
    }
  }

  mutating func answered(_ answer: Answer, in trouble: OutOfOrder, at now: Instant) -> [BoothEffect] {
    switch (trouble, answer) {
    case (.storage, .storageReady): return moveOn(at: now)
    case (.storage, .failed(let fault)):
      state = .outOfOrder(.storage(fault.detail, nextAttempt(), until: now + currentTimings.storeRetry))
      return []
    case (.camera, _), (.noEvents, _), (.storage, _): return answeredLate(answer)
    }
  }
}
