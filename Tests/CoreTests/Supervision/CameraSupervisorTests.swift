import BoothCore
import Testing

@Suite struct CameraSupervisorTests {
  static let camera = CameraDescription(id: "mock", model: "Mock 5000", driver: "mock", takesStills: true, formats: [])
  private let lost = CameraError(.disconnected, subject: "/dev/video0", detail: "No such device")
  private let start = Instant(nanoseconds: 1_000_000_000)

  private func generation(_ number: UInt64) -> CameraGeneration { CameraGeneration(.main, number) }

  private func make(_ change: (inout RecoverySteps) -> Void = { _ in }) -> CameraSupervisor {
    var steps = RecoverySteps()
    change(&steps)
    return CameraSupervisor(.main, name: "webcam", steps: steps)
  }

  private func ready(wanted: Bool = false, _ change: (inout RecoverySteps) -> Void = { _ in }) -> CameraSupervisor {
    var supervisor = make(change)
    if wanted { _ = supervisor.handle(.liveViewWanted(true), at: start) }
    _ = supervisor.handle(.started, at: start)
    _ = supervisor.handle(.opened(generation(1), Self.camera), at: start)
    return supervisor
  }

  /// Wakes it when it wants to be woken; says when that was.
  @discardableResult
  private func wake(_ supervisor: inout CameraSupervisor, lastFrame: Instant? = nil) -> (
    effects: [CameraSupervisor.Effect], at: Instant
  ) {
    let due = supervisor.wakeUp!
    return (supervisor.handle(.timePassed(lastFrame: lastFrame), at: due), due)
  }

  /// Wakes it until it does something with the camera.
  private func work(_ supervisor: inout CameraSupervisor) -> (effects: [CameraSupervisor.Effect], at: Instant) {
    for _ in 0..<50 {
      let (effects, now) = wake(&supervisor)
      let acts = effects.filter { if case .report = $0 { false } else { true } }
      if !acts.isEmpty { return (acts, now) }
    }
    Issue.record("it does nothing: \(supervisor.state)")
    return ([], start)
  }

  @Test func `it opens, shows live frames when they are wanted, and closes`() {
    var supervisor = make()
    #expect(supervisor.handle(.started, at: start) == [.open(generation(1))])
    #expect(supervisor.handle(.started, at: start) == [])
    #expect(supervisor.wakeUp == start + .seconds(12))
    #expect(!supervisor.isUsable && supervisor.readyGeneration == nil)
    #expect(supervisor.handle(.opened(generation(1), Self.camera), at: start) == [.report("Mock 5000 is ready")])
    #expect(supervisor.isUsable && supervisor.readyGeneration == generation(1) && supervisor.wakeUp == nil)
    #expect(supervisor.handle(.liveViewWanted(true), at: start) == [.startLiveView(generation(1))])
    #expect(supervisor.handle(.liveViewWanted(true), at: start) == [])
    #expect(supervisor.wakeUp == start + .seconds(6))
    #expect(supervisor.handle(.liveViewWanted(false), at: start) == [.stopLiveView(generation(1))])
    #expect(supervisor.wakeUp == nil)
    #expect(supervisor.handle(.stopRequested, at: start) == [.abandon(generation(1))])
    #expect(supervisor.state == .stopped && supervisor.wakeUp == nil)
    #expect(supervisor.handle(.stopRequested, at: start) == [])
    #expect(supervisor.handle(.started, at: start) == [.open(generation(2))])
  }

