import Testing

@testable import BoothCore

@Suite struct PrintWordsTests {
  private let event = Event(
    id: 1, slug: "fair", name: "Fair", date: "2026-06-20", languages: ["he-IL", "de"],
    names: ["he": "יריד", "de-AT": "Kirtag"])
  private static let time = WallTime(unixSeconds: 1_781_998_000, secondsFromUTC: 3 * 3600)  // 21 June, past two

  private func words(_ text: String, _ translations: [String: String] = [:], at time: WallTime? = time) -> String {
    PrintWords(of: event, at: time).words(
      of: PrintLayout.Text(
        words: text, translations: translations, box: MillimetreRect(x: 0, y: 0, width: 9, height: 9)))
  }

  @Test func `placeholders speak the event's main language, or the one they name`() {
    #expect(words("{event} · {date}") == "יריד · 21 ביוני 2026")
    #expect(words("{event:de}, {date:de}") == "Kirtag, 21. Juni 2026")
    #expect(words("{event:en} {event_date:en}") == "Fair 20 June 2026")
    #expect(words("{footer}") == "Fair · 20 ביוני 2026")
  }

  @Test func `a clock that nobody has set prints the event's day`() {
    #expect(words("{date:en}", at: nil) == "20 June 2026")
    #expect(words("{date:en}", at: WallTime(unixSeconds: 100, trusted: false)) == "20 June 2026")
  }

  @Test func `what is no placeholder stays`() {
    for text in ["", "{", "}{", "a { b", "{}", "{date", "{nothing}", "{date:}", "{event:xx}", "{a}{b}"] {
      #expect(words(text) == text)
    }
    #expect(words("{{event:en}}") == "{{event:en}}", "the brace belongs to the name")
    #expect(
      PrintWords.unknown(in: "{event} {x} {date:he} {footer:de} {date:xx}") == ["{x}", "{footer:de}", "{date:xx}"])
  }

  @Test func `words of another language are taken for the main one`() {
    #expect(words("Hello", ["he": "שלום {event:en}", "de": "Hallo"]) == "שלום Fair")
    #expect(words("Hello", ["de": "Hallo"]) == "Hello")
  }

  @Test func `a layout is filled as a whole`() {
    var layout = PrintLayout.preset(.postcard, strips: 1)
    layout = layout.filled(for: event, at: Self.time)
    #expect(layout.texts.map(\.words) == ["", "יריד", "21 ביוני 2026"])
  }

  @Test(arguments: [
    (0.0, 0, "1970-01-01"), (-5, 0, "1970-01-01"), (86_399, 0, "1970-01-01"), (86_400, 0, "1970-01-02"),
    (951_782_400, 0, "2000-02-29"), (951_868_799, 0, "2000-02-29"), (951_868_799, 3600, "2000-03-01"),
    (4_107_542_400, -3600, "2100-02-28"), (1e300, 0, "9999-12-31"), (.nan, 0, "1970-01-01"),
  ])
  func `a moment has its day`(_ seconds: Double, _ zone: Int, _ day: String) {
    #expect(WallTime(unixSeconds: seconds, secondsFromUTC: zone).day == day)
  }

  @Test func `days are read back as they were written`() {
    for day in stride(from: 0, to: 2_932_896, by: 97) { #expect(CivilDate.day(CivilDate.text(ofDay: day)) == day) }
  }
}
