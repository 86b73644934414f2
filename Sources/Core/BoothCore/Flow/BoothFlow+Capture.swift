/// A session in front of the camera: strip by strip, a clip, a countdown, a photo, a review.
extension BoothFlow {
  /// Starts, or goes on with, a session at its first strip without a photo.
  mutating func beginCapture(
    _ session: SessionRef, plan: CapturePlan, timings: Timings, takes: [Take], at now: Instant
  ) -> [BoothEffect] {
    unkeptPhotos = nil
    // A clip that was being written when the program died will never be answered for.
    var takes = takes.map { Take(photo: $0.photo, clip: $0.clip) }
    while takes.count < plan.strips.count { takes.append(Take()) }
    let capture = Capture(
      session: session, plan: plan, timings: timings, strip: 0, phase: .countdown(until: now), takes: takes)
    return goToNextStrip(capture, at: now)
  }

  private mutating func goToNextStrip(_ capture: Capture, at now: Instant) -> [BoothEffect] {
    guard let strip = capture.plan.strips.indices.first(where: { capture.takes[$0].photo == nil }) else {
      return finish(capture, quiet: false, at: now)
    }
    var capture = capture
    capture.strip = strip
    return beginStrip(capture, at: now)
  }

  /// Begins the current strip from its start; what a failed or unwanted try left is discarded by the caller.
  private mutating func beginStrip(_ capture: Capture, at now: Instant) -> [BoothEffect] {
    var capture = capture
    guard capture.step.start == .automatic else {
      capture.phase = .aiming(until: now + capture.timings.patience)
      state = .capture(capture)
      return []
    }
    return getReady(capture, for: takesClip(capture) ? .clip : .countdown, at: now)
  }

  /// Without room for clips the strip is its photo.
  private func takesClip(_ capture: Capture) -> Bool { capture.wantsClip && storage.level < .noClips }

  private mutating func getReady(_ capture: Capture, for next: Capture.Next, at now: Instant) -> [BoothEffect] {
    var capture = capture
    let attempt = nextAttempt()
    // A camera that is known to be out of order is not waited for as long.
    let patience = cameraFault == nil ? capture.timings.getReady : min(capture.timings.getReady, Self.shortPatience)
    capture.phase = .gettingReady(attempt, for: next, until: now + patience)
    state = .capture(capture)
    return [.awaitLiveFrame(attempt, newerThan: now - capture.timings.freshFrame)]
  }

  /// How long "get ready" lasts with a camera that is out of order already.
  static let shortPatience = Duration.seconds(3)

  mutating func answered(
    _ attempt: AttemptID, _ answer: Answer, in capture: Capture, at now: Instant
  ) -> [BoothEffect] {
    var capture = capture
    if let strip = capture.takes.firstIndex(where: { $0.pendingClip == attempt }) {
      return clipAnswered(answer, strip: strip, in: capture, at: now)
    }
    switch (capture.phase, answer) {
    case (.marking(let marking, _), _): return answered(answer, marking, in: capture, at: now)
    case (.gettingReady(_, let next, let until), .liveFrameSeen(let capturedAt)):
      guard now - capturedAt <= capture.timings.freshFrame else {
        // It was young when it was found, and is not now: ask again, within the same patience.
        let again = nextAttempt()
        capture.phase = .gettingReady(again, for: next, until: until)
        state = .capture(capture)
        return [.awaitLiveFrame(again, newerThan: now - capture.timings.freshFrame)]
      }
      return next == .clip ? startClip(capture, at: now) : startCountdown(capture, at: now)
    // A photo that was triggered before zero may be here, or have failed, before it.
    case (.takingPhoto, .photoSaved(let asset)), (.countdown, .photoSaved(let asset)):
      if !asset.fromLiveView { failedStills = nil }
      return review(asset, nil, in: capture, at: now)
    case (.takingPhoto, .photoDoubted(let asset, let doubt)), (.countdown, .photoDoubted(let asset, let doubt)):
      failedStills = nil
      return photoDoubted(asset, doubt, tries: capture.tries, in: capture, at: now)
    case (.takingPhoto, .failed(let fault)), (.countdown, .failed(let fault)):
      return photoFailed(fault, tries: capture.tries, in: capture, at: now)
    case (.gettingReady, .failed(let fault)): return givePhotoUp(fault, in: capture, at: now)
    case (.settling(_, let fault, _), .storageReady): return givePhotoUp(fault, in: capture, at: now)
    case (.settling, .failed(let fault)): return askForAnotherTry(fault, in: capture, at: now)
    case (.aiming, _), (.gettingReady, _), (.recording, _), (.countdown, _), (.takingPhoto, _), (.settling, _),
      (.review, _), (.tryAgain, _):
      return answeredLate(answer)
    }
  }

