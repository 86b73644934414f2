import BoothCore
import Documents
import FoundationEssentials
import NIOHTTP1
import StudioModel
import StudioStore
import Synchronization
import Testing

@testable import StudioServer

/// What the operator's pages say of a booth is worded where it is shown: nothing of it is a command's.
@Suite(.timeLimit(.minutes(15))) struct BoothWordsTests {
  /// What a booth, a log or a command says in its own words.
  static let foreign = "Said by a command"

  /// All of it in trouble, all of it with words of its own.
  private static func report(state: String = "idle") -> BoothReport {
    var report = BoothReport(
      state: state, words: foreign, event: "wedding", events: ["wedding"], pending: foreign,
      parts: BoothCondition.Kind.allCases.map { .init("camera", .warning, foreign, .init($0, "7", "7")) }
        + [.init(foreign, .bad, foreign)],
      queue: [.init(id: "1", kind: foreign, subject: "S", needsOperator: true, failure: foreign, attempts: 1)],
      linkBase: "http://x")
    report.titles = ["wedding": "Mia"]
    return report
  }

  @Test(arguments: Language.allCases) func `no page shows a command's words`(_ language: Language) async throws {
    try await StudioLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      _ = try await lab.post("/account/language", cookie: cookie, ["language": language.rawValue])
      for state in ["idle", "outOfOrder", "paused", "eventSelection", Self.foreign] {
        let told = Self.report(state: state)
        lab.booth.notes.withLock {
          $0.report = .success(told)
          $0.examined = told.parts
        }
        for path in ["/booth", "/booth/state", "/check"] {
          let text = try await lab.get(path, cookie: cookie).text
          #expect(text.contains("class=\"part warning\""), "\(language) \(path)")
          #expect(!text.contains(Self.foreign), "\(language) \(path) \(state)")
          // The page's own element has the reader's language; nothing in it has another.
          let inPage = text[(text.firstRange(of: "<body")?.lowerBound ?? text.startIndex)...]
          #expect(!inPage.contains("lang=\"en\" dir=\"ltr\""), "\(language) \(path)")
        }
      }
      for kind in [OperatedBoothError.Kind.notRunning, .failed, .refused] {
        let error = OperatedBoothError(kind, Self.foreign)
        lab.booth.notes.withLock {
          $0.report = .failure(error)
          $0.refusal = error
        }
        for path in ["/booth", "/booth/state"] {
          #expect(try await !lab.get(path, cookie: cookie).text.contains(Self.foreign), "\(language) \(kind)")
        }
        _ = try await lab.post("/booth/pause", cookie: cookie)
        #expect(try await !lab.get("/booth", cookie: cookie).text.contains(Self.foreign), "\(language) \(kind)")
      }
    }
  }

  @Test func `the page begins with one sentence and what helps`() async throws {
    try await StudioLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      func page(_ part: BoothReport.Part?, state: String = "idle", phase: String? = nil) async throws -> String {
        var report = NotedBooth.report(state: state)
        (report.parts, report.queue, report.phase) = (part.map { [$0] } ?? [], [], phase)
        let told = report
        lab.booth.notes.withLock { $0.report = .success(told) }
        return try await lab.get("/booth", cookie: cookie).text
      }
      func says(_ page: String, _ sentence: String) -> Bool { page.contains("<p id=\"health\">\(sentence)</p>") }
      /// A line of its own below the state, which stays as it is.
      func notes(_ page: String, _ sentence: String) -> Bool {
        guard let notes = page.firstRange(of: "<ul class=\"parts\" id=\"notes\">") else { return false }
        return page[notes.upperBound...].contains("</strong> \(sentence)")
      }
      func isGood(_ page: String) -> Bool { page.contains("<div class=\"status good\">") }
      let well = try await page(nil)
      #expect(says(well, "Everything is working") && isGood(well) && !well.contains("id=\"notes\""))
      let low = try await page(.init("disk", .warning, "", .init(.diskLow, "2.1", "40")))
      #expect(notes(low, "The disk is almost full: 2.1 GB left, about 40 sessions."))
      #expect(isGood(low) && !low.contains("id=\"health\""), "guests can start: the state says so")
      #expect(low.contains("<a class=\"button secondary\" href=\"/sessions\">Free up space</a>"))
      let unsure = try await page(.init("clock", .warning, "", .init(.clockUnsure)))
      #expect(isGood(unsure) && notes(unsure, "The clock is not synchronised."))
      #expect(unsure.ranges(of: "Run all checks").count == 1)
      let one = try await page(.init("disk", .warning, "", .init(.diskLow, "0.1", "1")))
      #expect(notes(one, "The disk is almost full: 0.1 GB left, about 1 session."))
      let away = try await page(.init("uploads", .warning, "", .init(.uploadsWait, count: 3)))
      #expect(away.contains("3 uploads are waiting") && away.contains("action=\"/booth/retry\""))
      let none = try await page(nil, state: "eventSelection")
      #expect(says(none, "Guests can start as soon as you choose an event."))
      #expect(none.contains("<a class=\"button\" href=\"#event\">Choose an event</a>"))
      // The cause of a stop comes before what is only a warning.
      let stopped = try await page(
        .init("clock", .warning, "", .init(.clockUnsure)), state: "outOfOrder", phase: "noRoom")
      #expect(says(stopped, "The disk is full. Free up space so that guests can start."))
      #expect(notes(stopped, "The clock is not synchronised.") && stopped.contains("<div class=\"status bad\">"))
      let newer = try await page(.init("flux", .bad, "", nil))
      #expect(says(newer, "Not working."))
    }
  }

  @Test func `after one's own shut-down the page says so, and how the booth is started`() async throws {
    try await StudioLab.run { lab in
      let anna = try await lab.join("anna", Standing(.admin))
      let ben = try await lab.join("ben", Standing(.manager))
      func state(_ cookie: String) async throws -> String { try await lab.get("/booth/state", cookie: cookie).text }
      lab.booth.notes.withLock { $0.report = .failure(OperatedBoothError(.notRunning, "")) }
      #expect(try await state(anna).contains("<div class=\"status bad\">"), "it was not asked to stop")
      lab.booth.notes.withLock { $0.report = .success(NotedBooth.report()) }
      _ = try await state(anna)
      _ = try await lab.post("/booth/shutdown", cookie: anna)
      lab.booth.notes.withLock { $0.report = .failure(OperatedBoothError(.notRunning, "")) }
      let own = try await state(anna)
      #expect(own.contains(/<strong>You shut the booth down at \d\d:\d\d\.<\/strong>/), "\(own)")
      #expect(!own.contains("status bad") && own.contains(">booth run --data /srv/booth</code>"))
      #expect(try await state(ben).contains(/<strong>The booth was shut down at \d\d:\d\d\.<\/strong>/))
      // It runs, and is gone without having been told to.
      lab.booth.notes.withLock { $0.report = .success(NotedBooth.report()) }
      #expect(try await state(anna).contains("data-running"))
      lab.booth.notes.withLock { $0.report = .failure(OperatedBoothError(.notRunning, "")) }
      #expect(try await state(anna).contains("<strong>The booth is not running</strong>"))
    }
  }

  @Test func `hours are drawn from three on, with their times of day`() async throws {
    try await StudioLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      func page(hours: Int) async throws -> String {
        lab.booth.notes.withLock { notes in
          notes.sessions = (0..<hours).map {
            GuestSession(
              id: "S\($0)", event: "wedding", state: "uploaded", openedAt: 1_700_000_000 + Double($0) * 3600,
              secondsFromUTC: 0, link: nil, photos: 3)
          }
        }
        return try await lab.get("/sessions", cookie: cookie).text
      }
      #expect(try await !page(hours: 2).contains("class=\"chart\""))
      let three = try await page(hours: 3)
      #expect(three.contains(">22:00</text>") && three.contains(">23:00</text>") && three.contains(">0:00</text>"))
      // Where bars are narrow, every second has its hour.
      let ten = try await page(hours: 10)
      #expect(ten.contains(">22:00</text>") && !ten.contains(">23:00</text>") && ten.contains(">0:00</text>"))
    }
  }

  @Test func `what a check notes is no problem, and has its remedy`() async throws {
    try await StudioLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      func page(_ parts: [BoothReport.Part]) async throws -> String {
        lab.booth.notes.withLock { $0.examined = parts }
        let page = try await lab.get("/check", cookie: cookie).text
        return String(page[(page.firstRange(of: "<main")?.lowerBound ?? page.startIndex)...])
      }
      let note = BoothReport.Part("features", .warning, "", .init(.featuresMissing))
      let noted = try await page([note, .init("disk", .good, "", .init(.diskFree, "9.0"))])
      #expect(noted.contains("<p>No problems found</p>") && noted.contains("<h2>1 note</h2>"))
      #expect(noted.contains("To install them, run “Scripts/setup weights”") && !noted.contains("problem</h2>"))
      #expect(!noted.contains("The log has"))
      let bad = try await page([note, .init("clock", .bad, "", .init(.clockWrong))])
      #expect(bad.contains("<h2>1 problem</h2>") && bad.contains("<h2>1 note</h2>") && !bad.contains("No problems"))
      let well = try await page([.init("disk", .good, "", .init(.diskFree, "9.0"))])
      #expect(well.contains("<p>Everything is working</p>") && !well.contains("note</h2>"))
    }
  }

  /// A primary button is one without another class; what is folded or follows is secondary, or dangerous.
  @Test(arguments: ["idle", "paused", "outOfOrder", "eventSelection", "capture"])
  func `a page of the booth has one primary button at most`(_ state: String) async throws {
    try await StudioLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      for condition in [nil, BoothCondition(.diskLow, "1.0", "9"), .init(.uploadsWait, count: 2), .init(.clockUnsure)] {
        var report = NotedBooth.report(state: state)
        report.parts = condition.map { [.init("disk", .warning, "", $0)] } ?? []
        let told = report
        lab.booth.notes.withLock { $0.report = .success(told) }
        let text = try await lab.get("/booth", cookie: cookie).text
        let main = text[(text.firstRange(of: "<main")?.lowerBound ?? text.startIndex)...]
        let count = main.ranges(of: /<button(?: id="[^"]*")?>/).count + main.ranges(of: "class=\"button\"").count
        #expect(count <= 1, "\(state): \(count)")
      }
    }
  }

  @Test func `what an order came to is said in the reader's language, with the reason for another studio`() async throws
  {
    try await StudioLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      func said(_ order: String, _ fields: [String: String] = [:]) async throws -> String {
        try await lab.send(
          .POST, "/booth/\(order)", cookie: cookie, [("Origin", lab.base), ("X-Booth-Part", "1")],
          form: fields.merging([FormGuard.field: FormGuard.token(cookie)]) { $1 }
        ).text
      }
      var report = NotedBooth.report(state: "capture")
      (report.pending, report.afterSession) = ("x", .init("useEvent", event: "jerusalem"))
      report.titles = ["jerusalem": "Jaffa"]
      let later = report
      lab.booth.notes.withLock { $0.report = .success(later) }
      #expect(
        try await said("event", ["event": "jerusalem"])
          == #"{"ok":true,"said":"Changes to “Jaffa” after this session."}"#)
      lab.booth.notes.withLock { $0.refusal = .init(.refused, "no photo is being reviewed", .nothingToRetake) }
      #expect(
        try await said("press", ["button": "retake"])
          == #"{"ok":false,"said":"There is no photo to retake.","reason":"nothingToRetake"}"#)
      _ = try await lab.post("/account/language", cookie: cookie, ["language": "he"])
      #expect(try await said("press", ["button": "retake"]).contains("אין תמונה לצלם שוב."))
    }
  }

  @Test func `sessions are grouped by night, with their counts, photos and times`() async throws {
    try await StudioLab.run { lab in
      lab.booth.notes.withLock { notes in
        notes.sessions = [(1_700_011_800.0, 3), (1_700_002_800, 1), (1_699_900_000, 2)].enumerated().map {
          GuestSession(
            id: "S\($0)", event: "wedding", state: "uploaded", openedAt: $1.0, secondsFromUTC: 7200, link: nil,
            photos: $1.1)
        }
        notes.sessions[0].title = "Mia & Tom"
      }
      let cookie = try await lab.join("anna", Standing(.admin))
      let page = try await lab.get("/sessions", cookie: cookie).text
      #expect(page.contains(">1 photo<") && page.contains(">3 photos<") && !page.contains("1 photos"))
      #expect(page.contains("data-day>2023-11-14</time> <span class=\"quiet\">2 sessions</span>"))
      #expect(page.contains("data-day>2023-11-13</time> <span class=\"quiet\">1 session</span>"))
      // The booth's clock: half past three in the morning belongs to the evening before.
      #expect(page.contains("<time datetime=\"2023-11-15T03:30\" data-time dir=\"auto\">2023-11-15 03:30</time>"))
      #expect(page.contains("<time datetime=\"2023-11-15T01:00\" data-time") && page.contains("Mia &amp; Tom"))
      #expect(page.ranges(of: "<table class=\"nights\"").count == 1)
      #expect(try await lab.get("/booth", cookie: cookie).text.contains("/booth/session-photo?session=S0"))
    }
  }

  @Test func `thirty nights are a week of bars, the others folded`() async throws {
    try await StudioLab.run { lab in
      lab.booth.notes.withLock { notes in
        notes.sessions = (0..<30).map {
          GuestSession(
            id: "S\($0)", event: "wedding", state: "uploaded", openedAt: 1_700_000_000 - Double($0) * 86_400,
            secondsFromUTC: 0, link: nil, photos: 3)
        }
      }
      let cookie = try await lab.join("anna", Standing(.admin))
      let page = try await lab.get("/sessions", cookie: cookie).text
      #expect(page.ranges(of: "<td class=\"length\">").count == 30)
      let folded = try #require(page.firstRange(of: "<details id=\"more-nights\">"))
      #expect(page[..<folded.lowerBound].ranges(of: "<td class=\"length\">").count == 7)
      #expect(page.contains("And 23 more."))
    }
  }

  @Test func `a booth of another version is understood as far as it goes`() throws {
    let old = Data(#"{"topic":"disk","health":"warning","words":"2 GB free"}"#.utf8)
    let part = try JSONDecoder().decode(BoothReport.Part.self, from: old)
    #expect(part.condition == nil)
    #expect(BoothWords(.english).part(part).topic == "Disk")
    #expect(BoothWords(.english).part(part).words == "Needs attention.")
    let newer = Data(#"{"topic":"disk","health":"good","words":"x","condition":{"name":"molten","facts":["7"]}}"#.utf8)
    let later = try JSONDecoder().decode(BoothReport.Part.self, from: newer)
    #expect(later.condition?.kind == nil && BoothWords(.english).part(later).words == "Working.")
    let error = try JSONDecoder().decode(
      OperatedBoothError.self, from: Data(#"{"kind":"refused","words":"x","why":"gone"}"#.utf8))
    #expect(error.reason == nil && BoothWords(.english).refusal(error) == "The booth can’t do that now.")
    let told = OperatedBoothError(.refused, "x", .busy)
    #expect(try JSONDecoder().decode(OperatedBoothError.self, from: JSONEncoder().encode(told)).reason == .busy)
  }

  @Test func `a number has the form of its language`() {
    let forms: [(Language, [Int: Int])] = [
      (.english, [0: 1, 1: 0, 2: 1, 101: 1]), (.german, [0: 1, 1: 0, 2: 1]), (.french, [0: 0, 1: 0, 2: 1]),
      (.spanish, [0: 1, 1: 0, 5: 1]), (.hebrew, [0: 2, 1: 0, 2: 1, 3: 2, 11: 2]),
      (.arabic, [0: 4, 1: 0, 2: 1, 3: 2, 10: 2, 11: 3, 99: 3, 100: 4, 102: 4, 103: 2, 111: 3]),
    ]
    for (language, numbers) in forms {
      for (number, form) in numbers {
        #expect(language.numberForm(number) == form, "\(language) \(number)")
        #expect(form < language.numberForms, "\(language)")
      }
    }
    #expect(WordTable<OperateText>(.english).counted(.photos, 1) == "1 photo")
    #expect(WordTable<OperateText>(.arabic).counted(.photos, 12) == "12 صورة")
    #expect(WordTable<OperateText>(.hebrew).counted(.photos, 1) == "תמונה אחת")
  }

  @Test(arguments: Language.allCases) func `a text with forms has all of its language`(_ language: Language) {
    for section in ["condition", "operate", "part", "refusal"] {
      let texts = PageWords("studio", section).texts(language)
      #expect(!texts.isEmpty, "\(section)")
      for (key, text) in texts {
        let count = text.split(separator: "|", omittingEmptySubsequences: false).count
        #expect(count == 1 || count == language.numberForms, "\(language) \(section).\(key)")
      }
    }
  }

  @Test func `names are kept apart from right to left text, decimals are written as the language does`() {
    #expect(BoothWords(.hebrew).condition(.init(.cameraLost, "EOS R10"))?.contains("\u{2068}EOS R10\u{2069}") == true)
    #expect(BoothWords(.hebrew).condition(.init(.diskFree, "2.1"))?.contains("2.1 GB") == true)
    #expect(BoothWords(.german).condition(.init(.diskFree, "2.1")) == "2,1 GB frei.")
    #expect(BoothWords(.german).condition(.init(.networkAddresses, "192.0.2.2")) == "Verbunden (192.0.2.2).")
    #expect(BoothCondition.gigabytes(2_149_999_999) == "2.1" && BoothCondition.gigabytes(-1) == "0.0")
  }
}
