import BoothCore
import Testing

@Suite struct CameraWatchTests {
  private let start = Instant(nanoseconds: 1_000_000_000_000)
  private let lost = CameraError(.disconnected, subject: "DSLR", detail: "gone")
  private let main1 = CameraGeneration(.main, 1)
  private let fallback1 = CameraGeneration(.fallback, 1)

  private func make(fallback: Bool = true) -> CameraWatch {
    var steps = RecoverySteps()
    if fallback { steps.fallback = RecoverySteps.Step() }
    return CameraWatch(
      main: CameraSupervisor(.main, name: "DSLR", steps: steps),
      fallback: fallback ? CameraSupervisor(.fallback, name: "webcam", steps: RecoverySteps()) : nil)
  }

  private func description(_ name: String) -> CameraDescription {
    CameraDescription(id: name, model: name, driver: "test", takesStills: true, formats: [])
  }

  private func opened(_ generation: CameraGeneration) -> CameraWatch.Input {
    .camera(generation.camera, .opened(generation, description("\(generation.camera.rawValue)")))
  }

  /// A watch whose main camera is in use.
  private func running(fallback: Bool = true, wanted: Bool = true) -> CameraWatch {
    var watch = make(fallback: fallback)
    _ = watch.handle(.started, at: start)
    _ = watch.handle(opened(main1), at: start)
    if wanted { _ = watch.handle(.liveViewWanted(true), at: start) }
    return watch
  }

  /// Lets time pass until `until`, the main camera failing to open each time.
  private func fail(
    _ watch: inout CameraWatch, until: Instant, from now: Instant
  ) -> (effects: [CameraWatch.Effect], at: Instant) {
    var all: [CameraWatch.Effect] = []
    var now = now
    while let due = watch.wakeUp, due <= until {
      now = due
      var effects = watch.handle(.timePassed(LastFrames(fallback: watch.serving == .fallback ? now : nil)), at: now)
      for case .perform(.open(let generation)) in effects where generation.camera == .main {
        effects += watch.handle(.camera(.main, .openFailed(generation, lost)), at: now)
      }
      all += effects
    }
    return (all, now)
  }

  @Test func `without a fallback the flow hears the remedy, and that the camera is back`() {
    var watch = running(fallback: false)
    _ = watch.handle(.camera(.main, .lost(main1, lost)), at: start)
    let (effects, now) = fail(&watch, until: start + .seconds(14), from: start)
    let remedy = "DSLR: gone. Check its cable and that it is switched on."
    #expect(effects.contains(.sendToFlow(.outOfOrder(remedy))) && effects.contains(.notifyOperator(remedy)))
    guard case .perform(.open(let generation)) = watch.handle(.timePassed(LastFrames()), at: watch.wakeUp!).first
    else {
      Issue.record("it is not opened again: \(watch.main.state)")
      return
    }
    _ = watch.handle(opened(generation), at: now + .seconds(20))
    let frame = now + .seconds(21)
    let back = watch.handle(.timePassed(LastFrames(main: frame)), at: frame)
    #expect(back.contains(.sendToFlow(.ready)) && back.contains(.notifyOperator(nil)))
  }

  @Test func `the fallback is called when the ladder comes to it, and serves at once, in the middle of a session`() {
    var watch = running()
    _ = watch.handle(.guestsAreThere(true), at: start)
    _ = watch.handle(.camera(.main, .lost(main1, lost)), at: start)
    let (effects, now) = fail(&watch, until: start + .seconds(7), from: start)
    #expect(effects.contains(.perform(.open(fallback1))))
    #expect(now - start <= .seconds(7))
    let serving = watch.handle(opened(fallback1), at: now + .seconds(1))
    #expect(serving.contains(.serve(.fallback)))
    #expect(serving.contains(.perform(.startLiveView(fallback1))), "it was wanted")
    #expect(watch.serving == .fallback && watch.current.isUsable)
    let (later, _) = fail(&watch, until: now + .seconds(60), from: now + .seconds(1))
    #expect(!later.contains { if case .sendToFlow(.outOfOrder) = $0 { true } else { false } }, "guests have a camera")
  }

