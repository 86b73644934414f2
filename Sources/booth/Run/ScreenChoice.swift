import BoothCore
import BoothDevices
import FoundationEssentials
import Glibc

/// Where guests see the booth.
enum ScreenChoice: Equatable {
  /// A display, drawn pixel by pixel.
  case display(ScreenWish)
  /// The same in memory, for machines without one: its pictures can be recorded.
  case memory(PixelSize)
  case terminal
  /// Nowhere: what would be seen is logged.
  case log

  /// What the setting means here.
  ///
  /// `auto` is a display where the booth has one to itself: on the machine's own console, and as a service; in any other
  /// terminal it is that terminal, and without one the log.
  /// - Throws: what is wrong with the setting.
  init(_ settings: Settings) throws {
    let text = settings.text(.screen) ?? "auto"
    let words = text.split(separator: " ")
    switch words.first {
    case "terminal": self = .terminal
    case "log": self = .log
    case "auto" where words.count == 1:
      let isOwnConsole = Self.isTerminal && ProcessInfo.processInfo.environment["TERM"] == "linux"
      if isOwnConsole || Self.isService, Self.hasDisplay {
        self = .display(Self.wish(ScreenWish(), settings))
      } else {
        self = Self.isTerminal ? .terminal : .log
      }
    case "memory":
      let size = ModeWish(text: words.count == 2 ? String(words[1]) : "1920x1080")?.size
      guard let size, words.count <= 2, (64...8192).contains(size.width), (64...8192).contains(size.height) else {
        throw Self.fault("`memory` takes one size, such as 1920x1080")
      }
      self = .memory(size)
    default:
      do throws(ScreenFault) {
        let wish = text == "display" ? ScreenWish() : try ScreenWish(words: text)
        self = .display(Self.wish(wish, settings))
      } catch {
        throw Self.fault("\(error)")
      }
    }
  }

  private static func fault(_ words: String) -> CommandFailure {
    CommandFailure(
      "screen: expected `auto`, `terminal`, `log`, `display`, or which display: \(words)", code: CommandFailure.usage)
  }

  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1 }
  /// Whether systemd started the program: nobody types.
  private static var isService: Bool { ProcessInfo.processInfo.environment["INVOCATION_ID"] != nil }

  /// A display that no other program has.
  private static var hasDisplay: Bool {
    ScreenDevices.list().contains { $0.hasDisplay && $0.holders.isEmpty }
  }

  /// Who sits at the console keeps the keyboard; elsewhere keys are for panels, and reach no shell or kernel.
  private static func wish(_ wish: ScreenWish, _ settings: Settings) -> ScreenWish {
    var wish = wish
    wish.mutesKeyboard = isService || !isTerminal || !PanelChoice.names(settings).isEmpty
    return wish
  }

  var isDisplay: Bool { if case .display = self { true } else { false } }

  /// Whether the terminal's keyboard is the panel.
  var usesKeyboard: Bool {
    switch self {
    case .terminal: true
    case .display(let wish): !wish.mutesKeyboard
    case .memory, .log: false
    }
  }

  /// The panels of a screen that nobody set any for: whatever keyboard, pedal or touch screen is plugged in.
  var panels: [String] {
    if case .display(let wish) = self, wish.mutesKeyboard { return ["keyboard", "touch"] }
    return []
  }

  /// Whether log lines would stand on the guests' screen.
  var coversLog: Bool {
    switch self {
    case .terminal: true
    case .display: isatty(STDERR_FILENO) == 1
    case .memory, .log: false
    }
  }
}
