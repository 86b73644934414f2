import BoothCore
import Synchronization

/// The camera on the table that all generations of ``MockCamera`` open: its script and how far that has come.
final class MockDevice: Sendable {
  let name: String
  let script: MockScript
  /// Whether frames that are late are missing, as with webcams.
  let missesFrames: Bool
  /// Reads the clock that decides when a lost camera is back.
  let now: @Sendable () -> Instant
  let faultCount = MockFaultCount()
  private let progress: Mutex<MockProgress>
  private let exposed = Mutex<[Instant]>([])

  init(name: String, script: MockScript, missesFrames: Bool, now: @escaping @Sendable () -> Instant) {
    self.missesFrames = missesFrames
    self.name = name
    self.script = script
    self.now = now
    progress = Mutex(MockProgress(script: script))
  }

  func countOpen() -> MockProgress.Step { progress.withLock { $0.countOpen() } }
  func countStart() -> MockProgress.Step { progress.withLock { $0.countStart() } }
  func countStill() -> MockProgress.Step { progress.withLock { $0.countStill() } }
  func countStop() -> MockProgress.Step { progress.withLock { $0.countStop() } }
  func countFocus() -> MockProgress.Step { progress.withLock { $0.countFocus() } }
  func countFrames(_ count: Int) -> MockProgress.Step { progress.withLock { $0.countFrames(count) } }
  func countUnasked() -> Int { progress.withLock { $0.countUnasked() } }
  func lose(backAfter: Duration?) { progress.withLock { $0.lose(at: now(), backAfter: backAfter) } }
  func garble(for duration: Duration?) { progress.withLock { $0.garble(at: now(), for: duration) } }
  /// Whether frames are garbage now.
  var isGarbled: Bool { progress.withLock { $0.isGarbled(at: now()) } }
  func bringBack() { progress.withLock { $0.bringBack() } }
  /// When the shutter opened, oldest first; the last thousand.
  var exposures: [Instant] { exposed.withLock { $0 } }

  func noteExposure(at instant: Instant) {
    exposed.withLock { exposed in
      if exposed.count == 1000 { exposed.removeFirst() }
      exposed.append(instant)
    }
  }

  var isAway: Bool { progress.withLock { $0.isAway(at: now()) } }
}