  /// A watch whose fallback serves, and whose main camera was opened again and shows pictures.
  private func mainIsBack(guests: Bool) -> (watch: CameraWatch, effects: [CameraWatch.Effect], at: Instant) {
    var watch = running()
    _ = watch.handle(.guestsAreThere(guests), at: start)
    _ = watch.handle(.camera(.main, .lost(main1, lost)), at: start)
    var (_, now) = fail(&watch, until: start + .seconds(7), from: start)
    _ = watch.handle(opened(fallback1), at: now)
    while true {
      now = watch.wakeUp!
      let effects = watch.handle(.timePassed(LastFrames(fallback: now)), at: now)
      if case .perform(.open(let generation)) = effects.first {
        _ = watch.handle(opened(generation), at: now)
        break
      }
    }
    now = now + .seconds(1)
    let effects = watch.handle(.timePassed(LastFrames(main: now, fallback: now)), at: now)
    return (watch, effects, now)
  }

  @Test func `the main camera is taken back between sessions, and the fallback let go`() {
    let (watch, effects, _) = mainIsBack(guests: false)
    #expect(watch.serving == .main && watch.fallback?.state == .stopped)
    #expect(effects.contains(.serve(.main)) && effects.contains(.perform(.abandon(fallback1))))
  }

  @Test func `but not while guests are there`() {
    let (back, earlier, now) = mainIsBack(guests: true)
    var watch = back
    #expect(watch.serving == .fallback && !earlier.contains(.serve(.main)))
    #expect(watch.main.isUsable)
    let effects = watch.handle(.guestsAreThere(false), at: now)
    #expect(watch.serving == .main && effects.contains(.perform(.abandon(fallback1))))
  }

  @Test func `a fallback that fails in the middle of a session gives way to a main camera that is back`() {
    let (back, _, now) = mainIsBack(guests: true)
    var watch = back
    let effects = watch.handle(.camera(.fallback, .lost(fallback1, lost)), at: now)
    #expect(watch.serving == .main && effects.contains(.serve(.main)) && watch.current.isUsable)
  }

  @Test func `a main camera that shows pictures and refuses photos is left alone for five minutes`() {
    var watch = running()
    let refusal = CameraError(.failed, subject: "DSLR", detail: "card is full")
    var now = start
    var generation = main1
    // Three tries of one photo after the other: each time it shows pictures again.
    for _ in 0..<12 where watch.serving == .main {
      now = now + .seconds(2)
      var effects = watch.handle(.camera(.main, .callFailed(generation, .takePhoto, refusal)), at: now)
      for _ in 0..<6 where !watch.main.isUsable {
        now = watch.wakeUp ?? now
        effects += watch.handle(.timePassed(LastFrames(main: now, fallback: now)), at: now)
        for case .perform(.open(let next)) in effects {
          if next.camera == .main { generation = next }
          effects = watch.handle(opened(next), at: now)
        }
      }
    }
    #expect(watch.serving == .fallback)
    let called = now
    while watch.serving == .fallback, now < called + .seconds(400) {
      now = max(now, watch.wakeUp ?? now + .seconds(400))
      _ = watch.handle(.timePassed(LastFrames(main: now, fallback: now)), at: now)
    }
    #expect(watch.serving == .main && now - called >= .seconds(290))
  }

  @Test func `a fallback that takes over and shows nothing is told of in time`() {
    var watch = running()
    _ = watch.handle(.guestsAreThere(true), at: start)
    _ = watch.handle(.camera(.main, .lost(main1, lost)), at: start)
    var (effects, now) = fail(&watch, until: start + .seconds(7), from: start)
    var told: Instant?
    effects += watch.handle(opened(fallback1), at: now)
    for _ in 0..<60 where told == nil {
      for case .perform(.open(let generation)) in effects where generation.camera == .main {
        _ = watch.handle(.camera(.main, .openFailed(generation, lost)), at: now)
      }
      if effects.contains(where: { if case .sendToFlow(.outOfOrder) = $0 { true } else { false } }) { told = now }
      now = watch.wakeUp!
      effects = watch.handle(.timePassed(LastFrames()), at: now)
    }
    #expect(told.map { $0 - start <= .seconds(15) } ?? false)
  }

