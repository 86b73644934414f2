/// What the operator, the camera's supervisor and the disk have to say, in any state.
extension BoothFlow {
  mutating func requested(_ request: OperatorRequest, at now: Instant) -> [BoothEffect] {
    if case .useEvent(let slug) = request, state != .starting, state != .stopped,
      !events.contains(where: { $0.slug == slug })
    {
      return [.ignore(.unknownEvent)]
    }
    switch (state, request) {
    case (.starting, .shutDown): return stopBeforeTheStart()
    case (.starting, _): return [.ignore(.notBooted)]
    case (.stopped, _): return [.ignore(.stopping)]
    case (.opening, _), (.capture, _), (.upload, _), (.print, _), (.qr, _), (.address, _), (.resumeOffer, _):
      return requestedInSession(request, at: now)
    case (.paused, _): return requestedInPause(request, at: now)
    case (.settings, _): return requestedInSettings(request, at: now)
    case (.eventSelection, .resume), (.eventSelection, .changeEvent), (.idle, .resume), (.consent, .resume),
      (.look, .resume),
      (.outOfOrder, .resume):
      return [.ignore(.alreadySo)]
    case (.idle, .useEvent(let slug)) where slug == selected: return [.ignore(.alreadySo)]
    case (.outOfOrder(.noEvents), .changeEvent): return [.ignore(.nothingToChoose)]
    case (.look, _):
      pending = request
      return leaveLook(at: now)
    case (.eventSelection, _), (.idle, _), (.consent, _), (.outOfOrder, _): return doNow(request, at: now)
    }
  }

  private mutating func doNow(_ request: OperatorRequest, at now: Instant) -> [BoothEffect] {
    pending = request
    return moveOn(at: now)
  }

  private mutating func requestedInPause(_ request: OperatorRequest, at now: Instant) -> [BoothEffect] {
    switch request {
    case .pause:
      guard isHeld != true else { return [.ignore(.alreadySo)] }
      // Closed at the moment: so it stays when its hours begin.
      isHeld = true
      return []
    case .resume:
      isHeld = nil
      if closing != nil { opensAnyway = true }
      return moveOn(at: now)
    case .useEvent(let slug): return useEventWhilePaused(slug)
    case .openSettings:
      // Looking at the settings does not open the booth: it is paused again after them, or closed.
      state = .settings(until: now + currentTimings.settings)
      pending = isHeld == true ? .pause : nil
      return []
    case .changeEvent, .shutDown: return doNow(request, at: now)
    }
  }

  private mutating func requestedInSettings(_ request: OperatorRequest, at now: Instant) -> [BoothEffect] {
    switch request {
    case .openSettings: return stayInSettings(at: now)
    case .resume:
      if isClosed { opensAnyway = true } else if pending == nil { return [.ignore(.alreadySo)] }
      (pending, isHeld) = (nil, nil)
      return []
    case .useEvent(let slug) where pending == .pause: return useEventWhilePaused(slug)
    case .pause, .changeEvent, .useEvent, .shutDown: return doNow(request, at: now)
    }
  }

  private mutating func useEventWhilePaused(_ slug: String) -> [BoothEffect] {
    guard slug != selected else { return [.ignore(.alreadySo)] }
    selected = slug
    return [.useEvent(slug)]
  }

  /// The session is finished first; asked twice, now.
  private mutating func requestedInSession(_ request: OperatorRequest, at now: Instant) -> [BoothEffect] {
    if request == .resume {
      guard pending != nil else { return [.ignore(.alreadySo)] }
      pending = nil
      return []
    }
    // Aiming may take an hour, and nothing was taken yet.
    if case .capture(let capture) = state, capture.phase.isAiming, capture.plan.location != nil, capture.photos.isEmpty
    {
      pending = request
      return abandon(capture, at: now)
    }
    if case .useEvent(let slug) = request, slug == selected, pending == nil { return [.ignore(.alreadySo)] }
    guard pending == request else {
      pending = request
      return [.ignore(.pending)]
    }
    if request == .shutDown { return stopNow() }
    switch state {
    case .opening: return [.stopLiveView] + moveOn(at: now)
    case .capture(let capture): return abandon(capture, at: now)
    case .upload(var upload):
      // It is being queued; only the QR screen is left out.
      guard !upload.quiet else { return [.ignore(.pending)] }
      upload.quiet = true
      upload.cancelAskedUntil = nil
      state = .upload(upload)
      return []
    case .qr(let finished, _, _): return leaveQR(finished, at: now)
    case .address(let form): return leaveQR(form.finished, at: now)
    case .print(let form): return leaveQR(form.finished, at: now)
    case .resumeOffer(let interrupted, _): return finishQuietly(interrupted, at: now)
    case .starting, .eventSelection, .idle, .consent, .look, .settings, .paused, .outOfOrder, .stopped:
      return moveOn(at: now)
    }
  }

