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

  func sessionsPage(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .seeSessions)
    let words = StudioWords(context.language)
    let sessions: [GuestSession]
    let watch = try await watch(context)
    do throws(OperatedBoothError) { sessions = try await watch.booth.sessions(limit: Self.charted) } catch {
      throw StudioFault.unavailable(error.words)
    }
    let counted = if case .success(let report) = await watch.report() { report.night } else { [BoothReport.Hour]() }
    let rows = sessions.prefix(Self.listed).map { row($0, context, principal, words) }
    let list: HTML =
      sessions.isEmpty ? "<p class=\"quiet\">\(words[.noSessions])</p>\n" : "<ul class=\"rows\">\n\(rows)</ul>\n"
    let more: HTML? =
      sessions.count > Self.listed
      ? "<p class=\"quiet\">\(words.filled(.andMore, sessions.count - Self.listed))</p>\n" : nil
    return page(
      context, title: words[.sessions], section: context.otherBooth == nil ? .sessions : .booth,
      """
      <h1>\(words[.sessions])</h1>
      \(chart(NightChart(sessions.filter { $0.photos > 0 }, counted: counted), words))\(list)\(more)
      """)
  }

  private func row(
    _ session: GuestSession, _ context: StudioContext, _ principal: Principal, _ words: StudioWords
  ) -> HTML {
    let time = WallTime(unixSeconds: session.openedAt, secondsFromUTC: session.secondsFromUTC)
    let clock = time.timeOfDay.replacing(".", with: ":").prefix(5)
    let state = StudioText.session(session).map { words[$0] } ?? session.state
    let link: HTML? = session.link.map {
      "<a href=\"\($0)\" rel=\"noreferrer\">\(words[.openLink])<span class=\"unseen\"> \(clock)</span></a>"
    }
    let mayErase = principal.may(.eraseSession) && session.state != "discarded"
    let erase: HTML =
      mayErase
      ? """
      <details><summary>\(words[.eraseSession])<span class="unseen"> \(clock)</span></summary><p>\(words[.eraseHelp])</p>
      <form method="post" action="\(context.at("/booth/erase"))">\(token(context))<input type="hidden" name="session" value="\(session.id)"><input type="hidden" name="back" value="\(context.at("/sessions"))"><button class="danger">\(words[.eraseNow])</button></form></details>
      """ : .empty
    return """
      <li class="card"><p><strong dir="ltr">\(time.day) \(clock)</strong> <bdi>\(session.title ?? session.event)</bdi>
      <span class="quiet">\(words.filled(.photos, session.photos)) · \(state)</span> <code class="quiet" dir="ltr">\(session.id.prefix(8))</code></p>
      <div class="row">\(link)\(erase)</div></li>

      """
  }

  /// Bars with their numbers, and all of it as a table.
  private func chart(_ chart: NightChart, _ words: StudioWords) -> HTML {
    let isCounted = chart.hours.contains { $0.faults != nil }
    guard chart.hours.count > 1 || isCounted else { return .empty }
    let (wide, high, foot) = (44, 120, 20)
    let most = max(1, chart.hours.map(\.sessions).max() ?? 1)
    let bars = chart.hours.enumerated().map { index, hour -> HTML in
      let height = hour.sessions * (high - 20) / most
      let x = index * wide
      let count: HTML =
        hour.sessions > 0 ? "<text x=\"\(x + wide / 2)\" y=\"\(high - height - 5)\">\(hour.sessions)</text>" : .empty
      return """
        <rect x="\(x + 4)" y="\(high - height)" width="\(wide - 8)" height="\(height)" rx="3"/>\(count)<text x="\(x + wide / 2)" y="\(high + 15)">\(hour.hour)</text>

        """
    }
    let cells = chart.hours.map { hour -> HTML in
      let wait = hour.waitSeconds.map(Self.minutes) ?? "–"
      let longest = hour.longestWaitSeconds.map(Self.minutes) ?? "–"
      let faults = hour.faults.map { "\($0)" } ?? "–"
      let bad: HTML = (hour.faults ?? 0) > 0 ? " class=\"bad\"" : ""
      return """
        <tr><th scope="row">\(hour.hour):00</th><td>\(hour.sessions)</td><td>\(wait)</td><td>\(longest)</td><td\(bad)>\(faults)</td></tr>

        """
    }
    return """
      <h2>\(words[.perHour])</h2>
      <svg class="chart" viewBox="0 0 \(chart.hours.count * wide) \(high + foot)" width="\(chart.hours.count * wide)" height="\(high + foot)" aria-hidden="true" focusable="false">
      \(bars)</svg>
      <details><summary>\(words[.waitsAndFaults])</summary>
      <table class="hours"><caption class="quiet">\(words[.waitsHelp])</caption>
      <thead><tr><th scope="col">\(words[.hour])</th><th scope="col">\(words[.sessions])</th><th scope="col">\(words[.wait])</th><th scope="col">\(words[.longestWait])</th><th scope="col">\(words[.faults])</th></tr></thead>
      <tbody>
      \(cells)</tbody></table></details>

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
      throw StudioFault.unavailable(error.words)
    }
    return page(
      context, title: words[.check], section: .booth,
      """
      <h1>\(words[.check])</h1>
      \(parts(found, words))\(await remarks(context, principal, words))<p class="row"><a class="button plain" href="\(context.at("/booth"))">\(words[.backToBooth])</a></p>
      """)
  }

  func logPage(_ context: StudioContext) async throws -> WebAnswer {
    _ = try principal(context, may: .seeLog)
    let words = StudioWords(context.language)
    let lines: [String]?
    let watch = try await watch(context)
    do throws(OperatedBoothError) { lines = try await watch.booth.log(lines: 300) } catch {
      throw StudioFault.unavailable(error.words)
    }
    let text: HTML =
      lines.map { "<pre class=\"log\" lang=\"en\" tabindex=\"0\">\($0.joined(separator: "\n"))</pre>\n" }
      ?? "<p>\(words[.noLog])</p>\n"
    return page(
      context, title: words[.log], section: .booth,
      """
      <h1>\(words[.log])</h1>
      \(text)<p class="row"><a class="button plain" href="\(context.at("/booth"))">\(words[.backToBooth])</a></p>
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
