import BoothSystem
import CLinux
import Glibc

/// A virtual terminal of the kernel, put away: graphics instead of text, no cursor, no blanking, keys for no program
/// where so wished, and switching only when the screen has let go.
///
/// A small process of its own holds it, forked when it is taken. It gives the terminal back when it is told to, and when
/// this process has ended without a word, by whatever signal. Where both are killed at once, ``restore(_:)`` does it.
/// Used by one thread. Taken early, before cameras and stores are open: the keeper has a copy of what memory is in use
/// then, and shares what devices are mapped.
public final class ConsoleGuard: ConsoleHold {
  /// `/dev/tty1`.
  public let path: String
  /// Whether pictures may be shown: this terminal is the one that is shown as of the last news, or it was lost.
  public private(set) var isActive: Bool
  let descriptor: Int32
  private var isOpen = true

  /// Takes a terminal over, and shows it if another one is shown.
  /// - Throws: a fault for what is no virtual terminal, or may not be used; then it is as it was.
  public init(path: String, mutesKeyboard: Bool) throws(ScreenFault) {
    var isActive: Int32 = 0
    descriptor = clinux_console_take(path, mutesKeyboard ? 1 : 0, &isActive)
    guard descriptor >= 0 else { throw Self.fault(path, -descriptor) }
    self.path = path
    self.isActive = isActive != 0
  }

  deinit { close() }

  /// The terminal to take: the one that standard input is, else the one that is shown; nil where there is none, as in a
  /// container, or over a network.
  static func path(for options: ScreenOptions.Console) -> String? {
    switch options {
    case .none: return nil
    case .path(let path): return path
    case .automatic:
      var name = [CChar](repeating: 0, count: 64)
      if ttyname_r(STDIN_FILENO, &name, name.count) == 0 {
        var facts = clinux_console_facts()
        if clinux_console_look(name, &facts) == 0 { return String(characters: name) }
      }
      return clinux_console_active(&name, name.count) == 0 ? String(characters: name) : nil
    }
  }

  func takeNews() -> [ConsoleNews] {
    var news: [ConsoleNews] = []
    while isOpen {
      switch clinux_console_hear(descriptor) {
      case Int32(CLINUX_CONSOLE_LEAVE):
        isActive = false
        news.append(.leave)
      case Int32(CLINUX_CONSOLE_BACK):
        isActive = true
        news.append(.back)
      case 0: return news
      default:
        // Closed, so that it is not heard again and again.
        isOpen = false
        isActive = true
        Glibc.close(descriptor)
        return news + [.lost]
      }
    }
    return news
  }

  func letGo() { if isOpen { _ = clinux_console_let_go(descriptor) } }

  /// Gives the terminal back to text and to its keyboard. Harmless twice.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    clinux_console_give_back(descriptor)
  }

  /// Gives the terminal that is shown, or the one named, back to text and to its keyboard: for what runs after a booth
  /// that was killed together with everything it had started.
  /// - Throws: a fault where that may not be done. Nothing to give back is none.
  public static func restore(_ path: String? = nil) throws(ScreenFault) {
    guard let path = path ?? self.path(for: .automatic) else { return }
    let code = clinux_console_restore(path)
    if code < 0 { throw fault(path, -code) }
  }

  /// What is known of a terminal, in words: `/dev/tty1: shown, graphics, keyboard muted, kept by a process`.
  public static func facts(_ path: String) throws(ScreenFault) -> String {
    var facts = clinux_console_facts()
    let code = clinux_console_look(path, &facts)
    guard code >= 0 else { throw fault(path, -code) }
    return [
      facts.is_active != 0 ? "\(path): shown" : "\(path): not shown", facts.is_graphics != 0 ? "graphics" : "text",
      facts.is_muted != 0 ? "keyboard muted" : nil, facts.is_kept != 0 ? "kept by a process" : nil,
    ].compactMap { $0 }.joined(separator: ", ")
  }

  private static func fault(_ path: String, _ code: Int32) -> ScreenFault {
    let words = SystemWords.of(code)
    switch code {
    case ENOTTY:
      return ScreenFault(
        subject: path, detail: "is no virtual terminal of this machine; those are /dev/tty1 to /dev/tty63")
    case EACCES, EPERM:
      return ScreenFault(
        subject: path,
        detail:
          "may not be taken over (\(words)): run the booth on that terminal, as the service does with TTYPath= and "
          + "StandardInput=tty, or as root")
    case ENOENT, ENODEV, ENXIO:
      return ScreenFault(subject: path, detail: "is not there (\(words))")
    default:
      return ScreenFault(subject: path, detail: "cannot be taken over: \(words)")
    }
  }
}
