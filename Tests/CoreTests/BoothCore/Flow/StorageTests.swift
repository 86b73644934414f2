import BoothCore
import BoothTesting
import Testing

/// The disk's room, as the flow meets it.
@Suite struct StorageTests {
  private let full = StorageNews(.full, "the disk is full; delete what is not needed")
  private let noClips = StorageNews(.noClips, "the disk is nearly full")
  private let low = StorageNews(.low, "the disk is getting full")
  private let plenty = StorageNews(.plenty, "")

  @Test func `a full disk closes a booth that invites guests, and opens it by itself when room returns`() {
    let script = FlowScript.idle(.wedding)
    script.send(.storageChanged(low), .ignore(.storageNoted)) { $0.storage = low }
    script.send(.storageChanged(full)) {
      $0.storage = full
      $0.state = .outOfOrder(.noRoom(full.words))
    }
    script.send(.pressed(.start), .ignore(.cannotHelp))
    script.send(.storageChanged(full), .ignore(.alreadySo))
    let worse = StorageNews(.full, "the disk fails; replace it")
    script.send(.storageChanged(worse)) {
      $0.storage = worse
      $0.state = .outOfOrder(.noRoom(worse.words))
    }
    script.send(.storageChanged(noClips)) {
      $0.storage = noClips
      $0.state = .idle
    }
    script.send(.storageChanged(plenty), .ignore(.storageNoted)) { $0.storage = plenty }
    script.finish()
  }

