import BoothCore
import Testing

@Suite struct CameraSupervisorTests {
  private static let camera = CameraDescription(
    id: "mock", model: "Mock 5000", driver: "mock", takesStills: true, formats: [])
  private let lost = CameraError(.disconnected, subject: "/dev/video0", detail: "No such device")
  private let start = Instant(nanoseconds: 1_000_000_000)

  private func ready(wanted: Bool = false) -> CameraSupervisor {
    var supervisor = CameraSupervisor(name: "webcam")
    if wanted { _ = supervisor.handle(.liveViewWanted(true), at: start) }
    _ = supervisor.handle(.started, at: start)
    _ = supervisor.handle(.opened(generation: 1, Self.camera), at: start)
    return supervisor
  }

  /// Wakes it when it wants to be woken; says when that was.
  private func wake(_ supervisor: inout CameraSupervisor, lastFrame: Instant? = nil) -> (
    effects: [CameraSupervisor.Effect], at: Instant
  ) {
    let due = supervisor.wakeUp!
    return (supervisor.handle(.timePassed(lastFrame: lastFrame), at: due), due)
  }

  @Test func `it opens, shows live frames when they are wanted, and closes`() {
    var supervisor = CameraSupervisor(name: "webcam")
    #expect(supervisor.handle(.started, at: start) == [.open(generation: 1)])
    #expect(supervisor.handle(.started, at: start) == [])
    #expect(supervisor.wakeUp == start + .seconds(20))
    #expect(supervisor.readyGeneration == nil)
    #expect(supervisor.handle(.opened(generation: 1, Self.camera), at: start) == [.report("Mock 5000 is ready")])
    #expect(supervisor.readyGeneration == 1 && supervisor.wakeUp == nil)
    #expect(supervisor.handle(.liveViewWanted(true), at: start) == [.startLiveView(generation: 1)])
    #expect(supervisor.handle(.liveViewWanted(true), at: start) == [])
    #expect(supervisor.wakeUp == start + .seconds(6))
    #expect(supervisor.handle(.liveViewWanted(false), at: start) == [.stopLiveView(generation: 1)])
    #expect(supervisor.wakeUp == nil)
    #expect(supervisor.handle(.stopRequested, at: start) == [.abandon(generation: 1)])
    #expect(supervisor.state == .stopped && supervisor.wakeUp == nil)
    #expect(supervisor.handle(.stopRequested, at: start) == [])
    #expect(supervisor.handle(.started, at: start) == [.open(generation: 2)])
  }

