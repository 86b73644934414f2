/// What happens when something fails.
extension CameraSupervisor {
  /// Which rungs cannot be climbed now.
  private var excluded: Set<RecoveryRung> {
    Set(hangingSteps.map(\.rung)).union(connection == nil ? [.retry, .release] : [])
  }

  /// How long live view may stay silent now.
  var silence: Duration {
    provesSince == nil ? limits.silence : min(limits.longestSilence, limits.silence * (ladder.round + 1))
  }

  mutating func callFailed(_ call: CameraCall, _ error: CameraError, at now: Instant) -> [Effect] {
    if call == .takePhoto, error.code == .refusesPhotos { return refuse(error, at: now) }
    guard let failure = RecoveryFault(error, connected: true) else { return [] }
    // Where the pictures had stopped before a photo was refused, the trouble is as old as the last one known.
    let since = call == .takePhoto ? liveViewSince ?? now : now
    if call != .takePhoto { liveViewSince = nil }
    return fail(error, failure, ofPhoto: call == .takePhoto && failure != .gone, since: since, at: now)
  }

  /// Photos come from the live view until the reason is gone, as far as anything tells; the connection is fine.
  mutating func refuse(_ error: CameraError, at now: Instant) -> [Effect] {
    let isNew = refusal?.words != error.detail
    refusal = Refusal(words: error.detail, at: now)
    return isNew ? [.report(error.description)] : []
  }

  /// Takes in what the camera says of itself.
  mutating func note(_ condition: CameraCondition, at now: Instant) -> [Effect] {
    let before = self.condition
    self.condition = condition
    // Live view stood still for it.
    if before?.isFetchingRaw == true, liveViewSince != nil { liveViewSince = now }
    // Another card, room on it, another setting: the reason may be gone, and the next photo shows it.
    if condition.freeMegabytes != nil, condition.cardHasRoom, !(before?.cardHasRoom ?? true) { refusal = nil }
    if before?.imageQuality != condition.imageQuality || before?.captureTarget != condition.captureTarget {
      refusal = nil
    }
    guard let words = condition.liveViewFails, before?.liveViewFails == nil, isUsable else { return [] }
    return refuseLiveView(words, at: now)
  }

  /// It says itself that it will show nothing: told at once, and it proves itself when it does after all.
  mutating func refuseLiveView(_ words: String, at now: Instant) -> [Effect] {
    liveViewSince = nil
    let effects = fail(CameraError(.failed, subject: name, detail: words), .refused, since: now, at: now)
    if remedy == nil { remedy = remedyNow }
    return effects
  }

  /// Why its photos would all fail, in words; nil while it may take them.
  public var stillsFault: String? { refusal?.words ?? condition?.photosFail }

  /// A call of a generation that was given up before its answer came.
  mutating func noteLate(_ call: CameraCall, _ code: CameraError.Code) -> [Effect] {
    switch code {
    case .timedOut, .busy, .failed: if call == .takePhoto, state != .stopped { ladder.notePhotoFailed() }
    case .notFound, .noBandwidth, .disconnected, .focusFailed, .badPicture, .refusesPhotos, .unsupported: break
    }
    return []
  }

  mutating func fail(
    _ error: CameraError, _ failure: RecoveryFault, ofPhoto: Bool = false, since: Instant, at now: Instant
  ) -> [Effect] {
    let changed = lastError != error
    lastError = error
    lastFailure = failure
    (provesSince, nextCheck) = (nil, nil)
    var effects = failure.leavesConnection ? [] : disconnect()
    if changed { effects.append(.report(error.description)) }
    let move = ladder.climb(after: failure, ofPhoto: ofPhoto, since: since, without: excluded, at: now)
    effects += take(move, at: now)
    return effects + speak(at: now)
  }

  private mutating func take(_ move: RecoveryLadder.Move, at now: Instant) -> [Effect] {
    let effects = move.rung.keepsConnection ? [] : disconnect()
    guard move.at <= now else {
      state = .waiting(until: move.at, next: move.rung)
      return effects
    }
    return effects + begin(move.rung, at: now)
  }

  private mutating func disconnect() -> [Effect] {
    defer {
      connection = nil
      condition = nil
      liveViewSince = nil
    }
    return connection.map { [.abandon($0.generation)] } ?? []
  }

  private mutating func begin(_ rung: RecoveryRung, at now: Instant) -> [Effect] {
    switch rung {
    case .retry:
      guard let connection else { return open(at: now) }
      state = .ready
      mustProve(at: now)
      let runs = liveViewSince != nil
      liveViewSince = now
      return runs ? [] : [.startLiveView(connection.generation)]
    case .release:
      guard let connection else { return open(at: now) }
      let step = nextStep(rung, at: now)
      return [.release(connection.generation, step)]
    case .reopen: return open(at: now)
    case .resetUSB, .cutPower: return [.takeStep(nextStep(rung, at: now))]
    case .fallback:
      callsFallback = true
      return report(rung, "called") + take(ladder.beginRound(at: now), at: now)
    }
  }

