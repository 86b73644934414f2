import BoothCore
import BoothTesting
import Testing

/// The camera and the disk in trouble.
@Suite struct TroubleTests {
  private static let waiting: [StateKind] = [.gettingReadyForClip, .gettingReadyForCountdown]

  @Test(arguments: FlowSample.all.filter { $0.kind != .outOfOrderCamera && !waiting.contains($0.kind) })
  func `a camera out of order is noted everywhere, and stops only a booth that invites guests`(_ sample: FlowSample) {
    let script = FlowScript(taking: sample)
    if [.idle, .consent, .look].contains(sample.kind) {
      // Who chooses a look sees the live view.
      script.send(.cameraChanged(.outOfOrder("plug it in")), effects: sample.kind == .look ? [.stopLiveView] : []) {
        $0.cameraFault = "plug it in"
        $0.state = .outOfOrder(.camera("plug it in"))
      }
      script.send(.cameraChanged(.outOfOrder("switch it on"))) {
        $0.cameraFault = "switch it on"
        $0.state = .outOfOrder(.camera("switch it on"))
      }
      script.send(.cameraChanged(.outOfOrder("switch it on")), .ignore(.alreadySo))
      script.send(.cameraChanged(.ready)) {
        $0.cameraFault = nil
        $0.state = .idle
      }
    } else {
      script.send(.cameraChanged(.outOfOrder("plug it in")), .ignore(.cameraNoted)) { $0.cameraFault = "plug it in" }
      script.send(.cameraChanged(.outOfOrder("plug it in")), .ignore(.alreadySo))
      script.send(.cameraChanged(.ready), .ignore(.cameraNoted)) { $0.cameraFault = nil }
    }
    script.send(.cameraChanged(.ready), .ignore(.alreadySo))
    script.leaveAsIs()
  }

  @Test(arguments: FlowSample.all.filter { waiting.contains($0.kind) })
  func `guests who wait for a picture are asked as soon as the camera is known to be out of order`(
    _ sample: FlowSample
  ) {
    let script = FlowScript(taking: sample)
    script.send(.cameraChanged(.outOfOrder("plug it in"))) {
      $0.cameraFault = "plug it in"
      $0.capture.phase = .tryAgain(Fault(.camera, "plug it in"), until: $0.now + .seconds(30))
    }
    script.leaveAsIs()
  }

  @Test func `with a camera that is out of order nobody gets ready for long`() {
    let script = FlowScript.idle(.photos)
    script.open(.photos, .countdown)
    script.send(.cameraChanged(.outOfOrder("plug it in"))) {
      $0.cameraFault = "plug it in"
      $0.capture.phase = .tryAgain(Fault(.camera, "plug it in"), until: $0.now + .seconds(30))
    }
    script.send(.pressed(.start), .awaitLiveFrame(3, newerThan: script.now - .seconds(1))) {
      $0.capture.phase = .gettingReady(3, for: .countdown, until: $0.now + .seconds(3))
    }
    script.leaveAsIs()
  }

  @Test func `a booth whose camera failed in the meantime invites nobody after the session`() {
    let script = FlowScript.idle(.thenAndNow)
    script.showGuidedQR()
    script.send(.cameraChanged(.outOfOrder("plug it in")), .ignore(.cameraNoted)) { $0.cameraFault = "plug it in" }
    script.advance(.seconds(5))
    script.send(.pressed(.start)) {
      $0.state = .outOfOrder(.camera("plug it in"))
      $0.previousQR = BoothFlow.PreviousQR(.sample(), until: $0.now + .seconds(120))
    }
    script.send(.pressed(.start), .ignore(.cannotHelp))
    script.send(.cameraChanged(.ready)) {
      $0.cameraFault = nil
      $0.state = .idle
    }
    script.finish()
  }