  private mutating func startClip(_ capture: Capture, at now: Instant) -> [BoothEffect] {
    var capture = capture
    guard let duration = capture.step.clip, takesClip(capture) else { return startCountdown(capture, at: now) }
    let attempt = nextAttempt()
    capture.phase = .recording(attempt, since: now, until: now + duration)
    capture.takes[capture.strip].pendingClip = attempt
    state = .capture(capture)
    return [.startClip(attempt, capture.session, strip: capture.strip)]
  }

  /// A clip that fails never costs the guests their photo: the strip goes on without it. One that ends while it should
  /// still be recorded ends its recording, as guests should not dance for a camera that does not film.
  private mutating func clipAnswered(
    _ answer: Answer, strip: Int, in capture: Capture, at now: Instant
  ) -> [BoothEffect] {
    var capture = capture
    let wasRecording = capture.runningClip != nil && capture.runningClip == capture.takes[strip].pendingClip
    switch answer {
    case .clipSaved(let asset):
      capture.takes[strip].clip = asset
    case .failed: break
    case .sessionOpened, .liveFrameSeen, .photoSaved, .photoDoubted, .sessionQueued, .addressKept, .printsOrdered,
      .storageReady:
      return answeredLate(answer)
    }
    capture.takes[strip].pendingClip = nil
    if wasRecording { return getReady(capture, for: .countdown, at: now) }
    state = .capture(capture)
    return []
  }

  private mutating func startCountdown(_ capture: Capture, at now: Instant) -> [BoothEffect] {
    var capture = capture
    guard capture.step.countdown > .zero else { return takePhoto(capture, tries: 0, from: photoSource, at: now) }
    let zero = now + capture.step.countdown
    // The live view has no shutter that would want to be told ahead.
    let timing = stillsFault == nil ? shutter ?? ShutterTiming() : ShutterTiming()
    let step = CountdownStep(from: now, to: zero, timing)
    capture.phase = .countdown(until: zero, step: step)
    state = .capture(capture)
    return step?.due == now ? countDown(capture, to: zero, step, at: now) : []
  }

  /// Where the next photo comes from.
  var photoSource: PhotoSource { stillsFault == nil ? .camera : .liveView }

  mutating func takePhoto(
    _ capture: Capture, tries: Int, from source: PhotoSource, at now: Instant
  ) -> [BoothEffect] {
    var capture = capture
    let attempt = nextAttempt()
    capture.phase = .takingPhoto(attempt, tries: tries, until: now + capture.timings.photoDeadline)
    state = .capture(capture)
    return [.takePhoto(attempt, capture.session, strip: capture.strip, guide: capture.step.guide, from: source)]
  }

  /// Out of focus, or no picture: once more, then the best live frame. A camera that gives no photos at all, or that fails
  /// for the second time in a row: the live frame at once, as guests are not filmed twice for nothing. Anything else: ask the
  /// guests.
  private mutating func photoFailed(
    _ fault: Fault, tries: Int, in capture: Capture, at now: Instant
  ) -> [BoothEffect] {
    let failedBefore = failedStills ?? 0
    if tries < 2, photoSource == .camera {
      switch fault.kind {
      case .focus, .picture, .camera, .stills: failedStills = min(failedBefore + 1, 1000)
      case .storage, .late: break
      }
    }
    switch (fault.kind, tries) {
    case (.focus, 0) where stillsFault == nil, (.picture, 0) where stillsFault == nil:
      return takePhoto(capture, tries: 1, from: .camera, at: now)
    case (.focus, 0...1), (.picture, 0...1), (.stills, 0...1):
      return takePhoto(capture, tries: 2, from: .liveView, at: now)
    case (.camera, 0...1) where failedBefore > 0: return takePhoto(capture, tries: 2, from: .liveView, at: now)
    case (.focus, _), (.picture, _), (.camera, _), (.stills, _), (.storage, _), (.late, _):
      return givePhotoUp(fault, in: capture, at: now)
    }
  }