  /// Asked to end while it still reads what there is: it ends when it has, or at the second request at once.
  private mutating func stopBeforeTheStart() -> [BoothEffect] {
    guard pending == .shutDown else {
      pending = .shutDown
      return []
    }
    return stopNow()
  }

  /// What is kept is durable; the next start offers to go on.
  private mutating func stopNow() -> [BoothEffect] {
    let effects = state.partingEffects
    pending = nil
    state = .stopped
    return effects + [.shutDown]
  }

  mutating func cameraChanged(_ news: CameraNews, at now: Instant) -> [BoothEffect] {
    switch news {
    case .timing(let timing):
      guard shutter ?? ShutterTiming() != timing else { return [.ignore(.alreadySo)] }
      shutter = timing
    case .stills(let why):
      guard stillsFault != why else { return [.ignore(.alreadySo)] }
      stillsFault = why
      if why == nil { failedStills = nil }
    case .ready:
      guard cameraFault != nil else { return [.ignore(.alreadySo)] }
      cameraFault = nil
      if case .outOfOrder(.camera) = state { return moveOn(at: now) }
    case .outOfOrder(let remedy):
      guard cameraFault != remedy else { return [.ignore(.alreadySo)] }
      cameraFault = remedy
      switch state {
      // No guests are asked for photos that cannot be taken.
      case .idle, .consent, .outOfOrder(.camera):
        state = .outOfOrder(.camera(remedy))
        return []
      case .look:
        state = .outOfOrder(.camera(remedy))
        return [.stopLiveView]
      // A session asks for another try by itself, when it needs the camera and has none; who waits for a picture that
      // will not come soon is asked now.
      case .capture(let capture):
        guard case .gettingReady = capture.phase else { break }
        return askForAnotherTry(Fault(.camera, remedy), in: capture, at: now)
      case .starting, .resumeOffer, .eventSelection, .opening, .upload, .print, .qr, .address, .settings, .paused,
        .stopped, .outOfOrder(.storage), .outOfOrder(.noRoom), .outOfOrder(.noEvents):
        break
      }
    }
    return [.ignore(.cameraNoted)]
  }

  /// A full disk stops only a booth that invites guests: a session under way goes on as far as it gets.
  mutating func storageChanged(_ news: StorageNews, at now: Instant) -> [BoothEffect] {
    guard news != storage else { return [.ignore(.alreadySo)] }
    storage = news
    let isLasting = news.refusal?.mayPass == false
    switch state {
    // Nothing of it can be kept before a new start.
    case .capture(let capture) where isLasting && capture.phase.failedInStore:
      return endUnkept(capture, Fault(.storage, news.words), at: now)
    case .upload(let upload) where isLasting && upload.phase.isRefused: return outOfOrderByStore(news.words, at: now)
    case .consent: return invitation == .idle ? [.ignore(.storageNoted)] : moveOn(at: now)
    case .look: return invitation == .idle ? [.ignore(.storageNoted)] : leaveLook(at: now)
    case .idle, .outOfOrder(.noRoom):
      guard state != invitation else { return [.ignore(.storageNoted)] }
      return moveOn(at: now)
    case .starting, .resumeOffer, .eventSelection, .opening, .capture, .upload, .print, .qr, .address, .settings,
      .paused, .stopped, .outOfOrder(.camera), .outOfOrder(.storage), .outOfOrder(.noEvents):
      return [.ignore(.storageNoted)]
    }
  }

  /// Guests are invited within the opening hours alone; who is at it goes on.
  mutating func hoursChanged(_ news: Closing?, at now: Instant) -> [BoothEffect] {
    guard news != closing else { return [.ignore(.alreadySo)] }
    closing = news
    if news == nil { opensAnyway = nil } else if news?.isLifted == true { opensAnyway = true }
    switch state {
    case .idle, .outOfOrder(.camera), .outOfOrder(.noRoom):
      guard isClosed else { return [.ignore(.hoursNoted)] }
      state = .paused
      return []
    case .paused:
      // Who paused it resumes it.
      guard isHeld != true else { return [.ignore(.hoursNoted)] }
      return isClosed ? [] : moveOn(at: now)
    case .starting, .resumeOffer, .eventSelection, .consent, .look, .opening, .capture, .upload, .print, .qr, .address,
      .settings, .stopped, .outOfOrder(.storage), .outOfOrder(.noEvents):
      return [.ignore(.hoursNoted)]
    }
  }

