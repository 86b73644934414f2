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
}
