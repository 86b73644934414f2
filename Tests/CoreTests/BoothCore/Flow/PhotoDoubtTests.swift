import BoothCore
import BoothTesting
import Testing

/// A photo that seems to have gone wrong: once more by itself, then the guests are asked; nothing is lost by it.
@Suite struct PhotoDoubtTests {
  private let doubt = PhotoDoubt(.unlit, "it has 1/20 of the live view's light: did the flash fire?")
  private let first = Asset.photo(1)
  private let second = Asset.photo(2)

  /// The first photo was doubted, and the countdown to the second runs.
  private func doubted(isLive: Bool = true) -> FlowScript {
    let script = FlowScript.idle(.photos)
    script.open(.photos, .countdown)
    script.count(2)
    script.shoot(3)
    script.answer(3, .photoDoubted(first, doubt), .awaitLiveFrame(4, newerThan: script.now - .seconds(1))) {
      $0.capture.takes[0] = Take(photo: first, doubt: doubt)
      $0.capture.phase = .gettingReady(4, for: .countdown, until: $0.now + .seconds(15))
    }
    if isLive { script.count(4) }
    return script
  }

  private func isReviewed(_ photo: Asset, _ doubt: PhotoDoubt?, seconds: Int) -> (inout FlowPicture) -> Void {
    { expected in
      expected.capture.takes[0] = Take(photo: photo, doubt: doubt)
      expected.capture.phase = .review(until: expected.now + .seconds(seconds))
    }
  }

  @Test func `a second photo without fault takes the first one's place`() {
    let script = doubted()
    script.shoot(5)
    script.answer(5, .photoSaved(second), .discard([first], .reshot), change: isReviewed(second, nil, seconds: 5))
    #expect(Scene(script.flow).doubt == nil)
    script.leaveAsIs()
  }

  @Test func `at an event that asks at once, nothing is taken by itself`() {
    var event = FlowEvent.photos
    event.plan.photoCheck = .ask
    let script = FlowScript.idle(event)
    script.open(event, .countdown)
    script.count(2)
    script.shoot(3)
    script.answer(3, .photoDoubted(first, doubt), change: isReviewed(first, doubt, seconds: 8))
    #expect(Scene(script.flow).doubt == .unlit)
    script.leaveAsIs()
  }

  @Test func `doubted twice, the second is kept and the guests are asked, for longer`() {
    let script = doubted()
    #expect(Scene(script.flow).doubt == nil, "no review stands yet")
    script.shoot(5)
    script.answer(
      5, .photoDoubted(second, doubt), .discard([first], .reshot), change: isReviewed(second, doubt, seconds: 8))
    #expect(Scene(script.flow).doubt == .unlit)
    script.send(.pressed(.retake), .discard([second], .retake), .awaitLiveFrame(6, newerThan: script.now - .seconds(1)))
    {
      $0.capture.takes[0] = Take()
      $0.capture.phase = .gettingReady(6, for: .countdown, until: $0.now + .seconds(15))
    }
    script.leaveAsIs()
  }

  @Test(arguments: [Fault.Kind.camera, .storage, .late])
  func `a second that fails leaves the first to be asked about`(_ kind: Fault.Kind) {
    let script = doubted()
    script.shoot(5)
    script.answer(5, .failed(Fault(kind, "in words")), change: isReviewed(first, doubt, seconds: 8))
    script.leaveAsIs()
  }

  private let late = Fault(.late, "the photo did not come in time")

  /// The second did not come in time, and the store is asked to settle on the first.
  private func settling() -> FlowScript {
    let script = doubted()
    script.shoot(5)
    script.wait(.seconds(20), .settlePhoto(6, first)) {
      [late] in $0.capture.phase = .settling(6, late, until: $0.now + .seconds(15))
    }
    return script
  }

  @Test func `a second that does not come leaves the first, which is shown when it is decided that it stays`() {
    let script = settling()
    script.answer(6, .storageReady, change: isReviewed(first, doubt, seconds: 8))
    script.answer(5, .photoSaved(second), .discard([second], .lateAnswer))
    script.leaveAsIs()
  }

  @Test func `a second that comes while that is being decided goes`() {
    let script = settling()
    script.answer(5, .photoSaved(second), .discard([second], .lateAnswer))
    script.answer(6, .storageReady, change: isReviewed(first, doubt, seconds: 8))
    script.leaveAsIs()
  }

  @Test func `where the store cannot decide it, nobody is shown the first, and guests are asked for another try`() {
    let full = Fault(.storage, "in words")
    let script = settling()
    script.answer(6, .failed(full)) { $0.capture.phase = .tryAgain(full, until: $0.now + .seconds(30)) }
    script.leaveAsIs()
    let mute = settling()
    mute.wait(.seconds(15)) { [late] in $0.capture.phase = .tryAgain(late, until: $0.now + .seconds(30)) }
    mute.answer(6, .storageReady, .ignore(.lateAnswer))
    mute.leaveAsIs()
  }

  @Test func `no second countdown starts on a live view that stands still; the first photo is asked about`() {
    let script = doubted(isLive: false)
    script.wait(.seconds(15), change: isReviewed(first, doubt, seconds: 8))
    script.leaveAsIs()
    let failing = doubted(isLive: false)
    failing.answer(4, .failed(Fault(.camera, "in words")), change: isReviewed(first, doubt, seconds: 8))
    failing.leaveAsIs()
  }

  @Test func `guests who leave during the second shot get the first`() {
    let script = doubted()
    script.send(.requested(.pause), .ignore(.pending)) { $0.pending = .pause }
    script.send(.requested(.pause), .stopLiveView, .finishSession(5, .sample(), quiet: true)) {
      $0.state = $0.upload(5, photos: 1, quiet: true)
    }
    script.leaveAsIs()
  }

  @Test func `without pauses the second comes at once, and who is asked is asked all the same`() {
    var trail = FlowTrail()
    trail.send(.booted(Boot(events: [.lab], selected: "lab", interrupted: [])))
    trail.press(.start)
    trail.answer(.sessionOpened(.sample()))
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    trail.waitUntilDue()
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    #expect(trail.kind == .takingPhoto)
    trail.answer(.photoDoubted(first, doubt))
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    #expect(trail.kind == .takingPhoto)
    trail.answer(.photoDoubted(second, doubt))
    #expect(trail.kind == .review)
  }
}
