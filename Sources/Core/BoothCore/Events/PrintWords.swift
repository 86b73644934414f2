/// The placeholders in the words of a print.
///
/// | placeholder | becomes |
/// |---|---|
/// | `{date}` | the session's day, written out: *20 June 2026* |
/// | `{event}` | the event's name |
/// | `{event_date}` | the event's day, written out |
/// | `{footer}` | the theme's footer text, or the event's name and day |
///
/// In the event's main language; `{event:de}`, `{date:he}` and `{event_date:fr}` are in the one that is named.
public struct PrintWords: Sendable {
  /// The placeholders there are, without braces.
  public static let names = ["date", "event", "event_date", "footer"]

  private let event: Event
  private let language: Language
  private let time: WallTime?

  /// - Parameter time: when the session began; nil, or by a clock that was not set, leaves the event's own day.
  public init(of event: Event, at time: WallTime?) {
    self.event = event
    self.time = time
    language = Language.spoken(at: event)[0]
  }

  /// The words of `text` in the event's main language, placeholders filled in. What is no placeholder stays.
  public func words(of text: PrintLayout.Text) -> String {
    let own = Event.translation(text.translations, in: language) ?? text.words
    return Self.replaced(own) { name, code in
      guard let language = code.map(Language.init(code:)) ?? language else { return nil }
      return switch name {
      case "date": day(in: language)
      case "event": event.name(in: language)
      case "event_date": LongDate.day(event.date, in: language)
      case "footer": event.footer
      default: nil
      }
    }
  }

  private func day(in language: Language) -> String {
    guard let time, time.trusted else { return LongDate.day(event.date, in: language) }
    return LongDate.day(time.day, in: language)
  }

  /// Finds words in braces that are not placeholders, so that the file's author can be told.
  package static func unknown(in text: String) -> [String] {
    var unknown: [String] = []
    _ = replaced(text) { name, code in
      let isKnown = names.contains(name) && (code.map { Language(code: $0) != nil && name != "footer" } ?? true)
      if !isKnown { unknown.append("{" + name + (code.map { ":" + $0 } ?? "") + "}") }
      return nil
    }
    return unknown
  }

  private static func replaced(_ text: String, _ value: (_ name: String, _ code: String?) -> String?) -> String {
    var result = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      let inside = rest[rest.index(after: open)..<close].split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = inside.first.map(String.init) ?? ""
      result += value(name, inside.count > 1 ? String(inside[1]) : nil) ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}

extension PrintLayout {
  /// The layout with every placeholder filled in, for one session's print.
  public func filled(for event: Event, at time: WallTime?) -> PrintLayout {
    let words = PrintWords(of: event, at: time)
    var layout = self
    for index in texts.indices {
      layout.texts[index].words = words.words(of: texts[index])
      layout.texts[index].translations = [:]
    }
    return layout
  }
}

extension Event {
  /// What stands under the pictures: the theme's words, else the event's name and day.
  public var footer: String {
    let day = LongDate.day(date, in: Language.spoken(at: self)[0])
    return theme.footerText ?? (date.isEmpty ? name : "\(name) · \(day)")
  }
}