  @Test func `a camera that is not there is looked for ever, and its remedy is told after the third time`() {
    var supervisor = make()
    let missing = CameraError(.notFound, subject: "/dev/video0", detail: "No such file or directory")
    var now = start
    _ = supervisor.handle(.started, at: now)
    for number in UInt64(1)...30 {
      let effects = supervisor.handle(.openFailed(generation(number), missing), at: now)
      #expect(effects.contains(.report(missing.description)) == (number == 1), "logged once")
      #expect((supervisor.remedy != nil) == (number >= 3))
      var opened: [CameraSupervisor.Effect]
      (opened, now) = work(&supervisor)
      #expect(opened == [.open(generation(number + 1))])
    }
    #expect(supervisor.remedy == "webcam: No such file or directory. Check its cable and that it is switched on.")
    // It is there: but only a picture counts.
    #expect(
      supervisor.handle(.opened(generation(31), Self.camera), at: now) == [.startLiveView(generation(31))])
    #expect(!supervisor.isUsable && supervisor.remedy != nil)
    now = now + .seconds(1)
    #expect(
      supervisor.handle(.timePassed(lastFrame: now), at: now) == [
        .report("Mock 5000 is ready"), .stopLiveView(generation(31)),
      ])
    #expect(supervisor.isUsable && supervisor.remedy == nil && supervisor.lastError == nil)
    #expect(supervisor.wakeUp == nil)
  }

  @Test func `frames that come and cannot be decoded count for nothing, and the remedy says so`() {
    var supervisor = ready(wanted: true)
    var now = start
    // The last picture came after a second; frames go on coming.
    while supervisor.remedy == nil, now < start + .seconds(30) {
      now = supervisor.wakeUp!
      let frame = UndecodedFrame(capturedAt: now, fault: "is damaged")
      let effects = supervisor.handle(
        .timePassed(lastFrame: supervisor.state == .ready ? start + .seconds(1) : nil, undecoded: frame), at: now)
      for case .open(let generation) in effects {
        _ = supervisor.handle(.opened(generation, Self.camera), at: now)
      }
    }
    #expect(now <= start + .seconds(13))
    #expect(
      supervisor.remedy
        == "webcam: its live pictures cannot be decoded: is damaged. Switch it off and on again, and check its settings."
    )
    // One that came before the last picture is forgotten.
    var other = ready(wanted: true)
    let old = UndecodedFrame(capturedAt: start, fault: "is damaged")
    _ = other.handle(.timePassed(lastFrame: start + .seconds(1), undecoded: old), at: start + .seconds(8))
    #expect(other.lastError?.code == .timedOut)
  }

  @Test func `an opening that does not return is told of after 12 s, abandoned after 20, and its late success ignored`()
  {
    var supervisor = make()
    _ = supervisor.handle(.started, at: start)
    #expect(wake(&supervisor).at == start + .seconds(12))
    #expect(supervisor.remedy?.contains("Switch it off and on") == true)
    let (effects, now) = work(&supervisor)
    #expect(effects == [.abandon(generation(1))] && now == start + .seconds(20))
    #expect(supervisor.hanging == [generation(1)] && supervisor.abandoned == 1)
    #expect(work(&supervisor).effects == [.open(generation(2))])
    #expect(supervisor.handle(.opened(generation(1), Self.camera), at: now) == [])
    #expect(supervisor.hanging.isEmpty, "its thread is free again")
    #expect(supervisor.handle(.openFailed(generation(1), lost), at: now) == [])
    #expect(supervisor.handle(.lost(generation(1), lost), at: now) == [])
    #expect(supervisor.handle(.callFailed(generation(1), .startLiveView, lost), at: now) == [])
    #expect(supervisor.state == .opening(generation(2), since: start + .seconds(20) + .milliseconds(500)))
  }

  @Test func `a call that hangs costs its generation, and counts until it comes back`() {
    var supervisor = ready()
    let now = start + .seconds(15)
    let effects = supervisor.handle(.callHung(generation(1), .takePhoto, since: start), at: now)
    #expect(effects.first == .abandon(generation(1)))
    #expect(supervisor.lastError?.detail == "taking a photo did not return in time")
    #expect(supervisor.remedy != nil, "it hung for so long that its remedy is due")
    #expect(supervisor.hanging == [generation(1)] && supervisor.readyGeneration == nil)
    #expect(work(&supervisor).effects == [.open(generation(2))])
    _ = supervisor.handle(.hangEnded(generation(1)), at: now)
    #expect(supervisor.hanging.isEmpty && supervisor.abandoned == 1)
  }

  @Test func `with two calls that hang nothing is opened any more, until one comes back`() {
    var supervisor = make()
    _ = supervisor.handle(.started, at: start)
    var now = start
    for number in UInt64(1)...2 {
      let (effects, _) = work(&supervisor)
      #expect(effects == [.abandon(generation(number))])
      if number == 1 { #expect(work(&supervisor).effects == [.open(generation(2))]) }
    }
    for _ in 0..<20 { #expect(!wake(&supervisor).effects.contains { if case .open = $0 { true } else { false } }) }
    #expect(supervisor.remedy?.contains("restarted") == true)
    now = supervisor.wakeUp!
    _ = supervisor.handle(.openFailed(generation(1), lost), at: now)
    #expect(work(&supervisor).effects == [.open(generation(3))])
  }

  @Test func `a camera that refuses a photo keeps its connection, and a younger frame ends the trouble`() {
    var supervisor = ready(wanted: true)
    let refusal = CameraError(.failed, subject: "webcam", detail: "the camera said no")
    let now = start + .seconds(3)
    #expect(
      supervisor.handle(.callFailed(generation(1), .takePhoto, refusal), at: now) == [.report(refusal.description)])
    #expect(supervisor.state == .ready && !supervisor.isUsable && supervisor.readyGeneration == generation(1))
    #expect(supervisor.handle(.timePassed(lastFrame: now - .seconds(1)), at: now + .milliseconds(500)) == [])
    #expect(!supervisor.isUsable, "that frame was from before")
    let later = now + .seconds(1)
    #expect(supervisor.handle(.timePassed(lastFrame: later), at: later) == [.report("Mock 5000 is ready")])
    #expect(supervisor.isUsable && supervisor.ladder.awaitsPhoto)
    _ = supervisor.handle(.photoTaken(generation(1)), at: later)
    #expect(supervisor.ladder.isClear)
  }

  @Test func `a lens without focus, or a cut picture, changes nothing`() {
    var supervisor = ready(wanted: true)
    let before = supervisor
    for code in [CameraError.Code.focusFailed, .badPicture] {
      let error = CameraError(code, subject: "webcam", detail: "no")
      #expect(supervisor.handle(.callFailed(generation(1), .takePhoto, error), at: start) == [])
    }
    #expect(supervisor == before)
  }

  @Test func `every rung is climbed, each step's outcome reported, and then from the beginning`() {
    var supervisor = ready(wanted: true) {
      $0.release = RecoverySteps.usualRelease
      $0.resetUSB = RecoverySteps.usualReset
      $0.cutPower = RecoverySteps.usualPowerCut
      $0.fallback = RecoverySteps.Step()
    }
    let refusal = CameraError(.failed, subject: "webcam", detail: "no")
    var now = start
    // Live view refuses: tried again at once.
    var effects = supervisor.handle(.callFailed(generation(1), .startLiveView, refusal), at: now)
    #expect(effects == [.report(refusal.description), .startLiveView(generation(1))])
    let release = RecoveryStep(.main, .release, 1)
    effects = supervisor.handle(.callFailed(generation(1), .startLiveView, refusal), at: now)
    #expect(effects == [.release(generation(1), release)])
    #expect(
      supervisor.handle(.stepEnded(release, nil), at: now) == [.report("webcam: release the shutter: done")])
    (effects, now) = work(&supervisor)
    #expect(effects == [.startLiveView(generation(1))] && now == start + .milliseconds(300))
    effects = supervisor.handle(.callFailed(generation(1), .startLiveView, refusal), at: now)
    #expect(effects == [.abandon(generation(1))])
    for number in UInt64(2)...3 {
      (effects, now) = work(&supervisor)
      #expect(effects == [.open(generation(number))])
      effects = supervisor.handle(.openFailed(generation(number), lost), at: now)
    }
    let reset = RecoveryStep(.main, .resetUSB, 2)
    #expect(effects.contains(.takeStep(reset)))
    let cut = RecoveryStep(.main, .cutPower, 3)
    effects = supervisor.handle(.stepEnded(reset, CameraError(.notFound, subject: "", detail: "not there")), at: now)
    #expect(effects == [.report("webcam: reset its USB device: not there"), .takeStep(cut)])
    #expect(supervisor.handle(.stepEnded(cut, nil), at: now).contains(.report("webcam: cut its power: done")))
    let (opened, at) = work(&supervisor)
    #expect(opened == [.open(generation(4))] && at == now + .seconds(8), "the camera is left alone first")
    effects = supervisor.handle(.openFailed(generation(4), lost), at: at)
    #expect(effects.contains(.report("webcam: call the fallback camera: called")) || supervisor.callsFallback)
    #expect(supervisor.callsFallback && supervisor.ladder.round == 1)
    #expect(work(&supervisor).effects == [.open(generation(5))])
  }

  @Test(arguments: [RecoveryRung.release, .resetUSB, .cutPower]) func `a step that hangs is left behind`(
    _ rung: RecoveryRung
  ) {
    var supervisor = ready {
      $0.retry = nil
      $0.reopen.tries = 1
      if rung == .release { $0.release = RecoverySteps.usualRelease }
      if rung == .resetUSB { $0.resetUSB = RecoverySteps.usualReset }
      if rung == .cutPower { $0.cutPower = RecoverySteps.usualPowerCut }
    }
    let code: CameraError.Code = rung == .release ? .busy : .disconnected
    var effects = supervisor.handle(
      rung == .release
        ? .callFailed(generation(1), .startLiveView, CameraError(code, subject: "", detail: ""))
        : .lost(generation(1), lost), at: start)
    if rung != .release {
      let (_, now) = work(&supervisor)
      effects = supervisor.handle(.openFailed(generation(2), lost), at: now)
    }
    let step = RecoveryStep(.main, rung, 1)
    guard case .stepping(step, let until) = supervisor.state else {
      Issue.record("no step is taken: \(supervisor.state), \(effects)")
      return
    }
    var now = start
    while now < until { now = wake(&supervisor).at }
    #expect(supervisor.hangingSteps == [step] && supervisor.abandoned == 1)
    // It is not taken again while it hangs, and the camera is opened all the same.
    for _ in 0..<10 {
      let (effects, at) = work(&supervisor)
      guard case .open(let generation) = effects.last else {
        Issue.record("expected an opening: \(effects)")
        return
      }
      _ = supervisor.handle(.openFailed(generation, lost), at: at)
    }
    _ = supervisor.handle(.stepEnded(step, nil), at: now)
    #expect(supervisor.hangingSteps.isEmpty)
  }

  @Test func `a camera that opens and shows nothing is given more time in each round`() {
    var supervisor = ready(wanted: true)
    var silences: [Double] = []
    var openedAt = start
    for number in UInt64(1)...7 {
      var abandonedAt = openedAt
      while supervisor.readyGeneration == generation(number) { abandonedAt = wake(&supervisor).at }
      silences.append((abandonedAt - openedAt).inSeconds)
      (_, openedAt) = work(&supervisor)
      _ = supervisor.handle(.opened(generation(number + 1), Self.camera), at: openedAt)
    }
    #expect(silences == [6, 6, 6, 12, 12, 18, 18])
    #expect(supervisor.remedy == "webcam: no live picture for 18.0 seconds. Switch it off and on again.")
    let now = openedAt + .seconds(20)
    #expect(supervisor.handle(.timePassed(lastFrame: now), at: now) == [.report("Mock 5000 is ready")])
    #expect(supervisor.remedy == nil)
  }

  @Test func `frames that come keep the camera, and silence counts from the last`() {
    var supervisor = ready(wanted: true)
    for second in [3, 5, 10, 15] {
      let now = start + .seconds(second)
      #expect(supervisor.handle(.timePassed(lastFrame: now), at: now) == [])
      #expect(supervisor.wakeUp == now + .seconds(6))
    }
    // Woken where a frame came in the meantime: it goes on from that frame.
    #expect(supervisor.handle(.timePassed(lastFrame: start + .seconds(17)), at: start + .seconds(21)) == [])
    #expect(supervisor.wakeUp == start + .seconds(23))
    #expect(wake(&supervisor, lastFrame: start + .seconds(17)).effects.first == .abandon(generation(1)))
  }

  @Test func `an idle camera is not asked for frames`() {
    var supervisor = ready()
    #expect(supervisor.handle(.timePassed(lastFrame: nil), at: start + .seconds(9999)) == [])
    #expect(supervisor.readyGeneration == generation(1))
  }

  @Test(arguments: [
    (CameraError.Code.notFound, "Check its cable"), (.disconnected, "Check its cable"),
    (.busy, "Another program"), (.timedOut, "Switch it off"), (.unsupported, "choose another camera"),
    (.failed, "check its settings"), (.badPicture, "check its settings"), (.focusFailed, "check its settings"),
  ]) func `the remedy is in words`(_ code: CameraError.Code, _ words: String) {
    var supervisor = make()
    _ = supervisor.handle(.started, at: start)
    for number in UInt64(1)...3 {
      let error = CameraError(code, subject: "x", detail: "what it said")
      _ = supervisor.handle(.openFailed(generation(number), error), at: supervisor.wakeUp ?? start)
      _ = work(&supervisor)
    }
    let remedy = supervisor.remedy ?? ""
    #expect(remedy.contains(words) && remedy.hasPrefix("webcam: what it said."))
    #expect(supervisor.next?.rung == .reopen)
  }

  @Test func `the remedy follows the trouble`() {
    var supervisor = make()
    _ = supervisor.handle(.started, at: start)
    for number in UInt64(1)...5 {
      let code: CameraError.Code = number < 5 ? .notFound : .busy
      let error = CameraError(code, subject: "x", detail: "\(code)")
      _ = supervisor.handle(.openFailed(generation(number), error), at: supervisor.wakeUp ?? start)
      if number == 4 { #expect(supervisor.remedy?.contains("cable") == true) }
      _ = work(&supervisor)
    }
    #expect(supervisor.remedy?.contains("Another program") == true)
  }
}
