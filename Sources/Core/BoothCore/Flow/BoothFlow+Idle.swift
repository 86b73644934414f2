/// Between sessions: starting, choosing an event, idling, opening a session, resuming one.
extension BoothFlow {
  mutating func booted(_ boot: Boot, at now: Instant) -> [BoothEffect] {
    guard state == .starting else { return [.ignore(.alreadyBooted)] }
    events = boot.events
    selected = boot.selected.flatMap { slug in events.contains { $0.slug == slug } ? slug : nil }
    var effects: [BoothEffect] = []
    for interrupted in boot.interrupted {
      if interrupted.photos == 0 {
        effects.append(.discardSession(interrupted.session, .nothingKept))
      } else if interrupted.event != selected || !interrupted.isRecent(at: boot.time) {
        // Of another event or another hour: what was kept goes to its own link, and the guests here are not asked.
        leftovers.append(interrupted)
      } else {
        if let earlier = offer { leftovers.append(earlier) }
        offer = interrupted
      }
    }
    return effects + moveOn(at: now)
  }

  /// Goes where the booth goes when no session runs: first what is left to finish, then what the operator wants.
  mutating func moveOn(at now: Instant) -> [BoothEffect] {
    (language, look) = (nil, nil)
    if !leftovers.isEmpty { return finishQuietly(leftovers.removeFirst(), at: now) }
    let request = pending
    (pending, isHeld) = (nil, nil)
    if request == .shutDown {
      state = .stopped
      return [.shutDown]
    }
    if let offer {
      self.offer = nil
      pending = request
      let until = now + timings(of: offer.event).resumeOffer
      language = offer.plan.language.map { ChosenLanguage(code: $0, until: until) }
      state = .resumeOffer(offer, until: until)
      return []
    }
    switch request {
    case .pause:
      isHeld = true
      state = .paused
      return []
    case .useEvent(let slug):
      selected = slug
      state = invitation
      return [.useEvent(slug)]
    case .changeEvent:
      state = selection()
      return []
    case .openSettings:
      state = .settings(until: now + currentTimings.settings)
      return []
    case .resume, .shutDown, nil: break
    }
    if selected == nil {
      state = selection()
    } else {
      state = invitation
    }
    return []
  }

  /// Idle, or why guests are not invited.
  var invitation: BoothState {
    if isClosed { return .paused }
    if let cameraFault { return .outOfOrder(.camera(cameraFault)) }
    return storage.level == .full ? .outOfOrder(.noRoom(storage.words, storage.refusal)) : .idle
  }

  private func selection() -> BoothState {
    guard !events.isEmpty else { return .outOfOrder(.noEvents) }
    return .eventSelection(highlighted: events.firstIndex { $0.slug == selected } ?? 0)
  }

  mutating func pressedInEventSelection(_ press: Press, _ highlighted: Int, at now: Instant) -> [BoothEffect] {
    switch press {
    case .next, .previous: guard events.count > 1 else { return [.ignore(.alreadySo)] }
    case .start, .cancel, .retake: break
    }
    switch press {
    case .next: state = .eventSelection(highlighted: (highlighted + 1) % events.count)
    case .previous: state = .eventSelection(highlighted: (highlighted + events.count - 1) % events.count)
    case .start:
      pending = .useEvent(events[highlighted].slug)
      return moveOn(at: now)
    case .cancel:
      guard selected != nil else { return [.ignore(.nothingToCancel)] }
      return moveOn(at: now)
    case .retake: return [.ignore(.nothingToRetake)]
    }
    return []
  }

  mutating func pressedInIdle(_ press: Press, at now: Instant) -> [BoothEffect] {
    switch press {
    case .start: return welcome(at: now)
    case .cancel: return [.ignore(.nothingToCancel)]
    case .retake: return [.ignore(.nothingToRetake)]
    case .next, .previous: return changeLanguage(press, at: now)
    }
  }

  /// The id and the link come before the first photo, so that the QR code is always true.
  /// - Parameter liveViewRuns: the question for the look has started the live view.
  mutating func openSession(
    _ consent: ConsentGiven? = nil, look: PhotoFilter? = nil, liveViewRuns: Bool = false, at now: Instant
  ) -> [BoothEffect] {
    guard let event = currentEvent else { return (liveViewRuns ? [.stopLiveView] : []) + moveOn(at: now) }
    let attempt = nextAttempt()
    state = .opening(attempt, until: now + event.timings.storeDeadline)
    // What guests chose goes with the plan, which is on the disk before the first photo.
    var plan = event.plan
    plan.language = language?.code
    plan.look = look ?? event.looks.map(PhotoFilter.unchosen(of:))
    self.look = plan.look
    let opening = BoothEffect.openSession(attempt, event: event.slug, plan: plan, consent: consent)
    return liveViewRuns ? [opening] : [opening, .startLiveView]
  }

  mutating func pressedInOpening(_ press: Press, at now: Instant) -> [BoothEffect] {
    switch press {
    case .cancel: return [.stopLiveView] + moveOn(at: now)
    case .start: return [.ignore(.busy)]
    case .retake: return [.ignore(.nothingToRetake)]
    case .next, .previous: return [.ignore(.nothingToChoose)]
    }
  }

  mutating func answeredInOpening(_ answer: Answer, at now: Instant) -> [BoothEffect] {
    switch answer {
    case .sessionOpened(let session):
      guard let event = currentEvent else {
        return [.stopLiveView, .discardSession(session, .lateAnswer)] + moveOn(at: now)
      }
      return beginCapture(session, plan: event.plan, timings: event.timings, takes: [], at: now)
    case .failed(let fault): return storageFailed(fault.detail, at: now)
    case .liveFrameSeen, .clipSaved, .photoSaved, .photoDoubted, .sessionQueued, .addressKept, .printsOrdered,
      .storageReady:
      return answeredLate(answer)
    }
  }

  mutating func pressedInResumeOffer(_ press: Press, _ interrupted: Interrupted, at now: Instant) -> [BoothEffect] {
    switch press {
    case .start:
      look = interrupted.plan.look
      return [.startLiveView]
        + beginCapture(
          interrupted.session, plan: interrupted.plan, timings: timings(of: interrupted.event),
          takes: interrupted.takes, at: now)
    // The people who stand there now may not be the ones in the pictures: "no" finishes, it does not delete.
    case .cancel: return finishQuietly(interrupted, at: now)
    case .retake: return [.ignore(.nothingToRetake)]
    case .next, .previous: return [.ignore(.nothingToChoose)]
    }
  }

  mutating func finishQuietly(_ interrupted: Interrupted, at now: Instant) -> [BoothEffect] {
    queue(
      interrupted.session, timings: timings(of: interrupted.event), photos: interrupted.photos, quiet: true, at: now)
  }

  mutating func pressedInSettings(_ press: Press, at now: Instant) -> [BoothEffect] {
    switch press {
    case .start, .cancel: return moveOn(at: now)
    case .retake: return [.ignore(.nothingToRetake)]
    case .next, .previous: return stayInSettings(at: now)
    }
  }

  mutating func stayInSettings(at now: Instant) -> [BoothEffect] {
    let until = now + currentTimings.settings
    guard state != .settings(until: until) else { return [.ignore(.alreadySo)] }
    state = .settings(until: until)
    return []
  }

  var currentEvent: FlowEvent? { events.first { $0.slug == selected } }
  var currentTimings: Timings { currentEvent?.timings ?? Timings() }
  func timings(of slug: String) -> Timings { events.first { $0.slug == slug }?.timings ?? Timings() }
}
