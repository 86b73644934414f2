/// The end of a session: waiting for its last clip, queueing its jobs, showing its code.
extension BoothFlow {
  /// Ends the capture. Clips that are still being written are waited for; a running one is ended as it is.
  mutating func finish(_ capture: Capture, quiet: Bool, at now: Instant) -> [BoothEffect] {
    var effects: [BoothEffect] = []
    if let clip = capture.runningClip { effects.append(.finishClip(clip)) }
    effects.append(.stopLiveView)
    let clips = capture.takes.compactMap(\.pendingClip)
    guard !clips.isEmpty else {
      return effects
        + queue(capture.session, timings: capture.timings, photos: capture.photos.count, quiet: quiet, at: now)
    }
    state = .upload(
      Upload(
        session: capture.session, timings: capture.timings, photos: capture.photos.count, quiet: quiet,
        phase: .awaitingClips(clips, until: now + capture.timings.clipDeadline)))
    return effects
  }

  mutating func queue(
    _ session: SessionRef, timings: Timings, photos: Int, quiet: Bool, at now: Instant
  ) -> [BoothEffect] {
    queue(
      Upload(session: session, timings: timings, photos: photos, quiet: quiet, phase: .awaitingClips([], until: now)),
      at: now)
  }

  private mutating func queue(_ upload: Upload, at now: Instant) -> [BoothEffect] {
    var upload = upload
    let attempt = nextAttempt()
    upload.phase = .queueing(attempt, until: now + upload.timings.storeDeadline)
    state = .upload(upload)
    return [.finishSession(attempt, upload.session, quiet: upload.quiet)]
  }

  mutating func answered(
    _ attempt: AttemptID, _ answer: Answer, in upload: Upload, at now: Instant
  ) -> [BoothEffect] {
    var upload = upload
    switch (upload.phase, answer) {
    case (.awaitingClips(var clips, let until), .clipSaved), (.awaitingClips(var clips, let until), .failed):
      clips.removeAll { $0 == attempt }
      guard !clips.isEmpty else { return queue(upload, at: now) }
      upload.phase = .awaitingClips(clips, until: until)
      state = .upload(upload)
      return []
    case (.queueing, .sessionQueued):
      guard !upload.quiet else { return moveOn(at: now) }
      var finished = Finished(session: upload.session, timings: upload.timings, photos: upload.photos)
      finished.cancelAskedUntil = upload.cancelAskedUntil
      return askForPrint(finished, at: now)
    case (.queueing, .failed(let fault)): return refused(fault, upload, at: now)
    case (.awaitingClips, _), (.queueing, _), (.refused, _): return answeredLate(answer)
    }
  }

  private mutating func refused(_ fault: Fault, _ upload: Upload, at now: Instant) -> [BoothEffect] {
    // Only a new start mends the store: it finishes the session.
    if fault.kind == .storage, storage.refusal?.mayPass == false { return outOfOrderByStore(fault.detail, at: now) }
    var upload = upload
    upload.phase = .refused(fault, until: now + upload.timings.storeRetry)
    state = .upload(upload)
    return []
  }

  mutating func timePassed(in upload: Upload, at now: Instant) -> [BoothEffect] {
    var upload = upload
    if let asked = upload.cancelAskedUntil, now >= asked {
      upload.cancelAskedUntil = nil
      state = .upload(upload)
      guard upload.phaseDeadline <= now else { return [] }
    }
    switch upload.phase {
    case .awaitingClips, .refused: return queue(upload, at: now)
    case .queueing: return refused(Fault(.late, "the session was not queued in time"), upload, at: now)
    }
  }

