import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import Screens

/// Where guests see the booth.
enum ScreenChoice: Equatable {
  /// A display, drawn pixel by pixel.
  case display(ScreenOptions)
  /// The same in memory, for machines without one: its pictures can be recorded.
  case memory(PixelSize)
  case terminal
  /// Nowhere: what would be seen is logged.
  case log

  /// What the setting means here.
  ///
  /// `auto` is a display where the booth has one to itself: on the machine's own console, and as a service, which also
  /// waits for one that is not plugged in yet; in any other terminal that can be drawn on it is that terminal, and without one the log.
  /// - Throws: what is wrong with the setting.
  init(_ settings: Settings, in place: Surroundings = .own) throws {
    let text = settings.text(.screen) ?? "auto"
    let words = text.split(separator: " ")
    switch words.first {
    case "terminal": self = .terminal
    case "log": self = .log
    case "auto" where words.count == 1:
      let hasDisplay =
        if place.isService {
          place.signs() != .nothing
        } else {
          place.isOwnConsole && place.signs() == .now
        }
      if hasDisplay {
        self = .display(Self.options(ScreenOptions(), settings, place))
      } else {
        self = place.drawsInTerminal ? .terminal : .log
      }
    case "memory":
      let size = ModeRequest(text: words.count == 2 ? String(words[1]) : "1920x1080")?.size
      guard let size, words.count <= 2, (64...8192).contains(size.width), (64...8192).contains(size.height) else {
        throw Self.fault("`memory` takes one size, such as 1920x1080")
      }
      self = .memory(size)
    default:
      do throws(ScreenFault) {
        let options = text == "display" ? ScreenOptions() : try ScreenOptions(words: text)
        self = .display(Self.options(options, settings, place))
      } catch {
        throw Self.fault("\(error)")
      }
    }
  }

  private static func fault(_ words: String) -> CommandError {
    CommandError(
      "screen: expected `auto`, `terminal`, `log`, `display`, or which display: \(advice: words)",
      code: CommandError.usage)
  }

  /// How long a service waits for the first sign of a display: drivers are loaded while it is started.
  static let driverPatience = Duration.seconds(5)

  /// What the setting means here, once the machine's graphics driver had time to come.
  static func awaiting(
    _ settings: Settings, in place: Surroundings = .own, clock: any BoothClock
  ) async throws -> ScreenChoice {
    let choice = try ScreenChoice(settings, in: place)
    let wantsDisplay = choice.isDisplay || (settings.text(.screen) ?? "auto").hasPrefix("auto")
    guard place.isService, wantsDisplay, place.signs() == .nothing else { return choice }
    let end = clock.now + driverPatience
    while place.signs() == .nothing, clock.now < end { try await clock.sleep(until: clock.now + .milliseconds(250)) }
    return try ScreenChoice(settings, in: place)
  }

  /// Who sits at the console keeps the keyboard; elsewhere keys are for panels, and reach no shell or kernel. A service
  /// has no person to end what has the display.
  private static func options(_ options: ScreenOptions, _ settings: Settings, _ place: Surroundings) -> ScreenOptions {
    var options = options
    options.mutesKeyboard = place.isService || !place.isTerminal || !PanelChoice.names(settings).isEmpty
    options.waitsForCard = place.isService
    return options
  }

  var isDisplay: Bool { if case .display = self { true } else { false } }

  /// Whether the terminal's keyboard is the panel.
  var usesKeyboard: Bool {
    switch self {
    case .terminal: true
    case .display(let options): !options.mutesKeyboard
    case .memory, .log: false
    }
  }

  /// The panels of a screen without configured ones: whatever keyboard, pedal or touch screen is plugged in.
  var panels: [String] {
    if case .display(let options) = self, options.mutesKeyboard { return ["keyboard", "touch"] }
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
