import BoothSystem
import CLinux
import Glibc

/// A terminal's output: opened anew so that waiting on it never concerns the shell's own descriptor, taken over at
/// the start, given back however the process ends. Used by one thread.
final class TerminalPort {
  /// Alternate screen (1049), cursor off (25), pastes marked as such (2004), no wrapping (7), and characters left in the order they are sent in:
  /// BDSM reset, ECMA-48 8.3.21; VTE's "explicit" mode.
  private static let takeOver = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[?7l\u{1B}[8l\u{1B}[0m\u{1B}[2J"
  /// The same backwards. Synchronized updates (2026) end in case one was cut.
  private static let giveBack = "\u{1B}[?2026l\u{1B}[0m\u{1B}[8h\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

  private let descriptor: Int32
  private let isOwn: Bool
  private var guardNumber: Int32 = -1
  /// What is still to be written of the current frame.
  private var pending: [UInt8] = []
  private var written = 0

  /// - Parameter descriptor: a terminal, usually standard output; it stays the caller's.
  /// - Throws: ``TerminalError`` if it is none.
  init(descriptor: Int32) throws(TerminalError) {
    guard isatty(descriptor) == 1 else {
      throw TerminalError(subject: "descriptor \(descriptor)", detail: "is no terminal")
    }
    // An open file of our own can be made not to block without the shell and our standard error noticing.
    var name = [CChar](repeating: 0, count: 128)
    var own: Int32 = -1
    if ttyname_r(descriptor, &name, name.count) == 0 {
      own = open(name, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    }
    isOwn = own >= 0
    self.descriptor = isOwn ? own : descriptor
  }

  deinit { if isOwn { Glibc.close(descriptor) } }

  /// Columns and rows; 80 by 24 where the terminal does not know, as on a serial line.
  var size: (columns: Int, rows: Int) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard clinux_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else { return (80, 24) }
    // No screen has more; a broken program in between may say so.
    return (min(Int(columns), 600), min(Int(rows), 300))
  }

  /// Takes the terminal over, or takes it over again from a shell that had it in between.
  func begin() {
    if guardNumber < 0 {
      let restore = Array(Self.giveBack.utf8)
      guardNumber = clinux_terminal_guard_output(descriptor, restore, restore.count)
    }
    send(Array(Self.takeOver.utf8))
  }

  /// Set when `poll` reports a hangup.
  var isGone = false

  /// Queues the bytes of a frame; only after the one before is wholly written.
  func send(_ bytes: [UInt8]) {
    pending.removeFirst(written)
    written = 0
    pending += bytes
  }

  var isIdle: Bool { written == pending.count }
  /// For `poll`.
  var pollDescriptor: Int32 { descriptor }

  /// Writes as much as the terminal takes now. False once the terminal is gone.
  func flush() -> Bool {
    if isGone { return false }
    while written < pending.count {
      let count = pending.withUnsafeBytes { bytes in
        // Small pieces, so that a descriptor that does block blocks only when `poll` was wrong.
        write(descriptor, bytes.baseAddress! + written, min(bytes.count - written, isOwn ? 65_536 : 256))
      }
      if count > 0 {
        written += count
        if !isOwn { break }
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        return false
      }
    }
    if isIdle {
      pending.removeAll(keepingCapacity: true)
      written = 0
    }
    return true
  }

  /// Gives the terminal back; waits at most a fifth of a second for a terminal that is stopped, then starts it again
  /// and throws away what was queued.
  func end() {
    pending.removeAll()
    written = 0
    guard guardNumber >= 0 else { return }
    clinux_terminal_restore(guardNumber)
    clinux_terminal_release(guardNumber)
    guardNumber = -1
  }
}
