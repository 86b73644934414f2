import BoothCore
import Documents
import HTTPTypes
import StudioModel
import WebSupport

/// The guests' sessions, and the night so far.
extension Studio {
  /// How many are listed.
  private static let listed = 200
  /// How many the chart looks at.
  static let charted = 2000
  /// How many hours are drawn as bars at least.
  private static let fewestHours = 3

  func sessionsPage(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .seeSessions)
    let words = StudioWords(context.language)
    let sessions: [GuestSession]
    let watch = try await watch(context)
    do throws(OperatedBoothError) { sessions = try await watch.booth.sessions(limit: Self.charted) } catch {
      throw StudioFault.booth(error)
    }
    let counted = if case .success(let report) = await watch.report() { report.night } else { [BoothReport.Hour]() }
    let taken = sessions.filter { $0.photos > 0 }
    let more: HTML? =
      sessions.count > Self.listed
      ? "<p class=\"quiet\">\(words.filled(.andMore, sessions.count - Self.listed))</p>\n" : nil
    let main: HTML =
      sessions.isEmpty
      ? nothing(context, words)
      : """
      \(nights(NightsChart(taken), context.language))\(chart(NightChart(taken, counted: counted), words))\(list(sessions, NightsChart(taken), context, principal))\(more)
      """
    return shell.page(
      context, title: words[.sessions], section: context.otherBooth == nil ? .sessions : .booth, extras: Self.operating,
      """
      <h1>\(words[.sessions])</h1>
      \(main)
      """)
  }

  private func nothing(_ context: StudioContext, _ words: StudioWords) -> HTML {
    """
    <div class="empty">\(shell.icon(.collection))<h2>\(words[.noSessions])</h2><p>\(WordTable<OperateText>(context.language)[.noSessionsText])</p><a class="button secondary" href="\(context.at("/booth"))">\(words[.backToBooth])</a></div>

    """
  }

  /// Night by night, the newest first.
  private func list(
    _ sessions: [GuestSession], _ nights: NightsChart, _ context: StudioContext, _ principal: Principal
  ) -> HTML {
    let counts = Dictionary(nights.nights.map { ($0.day, $0.sessions) }) { $1 }
    let operate = WordTable<OperateText>(context.language)
    var groups: [(night: Int?, sessions: [GuestSession])] = []
    for session in sessions.prefix(Self.listed) {
      if let last = groups.last, last.night == session.night {
        groups[groups.count - 1].sessions.append(session)
      } else {
        groups.append((session.night, [session]))
      }
    }
    let sections = groups.map { group -> HTML in
      let rows = group.sessions.map { row($0, context, principal) }
      let heading: HTML? = group.night.map { night in
        let count: HTML? = counts[night].map { " <span class=\"quiet\">\(operate.counted(.sessions, $0))</span>" }
        return "<h2>\(day(night))\(count)</h2>\n"
      }
      return "<section class=\"night\">\(heading)<ul class=\"rows\">\n\(rows)</ul></section>\n"
    }
    return "\(sections)"
  }

  /// A date, which the page's script writes as its reader's language does.
  private func day(_ day: Int) -> HTML {
    let date = WallTime(unixSeconds: Double(day) * 86_400).day
    return "<time datetime=\"\(date)\" data-day>\(date)</time>"
  }

  /// When a session began, by the booth's own clock: `23:40`.
  func clock(_ session: GuestSession) -> String { String(time(session).timeOfDay.replacing(".", with: ":").prefix(5)) }

  private func time(_ session: GuestSession) -> WallTime {
    WallTime(unixSeconds: session.openedAt, secondsFromUTC: session.secondsFromUTC)
  }

  /// Where it is on the list.
  func anchor(_ session: GuestSession) -> String { "s-" + session.id.prefix(8) }

  /// The address of its small photo.
  func photo(_ session: GuestSession, _ context: StudioContext) -> String {
    context.at("/booth/session-photo") + "?session=" + PercentEncoding.component(session.id)
  }

  private func row(_ session: GuestSession, _ context: StudioContext, _ principal: Principal) -> HTML {
    let words = StudioWords(context.language)
    let operate = WordTable<OperateText>(context.language)
    let clock = clock(session)
    let time = time(session)
    // Past midnight the night's heading is of the day before.
    let isNextDay = session.night.map { CivilDate.day(time.day) != $0 } ?? true
    let moment: HTML =
      isNextDay
      ? "<time datetime=\"\(time.day)T\(clock)\" data-time dir=\"auto\">\(time.day) \(clock)</time>"
      : "<time datetime=\"\(time.day)T\(clock)\" dir=\"ltr\">\(clock)</time>"
    let state: HTML? = StudioText.session(session).map { text in
      let kind: HTML = text == .sessionUploaded ? " good" : ""
      return " <span class=\"badge\(kind)\">\(words[text])</span>"
    }
    let hasPhoto = session.photos > 0 && session.state != "discarded"
    let picture: HTML =
      hasPhoto
      ? "<img src=\"\(photo(session, context))\" width=\"160\" height=\"160\" loading=\"lazy\" decoding=\"async\" alt=\"\">"
      : "<span class=\"blank\">\(shell.icon(session.state == "discarded" ? .trash : .image))</span>"
    let link: HTML? = session.link.map {
      "<a class=\"button plain\" href=\"\($0)\" rel=\"noreferrer\">\(words[.openLink])<span class=\"unseen\"> \(clock)</span></a>"
    }
    let mayErase = principal.may(.eraseSession) && session.state != "discarded"
    let erase: HTML =
      mayErase
      ? """
      <details><summary>\(words[.eraseSession])<span class="unseen"> \(clock)</span></summary><p>\(words[.eraseHelp])</p>
      <form method="post" action="\(context.at("/booth/erase"))">\(token(context))<input type="hidden" name="session" value="\(session.id)"><input type="hidden" name="back" value="\(context.at("/sessions"))"><button class="danger">\(words[.eraseNow])</button></form></details>
      """ : .empty
    return """
      <li class="card session" id="\(anchor(session))">\(picture)<div>
      <p><strong>\(moment)</strong> <bdi>\(session.title ?? session.event)</bdi></p>
      <p><span class="quiet">\(operate.counted(.photos, session.photos))</span>\(state) <code class="quiet" dir="ltr">\(session.id.prefix(8))</code></p>
      <div class="row">\(link)\(erase)</div></div></li>

      """
  }

  /// `GET /booth/session-photo?session=…`: a small JPEG; 404 for a session without a photo.
  func sessionPhoto(_ context: StudioContext) async throws -> WebAnswer {
    _ = try principal(context, may: .seeSessions)
    let watch = try await watch(context)
    do throws(OperatedBoothError) {
      guard let session = context.call.query["session"],
        let jpeg = try await watch.booth.thumbnail(ofSession: session)
      else { throw OperatedBoothError(.refused, "no such photo", .noSuchSession) }
      return WebAnswer(.ok, [.contentType: "image/jpeg", .cacheControl: "private, no-cache"], .bytes(jpeg))
    } catch {
      if error.kind == .refused { throw StudioFault.notFound }
      // Said elsewhere on the page; a browser's console is to stay empty.
      return WebAnswer(.noContent, [.cacheControl: "no-store"])
    }
  }

  /// The nights as bars beside their dates: those of the last week, all others folded.
  private func nights(_ chart: NightsChart, _ language: Language) -> HTML {
    guard chart.nights.count > 1 else { return .empty }
    let operate = WordTable<OperateText>(language)
    let most = max(1, chart.nights.map(\.sessions).max() ?? 1)
    let rows = chart.nights.map { night -> HTML in
      """
      <tr><th scope="row">\(day(night.day))</th><td class="length"><svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect width="\(max(1, night.sessions * 100 / most))" height="1"/></svg></td><td class="figure">\(night.sessions)</td></tr>

      """
    }
    let shown = 7
    let rest: HTML? =
      rows.count > shown
      ? """
      <details id="more-nights"><summary>\(StudioWords(language).filled(.andMore, rows.count - shown))</summary>
      <table class="nights"><tbody>
      \(Array(rows.dropFirst(shown)))</tbody></table></details>

      """ : nil
    return """
      <section class="card"><h2 id="nights">\(operate[.sessionsPerNight])</h2>
      <table class="nights" aria-labelledby="nights"><tbody>
      \(Array(rows.prefix(shown)))</tbody></table>
      \(rest)</section>

      """
  }

  /// Bars with their numbers, and all of it as a table.
  private func chart(_ chart: NightChart, _ words: StudioWords) -> HTML {
    let isCounted = chart.hours.contains { $0.faults != nil }
    // Two bars are no chart.
    let isDrawn = chart.hours.count >= Self.fewestHours
    guard isDrawn || isCounted else { return .empty }
    // As wide as a phone's page at most, with figures of the size of its text; where bars are narrow, every second has its hour.
    let isNarrow = chart.hours.count > 7
    let (wide, high, foot) = (isNarrow ? 25 : 44, 120, 20)
    let most = max(1, chart.hours.map(\.sessions).max() ?? 1)
    let bars = chart.hours.enumerated().map { index, hour -> HTML in
      let height = hour.sessions * (high - 20) / most
      let x = index * wide
      let count: HTML =
        hour.sessions > 0 ? "<text x=\"\(x + wide / 2)\" y=\"\(high - height - 5)\">\(hour.sessions)</text>" : .empty
      let label: HTML =
        isNarrow && index % 2 == 1
        ? .empty : "<text x=\"\(x + wide / 2)\" y=\"\(high + 15)\">\(hour.hour):00</text>"
      return """
        <rect x="\(x + 3)" y="\(high - height)" width="\(wide - 6)" height="\(height)" rx="3"/>\(count)\(label)

        """
    }
    // The outer figures are as wide as their bars, and a little more.
    let margin = isNarrow ? 10 : 0
    let drawing: HTML? =
      isDrawn
      ? """
      <svg class="chart" viewBox="\(-margin) 0 \(chart.hours.count * wide + 2 * margin) \(high + foot)" width="\(chart.hours.count * wide + 2 * margin)" height="\(high + foot)" aria-hidden="true" focusable="false">
      \(bars)</svg>

      """ : nil
    let cells = chart.hours.map { hour -> HTML in
      let wait = hour.waitSeconds.map(Self.minutes) ?? "–"
      let longest = hour.longestWaitSeconds.map(Self.minutes) ?? "–"
      let faults = hour.faults.map { "\($0)" } ?? "–"
      let bad: HTML = (hour.faults ?? 0) > 0 ? " bad" : ""
      return """
        <tr><th scope="row">\(hour.hour):00</th><td class="figure">\(hour.sessions)</td><td class="figure">\(wait)</td><td class="figure">\(longest)</td><td class="figure\(bad)">\(faults)</td></tr>

        """
    }
    return """
      <section class="card"><h2>\(words[.perHour])</h2>
      \(drawing)<details id="waits"><summary>\(words[.waitsAndFaults])</summary>
      <div class="table" tabindex="0" role="region" aria-label="\(words[.waitsAndFaults])"><table class="hours"><caption class="quiet">\(words[.waitsHelp])</caption>
      <thead><tr><th scope="col">\(words[.hour])</th><th scope="col" class="figure">\(words[.sessions])</th><th scope="col" class="figure">\(words[.wait])</th><th scope="col" class="figure">\(words[.longestWait])</th><th scope="col" class="figure">\(words[.faults])</th></tr></thead>
      <tbody>
      \(cells)</tbody></table></div></details></section>

      """
  }

  /// `0:42`.
  private static func minutes(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds.rounded(), 0), 86_400))
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }

  // MARK: Checking, and the log

  func checkPage(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .operateBooth)
    let words = StudioWords(context.language)
    let found: [BoothReport.Part]
    let watch = try await watch(context)
    do throws(OperatedBoothError) { found = try await watch.examination() } catch {
      throw StudioFault.booth(error)
    }
    let operate = WordTable<OperateText>(context.language)
    let booth = BoothWords(context.language)
    let wrong = found.filter { $0.health == .bad }
    // What works, with something to know: no problem.
    let notes = found.filter { $0.health == .warning }
    // Three events' pages that are well are one line.
    var said: Set<String> = []
    let well = found.filter { part in
      let words = booth.part(part)
      return part.health == .good && said.insert(words.topic + "\n" + words.words).inserted
    }
    let problems: HTML =
      wrong.isEmpty
      ? "<div class=\"notice good\"><p>\(operate[notes.isEmpty ? .allGood : .noProblems])</p></div>\n"
      : "<h2>\(operate.counted(.problems, wrong.count))</h2>\n\(parts(wrong, words))"
    let noted: HTML? =
      notes.isEmpty ? nil : "<h2>\(operate.counted(.notes, notes.count))</h2>\n\(parts(notes, words))"
    let rest: HTML? =
      well.isEmpty
      ? nil
      : """
      <details id="well" class="card"\(wrong.isEmpty && notes.isEmpty ? " open" : "")><summary>\(operate.counted(.partsWork, well.count))</summary>
      \(parts(well, words))</details>

      """
    return shell.page(
      context, title: operate[.results], section: .booth, extras: Self.operating,
      """
      <div class="head"><h1>\(operate[.results])</h1><a class="button secondary" href="\(context.at("/check"))">\(shell.icon(.arrowCounterclockwise))\(words[.check])</a></div>
      \(problems)\(noted)\(rest)\(await remarks(context, principal, words))<p class="row"><a class="button plain" href="\(context.at("/booth"))">\(words[.backToBooth])</a></p>
      """)
  }

  func logPage(_ context: StudioContext) async throws -> WebAnswer {
    _ = try principal(context, may: .seeLog)
    let words = StudioWords(context.language)
    let lines: [String]?
    let watch = try await watch(context)
    do throws(OperatedBoothError) { lines = try await watch.booth.log(lines: 300) } catch {
      throw StudioFault.booth(error)
    }
    let text: HTML =
      lines.map { "<pre class=\"log\" lang=\"en\" tabindex=\"0\">\($0.joined(separator: "\n"))</pre>\n" }
      ?? "<p>\(words[.noLog])</p>\n"
    return shell.page(
      context, title: words[.log], section: .booth, extras: Self.operating,
      """
      <h1>\(words[.log])</h1>
      \(text)<p class="row"><a class="button secondary" href="\(context.at("/booth"))">\(words[.backToBooth])</a></p>
      """)
  }
}

extension StudioText {
  /// What a session's state is called; nil for one of a newer version.
  static func session(_ session: GuestSession) -> StudioText? {
    switch session.state {
    case "capturing": .sessionOpen
    case "finished": session.link == nil ? .sessionStays : .sessionFinished
    case "uploaded": .sessionUploaded
    case "discarded": .sessionDiscarded
    default: nil
    }
  }
}
