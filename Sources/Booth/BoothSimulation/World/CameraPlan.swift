import BoothCore

/// Which cameras a night's booth has, and which rungs of the recovery ladder they have.
struct CameraPlan {
  var steps = RecoverySteps()
  var hasFallback: Bool
  /// Of the main camera; its fallback is a webcam, which was not measured.
  var timing: ShutterTiming?

  init(seed: UInt64) {
    var random = SeededRandom(seed, .ladder)
    hasFallback = random.percent(50)
    if random.percent(70) { steps.release = RecoverySteps.usualRelease }
    if random.percent(70) { steps.resetUSB = RecoverySteps.usualReset }
    if random.percent(50) { steps.cutPower = RecoverySteps.usualPowerCut }
    if random.percent(70) {
      timing = ShutterTiming(
        lag: .milliseconds(random.pick([0, 40, 180, 600, 1500])),
        focus: random.percent(50) ? .milliseconds(random.pick([200, 900, 2500])) : nil)
    }
    if hasFallback { steps.fallback = RecoverySteps.Step() }
  }

  var watch: CameraWatch {
    CameraWatch(
      main: CameraSupervisor(.main, name: "simulated camera", steps: steps),
      fallback: hasFallback ? CameraSupervisor(.fallback, name: "second camera", steps: RecoverySteps()) : nil)
  }
}
