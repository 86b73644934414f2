import BoothCore
import BoothTesting
import Testing

/// After a kill or a power cut: an offer with a count, never pictures; no answer finishes quietly.
@Suite struct ResumeTests {
  private func boot(_ interrupted: Interrupted...) -> BoothInput {
    .booted(Boot(events: [.wedding], selected: "wedding", interrupted: interrupted))
  }

  @Test func `an offer shows a count and nothing else`() {
    var trail = FlowTrail()
    trail.send(boot(.sample(photos: 2)))
    let scene = Scene(trail.flow)
    #expect(scene.content == .resumeOffer(taken: 2, of: 3, until: trail.now + .seconds(30)))
    #expect(scene.previousLink == nil && !scene.showsLiveView)
  }

  @Test func `guests who chose a language are asked in it, and go on in it`() {
    var interrupted = Interrupted.sample(photos: 2)
    interrupted.plan.language = "he"
    for says in [Press.start, .cancel] {
      var trail = FlowTrail()
      trail.send(boot(interrupted))
      #expect(Scene(trail.flow).language == "he")
      trail.advance(.seconds(10))
      trail.send(.pressed(says))
      #expect(Scene(trail.flow).language == "he")
      if says == .cancel {
        trail.send(.answered(1, .sessionQueued))
        #expect(trail.flow.state == .idle && Scene(trail.flow).language == nil)
      }
    }
  }

  @Test func `going on takes the first strip without a photo`() {
    let script = FlowScript()
    let interrupted = Interrupted.sample(photos: 2)
    script.send(boot(interrupted)) {
      $0.selected = "wedding"
      $0.state = .resumeOffer(interrupted, until: $0.now + .seconds(30))
    }
    script.advance(.seconds(10))
    script.send(.pressed(.start), .startLiveView, .awaitLiveFrame(1, newerThan: script.now - .seconds(1))) {
      var capture = Capture(
        session: .sample(), plan: FlowEvent.wedding.plan, timings: Timings(), strip: 2,
        phase: .gettingReady(1, for: .clip, until: $0.now + .seconds(15)), takes: interrupted.takes)
      capture.strip = 2
      $0.state = .capture(capture)
    }
    script.leaveAsIs()
  }

  @Test func `no answer in thirty seconds finishes it quietly, and so does no`() {
    let interrupted = Interrupted.sample(photos: 1)
    for says in [nil, Press.cancel] {
      let script = FlowScript()
      script.send(boot(interrupted)) {
        $0.selected = "wedding"
        $0.state = .resumeOffer(interrupted, until: $0.now + .seconds(30))
      }
      if let says {
        script.send(.pressed(says), .finishSession(1, .sample(), quiet: true)) {
          $0.state = $0.upload(1, photos: 1, quiet: true)
        }
      } else {
        script.wait(.seconds(30), .finishSession(1, .sample(), quiet: true)) {
          $0.state = $0.upload(1, photos: 1, quiet: true)
        }
      }
      script.answer(1, .sessionQueued) { $0.state = .idle }
      script.finish()
    }
  }

  @Test func `a session of another event is finished quietly, whoever stands there`() {
    var other = Interrupted.sample(photos: 2)
    other.event = "birthday"
    var trail = FlowTrail()
    #expect(trail.send(boot(other)) == [.finishSession(1, .sample(), quiet: true)])
    trail.answer(.sessionQueued)
    #expect(trail.kind == .idle)
  }

  @Test(arguments: [(900.0, true), (901, false), (-901, false), (86_400, false)])
  func `a session is offered for a quarter of an hour`(_ age: Double, _ isOffered: Bool) {
    for trusted in [true, false] {
      var interrupted = Interrupted.sample(photos: 3)
      interrupted.lastTakenAt = WallTime(unixSeconds: 1_790_000_000, trusted: trusted)
      var trail = FlowTrail()
      let effects = trail.send(
        .booted(
          Boot(
            events: [.wedding], selected: "wedding", interrupted: [interrupted],
            time: WallTime(unixSeconds: 1_790_000_000 + age, trusted: trusted))))
      #expect(effects == (isOffered ? [] : [.finishSession(1, .sample(), quiet: true)]))
    }
  }

  @Test func `other presses do not answer the offer`() {
    let interrupted = Interrupted.sample(photos: 1)
    let script = FlowScript()
    script.send(boot(interrupted)) {
      $0.selected = "wedding"
      $0.state = .resumeOffer(interrupted, until: $0.now + .seconds(30))
    }
    script.send(.pressed(.retake), .ignore(.nothingToRetake))
    script.send(.pressed(.next), .ignore(.nothingToChoose))
    script.send(.pressed(.previous), .ignore(.nothingToChoose))
    script.finish()
  }

