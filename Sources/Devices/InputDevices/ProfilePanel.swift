public import BoothCore
import BoothSystem
import Glibc
public import Logging
import Synchronization

/// A panel as its profile says: buttons, knobs and lights on GPIO lines, keys, pedals and touch screens of the kernel's input
/// devices.
///
/// A thread of its own waits for all of them and lets the lights blink. What is missing, or may not be used, is told as
/// the panel's condition, and looked for again; a panel never keeps the booth from running.
public final class ProfilePanel: PanelDriver {
  /// The panel's name, as its profile gives it.
  public let name: String
  /// The profile it was made with; never nil.
  public let profile: PanelProfile?
  /// Contacts and conditions. If they are not read, the newest 512 are kept.
  public let signals: AsyncStream<PanelSignal>
  private let inbox: PanelInbox
  /// The thread, until it runs.
  private let starting: Mutex<PanelThread?>
  private let continuation: AsyncStream<PanelSignal>.Continuation

  /// - Parameter rotation: how the display is turned clockwise, in degrees: a touch screen on it is turned alike, unless
  ///   the profile says something of its own.
  public convenience init(_ profile: PanelProfile, rotation: Int = 0, clock: any BoothClock, logger: Logger) {
    self.init(
      profile, lines: LibGPIOD(), input: EvdevAccess(), rotation: rotation, clock: clock, logger: logger)
  }

  init(
    _ profile: PanelProfile, lines: any GPIOAccess, input: any InputAccess, rotation: Int = 0, clock: any BoothClock,
    logger: Logger
  ) {
    name = profile.name
    self.profile = profile
    // Edges come in bursts; hundreds of unread ones are a broken line, whose newest word counts.
    let (stream, continuation) = AsyncStream.makeStream(of: PanelSignal.self, bufferingPolicy: .bufferingNewest(512))
    signals = stream
    inbox = PanelInbox()
    let thread = PanelThread(
      profile: profile, lines: lines, input: input, rotation: rotation, inbox: inbox, clock: clock, logger: logger,
      continuation: continuation)
    starting = Mutex(thread)
    self.continuation = continuation
    startIfNeeded()
  }

  deinit { close() }

  /// Starts the thread if it does not run yet: a machine that is out of threads now may have one at the next scene.
  private func startIfNeeded() {
    starting.withLock { thread in
      guard let waiting = thread else { return }
      let code = waiting.start()
      if code == 0 {
        thread = nil
      } else {
        continuation.yield(.condition("the panel has no thread (errno \(code)); end what else runs on this machine"))
      }
    }
  }

  /// Shows this with the panel's lights from now on, and starts the panel's thread if it could not be started before.
  /// Returns at once.
  public func show(_ cue: PanelCue) {
    inbox.show(cue)
    startIfNeeded()
  }

  /// Puts the lights out, gives lines and devices back, and ends ``signals``. Harmless when repeated; returns at once.
  public func close() {
    inbox.close()
    starting.withLock { thread in
      if thread != nil { continuation.finish() }
      thread = nil
    }
  }
}

/// What the panel's thread is told from outside.
final class PanelInbox: Sendable {
  private struct State {
    var cue = PanelCue.busy
    var isClosing = false
  }

  /// Wakes the thread.
  let alarm = Alarm()
  private let state = Mutex(State())

  var cue: PanelCue { state.withLock { $0.cue } }
  var isClosing: Bool { state.withLock { $0.isClosing } }

  func show(_ cue: PanelCue) {
    let isNew = state.withLock { state in
      defer { state.cue = cue }
      return state.cue != cue
    }
    if isNew { alarm.ring() }
  }

  func close() {
    state.withLock { $0.isClosing = true }
    alarm.ring()
  }
}
