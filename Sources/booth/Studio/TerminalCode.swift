import BoothImaging
import FoundationEssentials
import Glibc

/// A QR code in a terminal's block characters, two rows of modules in one of text, dark on light whatever the terminal's colours.
enum TerminalCode {
  /// Nil where there is no terminal, or none that is known to show blocks.
  static func lines(_ link: String, environment: [String: String] = ProcessInfo.processInfo.environment) -> [String]? {
    let locale = (environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"] ?? "").lowercased()
    guard isatty(STDOUT_FILENO) == 1, locale.contains("utf"), environment["TERM"] != "dumb" else { return nil }
    do { return rows(try QRCode(link, correction: .low)) } catch { return nil }
  }

  static func rows(_ code: QRCode) -> [String] {
    let quiet = 2
    let range = -quiet..<(code.side + quiet)
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
      // Black on white, said outright.
      "\u{1b}[30;47m"
        + range.map { x in
          switch (code.isDark(x, y), code.isDark(x, y + 1)) {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): " "
          }
        }.joined() + "\u{1b}[0m"
    }
  }
}