  @Test func `of several the newest is offered, the others are finished quietly, empty ones deleted`() {
    let script = FlowScript()
    let old = Interrupted.sample(1, photos: 1)
    let empty = Interrupted.sample(2, photos: 0)
    let older = Interrupted.sample(3, photos: 3)
    let newest = Interrupted.sample(4, photos: 2)
    func upload(_ session: Interrupted, _ attempt: AttemptID, at now: Instant) -> BoothState {
      .upload(
        Upload(
          session: session.session, timings: Timings(), photos: session.photos, quiet: true,
          phase: .queueing(attempt, until: now + .seconds(15))))
    }
    script.send(
      boot(old, empty, older, newest), .discardSession(.sample(2), .nothingKept),
      .finishSession(1, .sample(1), quiet: true)
    ) {
      $0.selected = "wedding"
      $0.state = upload(old, 1, at: $0.now)
    }
    script.answer(1, .sessionQueued, .finishSession(2, .sample(3), quiet: true)) {
      $0.state = upload(older, 2, at: $0.now)
    }
    script.answer(2, .sessionQueued) { $0.state = .resumeOffer(newest, until: $0.now + .seconds(30)) }
    script.wait(.seconds(30), .finishSession(3, .sample(4), quiet: true)) { $0.state = upload(newest, 3, at: $0.now) }
    script.answer(3, .sessionQueued) { $0.state = .idle }
    script.finish()
  }

  @Test func `an empty newest session does not hide the one before it`() {
    let script = FlowScript()
    let kept = Interrupted.sample(1, photos: 2)
    script.send(boot(kept, .sample(2, photos: 0)), .discardSession(.sample(2), .nothingKept)) {
      $0.selected = "wedding"
      $0.state = .resumeOffer(kept, until: $0.now + .seconds(30))
    }
    script.finish()
  }

  @Test func `a session that was complete goes on to its code`() {
    let script = FlowScript()
    let complete = Interrupted.sample(photos: 3)
    script.send(boot(complete)) {
      $0.selected = "wedding"
      $0.state = .resumeOffer(complete, until: $0.now + .seconds(30))
    }
    script.send(.pressed(.start), .startLiveView, .stopLiveView, .finishSession(1, .sample(), quiet: false)) {
      $0.state = $0.upload(1, photos: 3)
    }
    script.answer(1, .sessionQueued) { $0.state = $0.qr(photos: 3) }
    script.finish()
  }

  @Test func `a clip that was being written when the booth died is not waited for`() {
    var interrupted = Interrupted.sample(photos: 3)
    interrupted.takes[2].clip = nil
    interrupted.takes[2].pendingClip = 7
    var trail = FlowTrail()
    trail.send(boot(interrupted))
    trail.press(.start)
    #expect(trail.kind == .queueing)
  }

  @Test func `a session of an event that is gone is finished quietly`() {
    var interrupted = Interrupted.sample(photos: 2)
    interrupted.event = "gone"
    var trail = FlowTrail()
    let boot = Boot(events: [.thenAndNow], selected: "gone", interrupted: [interrupted])
    #expect(trail.send(.booted(boot)) == [.finishSession(1, .sample(), quiet: true)])
    trail.answer(.sessionQueued)
    // Its event was chosen, and is gone: the list.
    #expect(trail.kind == .eventSelection)
    #expect(trail.flow.selected == nil)
  }

  @Test func `what the operator asks during the quiet finishing is done after the offer`() {
    let script = FlowScript()
    let old = Interrupted.sample(1, photos: 1)
    let newest = Interrupted.sample(2, photos: 1)
    var trail = FlowTrail()
    trail.send(boot(old, newest))
    trail.send(.requested(.pause))
    trail.answer(.sessionQueued)
    #expect(trail.kind == .resumeOffer)
    #expect(trail.flow.pending == .pause)
    trail.waitUntilDue()
    trail.answer(.sessionQueued)
    #expect(trail.kind == .paused)
    script.finish()
  }

  @Test func `a booth that is shut down during the quiet finishing offers nothing more`() {
    var trail = FlowTrail()
    trail.send(boot(.sample(1, photos: 1), .sample(2, photos: 1)))
    trail.send(.requested(.shutDown))
    trail.answer(.sessionQueued)
    #expect(trail.kind == .stopped)
  }

  @Test func `the booth starts once`() {
    let script = FlowScript.idle(.wedding)
    script.send(boot(.sample(photos: 1)), .ignore(.alreadyBooted))
    script.finish()
  }

  @Test func `attempts go on where the last run stopped`() {
    var flow = BoothFlow(firstAttempt: 41)
    let now = Instant(nanoseconds: 0)
    _ = flow.handle(boot(), at: now)
    let effects = flow.handle(.pressed(.start), at: now)
    #expect(effects.first == .openSession(41, event: "wedding", plan: FlowEvent.wedding.plan))
  }
}
