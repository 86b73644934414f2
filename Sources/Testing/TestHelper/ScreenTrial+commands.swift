import BoothCore
import FoundationEssentials
import Glibc
import Screens

/// The outputs of the guests' screen on real displays, for `Scripts/lab/screen-session`:
///
///     list                                     what displays there are
///     show [--keys] [--orders=FIFO] WORDS…     the pattern, on the display that the words name
///     compare FILE.ppm WIDTHxHEIGHT STEP       whether a picture of the display is the pattern
///     console PATH                             how a virtual terminal stands
///     restore PATH                             gives it back to text
extension ScreenTrial {
  static func run(_ words: [String]) {
    do { try perform(words) } catch {
      say("\(error)")
      exit(1)
    }
  }

  private static func perform(_ words: [String]) throws {
    switch words.first {
    case "list": for line in ScreenDevices.lines() { say(line) }
    case "show":
      let path = words.first { $0.hasPrefix("--orders=") }?.dropFirst(9)
      let orders = path.map { open(String($0), O_RDWR | O_CLOEXEC) } ?? STDIN_FILENO
      guard orders >= 0 else {
        throw ScreenFault(subject: String(path ?? ""), detail: String(cString: strerror(errno)))
      }
      var options = try ScreenOptions(words: words.dropFirst().filter { !$0.hasPrefix("--") }.joined(separator: " "))
      options.mutesKeyboard = !words.contains("--keys")
      var trial = try ScreenTrial(options: options, orders: orders)
      try trial.run()
    case "compare" where words.count == 4:
      guard let size = ModeRequest(text: words[2])?.size, let step = Int(words[3]),
        let bytes = FileManager.default.contents(atPath: words[1])
      else { throw ScreenFault(subject: words[1], detail: "cannot be compared") }
      if let difference = TrialPattern(size: size).difference(from: Array(bytes), step: step) {
        throw ScreenFault(subject: words[1], detail: difference)
      }
    case "console" where words.count == 2: say(try ConsoleGuard.facts(words[1]))
    case "restore" where words.count == 2: try ConsoleGuard.restore(words[1])
    default:
      say("list, show, compare, console, restore: see ScreenTrial+commands.swift")
      exit(64)
    }
  }
}