  /// Outside of the opening hours, and the operator has not opened the booth all the same.
  var isClosed: Bool { closing != nil && opensAnyway != true }

  /// Open outside of the opening hours, as the operator has said.
  public var isOpenedAnyway: Bool { closing != nil && opensAnyway == true && state != .paused }

  /// A code that leads nowhere any more leaves the screen at once, the small one too.
  mutating func sessionErased(_ session: SessionID, at now: Instant) -> [BoothEffect] {
    if previousQR?.session == session {
      previousQR = nil
      return []
    }
    switch state {
    case .qr(let finished, _, _) where finished.session.id == session: return moveOn(at: now)
    case .address(let form) where form.finished.session.id == session: return moveOn(at: now)
    case .print(let form) where form.finished.session.id == session: return moveOn(at: now)
    // The answer that its session is queued is still on its way.
    case .upload(let upload) where upload.session.id == session: return moveOn(at: now)
    case .starting, .resumeOffer, .eventSelection, .idle, .consent, .look, .opening, .capture, .upload, .print, .qr,
      .address, .settings, .paused, .outOfOrder, .stopped:
      return [.ignore(.notShown)]
    }
  }

  /// The store refuses to open a session: say so, and look again.
  mutating func storageFailed(_ detail: String, at now: Instant) -> [BoothEffect] {
    [.stopLiveView] + outOfOrderByStore(detail, at: now)
  }

  /// The same where no live view runs.
  mutating func outOfOrderByStore(_ detail: String, at now: Instant) -> [BoothEffect] {
    // What was asked for is not made to wait for a store that may never answer.
    if pending == .shutDown {
      pending = nil
      state = .stopped
      return [.shutDown]
    }
    let timings = currentTimings
    state = .outOfOrder(.storage(detail, nextAttempt(), until: now + timings.storeRetry))
    return []
  }

  mutating func timePassed(in trouble: OutOfOrder, at now: Instant) -> [BoothEffect] {
    switch trouble {
    case .storage(let detail, _, _):
      let attempt = nextAttempt()
      state = .outOfOrder(.storage(detail, attempt, until: now + currentTimings.storeDeadline))
      return [.checkStorage(attempt)]
    case .camera, .noRoom, .noEvents: return [.ignore(.nothingDue)]
    }
  }

  mutating func answered(_ answer: Answer, in trouble: OutOfOrder, at now: Instant) -> [BoothEffect] {
    switch (trouble, answer) {
    case (.storage, .storageReady): return moveOn(at: now)
    case (.storage, .failed(let fault)):
      state = .outOfOrder(.storage(fault.detail, nextAttempt(), until: now + currentTimings.storeRetry))
      return []
    case (.camera, _), (.noRoom, _), (.noEvents, _), (.storage, _): return answeredLate(answer)
    }
  }
}

extension Upload.Phase {
  /// Whether the store has refused the session's end.
  fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}

extension Capture.Phase {
  /// Whether guests are asked for another try, as the store refused their photo.
  fileprivate var failedInStore: Bool {
    if case .tryAgain(let fault, _) = self { fault.kind == .storage } else { false }
  }

  /// Whether a person aims, or shows how the old picture lies.
  fileprivate var isAiming: Bool {
    switch self {
    case .aiming, .marking: true
    case .gettingReady, .recording, .countdown, .takingPhoto, .settling, .review, .tryAgain: false
    }
  }
}

extension BoothState {
  /// What is under way in front of the camera ends. Not a switch within the mutating function: Swift 6.3.1 crashes there
  /// as it optimizes ("Found outside of lifetime use").
  fileprivate var partingEffects: [BoothEffect] {
    switch self {
    case .opening: [.stopLiveView]
    case .capture(let capture): (capture.runningClip.map { [.cancelClip($0)] } ?? []) + [.stopLiveView]
    case .starting, .resumeOffer, .eventSelection, .idle, .consent, .look, .upload, .print, .qr, .address, .settings,
      .paused, .outOfOrder, .stopped:
      []
    }
  }
}
