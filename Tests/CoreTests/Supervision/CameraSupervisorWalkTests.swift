import BoothCore
import Testing

@Suite struct CameraSupervisorWalkTests {
  private let lost = CameraError(.disconnected, subject: "/dev/video0", detail: "No such device")

  private func steps(_ random: inout SeededRandom) -> RecoverySteps {
    var steps = RecoverySteps()
    if Bool.random(using: &random) { steps.release = RecoverySteps.usualRelease }
    if Bool.random(using: &random) { steps.resetUSB = RecoverySteps.usualReset }
    if Bool.random(using: &random) { steps.cutPower = RecoverySteps.usualPowerCut }
    if Bool.random(using: &random) { steps.fallback = RecoverySteps.Step() }
    return steps
  }

  /// Whatever a camera does in whatever order, at most one generation counts, and it is never spoken to after it was
  /// abandoned.
  @Test(arguments: UInt64(0)..<60) func `random cameras never confuse it`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var supervisor = CameraSupervisor(.main, name: "webcam", steps: steps(&random))
    var now = Instant(nanoseconds: 1_000_000_000)
    var open: UInt64?
    var liveView: UInt64?
    var newest: UInt64 = 0
    var step = RecoveryStep(.main, .release, 0)
    for turn in 0..<600 {
      let number = UInt64.random(in: newest == 0 ? 0...1 : (newest - 1)...newest, using: &random)
      let generation = CameraGeneration(.main, number)
      let code: CameraError.Code = [.failed, .busy, .disconnected, .focusFailed, .timedOut].randomElement(
        using: &random)!
      let error = CameraError(code, subject: "x", detail: "y")
      let call: CameraCall = [.startLiveView, .stopLiveView, .takePhoto].randomElement(using: &random)!
      let input: CameraSupervisor.Input
      switch Int.random(in: 0..<14, using: &random) {
      case 0: input = .started
      case 1, 2: input = .opened(generation, CameraSupervisorTests.camera)
      case 3: input = .openFailed(generation, lost)
      case 4: input = .lost(generation, lost)
      case 5: input = .callHung(generation, call, since: now)
      case 6: input = .hangEnded(generation)
      case 7: input = .callFailed(generation, call, error)
      case 8: input = .photoTaken(generation)
      case 9: input = .stepEnded(step, Bool.random(using: &random) ? nil : error)
      case 10: input = .liveViewWanted(Bool.random(using: &random))
      case 11 where turn % 50 == 0: input = .stopRequested
      default:
        now = max(now, supervisor.wakeUp ?? now)
        input = .timePassed(lastFrame: liveView != nil && Bool.random(using: &random) ? now : nil)
      }
      let before = supervisor.state
      // A failed opening claims nothing, so it is not closed.
      if case .openFailed(let failed, _) = input, case .opening(failed, _) = before { open = nil }
      for effect in supervisor.handle(input, at: now) {
        switch effect {
        case .open(let generation):
          #expect(generation.number == newest + 1 && open == nil, "seed \(seed), turn \(turn)")
          newest = generation.number
          open = generation.number
        case .abandon(let generation):
          #expect(generation.number == open, "seed \(seed), turn \(turn)")
          open = nil
          liveView = nil
        case .startLiveView(let generation):
          #expect(generation.number == open, "seed \(seed), turn \(turn)")
          liveView = generation.number
        case .stopLiveView(let generation):
          #expect(generation.number == open && liveView == open, "seed \(seed), turn \(turn)")
          liveView = nil
        case .release(let generation, let next):
          #expect(generation.number == open && next.number > step.number, "seed \(seed), turn \(turn)")
          step = next
        case .takeStep(let next):
          #expect(open == nil && next.number > step.number, "a reset only when nothing is open")
          step = next
        case .report: break
        }
      }
      if case .timePassed = input, let wakeUp = supervisor.wakeUp {
        #expect(wakeUp > now, "seed \(seed), turn \(turn)")
      }
      if supervisor.state != .stopped {
        #expect(supervisor.wakeUp != nil || supervisor.isUsable, "it would wait for ever")
      }
      #expect(supervisor.hanging.count <= 12)
    }
  }
}