  private mutating func nextStep(_ rung: RecoveryRung, at now: Instant) -> RecoveryStep {
    lastStep += 1
    let step = RecoveryStep(role, rung, lastStep)
    state = .stepping(step, until: now + (ladder.steps[rung]?.limit ?? .zero))
    return step
  }

  mutating func open(at now: Instant) -> [Effect] {
    guard hanging.count < limits.hanging else {
      let error = CameraError(
        .timedOut, subject: name, detail: "\(hanging.count) calls hang in its driver; the booth must be restarted")
      return fail(error, .silent, since: now, at: now)
    }
    lastGeneration += 1
    let generation = CameraGeneration(role, lastGeneration)
    state = .opening(generation, since: now)
    return [.open(generation)]
  }

  mutating func mustProve(at now: Instant) {
    provesSince = now
    nextCheck = now + limits.check
  }

  /// A step came back, in time or not.
  mutating func ended(_ step: RecoveryStep, _ error: CameraError?, at now: Instant) -> [Effect] {
    hangingSteps.remove(step)
    guard case .stepping(step, _) = state else { return [] }
    if let error { return failed(step, error.detail, at: now) }
    let settle = ladder.steps[step.rung]?.settle ?? .zero
    let effects = report(step.rung, "done")
    return effects + take(.init(step.rung == .release ? .retry : .reopen, at: now + settle), at: now) + speak(at: now)
  }

  private mutating func failed(_ step: RecoveryStep, _ why: String, at now: Instant) -> [Effect] {
    var effects = report(step.rung, why)
    let move = ladder.climb(after: lastFailure ?? .silent, since: now, without: excluded, at: now)
    effects += take(move, at: now)
    return effects + speak(at: now)
  }

  // MARK: Time

  mutating func timePassed(lastFrame: Instant?, undecoded: UndecodedFrame?, at now: Instant) -> [Effect] {
    if let refusal, now >= refusal.at + limits.forgive { self.refusal = nil }
    switch state {
    case .stopped: return []
    case .waiting(let until, let rung): return now >= until ? begin(rung, at: now) + speak(at: now) : speak(at: now)
    case .stepping(let step, let until):
      guard now >= until else { return speak(at: now) }
      hangingSteps.insert(step)
      abandoned += 1
      return (step.rung == .release ? disconnect() : []) + failed(step, "it did not come back in time", at: now)
    case .opening(let generation, let since):
      guard now >= since + limits.open else { return speak(at: now) }
      hanging.insert(generation)
      abandoned += 1
      let error = CameraError(.timedOut, subject: name, detail: "opening did not return in time")
      return [.abandon(generation)] + fail(error, .silent, since: since, at: now)
    case .ready: return check(lastFrame: lastFrame, undecoded, at: now)
    }
  }

  private mutating func check(lastFrame: Instant?, _ undecoded: UndecodedFrame?, at now: Instant) -> [Effect] {
    guard let since = liveViewSince else { return speak(at: now) }
    // How long a RAW file takes is watched by the call that waits for it.
    let last = condition?.isFetchingRaw == true ? now : max(since, lastFrame ?? since)
    liveViewSince = last
    if let provesSince, let lastFrame, lastFrame > provesSince { return proven(at: now) }
    if let due = nextCheck, now >= due { nextCheck = now + limits.check }
    guard now - last >= silence else { return speak(at: now) }
    // What came since the last picture was none.
    let bad = undecoded.flatMap { $0.capturedAt > last ? $0 : nil }
    let error =
      bad.map { CameraError(.badPicture, subject: name, detail: "its live pictures cannot be decoded: \($0.fault)") }
      ?? CameraError(.timedOut, subject: name, detail: "no live picture for \(silence)")
    return fail(error, .silent, since: last, at: now)
  }

  /// It shows pictures again.
  private mutating func proven(at now: Instant) -> [Effect] {
    guard let connection else { return [] }
    (provesSince, nextCheck, remedy) = (nil, nil, nil)
    ladder.prove(by: .frame)
    if !ladder.awaitsPhoto { callsFallback = false }
    lastError = nil
    outcomes = [:]
    let report = Effect.report("\(connection.description.model) is ready")
    guard !wantsLiveView else { return [report] }
    liveViewSince = nil
    return [report, .stopLiveView(connection.generation)]
  }
}
