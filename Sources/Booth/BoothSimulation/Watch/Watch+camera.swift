import BoothCore

/// Whether guests see themselves, or are told why not.
extension Watch {
  /// How long guests may look at no picture without being told why.
  static let cameraPatience = Duration.seconds(15)
  /// How long after the last fault a camera is in use again: the longest waits of the ladder one after the other, or,
  /// where calls hang, the restart that the booth asks for two minutes after its start.
  static let cameraReturns: Int64 = 180_000_000_000
  /// How long after that the main camera is back in use: one that refused photos is left alone for five minutes.
  static let mainReturns: Int64 = 900_000_000_000

  /// After every step. Believes only what was really shown.
  func checkCamera(_ night: Night) {
    guard let booth = night.booth, booth.isAlive, let wanted = booth.liveView.wantedSince else { return }
    booth.noteFrames()
    let last = max(wanted, booth.liveView.seen ?? wanted)
    guard booth.instant - last > Self.cameraPatience, booth.flow.cameraFault == nil, booth.flow.state != .stopped else {
      return
    }
    night.fail(
      .cameraReturns,
      "no live picture for \(booth.instant - last), and no remedy is told; the main camera is \(booth.watch.main.state)"
    )
  }

  /// After each decision of the flow. Another process, and another camera, know nothing of the photos before them.
  func checkPhotos(_ input: BoothInput, _ state: BoothState, changed: Bool, _ night: Night) {
    guard let booth = night.booth, changed else { return }
    if case .booted = input { refusedBy = nil }
    if booth.watch.serving != .main { refusedBy = nil }
    // A clip that comes late, or fails, changes the state too: only a failed photo asks anew.
    guard case .answered(_, .failed(let failure)) = input, case .capture(let capture) = state,
      case .tryAgain(let fault, _) = capture.phase, failure.detail == fault.detail,
      let refusal = night.camera.refusal(at: night.now)?.description, refusal == fault.detail,
      booth.watch.serving == .main
    else { return }
    defer { refusedBy = refusal }
    // Without a live picture there is no other way but to ask.
    guard refusedBy == refusal, let newest = booth.newestFrame, booth.instant - newest < .seconds(30) else { return }
    night.fail(.failsOnce, "guests are asked for a second time for a photo that cannot come: \(fault)")
  }

  /// Some time after the last fault.
  func checkCameraIsBack(_ night: Night) {
    guard let booth = night.booth, let fault = booth.flow.cameraFault else { return }
    // A process that never had a picture asks for a new start ten minutes after its own only.
    if let due = booth.watch.restartDue, due > booth.instant {
      night.after((due - booth.instant).wholeNanoseconds + Self.cameraReturns) { [unowned self, unowned night] in
        checkCameraIsBack(night)
      }
      return
    }
    night.fail(.cameraReturns, "the faults have stopped, and the camera is still out of order: \(fault)")
  }

  /// At the end of the night: the main camera is in use, and the other one was let go.
  func checkMainServes(_ night: Night) {
    guard violation == nil, let watch = night.booth?.watch, !watch.isAtRest else { return }
    night.fail(
      .cameraReturns,
      "the \(watch.serving) camera is in use, the main one is \(watch.main.state), the other \(watch.fallback?.state ?? .stopped)"
    )
  }
}

extension CameraWatch {
  /// The main camera is in use and nothing is done about any camera.
  var isAtRest: Bool { serving == .main && main.isUsable && (fallback?.state ?? .stopped) == .stopped }
}
