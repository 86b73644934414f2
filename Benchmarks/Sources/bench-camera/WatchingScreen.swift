import BoothCore
import Synchronization

/// A screen that writes down what it was told to show and when, and which live frames came.
final class WatchingScreen: ScreenDriver {
  struct Shown: Sendable {
    var at: Instant
    var scene: Scene
  }

  private struct State {
    var shown: [Shown] = []
    var frames: [Instant] = []
    var waiting: [(key: Int, matches: @Sendable (Scene) -> Bool, continuation: CheckedContinuation<Bool, Never>)] = []
    var lastKey = 0
  }

  private let state = Mutex(State())
  private let clock: any BoothClock

  init(clock: any BoothClock) { self.clock = clock }

  func show(_ picture: ScreenPicture) {
    let now = clock.now
    let ready = state.withLock { state in
      state.shown.append(Shown(at: now, scene: picture.scene))
      defer { state.waiting.removeAll { $0.matches(picture.scene) } }
      return state.waiting.filter { $0.matches(picture.scene) }.map(\.continuation)
    }
    for continuation in ready { continuation.resume(returning: true) }
  }

  func receive(_ frame: Frame) { state.withLock { $0.frames.append(clock.now) } }
  func close() async {}

  var shown: [Shown] { state.withLock { $0.shown } }
  var frames: [Instant] { state.withLock { $0.frames } }

  /// Returns once such a scene is shown, or false when that takes longer than `patience`.
  @discardableResult
  func waits(_ patience: Duration, for matches: @escaping @Sendable (Scene) -> Bool) async -> Bool {
    let key = state.withLock { state in
      state.lastKey += 1
      return state.lastKey
    }
    let deadline = clock.now + patience
    let timer = Task { [clock] in
      do { try await clock.sleep(until: deadline) } catch { return }
      self.giveUp(key)
    }
    defer { timer.cancel() }
    return await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if let last = state.shown.last, matches(last.scene) { return true }
        state.waiting.append((key, matches, continuation))
        return false
      }
      if isThere { continuation.resume(returning: true) }
    }
  }

  /// Frees the waiters.
  func endWaiting() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.continuation.resume(returning: false) }
  }

  private func giveUp(_ key: Int) {
    let late = state.withLock { state in
      defer { state.waiting.removeAll { $0.key == key } }
      return state.waiting.filter { $0.key == key }.map(\.continuation)
    }
    for continuation in late { continuation.resume(returning: false) }
  }
}
