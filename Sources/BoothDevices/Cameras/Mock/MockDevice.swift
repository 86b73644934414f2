import BoothCore
import Synchronization

/// The camera on the table that all generations of ``MockCamera`` open: its script and how far that has come.
final class MockDevice: Sendable {
  let name: String
  let script: MockScript
  /// Reads the clock that decides when a lost camera is back.
  let now: @Sendable () -> Instant
  let faultCount = MockFaultCount()
  private let progress: Mutex<MockProgress>

  init(name: String, script: MockScript, now: @escaping @Sendable () -> Instant) {
    self.name = name
    self.script = script
    self.now = now
    progress = Mutex(MockProgress(script: script))
  }

  func countOpen() -> MockProgress.Step { progress.withLock { $0.countOpen() } }
  func countStart() -> MockProgress.Step { progress.withLock { $0.countStart() } }
  func countStill() -> MockProgress.Step { progress.withLock { $0.countStill() } }
  func countFrames(_ count: Int) -> MockProgress.Step { progress.withLock { $0.countFrames(count) } }
  func countUnasked() -> Int { progress.withLock { $0.countUnasked() } }
  func lose(backAfter: Duration?) { progress.withLock { $0.lose(at: now(), backAfter: backAfter) } }
  func bringBack() { progress.withLock { $0.bringBack() } }
  var isAway: Bool { progress.withLock { $0.isAway(at: now()) } }
}