  @Test func `live view that is wanted early starts when the camera is open`() {
    var supervisor = CameraSupervisor(name: "webcam")
    #expect(supervisor.handle(.liveViewWanted(true), at: start) == [])
    _ = supervisor.handle(.started, at: start)
    #expect(
      supervisor.handle(.opened(generation: 1, Self.camera), at: start) == [
        .report("Mock 5000 is ready"), .startLiveView(generation: 1),
      ])
  }

  @Test func `a camera that is not there is looked for ever, slower and slower, and guests hear of it once`() {
    var supervisor = CameraSupervisor(name: "webcam")
    let missing = CameraError(.notFound, subject: "/dev/video0", detail: "No such file or directory")
    var now = start
    _ = supervisor.handle(.started, at: now)
    var told: [Int] = []
    for (index, wait) in [0.5, 1, 2, 4, 8, 10, 10, 10].enumerated() {
      let effects = supervisor.handle(.openFailed(generation: UInt64(index + 1), missing), at: now)
      #expect(effects.contains(.report(missing.description)) == (index == 0), "logged once")
      if effects.contains(where: { if case .tellFlow(.outOfOrder) = $0 { true } else { false } }) { told.append(index) }
      #expect((supervisor.wakeUp! - now).inSeconds == wait)
      #expect(supervisor.handle(.timePassed(lastFrame: nil), at: now) == [], "too early")
      now = supervisor.wakeUp!
      #expect(supervisor.handle(.timePassed(lastFrame: nil), at: now) == [.open(generation: UInt64(index + 2))])
    }
    #expect(told == [2])
    // It never was open, so nothing has to be proven.
    #expect(
      supervisor.handle(.opened(generation: 9, Self.camera), at: now) == [
        .report("Mock 5000 is ready"), .tellFlow(.ready),
      ])
    #expect(supervisor.lastError == nil)
  }

  @Test func `an opening that does not return is abandoned and its late success ignored`() {
    var supervisor = CameraSupervisor(name: "webcam")
    _ = supervisor.handle(.started, at: start)
    let (effects, now) = wake(&supervisor)
    #expect(effects.first == .abandon(generation: 1) && now == start + .seconds(20))
    #expect(supervisor.abandoned == 1)
    #expect(supervisor.handle(.opened(generation: 1, Self.camera), at: now) == [])
    #expect(wake(&supervisor).effects == [.open(generation: 2)])
    #expect(supervisor.handle(.opened(generation: 1, Self.camera), at: now) == [])
    #expect(supervisor.handle(.openFailed(generation: 1, lost), at: now) == [])
    #expect(supervisor.handle(.lost(generation: 1, lost), at: now) == [])
    #expect(supervisor.handle(.callHung(generation: 1, what: "takePhoto"), at: now) == [])
    #expect(supervisor.state == .opening(generation: 2, until: now + .milliseconds(500) + .seconds(20)))
  }

  @Test func `a call that hangs costs its generation`() {
    var supervisor = ready()
    let effects = supervisor.handle(.callHung(generation: 1, what: "takePhoto"), at: start)
    #expect(effects.first == .abandon(generation: 1))
    #expect(supervisor.lastError?.detail == "takePhoto did not return in time")
    #expect(supervisor.abandoned == 1 && supervisor.readyGeneration == nil)
    #expect(wake(&supervisor).effects == [.open(generation: 2)])
  }

  @Test func `a camera that is pulled out comes back when it shows a picture, wanted or not`() {
    var supervisor = ready()
    #expect(
      supervisor.handle(.lost(generation: 1, lost), at: start) == [
        .abandon(generation: 1), .report(lost.description),
      ])
    var now = wake(&supervisor).at
    #expect(supervisor.handle(.opened(generation: 2, Self.camera), at: now) == [.startLiveView(generation: 2)])
    #expect(supervisor.handle(.liveViewWanted(true), at: now) == [], "it runs already")
    #expect(supervisor.handle(.liveViewWanted(false), at: now) == [], "it still proves itself")
    #expect(supervisor.wakeUp == now + .milliseconds(500))
    #expect(wake(&supervisor).effects == [], "no frame yet")
    now = now + .milliseconds(1000)
    #expect(
      supervisor.handle(.timePassed(lastFrame: now), at: now) == [
        .report("Mock 5000 is ready"), .stopLiveView(generation: 2),
      ])
    #expect(supervisor.wakeUp == nil)
  }

  @Test func `a camera that opens and shows nothing is told to guests, and they hear of it until a frame comes`() {
    var supervisor = ready(wanted: true)
    var told: [CameraNews] = []
    var generation: UInt64 = 1
    var now = start
    for _ in 0..<4 {
      var silent: [CameraSupervisor.Effect] = []
      while supervisor.readyGeneration == generation {
        (silent, now) = wake(&supervisor)
      }
      #expect(silent.first == .abandon(generation: generation))
      told += silent.compactMap { if case .tellFlow(let news) = $0 { news } else { nil } }
      generation += 1
      (_, now) = wake(&supervisor)
      let opened = supervisor.handle(.opened(generation: generation, Self.camera), at: now)
      #expect(opened == [.startLiveView(generation: generation)])
    }
    #expect(told == [.outOfOrder("webcam: no live picture for 6.0 seconds. Switch it off and on again.")])
    let (effects, _) = wake(&supervisor, lastFrame: now + .milliseconds(100))
    #expect(effects == [.report("Mock 5000 is ready"), .tellFlow(.ready)])
    #expect(supervisor.lastError == nil)
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
    let (effects, _) = wake(&supervisor, lastFrame: start + .seconds(17))
    #expect(effects.first == .abandon(generation: 1))
  }

  @Test func `an idle camera is not asked for frames`() {
    var supervisor = ready()
    #expect(supervisor.handle(.timePassed(lastFrame: nil), at: start + .seconds(9999)) == [])
    #expect(supervisor.readyGeneration == 1)
  }

  @Test(arguments: [
    (CameraError.Code.notFound, "Check its cable"), (.disconnected, "Check its cable"),
    (.busy, "Another program"), (.timedOut, "Switch it off"), (.unsupported, "choose another camera"),
    (.failed, "check its settings"), (.badPicture, "check its settings"), (.focusFailed, "check its settings"),
  ]) func `the remedy is in words`(_ code: CameraError.Code, _ words: String) {
    var supervisor = CameraSupervisor(name: "webcam")
    var now = start
    _ = supervisor.handle(.started, at: now)
    var remedies: [String] = []
    for generation in UInt64(1)...3 {
      let effects = supervisor.handle(
        .openFailed(generation: generation, CameraError(code, subject: "x", detail: "what it said")), at: now)
      remedies += effects.compactMap { if case .tellFlow(.outOfOrder(let text)) = $0 { text } else { nil } }
      now = wake(&supervisor).at
    }
    #expect(remedies.count == 1 && remedies[0].contains(words) && remedies[0].hasPrefix("webcam: what it said."))
  }

  @Test func `another trouble than before is told again`() {
    var supervisor = CameraSupervisor(name: "webcam")
    var now = start
    _ = supervisor.handle(.started, at: now)
    var remedies = 0
    for generation in UInt64(1)...6 {
      let code: CameraError.Code = generation < 5 ? .notFound : .busy
      let effects = supervisor.handle(
        .openFailed(generation: generation, CameraError(code, subject: "x", detail: "")), at: now)
      remedies += effects.count { if case .tellFlow = $0 { true } else { false } }
      now = wake(&supervisor).at
    }
    #expect(remedies == 2)
  }

  /// Whatever a camera does in whatever order, at most one generation counts, and it is never spoken to after it was
  /// abandoned.
  @Test(arguments: UInt64(0)..<40) func `random cameras never confuse it`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var supervisor = CameraSupervisor(name: "webcam")
    var now = start
    var open: UInt64?
    var liveView: UInt64?
    var newest: UInt64 = 0
    var wanted = false
    for step in 0..<500 {
      let generation = UInt64.random(in: newest == 0 ? 0...1 : (newest - 1)...newest, using: &random)
      let input: CameraSupervisor.Input
      switch Int.random(in: 0..<10, using: &random) {
      case 0: input = .started
      case 1, 2: input = .opened(generation: generation, Self.camera)
      case 3: input = .openFailed(generation: generation, lost)
      case 4: input = .lost(generation: generation, lost)
      case 5: input = .callHung(generation: generation, what: "a call")
      case 6:
        wanted = Bool.random(using: &random)
        input = .liveViewWanted(wanted)
      case 7 where step % 50 == 0: input = .stopRequested
      default:
        now = max(now, supervisor.wakeUp ?? now)
        input = .timePassed(lastFrame: liveView != nil && Bool.random(using: &random) ? now : nil)
      }
      for effect in supervisor.handle(input, at: now) {
        switch effect {
        case .open(let generation):
          #expect(generation == newest + 1 && open == nil)
          newest = generation
          open = generation
        case .abandon(let generation):
          #expect(generation == open)
          open = nil
          liveView = nil
        case .startLiveView(let generation):
          #expect(generation == open && liveView == nil, "seed \(seed), step \(step)")
          liveView = generation
        case .stopLiveView(let generation):
          #expect(generation == open && liveView == generation, "seed \(seed), step \(step)")
          liveView = nil
        case .tellFlow, .report: break
        }
      }
      // A failed opening claims nothing, so nobody closes it.
      if case .openFailed = input, case .waiting = supervisor.state { open = nil }
      if supervisor.readyGeneration != nil, wanted { #expect(liveView == supervisor.readyGeneration) }
      if case .timePassed = input, let wakeUp = supervisor.wakeUp {
        #expect(wakeUp > now, "seed \(seed), step \(step)")
      }
    }
  }
}
