import BoothCore
import BoothTesting
import Testing

extension FlowPicture {
  /// The session in front of the camera; a test that speaks of one where there is none fails.
  var capture: Capture {
    get {
      guard case .capture(let capture) = state else {
        Issue.record("there is no capture in \(state)")
        return Capture(
          session: .sample(), plan: FlowEvent.wedding.plan, timings: Timings(), strip: 0, phase: .countdown(until: now),
          takes: [])
      }
      return capture
    }
    set { state = .capture(newValue) }
  }

  var upload: Upload {
    get {
      guard case .upload(let upload) = state else {
        Issue.record("there is no upload in \(state)")
        return Upload(
          session: .sample(), timings: Timings(), photos: 0, quiet: false,
          phase: .refused(Fault(.storage, ""), until: now))
      }
      return upload
    }
    set { state = .upload(newValue) }
  }

  /// The session whose code is shown; a test that speaks of one where there is none fails.
  var finished: Finished {
    get {
      guard case .qr(let finished, _, _) = state else {
        Issue.record("there is no code in \(state)")
        return Finished(session: .sample(), timings: Timings(), photos: 0)
      }
      return finished
    }
    set { if case .qr(_, let shownAt, let until) = state { state = .qr(newValue, shownAt: shownAt, until: until) } }
  }

  func upload(_ attempt: AttemptID, photos: Int, quiet: Bool = false, timings: Timings = Timings()) -> BoothState {
    .upload(
      Upload(
        session: .sample(), timings: timings, photos: photos, quiet: quiet,
        phase: .queueing(attempt, until: now + timings.storeDeadline)))
  }

  func qr(photos: Int, session: SessionRef = .sample(), timings: Timings = Timings()) -> BoothState {
    .qr(Finished(session: session, timings: timings, photos: photos), shownAt: now, until: now + timings.qr)
  }
}

