import BoothSystem
import CommandSupport
import Glibc
import Screens
import StudioModel

extension Examination {
  /// Where guests would see the booth.
  func screen() async -> Finding {
    // A booth that runs has the screen already, whatever this command's own output is.
    if (try? await Console(settings: settings).status()) != nil {
      return .fine("screen", "in use by the running booth", .init(.screenBooth))
    }
    let choice: ScreenChoice
    do { choice = try ScreenChoice(settings) } catch {
      return .bad("screen", CommandText(of: error), "see: booth config show", .init(.settingsFaulty, "screen"))
    }
    switch choice {
    case .terminal: return terminal()
    case .log: return .fine("screen", "started without a terminal, the booth writes a log", .init(.screenLog))
    case .memory(let size): return .fine("screen", "\(size) in memory, which is not shown anywhere", .init(.screenLog))
    case .display: return display()
    }
  }

  private func display() -> Finding {
    let listings = ScreenDevices.list()
    guard let display = listings.first(where: \.hasDisplay) else {
      return .bad(
        "screen",
        CommandText(
          advice: listings.isEmpty ? ScreenDevices.lines()[0] : listings.flatMap(\.lines).joined(separator: "; ")),
        "plug a display in; give this user the group `video`; or use --screen terminal",
        .init(.screenNone))
    }
    let words = display.lines.joined(separator: "; ")
    return display.holders.isEmpty
      ? .fine("screen", "\(words)", .init(.screenReady))
      : .warning(
        "screen", "\(words)", "unless that is the booth itself: end the other program, or it keeps the display",
        .init(.screenBusy))
  }

  private func terminal() -> Finding {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return .warning("screen", "the terminal does not tell its size", "use one of 80×24 or more", .init(.screenSmall))
    }
    let words = "a terminal of \(size.ws_col)×\(size.ws_row)"
    return size.ws_col < 80 || size.ws_row < 24
      ? .warning("screen", "\(words)", "make it at least 80×24, or the QR code may not fit", .init(.screenSmall))
      : .fine("screen", "\(words)", .init(.screenReady))
  }

}
