import BoothCore
import BoothTesting
import Testing

@Suite struct PhotoTests {
  /// The third phase of a session of photos: the camera was asked, attempt 3.
  private func shooting(_ sourceLocation: SourceLocation = #_sourceLocation) -> FlowScript {
    let script = FlowScript.idle(.photos, sourceLocation: sourceLocation)
    script.open(.photos, .countdown, sourceLocation: sourceLocation)
    script.count(2, sourceLocation: sourceLocation)
    script.shoot(3, sourceLocation: sourceLocation)
    return script
  }

  private func retry(_ script: FlowScript, _ failed: AttemptID, _ fault: Fault, tries: Int, from: PhotoSource) {
    let next = AttemptID(failed.number + 1)
    script.advance(.seconds(1))
    script.answer(failed, .failed(fault), .takePhoto(next, .sample(), strip: 0, guide: nil, from: from)) {
      $0.capture.phase = .takingPhoto(next, tries: tries, until: $0.now + .seconds(20))
    }
  }

  private func giveUp(_ script: FlowScript, _ failed: AttemptID, _ fault: Fault) {
    script.answer(failed, .failed(fault)) { $0.capture.phase = .tryAgain(fault, until: $0.now + .seconds(30)) }
    script.wait(.seconds(30), .stopLiveView, .discardSession(.sample(), .nothingKept)) { $0.state = .idle }
    script.finish()
  }