/// Stretches that many tests begin with. Each is a chain of exact steps.
extension FlowScript {
  /// Booted and idle, with the first event chosen.
  static func idle(
    _ events: FlowEvent..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> FlowScript {
    let script = FlowScript(sourceLocation: sourceLocation)
    script.send(
      .booted(Boot(events: events, selected: events[0].slug, interrupted: [])), sourceLocation: sourceLocation
    ) {
      $0.selected = events[0].slug
      $0.state = .idle
    }
    return script
  }

  /// Start is pressed and the session opened: attempts 1 and 2; its first strip waits for a fresh live frame.
  func open(
    _ event: FlowEvent = .wedding, _ next: Capture.Next = .clip, session: SessionRef = .sample(),
    first: UInt64 = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let opening = AttemptID(first)
    let frame = AttemptID(first + 1)
    send(
      .pressed(.start), .openSession(opening, event: event.slug, plan: event.plan), .startLiveView,
      sourceLocation: sourceLocation
    ) { $0.state = .opening(opening, until: $0.now + .seconds(15)) }
    let newerThan = now - .seconds(1)
    answer(
      opening, .sessionOpened(session), .awaitLiveFrame(frame, newerThan: newerThan), sourceLocation: sourceLocation
    ) {
      $0.state = .capture(
        Capture(
          session: session, plan: event.plan, timings: event.timings, strip: 0,
          phase: .gettingReady(frame, for: next, until: $0.now + .seconds(15)),
          takes: Array(repeating: Take(), count: event.plan.strips.count)))
    }
  }

  /// The fresh frame `first` comes, the clip `first + 1` runs for 10 s, the frame `first + 2` is waited for.
  func recordClip(_ first: UInt64, strip: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) {
    let clip = AttemptID(first + 1)
    let frame = AttemptID(first + 2)
    answer(
      AttemptID(first), .liveFrameSeen(capturedAt: now), .startClip(clip, .sample(), strip: strip),
      sourceLocation: sourceLocation
    ) {
      $0.capture.phase = .recording(clip, since: $0.now, until: $0.now + .seconds(10))
      $0.capture.takes[strip].pendingClip = clip
    }
    wait(
      .seconds(10), .finishClip(clip), .awaitLiveFrame(frame, newerThan: now + .seconds(9)),
      sourceLocation: sourceLocation
    ) { $0.capture.phase = .gettingReady(frame, for: .countdown, until: $0.now + .seconds(15)) }
  }

  /// The fresh frame comes and the countdown begins.
  func count(_ frame: AttemptID, sourceLocation: SourceLocation = #_sourceLocation) {
    answer(frame, .liveFrameSeen(capturedAt: now), sourceLocation: sourceLocation) {
      $0.capture.phase = .countdown(until: $0.now + .seconds(3))
    }
  }

  /// The countdown ends and the camera is asked for the photo.
  func shoot(
    _ photo: AttemptID, strip: Int = 0, guide: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    wait(
      .seconds(3), .takePhoto(photo, .sample(), strip: strip, guide: guide, from: .camera),
      sourceLocation: sourceLocation
    ) { $0.capture.phase = .takingPhoto(photo, tries: 0, until: $0.now + .seconds(20)) }
  }

  /// A strip from its fresh frame `first` to its review; the clip is saved during the countdown. Its assets are
  /// `10 * strip + 1` (clip) and `10 * strip + 2` (photo); five attempts from `first`, counting the next frame.
  func strip(_ strip: Int, first: UInt64, sourceLocation: SourceLocation = #_sourceLocation) {
    let clip = Asset.clip(Int64(10 * strip + 1), strip: strip)
    let photo = Asset.photo(Int64(10 * strip + 2), strip: strip)
    recordClip(first, strip: strip, sourceLocation: sourceLocation)
    count(AttemptID(first + 2), sourceLocation: sourceLocation)
    answer(AttemptID(first + 1), .clipSaved(clip), sourceLocation: sourceLocation) {
      $0.capture.takes[strip] = Take(clip: clip)
    }
    shoot(AttemptID(first + 3), strip: strip, sourceLocation: sourceLocation)
    answer(AttemptID(first + 3), .photoSaved(photo), sourceLocation: sourceLocation) {
      $0.capture.takes[strip].photo = photo
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
  }

  /// The review of a strip ends by itself; the next strip waits for the frame.
  func nextStrip(_ strip: Int, frame: AttemptID, sourceLocation: SourceLocation = #_sourceLocation) {
    wait(.seconds(5), .awaitLiveFrame(frame, newerThan: now + .seconds(4)), sourceLocation: sourceLocation) {
      $0.capture.strip = strip
      $0.capture.phase = .gettingReady(frame, for: .clip, until: $0.now + .seconds(15))
    }
  }

  /// A session of one guided photo, up to its review: attempts 1 to 3.
  func takeGuidedPhoto(sourceLocation: SourceLocation = #_sourceLocation) {
    openGuided(sourceLocation: sourceLocation)
    send(.pressed(.start), .awaitLiveFrame(2, newerThan: now - .seconds(1)), sourceLocation: sourceLocation) {
      $0.capture.phase = .gettingReady(2, for: .countdown, until: $0.now + .seconds(15))
    }
    count(2, sourceLocation: sourceLocation)
    shoot(3, guide: "guides/jaffa-gate.jpg", sourceLocation: sourceLocation)
    let photo = Asset.photo(1)
    answer(3, .photoSaved(photo), .beginComposite(.sample(), [photo]), sourceLocation: sourceLocation) {
      $0.capture.takes[0].photo = photo
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
  }

  /// A session of the guided plan, which waits for the press.
  func openGuided(sourceLocation: SourceLocation = #_sourceLocation) {
    let event = FlowEvent.thenAndNow
    send(
      .pressed(.start), .openSession(1, event: event.slug, plan: event.plan), .startLiveView,
      sourceLocation: sourceLocation
    ) { $0.state = .opening(1, until: $0.now + .seconds(15)) }
    answer(1, .sessionOpened(.sample()), sourceLocation: sourceLocation) {
      $0.state = .capture(
        Capture(
          session: .sample(), plan: event.plan, timings: event.timings, strip: 0,
          phase: .aiming(until: $0.now + .seconds(30)), takes: [Take()]))
    }
  }

  /// The QR code of a guided session is on the screen: attempts 1 to 4.
  func showGuidedQR(sourceLocation: SourceLocation = #_sourceLocation) {
    takeGuidedPhoto(sourceLocation: sourceLocation)
    wait(.seconds(5), .stopLiveView, .finishSession(4, .sample(), quiet: false), sourceLocation: sourceLocation) {
      $0.state = $0.upload(4, photos: 1)
    }
    answer(4, .sessionQueued, sourceLocation: sourceLocation) { $0.state = $0.qr(photos: 1) }
  }

  /// The QR screen goes back to idle; the small code stays for two minutes.
  func leaveQR(after duration: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation) {
    wait(duration, sourceLocation: sourceLocation) {
      $0.state = .idle
      $0.previousQR = BoothFlow.PreviousQR(.sample(), until: $0.now + .seconds(120))
    }
  }
}