  /// Without a photo the guests are asked for another try; one that was only doubted is better than none.
  private mutating func givePhotoUp(_ fault: Fault, in capture: Capture, at now: Instant) -> [BoothEffect] {
    let take = capture.takes[capture.strip]
    guard let photo = take.photo else { return askForAnotherTry(fault, in: capture, at: now) }
    return review(photo, take.doubt, in: capture, at: now)
  }

  /// The photo may still be on its way to the disk. A doubted one before it is shown when it is durable that this one
  /// stays: after a power cut guests must not find another in its place, which they never saw.
  private mutating func photoIsLate(in capture: Capture, at now: Instant) -> [BoothEffect] {
    let fault = Fault(.late, "the photo did not come in time")
    guard let photo = capture.takes[capture.strip].photo else { return askForAnotherTry(fault, in: capture, at: now) }
    var capture = capture
    let attempt = nextAttempt()
    capture.phase = .settling(attempt, fault, until: now + capture.timings.storeDeadline)
    state = .capture(capture)
    return [.settlePhoto(attempt, photo)]
  }

  /// Something seems to have gone wrong: once more by itself, after the countdown, as flashes take a moment too. The
  /// photo stays until there is another. The second time, or with the live frame that came in place of a still, the
  /// guests are asked.
  private mutating func photoDoubted(
    _ photo: Asset, _ doubt: PhotoDoubt, tries: Int, in capture: Capture, at now: Instant
  ) -> [BoothEffect] {
    guard capture.takes[capture.strip].photo == nil, tries < 2, capture.plan.photoCheck != .ask else {
      return review(photo, doubt, in: capture, at: now)
    }
    var capture = capture
    capture.takes[capture.strip].photo = photo
    capture.takes[capture.strip].doubt = doubt
    // The live view may have stood still while the photo was fetched.
    return getReady(capture, for: .countdown, at: now)
  }

  private mutating func review(
    _ photo: Asset, _ doubt: PhotoDoubt?, in capture: Capture, at now: Instant
  ) -> [BoothEffect] {
    unkeptPhotos = nil
    var capture = capture
    let replaced = capture.takes[capture.strip].photo.flatMap { $0.id == photo.id ? nil : $0 }
    capture.takes[capture.strip].photo = photo
    capture.takes[capture.strip].doubt = doubt
    let complete = capture.photos.count == capture.plan.strips.count
    var effects: [BoothEffect] = []
    if let replaced { effects.append(.discard([replaced], .reshot)) }
    if complete, capture.plan.location == nil { effects.append(.beginComposite(capture.session, capture.photos)) }
    // Without a review the photo counts at once, but never over an open question.
    guard capture.reviewTime > .zero || capture.cancelAskedUntil != nil else {
      return effects + goToNextStrip(capture, at: now)
    }
    capture.phase = .review(until: now + capture.reviewTime)
    state = .capture(capture)
    return effects
  }

  /// So many photos in a row that the store refused end a session, and so many that did not come in time: guests are not
  /// filmed again and again for what cannot be kept.
  static let (mostRefused, mostLate) = (2, 3)

  mutating func askForAnotherTry(_ fault: Fault, in capture: Capture, at now: Instant) -> [BoothEffect] {
    if fault.kind == .storage || fault.kind == .late {
      let unkept = (unkeptPhotos ?? 0) + 1
      unkeptPhotos = unkept
      let isLasting = fault.kind == .storage && storage.refusal?.mayPass == false
      guard !isLasting, unkept < (fault.kind == .storage ? Self.mostRefused : Self.mostLate) else {
        return endUnkept(capture, fault, at: now)
      }
    }
    var capture = capture
    capture.phase = .tryAgain(fault, until: now + capture.timings.patience)
    state = .capture(capture)
    return []
  }