  @Test func `two calls that hang ask for a restart, once, without guests and not at once after the start`() {
    var watch = running(fallback: false, wanted: false)
    _ = watch.handle(.guestsAreThere(true), at: start)
    for number in UInt64(1)...2 {
      let generation = CameraGeneration(.main, number)
      _ = watch.handle(.camera(.main, .callHung(generation, .takePhoto, since: start)), at: start)
    }
    #expect(watch.handle(.guestsAreThere(false), at: start + .seconds(30)).allSatisfy { !isRestart($0) }, "too early")
    _ = watch.handle(.guestsAreThere(true), at: start + .seconds(40))
    #expect(watch.handle(.timePassed(LastFrames()), at: start + .seconds(200)).allSatisfy { !isRestart($0) })
    #expect(watch.handle(.guestsAreThere(false), at: start + .seconds(201)).contains { isRestart($0) })
    #expect(watch.handle(.guestsAreThere(true), at: start + .seconds(202)).allSatisfy { !isRestart($0) })
    #expect(watch.handle(.guestsAreThere(false), at: start + .seconds(203)).allSatisfy { !isRestart($0) })
  }

  @Test func `where no camera has worked since the start, a restart waits longer`() {
    var watch = make(fallback: false)
    _ = watch.handle(.started, at: start)
    for number in UInt64(1)...2 {
      let error = CameraError(.timedOut, subject: "DSLR", detail: "hangs")
      _ = watch.handle(.timePassed(LastFrames()), at: start + .seconds(Int(number) * 30))
      _ = watch.handle(.camera(.main, .openFailed(CameraGeneration(.main, number), error)), at: start)
      _ = watch.handle(
        .camera(.main, .callHung(CameraGeneration(.main, number), .takePhoto, since: start)), at: start)
    }
    #expect(watch.handle(.timePassed(LastFrames()), at: start + .seconds(590)).allSatisfy { !isRestart($0) })
    #expect(watch.handle(.timePassed(LastFrames()), at: start + .seconds(600)).contains { isRestart($0) })
  }

  @Test func `the flow is told how early the camera in use wants to know, whichever it is`() {
    var watch = make()
    _ = watch.handle(.started, at: start)
    var slow = description("DSLR")
    slow.shutter = ShutterTiming(lag: .milliseconds(300), focus: .seconds(1))
    let told = watch.handle(.camera(.main, .opened(main1, slow)), at: start)
    #expect(told.contains(.sendToFlow(.timing(ShutterTiming(lag: .milliseconds(300), focus: .seconds(1))))))
    #expect(watch.handle(.guestsAreThere(true), at: start).isEmpty)
    // Gone: what was told stands until another camera serves.
    let gone = watch.handle(.camera(.main, .lost(main1, lost)), at: start + .seconds(1))
    #expect(gone.allSatisfy { if case .sendToFlow(.timing) = $0 { false } else { true } })
    _ = fail(&watch, until: start + .seconds(9), from: start + .seconds(1))
    let other = watch.handle(opened(fallback1), at: start + .seconds(9))
    #expect(other.contains(.sendToFlow(.timing(ShutterTiming()))))
  }

  @Test func `a hang that ended needs no restart`() {
    var watch = running(fallback: false, wanted: false)
    for number in UInt64(1)...2 {
      _ = watch.handle(
        .camera(.main, .callHung(CameraGeneration(.main, number), .takePhoto, since: start)), at: start)
    }
    _ = watch.handle(.camera(.main, .hangEnded(main1)), at: start)
    #expect(watch.handle(.timePassed(LastFrames()), at: start + .seconds(500)).allSatisfy { !isRestart($0) })
    #expect(watch.abandoned == 2)
  }

  @Test func `guests are there from the press to the code`() {
    #expect(BoothState.opening(AttemptID(1), until: start).guestsAreThere)
    #expect(!BoothState.idle.guestsAreThere && !BoothState.paused.guestsAreThere)
    #expect(!BoothState.outOfOrder(.camera("")).guestsAreThere)
  }

  private func isRestart(_ effect: CameraWatch.Effect) -> Bool {
    if case .askForRestart = effect { true } else { false }
  }
}
