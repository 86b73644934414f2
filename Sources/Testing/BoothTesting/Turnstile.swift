import Synchronization

/// Lets nothing through until it is opened.
public final class Turnstile: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  /// How many stand before it.
  public var waiting: Int { state.withLock { $0.waiting.count } }

  public init() {}

  public func pass() async {
    await withCheckedContinuation { continuation in
      let mayPass = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if mayPass { continuation.resume() }
    }
  }

  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }
}
