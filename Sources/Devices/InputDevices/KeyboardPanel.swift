public import BoothCore
public import BoothSystem
import CLinux
import Glibc
public import Logging
import Synchronization

/// A terminal's keyboard as a panel; see ``KeyMap`` for its keys.
///
/// A thread of its own waits for keys. The terminal's line settings are given back by ``close()``, and however else the
/// process ends. The stream ends with the terminal.
public final class KeyboardPanel: PanelDriver {
  /// `keyboard`, always.
  public let name = "keyboard"
  /// Presses, already debounced, the operator's requests, and keys that guests type. If they are not read, the newest
  /// 512 are kept.
  public let signals: AsyncStream<PanelSignal>

  private let descriptor: Int32
  private let settings: termios
  private let guardNumber: Int32
  /// Ends the thread.
  private let alarm = Alarm()
  private let isOpen = Mutex(true)

  /// Takes the keyboard over: keys come one by one, none is shown, none is a signal to the process.
  /// - Parameter descriptor: a terminal, usually standard input (0); it stays the caller's.
  /// - Throws: ``TerminalError`` if `descriptor` is no terminal, belongs to another job of the shell, or the machine has
  ///   no thread left; there is no keyboard then, and the terminal is as it was.
  public init(
    descriptor: Int32, map: KeyMap = KeyMap(), clock: any BoothClock, logger: Logger
  ) throws(TerminalError) {
    let subject = "descriptor \(descriptor)"
    var settings = termios()
    guard isatty(descriptor) == 1, tcgetattr(descriptor, &settings) == 0 else {
      throw TerminalError(subject: subject, detail: "is no terminal; there is no keyboard")
    }
    let group = tcgetpgrp(descriptor)
    guard group <= 0 || group == getpgrp() else {
      throw TerminalError(subject: subject, detail: "belongs to another job; run the booth in the foreground")
    }
    var raw = settings
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | IXOFF | ISTRIP | INLCR | IGNCR)
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    guard alarm.isThere, tcsetattr(descriptor, TCSANOW, &raw) == 0 else {
      let code = errno
      throw TerminalError(subject: subject, detail: "cannot be set up for single keys (errno \(code))")
    }
    self.descriptor = descriptor
    self.settings = settings
    guardNumber = clinux_terminal_guard_settings(descriptor, &settings)
    // A guest's presses are taken at once, and keys that write an address, too; hundreds that wait are a cat on the keyboard.
    let (stream, continuation) = AsyncStream.makeStream(of: PanelSignal.self, bufferingPolicy: .bufferingNewest(512))
    signals = stream
    let reader = KeyReader(
      descriptor: descriptor, alarm: alarm, map: map, clock: clock, logger: logger, continuation: continuation)
    let code = reader.start(keeping: self)
    guard code == 0 else {
      close()
      throw TerminalError(subject: subject, detail: "has no thread for its keys (errno \(code))")
    }
  }

  /// Gives the keyboard back and ends ``signals``; unread keys are thrown away. Harmless when repeated.
  public func close() {
    let wasOpen = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    guard wasOpen else { return }
    clinux_terminal_release(guardNumber)
    var settings = settings
    tcsetattr(descriptor, TCSAFLUSH, &settings)
    alarm.ring()
  }
}

/// The thread that reads keys. All of it is touched by that thread alone, once it has started.
private final class KeyReader: @unchecked Sendable {
  // Sendable: handed to its thread once, and used nowhere else after.
  private let descriptor: Int32
  private let alarm: Alarm
  private let map: KeyMap
  private let clock: any BoothClock
  private let logger: Logger
  private let continuation: AsyncStream<PanelSignal>.Continuation
  private var decoder = KeyDecoder()
  private var debounce = Debounce()
  /// Is closed when the terminal ends.
  private var panel: KeyboardPanel?

  init(
    descriptor: Int32, alarm: Alarm, map: KeyMap, clock: any BoothClock, logger: Logger,
    continuation: AsyncStream<PanelSignal>.Continuation
  ) {
    self.descriptor = descriptor
    self.alarm = alarm
    self.map = map
    self.clock = clock
    self.logger = logger
    self.continuation = continuation
  }

  /// - Returns: 0, or why there is no thread.
  func start(keeping panel: KeyboardPanel) -> Int32 {
    self.panel = panel
    let code = OwnThread.start("keyboard") { [self] in run() }
    if code != 0 {
      self.panel = nil
      continuation.finish()
    }
    return code
  }

  private func run() {
    var bytes = [UInt8](repeating: 0, count: 1024)
    while true {
      var waiting = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let timeout = decoder.timeout.map { Int32($0.wholeNanoseconds / 1_000_000) } ?? -1
      let ready = poll(&waiting, 2, timeout)
      if ready < 0, errno == EINTR { continue }
      if ready < 0 || waiting[1].revents != 0 { break }
      if ready == 0 {
        deliver(decoder.timePassed())
        continue
      }
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else {
        logger.info("the keyboard is gone")
        break
      }
      deliver(decoder.take(bytes[..<count]))
    }
    continuation.finish()
    panel?.close()
    panel = nil
  }

  private func deliver(_ keys: [Key]) {
    for key in keys {
      let signal = map.signal(of: key).flatMap { debounce.accepts($0, at: clock.now) ? $0 : nil }
      // Where a person types, or moves something, keys come as fast as fingers, and one that is held repeats.
      if let way = key.way {
        continuation.yield(.arrow(way, otherwise: signal))
      } else if let typed = key.addressKey {
        continuation.yield(.typed(typed, otherwise: signal))
      } else if let signal {
        continuation.yield(signal)
      }
    }
  }
}
