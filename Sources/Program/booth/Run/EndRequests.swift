import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import Glibc
import Synchronization
import UnixSignals

/// What asks the booth to end: the system's signals from the first moment on, and `booth shutdown` while there is no booth yet.
///
/// A booth that runs ends after its session; asked twice, now. One that is still being started has no guests: what waits for a disk or
/// for events ends in order, anything else ends with the process. A start that is cut off leaves nothing half done.
final class EndRequests: Sendable {
  private struct State {
    var count = 0
    var booth: Booth?
    /// Wakes what waits.
    var wake: [Int: @Sendable () -> Void] = [:]
    var next = 0
  }

  private let state = Mutex(State())
  private let listening = Mutex<Task<Void, Never>?>(nil)

  /// Takes the signals from now on.
  init() async {
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    let task = Task { [self] in
      for await _ in signals { ask() }
    }
    listening.withLock { $0 = task }
  }

  func stop() { listening.withLock { $0 }?.cancel() }

  /// Whether it was asked to end.
  var isAsked: Bool { state.withLock { $0.count > 0 } }

  /// A person asks the booth to end.
  func ask() {
    let (booth, wakes) = state.withLock { state in
      state.count += 1
      return (state.booth, Array(state.wake.values))
    }
    if let booth { return booth.post(.requested(.shutDown)) }
    for wake in wakes { wake() }
    guard wakes.isEmpty else { return }
    complain("booth: The booth stopped before it started.")
    _exit(0)
  }

  /// From now on this booth is asked.
  func pass(to booth: Booth) {
    let count = state.withLock { state in
      state.booth = booth
      return state.count
    }
    for _ in 0..<count { booth.post(.requested(.shutDown)) }
  }

  /// Waits, unless a person has asked for the end, or does.
  /// - Throws: ``EarlyEndFault``.
  func sleep(until instant: Instant, _ clock: any BoothClock) async throws {
    let sleeping = Task { try await clock.sleep(until: instant) }
    let key: Int? = state.withLock { state in
      guard state.count == 0 else { return nil }
      state.next += 1
      state.wake[state.next] = { sleeping.cancel() }
      return state.next
    }
    if key == nil { sleeping.cancel() }
    _ = await sleeping.result
    try state.withLock { state in
      if let key { state.wake[key] = nil }
      if state.count > 0 { throw EarlyEndFault() }
    }
  }
}

/// The start was asked to end while it waited: an end like any other.
struct EarlyEndFault: Error {}