  /// What the store refuses, or is too slow for, ends the session: with what there is, under its own link; without a photo
  /// the booth is out of order until the store takes something. A store that only a new start mends is asked for
  /// nothing more: the next start offers the session, or finishes it.
  mutating func endUnkept(_ capture: Capture, _ fault: Fault, at now: Instant) -> [BoothEffect] {
    unkeptPhotos = nil
    let isLasting = storage.refusal?.mayPass == false
    guard capture.photos.isEmpty || isLasting else { return finish(capture, quiet: false, at: now) }
    let clip: [BoothEffect] = capture.runningClip.map { [.cancelClip($0)] } ?? []
    let discarded: [BoothEffect] = isLasting ? [] : [.discardSession(capture.session, .nothingKept)]
    return clip + discarded + storageFailed(fault.detail, at: now)
  }

  /// Takes the current strip again: what it has is discarded, by name. A clip that is still being written is discarded
  /// when it comes, as a late answer.
  private mutating func retake(_ capture: Capture, _ reason: DiscardReason, at now: Instant) -> [BoothEffect] {
    var capture = capture
    let take = capture.takes[capture.strip]
    capture.takes[capture.strip] = Take()
    return (take.assets.isEmpty ? [] : [.discard(take.assets, reason)]) + beginStrip(capture, at: now)
  }

  mutating func pressed(_ press: Press, in capture: Capture, at now: Instant) -> [BoothEffect] {
    var capture = capture
    if let asked = capture.cancelAskedUntil, now < asked, press == .cancel || press == .start {
      if press == .cancel { return discard(capture, .cancel, at: now) }
      capture.cancelAskedUntil = nil
      capture.restartPatience(at: now)
      state = .capture(capture)
      return []
    }
    switch (capture.phase, press) {
    case (.marking(let marking, _), _): return pressed(press, marking, in: capture, at: now)
    case (_, .cancel):
      capture.cancelAskedUntil = now + capture.timings.cancelQuestion
      capture.restartPatience(at: now)
      state = .capture(capture)
      return []
    case (.aiming, .start): return getReady(capture, for: takesClip(capture) ? .clip : .countdown, at: now)
    case (.review, .start): return goToNextStrip(capture, at: now)
    case (.review, .retake): return retake(capture, .retake, at: now)
    case (.tryAgain, .start), (.tryAgain, .retake): return retake(capture, .failedStrip, at: now)
    case (.countdown, .start): return [.ignore(.countdownRuns)]
    case (.gettingReady, .start), (.recording, .start), (.takingPhoto, .start), (.settling, .start):
      return [.ignore(.busy)]
    case (_, .retake): return [.ignore(.nothingToRetake)]
    case (_, .next) where capture.showsGuide: return guideTurned(.stronger)
    case (_, .previous) where capture.showsGuide: return guideTurned(.weaker)
    case (_, .next), (_, .previous): return [.ignore(.nothingToChoose)]
    }
  }

  mutating func timePassed(in capture: Capture, at now: Instant) -> [BoothEffect] {
    var capture = capture
    if let asked = capture.cancelAskedUntil, now >= asked {
      capture.cancelAskedUntil = nil
      state = .capture(capture)
      guard capture.phaseDeadline <= now else { return [] }
    }
    switch capture.phase {
    case .recording(let attempt, _, _):
      return [.finishClip(attempt)] + getReady(capture, for: .countdown, at: now)
    case .countdown(let zero, let step): return countDown(capture, to: zero, step, at: now)
    case .review: return goToNextStrip(capture, at: now)
    case .gettingReady:
      return givePhotoUp(Fault(.camera, "no live picture in time"), in: capture, at: now)
    case .takingPhoto: return photoIsLate(in: capture, at: now)
    case .settling(_, let fault, _): return askForAnotherTry(fault, in: capture, at: now)
    case .marking(let marking, _): return timePassed(marking, in: capture, at: now)
    case .aiming, .tryAgain: return abandon(capture, at: now)
    }
  }

  /// The guests walked away: what they kept is finished under their own link; without a photo nothing stays.
  mutating func abandon(_ capture: Capture, at now: Instant) -> [BoothEffect] {
    capture.photos.isEmpty ? discard(capture, .nothingKept, at: now) : finish(capture, quiet: true, at: now)
  }

  private mutating func discard(_ capture: Capture, _ reason: DiscardReason, at now: Instant) -> [BoothEffect] {
    (capture.runningClip.map { [.cancelClip($0)] } ?? [])
      + [.stopLiveView, .discardSession(capture.session, reason)] + moveOn(at: now)
  }
}
