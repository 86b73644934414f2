import BoothCore
import FoundationEssentials
import WebSupport

/// Dates as people read them. What is no date is shown as it came.
enum PageDate {
  /// `2025-02-01T18:20:15Z`, with or without milliseconds, as "1 February 2025, 18:20 UTC"; a script shows the
  /// reader's own time instead, where there is one.
  static func moment(_ text: String, _ words: PageWords) -> HTML {
    guard let date = parse(text) else { return "\(text)" }
    let exact = Date.ISO8601FormatStyle().format(date)
    return "<time datetime=\"\(exact)\">\(plain(date, words))</time>"
  }

  /// The same without tags.
  static func plain(_ text: String, _ words: PageWords) -> String { parse(text).map { plain($0, words) } ?? text }

  private static func plain(_ date: Date, _ words: PageWords) -> String {
    let exact = Date.ISO8601FormatStyle().format(date)
    let parts = exact.split(separator: "T")
    return day(String(parts[0]), words) + ", " + parts[1].prefix(5) + " UTC"
  }

  /// `yyyy-MM-dd` in words, or the text as it is.
  static func day(_ text: String, _ words: PageWords) -> String {
    LongDate.day(text, in: Language(code: words.language) ?? .english)
  }

  static func parse(_ text: String) -> Date? {
    guard text.utf8.count <= 40 else { return nil }
    for style in [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)] {
      // Not a fault: texts that are no dates are shown as they are.
      do { return try style.parse(text) } catch { continue }
    }
    return nil
  }
}
