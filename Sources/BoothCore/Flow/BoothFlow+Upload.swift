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
    let attempt = nextAttempt()
    state = .upload(
      Upload(
        session: session, timings: timings, photos: photos, quiet: quiet,
        phase: .queueing(attempt, until: now + timings.storeDeadline)))
    return [.finishSession(attempt, session, quiet: quiet)]
  }

  private mutating func queue(_ upload: Upload, at now: Instant) -> [BoothEffect] {
    queue(upload.session, timings: upload.timings, photos: upload.photos, quiet: upload.quiet, at: now)
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
      let finished = Finished(session: upload.session, timings: upload.timings, photos: upload.photos)
      let time = upload.session.staysHere ? upload.timings.keptHere : upload.timings.qr
      state = .qr(finished, shownAt: now, until: now + time)
      return []
    case (.queueing, .failed(let fault)): return refused(fault, upload, at: now)
    case (.awaitingClips, _), (.queueing, _), (.refused, _): return answeredLate(answer)
    }
  }

  private mutating func refused(_ fault: Fault, _ upload: Upload, at now: Instant) -> [BoothEffect] {
    var upload = upload
    upload.phase = .refused(fault, until: now + upload.timings.storeRetry)
    state = .upload(upload)
    return []
  }

  mutating func timePassed(in upload: Upload, at now: Instant) -> [BoothEffect] {
    switch upload.phase {
    case .awaitingClips, .refused: queue(upload, at: now)
    case .queueing: refused(Fault(.late, "the session was not queued in time"), upload, at: now)
    }
  }

  /// There is no cancelling here: the guests accepted every photo, and the jobs may exist already.
  func pressed(_ press: Press, in upload: Upload, at now: Instant) -> [BoothEffect] {
    switch press {
    case .start: [.ignore(.busy)]
    case .cancel: [.ignore(.sessionIsSafe)]
    case .retake: [.ignore(.nothingToRetake)]
    case .next, .previous: [.ignore(.nothingToChoose)]
    }
  }

  mutating func pressedInQR(
    _ press: Press, _ finished: Finished, shownAt: Instant, at now: Instant
  ) -> [BoothEffect] {
    switch press {
    case .start, .cancel:
      guard now - shownAt >= finished.timings.qrIgnore else { return [.ignore(.tooEarly)] }
      let effects = leaveQR(finished, at: now)
      // The next guests press start in front of the last ones' code; anything the operator wants comes first.
      guard press == .start, state == .idle else { return effects }
      return effects + welcome(at: now)
    case .retake: return [.ignore(.nothingToRetake)]
    case .next, .previous: return [.ignore(.nothingToChoose)]
    }
  }

  mutating func leaveQR(_ finished: Finished, at now: Instant) -> [BoothEffect] {
    if !finished.session.staysHere {
      previousQR = PreviousQR(link: finished.session.link, until: now + finished.timings.previousQR)
    }
    return moveOn(at: now)
  }
}

extension Upload {
  var wakeUp: Instant {
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