  @Test func `an event chosen without a camera waits for it`() {
    let script = FlowScript()
    script.send(.cameraChanged(.outOfOrder("plug it in")), .ignore(.cameraNoted)) { $0.cameraFault = "plug it in" }
    script.send(.booted(Boot(events: [.wedding], selected: nil, interrupted: []))) {
      $0.state = .eventSelection(highlighted: 0)
    }
    script.send(.pressed(.start), .useEvent("wedding")) {
      $0.selected = "wedding"
      $0.state = .outOfOrder(.camera("plug it in"))
    }
    script.send(.requested(.pause)) { $0.state = .paused }
    script.send(.requested(.resume)) { $0.state = .outOfOrder(.camera("plug it in")) }
    script.finish()
  }

  @Test func `a store that refuses a session is asked again until it can, and the guests are told`() {
    let script = FlowScript.idle(.wedding)
    script.send(.pressed(.start), .openSession(1, event: "wedding", plan: FlowEvent.wedding.plan), .startLiveView) {
      $0.state = .opening(1, until: $0.now + .seconds(15))
    }
    script.answer(1, .failed(Fault(.storage, "disk full")), .stopLiveView) {
      $0.state = .outOfOrder(.storage("disk full", 2, until: $0.now + .seconds(3)))
    }
    script.send(.pressed(.start), .ignore(.cannotHelp))
    script.wait(.seconds(3), .checkStorage(3)) {
      $0.state = .outOfOrder(.storage("disk full", 3, until: $0.now + .seconds(15)))
    }
    script.answer(3, .failed(Fault(.storage, "read-only"))) {
      $0.state = .outOfOrder(.storage("read-only", 4, until: $0.now + .seconds(3)))
    }
    script.wait(.seconds(3), .checkStorage(5)) {
      $0.state = .outOfOrder(.storage("read-only", 5, until: $0.now + .seconds(15)))
    }
    // No answer: asked again, and the first answer does not count any more.
    script.wait(.seconds(15), .checkStorage(6)) {
      $0.state = .outOfOrder(.storage("read-only", 6, until: $0.now + .seconds(15)))
    }
    script.answer(5, .storageReady, .ignore(.lateAnswer))
    script.answer(6, .storageReady) { $0.state = .idle }
    script.finish()
  }

  @Test func `a session that was recorded too late is deleted`() {
    let script = FlowScript.idle(.wedding)
    script.send(.pressed(.start), .openSession(1, event: "wedding", plan: FlowEvent.wedding.plan), .startLiveView) {
      $0.state = .opening(1, until: $0.now + .seconds(15))
    }
    script.wait(.seconds(15), .stopLiveView) {
      $0.state = .outOfOrder(.storage("the session was not recorded in time", 2, until: $0.now + .seconds(3)))
    }
    script.answer(1, .sessionOpened(.sample()), .discardSession(.sample(), .lateAnswer))
    script.finish()
  }

  @Test func `a store that refuses a finished session is asked for ever, and nothing is lost`() {
    let script = FlowScript.idle(.thenAndNow)
    script.takeGuidedPhoto()
    script.wait(.seconds(5), .stopLiveView, .finishSession(4, .sample(), quiet: false)) {
      $0.state = $0.upload(4, photos: 1)
    }
    for attempt in UInt64(4)..<9 {
      let fault = Fault(.storage, "disk full")
      script.answer(AttemptID(attempt), .failed(fault)) {
        $0.upload.phase = .refused(fault, until: $0.now + .seconds(3))
      }
      #expect(Scene(script.flow).content == .finishing(storageTrouble: true))
      script.wait(.seconds(3), .finishSession(AttemptID(attempt + 1), .sample(), quiet: false)) {
        $0.state = $0.upload(AttemptID(attempt + 1), photos: 1)
      }
    }
    // One that never answers counts as refused; its late "done" is ignored, as it is asked again anyway.
    script.wait(.seconds(15)) {
      $0.upload.phase = .refused(Fault(.late, "the session was not queued in time"), until: $0.now + .seconds(3))
    }
    script.answer(9, .sessionQueued, .ignore(.lateAnswer))
    script.wait(.seconds(3), .finishSession(10, .sample(), quiet: false)) { $0.state = $0.upload(10, photos: 1) }
    script.answer(10, .sessionQueued) { $0.state = $0.qr(photos: 1) }
    script.finish()
  }
}