  mutating func pressed(_ press: Press, in upload: Upload, at now: Instant) -> [BoothEffect] {
    var upload = upload
    if let asked = upload.cancelAskedUntil, now >= asked { upload.cancelAskedUntil = nil }
    switch press {
    // The people who stand there are not the ones in the pictures.
    case .cancel where upload.quiet: return [.ignore(.sessionIsSafe)]
    case .cancel where upload.cancelAskedUntil == nil: upload.cancelAskedUntil = now + upload.timings.cancelQuestion
    case .cancel:
      // While clips are awaited nothing was queued yet.
      let reason: DiscardReason = if case .awaitingClips = upload.phase { .cancel } else { .erase }
      return takeBack(upload.session, reason, upload.cancelAskedUntil, upload.timings, at: now)
    case .start:
      guard upload.cancelAskedUntil != nil else { return [.ignore(.busy)] }
      upload.cancelAskedUntil = nil
    case .retake: return [.ignore(.nothingToRetake)]
    case .next, .previous: return [.ignore(.nothingToChoose)]
    }
    state = .upload(upload)
    return []
  }

  mutating func pressedInQR(
    _ press: Press, _ finished: Finished, shownAt: Instant, until: Instant, at now: Instant
  ) -> [BoothEffect] {
    var finished = finished
    if let asked = finished.cancelAskedUntil, now >= asked { finished.cancelAskedUntil = nil }
    switch press {
    case .retake: return [.ignore(.nothingToRetake)]
    case .next, .previous: return askForAddress(finished, shownAt: shownAt, at: now)
    case .cancel where finished.cancelAskedUntil != nil:
      return takeBack(finished.session, .erase, finished.cancelAskedUntil, finished.timings, at: now)
    case .start where finished.cancelAskedUntil != nil:
      finished.cancelAskedUntil = nil
      state = .qr(finished, shownAt: shownAt, until: until)
      return []
    case .start, .cancel: guard now - shownAt >= finished.timings.qrIgnore else { return [.ignore(.tooEarly)] }
    }
    guard press == .start else {
      let shownFirst = finished.shownFirst ?? shownAt
      guard now - shownFirst < Self.takeBackTime, now < until else { return leaveQR(finished, at: now) }
      let asked = now + finished.timings.cancelQuestion
      finished.cancelAskedUntil = asked
      state = .qr(finished, shownAt: shownAt, until: max(until, asked))
      return []
    }
    let effects = leaveQR(finished, at: now)
    // The next guests press start in front of the last ones' code; anything the operator wants comes first.
    return state == .idle ? effects + welcome(at: now) : effects
  }

  mutating func timePassedInQR(
    _ finished: Finished, shownAt: Instant, until: Instant, at now: Instant
  ) -> [BoothEffect] {
    guard now < until else { return leaveQR(finished, at: now) }
    var finished = finished
    finished.cancelAskedUntil = nil
    state = .qr(finished, shownAt: shownAt, until: until)
    return []
  }

  /// How long after the code came up those in front of it are taken for the guests in the pictures, who may take them
  /// back; after that cancel only leaves the code, as the people who stand there may be others. Half a minute is what
  /// it takes to read the screen and to scan the code; most guests then go.
  public static let takeBackTime = Duration.seconds(30)

  /// The guests take back what they had accepted: it is erased, here and at the gallery. That brings no pictures
  /// back, so a press that comes before anyone can have read the question does not count.
  private mutating func takeBack(
    _ session: SessionRef, _ reason: DiscardReason, _ asked: Instant?, _ timings: Timings, at now: Instant
  ) -> [BoothEffect] {
    if let asked, now - (asked - timings.cancelQuestion) < Self.readingTime { return [.ignore(.tooSoonToRead)] }
    return [.discardSession(session, reason)] + moveOn(at: now)
  }

  mutating func leaveQR(_ finished: Finished, at now: Instant) -> [BoothEffect] {
    if !finished.session.staysHere {
      previousQR = PreviousQR(finished.session, until: now + finished.timings.previousQR)
    }
    return moveOn(at: now)
  }
}

extension Upload {
  var wakeUp: Instant { min(phaseDeadline, cancelAskedUntil ?? phaseDeadline) }

  var phaseDeadline: Instant {
    switch phase {
    case .awaitingClips(_, let until), .queueing(_, let until), .refused(_, let until): until
    }
  }

  func awaits(_ attempt: AttemptID) -> Bool {
    switch phase {
    case .awaitingClips(let clips, _): clips.contains(attempt)
    case .queueing(attempt, _): true
    case .queueing, .refused: false
    }
  }
}
