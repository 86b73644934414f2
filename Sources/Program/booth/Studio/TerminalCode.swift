import FoundationEssentials
import Glibc
import Imaging

/// A QR code where the terminal shows one.
enum TerminalCode {
  /// Nil where there is no terminal, or none that is known to show blocks.
  static func lines(_ link: String, environment: [String: String] = ProcessInfo.processInfo.environment) -> [String]? {
    let locale = (environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"] ?? "").lowercased()
    guard isatty(STDOUT_FILENO) == 1, locale.contains("utf"), environment["TERM"] != "dumb" else { return nil }
    do { return try QRCode(link, correction: .low).terminalRows } catch { return nil }
  }
}