  @Test func `no focus: once more, then the best live frame, which is kept and marked`() {
    let script = shooting()
    let fault = Fault(.focus, "the lens hunts")
    retry(script, 3, fault, tries: 1, from: .camera)
    retry(script, 4, fault, tries: 2, from: .liveView)
    let photo = Asset.photo(7, fromLiveView: true)
    script.answer(5, .photoSaved(photo)) {
      $0.capture.takes[0].photo = photo
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
    script.leaveAsIs()
  }

  @Test func `no focus and no live frame either: the guests are asked`() {
    let script = shooting()
    retry(script, 3, Fault(.focus, "the lens hunts"), tries: 1, from: .camera)
    retry(script, 4, Fault(.focus, "the lens hunts"), tries: 2, from: .liveView)
    giveUp(script, 5, Fault(.focus, "no frame"))
  }

  @Test func `no picture: once more, then the best live frame, and without one the guests are asked`() {
    let script = shooting()
    retry(script, 3, Fault(.picture, "half a JPEG"), tries: 1, from: .camera)
    retry(script, 4, Fault(.picture, "half a JPEG"), tries: 2, from: .liveView)
    giveUp(script, 5, Fault(.camera, "no frame"))
  }

  @Test func `a camera that gives no photos at all costs no guests a photo: the live frame is taken at once`() {
    let script = shooting()
    retry(script, 3, Fault(.stills, "its card is full"), tries: 2, from: .liveView)
    let photo = Asset.photo(7, fromLiveView: true)
    script.answer(4, .photoSaved(photo)) {
      $0.capture.takes[0].photo = photo
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
    script.leaveAsIs()
  }

  @Test func `a camera that fails twice in a row asks the guests once, then the live frame is taken`() {
    let script = shooting()
    let fault = Fault(.camera, "it says no")
    script.answer(3, .failed(fault)) { $0.capture.phase = .tryAgain(fault, until: $0.now + .seconds(30)) }
    script.send(.pressed(.start), .awaitLiveFrame(4, newerThan: script.now - .seconds(1))) {
      $0.capture.phase = .gettingReady(4, for: .countdown, until: $0.now + .seconds(15))
    }
    script.count(4)
    script.shoot(5)
    retry(script, 5, fault, tries: 2, from: .liveView)
    script.leaveAsIs()
  }

  @Test func `while the camera takes no photos they come from the live view, at zero, without its lag`() {
    let script = FlowScript.idle(.photos)
    script.send(
      .cameraChanged(.timing(ShutterTiming(lag: .milliseconds(400), focus: .seconds(1)))), .ignore(.cameraNoted)
    ) {
      $0.shutter = ShutterTiming(lag: .milliseconds(400), focus: .seconds(1))
    }
    script.send(.cameraChanged(.stills("its card is full")), .ignore(.cameraNoted))
    script.send(.cameraChanged(.stills("its card is full")), .ignore(.alreadySo))
    script.open(.photos, .countdown)
    script.count(2)
    script.wait(.seconds(3), .takePhoto(3, .sample(), strip: 0, guide: nil, from: .liveView)) {
      $0.capture.phase = .takingPhoto(3, tries: 0, until: $0.now + .seconds(20))
    }
    script.leaveAsIs()
  }

  @Test func `no focus after a broken picture: the best live frame`() {
    let script = shooting()
    retry(script, 3, Fault(.picture, "half a JPEG"), tries: 1, from: .camera)
    retry(script, 4, Fault(.focus, "the lens hunts"), tries: 2, from: .liveView)
    giveUp(script, 5, Fault(.picture, "no frame"))
  }

  @Test(arguments: [Fault.Kind.camera, .storage, .late])
  func `a fault that another try at once would not mend asks the guests`(_ kind: Fault.Kind) {
    giveUp(shooting(), 3, Fault(kind, "in words"))
  }

  @Test func `a photo that does not come asks the guests, and is deleted when it comes after all`() {
    let script = shooting()
    script.wait(.seconds(20)) {
      $0.capture.phase = .tryAgain(Fault(.late, "the photo did not come in time"), until: $0.now + .seconds(30))
    }
    script.advance(.seconds(5))
    script.answer(3, .photoSaved(.photo(1)), .discard([.photo(1)], .lateAnswer))
    script.send(.pressed(.start), .awaitLiveFrame(4, newerThan: script.now - .seconds(1))) {
      $0.capture.phase = .gettingReady(4, for: .countdown, until: $0.now + .seconds(15))
    }
    script.leaveAsIs()
  }

  @Test func `a failure that comes late changes nothing`() {
    let script = shooting()
    script.wait(.seconds(20)) {
      $0.capture.phase = .tryAgain(Fault(.late, "the photo did not come in time"), until: $0.now + .seconds(30))
    }
    script.answer(3, .failed(Fault(.camera, "gone")), .ignore(.lateAnswer))
    script.leaveAsIs()
  }

  @Test(arguments: [Press.start, .retake])
  func `another try keeps the other strips and discards only what the failed one had`(_ press: Press) {
    let script = FlowScript.idle(.wedding)
    script.open()
    script.strip(0, first: 2)
    script.nextStrip(1, frame: 6)
    script.recordClip(6, strip: 1)
    script.count(8)
    script.answer(7, .clipSaved(.clip(11, strip: 1))) { $0.capture.takes[1] = Take(clip: .clip(11, strip: 1)) }
    script.shoot(9, strip: 1)
    let fault = Fault(.camera, "unplugged")
    script.answer(9, .failed(fault)) { $0.capture.phase = .tryAgain(fault, until: $0.now + .seconds(30)) }
    script.send(
      .pressed(press), .discard([.clip(11, strip: 1)], .failedStrip),
      .awaitLiveFrame(10, newerThan: script.now - .seconds(1))
    ) {
      $0.capture.takes[1] = Take()
      $0.capture.phase = .gettingReady(10, for: .clip, until: $0.now + .seconds(15))
    }
    script.strip(1, first: 10)
    script.nextStrip(2, frame: 14)
    script.leaveAsIs()
  }

  @Test func `a strip that had nothing is tried again without a word about files`() {
    let script = shooting()
    script.answer(3, .failed(Fault(.camera, "gone"))) {
      $0.capture.phase = .tryAgain(Fault(.camera, "gone"), until: $0.now + .seconds(30))
    }
    script.send(.pressed(.start), .awaitLiveFrame(4, newerThan: script.now - .seconds(1))) {
      $0.capture.phase = .gettingReady(4, for: .countdown, until: $0.now + .seconds(15))
    }
    script.leaveAsIs()
  }
}