  @Test func `a session under way goes on without clips when the disk fills up, and none begins after it`() {
    let script = FlowScript.idle(.wedding)
    script.open()
    script.strip(0, first: 2)
    script.send(.storageChanged(full), .ignore(.storageNoted)) { $0.storage = full }
    // The second strip is its photo alone.
    script.wait(.seconds(5), .awaitLiveFrame(6, newerThan: script.now + .seconds(4))) {
      $0.capture.strip = 1
      $0.capture.phase = .gettingReady(6, for: .countdown, until: $0.now + .seconds(15))
    }
    script.count(6)
    script.shoot(7, strip: 1)
    script.answer(7, .photoSaved(.photo(12, strip: 1))) {
      $0.capture.takes[1].photo = .photo(12, strip: 1)
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
    // Room returns: the third has its clip again.
    script.send(.storageChanged(low), .ignore(.storageNoted)) { $0.storage = low }
    script.nextStrip(2, frame: 8)
    script.leaveAsIs()
  }

  @Test func `a clip for which there is no more room when its frame comes is left out`() {
    let script = FlowScript.idle(.wedding)
    script.open()
    script.send(.storageChanged(noClips), .ignore(.storageNoted)) { $0.storage = noClips }
    script.count(2)
    script.leaveAsIs()
  }

  @Test func `after the session a full disk lets nobody begin, not from the code either`() {
    let script = FlowScript.idle(.thenAndNow)
    script.showGuidedQR()
    script.send(.storageChanged(full), .ignore(.storageNoted)) { $0.storage = full }
    script.advance(.seconds(5))
    script.send(.pressed(.start)) {
      $0.state = .outOfOrder(.noRoom(full.words))
      $0.previousQR = BoothFlow.PreviousQR(.sample(), until: $0.now + .seconds(120))
    }
    script.send(.storageChanged(plenty)) {
      $0.storage = plenty
      $0.state = .idle
    }
    script.finish()
  }

  @Test func `a camera and a disk that both fail are told one after the other`() {
    let script = FlowScript.idle(.wedding)
    script.send(.storageChanged(full)) {
      $0.storage = full
      $0.state = .outOfOrder(.noRoom(full.words))
    }
    script.send(.cameraChanged(.outOfOrder("plug it in")), .ignore(.cameraNoted)) { $0.cameraFault = "plug it in" }
    script.send(.storageChanged(plenty)) {
      $0.storage = plenty
      $0.state = .outOfOrder(.camera("plug it in"))
    }
    script.send(.storageChanged(full), .ignore(.storageNoted)) { $0.storage = full }
    script.send(.cameraChanged(.ready)) {
      $0.cameraFault = nil
      $0.state = .outOfOrder(.noRoom(full.words))
    }
    script.finish()
  }

  @Test func `a photo whose disk is slow is asked for again, and the late one is deleted by name`() {
    let script = FlowScript.idle(.photos)
    script.open(.photos, .countdown)
    script.count(2)
    script.shoot(3)
    script.wait(.seconds(20)) {
      $0.capture.phase = .tryAgain(Fault(.late, "the photo did not come in time"), until: $0.now + .seconds(30))
    }
    let late = Asset.photo(1)
    script.answer(3, .photoSaved(late), .discard([late], .lateAnswer))
    script.leaveAsIs()
  }

  /// The first photo is refused, and guests press start for another try, whose photo is attempt 5.
  private func refusedOnce(_ script: FlowScript, _ fault: Fault) {
    script.count(2)
    script.shoot(3)
    script.answer(3, .failed(fault)) { $0.capture.phase = .tryAgain(fault, until: $0.now + .seconds(30)) }
    script.send(.pressed(.start), .awaitLiveFrame(4, newerThan: script.now - .seconds(1))) {
      $0.capture.phase = .gettingReady(4, for: .countdown, until: $0.now + .seconds(15))
    }
    script.count(4)
    script.shoot(5)
  }

  @Test func `guests are not filmed a third time for photos that the store refuses`() {
    let script = FlowScript.idle(.photos)
    let fault = Fault(.storage, "the books refuse")
    script.open(.photos, .countdown)
    refusedOnce(script, fault)
    script.answer(5, .failed(fault), .discardSession(.sample(), .nothingKept), .stopLiveView) {
      $0.state = .outOfOrder(.storage("the books refuse", 6, until: $0.now + .seconds(3)))
    }
    script.wait(.seconds(3), .checkStorage(7)) {
      $0.state = .outOfOrder(.storage("the books refuse", 7, until: $0.now + .seconds(15)))
    }
    script.answer(7, .storageReady) { $0.state = .idle }
    script.finish()
  }

  @Test func `guests get the photos that were kept before the store refused`() {
    let script = FlowScript.idle(.photos)
    let fault = Fault(.storage, "the books refuse")
    script.open(.photos, .countdown)
    script.count(2)
    script.shoot(3)
    let photo = Asset.photo(1)
    script.answer(3, .photoSaved(photo)) {
      $0.capture.takes[0].photo = photo
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
    var flow = script.flow
    let now = script.now
    script.leaveAsIs()
    func send(_ input: BoothInput, after: Duration = .zero) -> [BoothEffect] { flow.handle(input, at: now + after) }
    _ = send(.timePassed, after: .seconds(5))
    _ = send(.answered(4, .liveFrameSeen(capturedAt: now + .seconds(5))), after: .seconds(5))
    _ = send(.timePassed, after: .seconds(8))
    _ = send(.answered(5, .failed(fault)), after: .seconds(9))
    _ = send(.pressed(.start), after: .seconds(9))
    _ = send(.answered(6, .liveFrameSeen(capturedAt: now + .seconds(9))), after: .seconds(9))
    _ = send(.timePassed, after: .seconds(12))
    let effects = send(.answered(7, .failed(fault)), after: .seconds(13))
    #expect(effects == [.stopLiveView, .finishSession(8, .sample(), quiet: false)])
    guard case .upload(let upload) = flow.state else {
      Issue.record("\(flow.state)")
      return
    }
    #expect(upload.photos == 1 && !upload.quiet)
  }

  @Test func `damaged books end a session at its first photo, and are asked for nothing more`() {
    let damaged = StorageNews(.full, "the database is damaged", refusal: .damaged)
    let fault = Fault(.storage, "the books refuse")
    // It is heard of after the photo …
    let script = FlowScript.idle(.photos)
    script.open(.photos, .countdown)
    script.count(2)
    script.shoot(3)
    script.answer(3, .failed(fault)) { $0.capture.phase = .tryAgain(fault, until: $0.now + .seconds(30)) }
    script.send(.storageChanged(damaged), .stopLiveView) {
      $0.storage = damaged
      $0.state = .outOfOrder(.storage(damaged.words, 4, until: $0.now + .seconds(3)))
    }
    script.send(.requested(.shutDown), .shutDown) { $0.state = .stopped }
    script.finish()
    // … or before it.
    let other = FlowScript.idle(.photos)
    other.open(.photos, .countdown)
    other.count(2)
    other.send(.storageChanged(damaged), .ignore(.storageNoted)) { $0.storage = damaged }
    other.shoot(3)
    other.answer(3, .failed(fault), .stopLiveView) {
      $0.state = .outOfOrder(.storage("the books refuse", 4, until: $0.now + .seconds(3)))
    }
    other.finish()
  }

  @Test func `what the disk refuses has its own number, and no disk is called full that is not`() {
    #expect(OutOfOrder.noRoom("x").number == 21 && OutOfOrder.noRoom("x", .full).number == 21)
    for refusal in StorageRefusal.allCases where refusal != .full {
      #expect(OutOfOrder.noRoom("x", refusal).number == 20)
      #expect(!refusal.words.contains("full"))
    }
  }
}
