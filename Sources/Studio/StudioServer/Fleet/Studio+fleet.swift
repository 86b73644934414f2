import BoothCore
import FoundationEssentials
import HTTPTypes
import StudioModel
import WebSupport

/// The page of all booths, at the broker and over the network: the worst first, each with what is wrong and what to do.
extension Studio {
  private func fleetWatch(_ context: StudioContext) async throws -> FleetWatch {
    let principal = try principal(context, may: .seeBooth)
    guard let fleet else { throw StudioFault.notFound }
    return await fleet.watch(of: principal.organisation)
  }

  func fleetPage(_ context: StudioContext) async throws -> WebAnswer {
    let fleet = try await fleetWatch(context)
    let words = WordTable<FleetText>(context.language)
    return shell.page(
      context, title: words[.all], section: .booth, extras: Self.operating,
      """
      <h1>\(words[.all])</h1>
      <div id="state" data-live="/fleet/state" data-events="/fleet/events">
      \(live(await fleet.source.report(), context))</div>
      <p class="row"><a class="button plain" href="/booth">\(StudioWords(context.language)[.thisBooth])</a></p>

      """)
  }

  /// The part of the page that changes by itself.
  func fleetState(_ context: StudioContext) async throws -> WebAnswer {
    let fleet = try await fleetWatch(context)
    return html(context, .ok, live(await fleet.source.report(), context)).with([.cacheControl: "no-cache"])
  }

  func fleetEvents(_ context: StudioContext) async throws -> WebAnswer {
    let fleet = try await fleetWatch(context)
    return WebAnswer(
      .ok,
      [.contentType: "text/event-stream", .cacheControl: "no-store"],
      .unmeasured(await fleet.news(while: { await isStillIn(context) })))
  }

  private func live(_ report: FleetReport, _ context: StudioContext) -> HTML {
    let words = WordTable<FleetText>(context.language)
    let full: HTML? =
      report.isFull ? "<p class=\"quiet\">\(words.filled(.full, Fleet.mostBooths))</p>\n" : nil
    guard !report.booths.isEmpty else { return notice(report, words) }
    let rows = report.booths.map { row($0, at: report.at, words) }
    func head(_ text: FleetText) -> HTML { "<th role=\"columnheader\" scope=\"col\">\(words[text])</th>" }
    return """
      \(notice(report, words))<table class="fleet" role="table"><thead role="rowgroup"><tr role="row">\(head(.booth))\(head(.state))\(head(.lastSeen))\(head(.uploads))\(head(.sessions))\(head(.prints))</tr></thead>
      <tbody role="rowgroup">
      \(rows)</tbody></table>
      \(full)
      """
  }

  /// How the fleet is in one sentence, or why that is not known.
  private func notice(_ report: FleetReport, _ words: WordTable<FleetText>) -> HTML {
    func told(_ mood: String, _ icon: Icon, _ text: String) -> HTML {
      "<div class=\"status\(mood)\">\(shell.icon(icon))<div><p>\(text)</p></div></div>\n"
    }
    func bad(_ text: String) -> HTML { told(" bad", .exclamationTriangleFill, text) }
    let network: HTML? = report.obstacle.map { bad(BoothWords(words.language).refusal($0)) }
    // What keeps a broker's booths from being known says nothing of those that answer themselves.
    let broker: HTML? =
      switch report.connection {
      case .connected: nil
      case .unset: report.booths.isEmpty ? told("", .infoCircle, words[.unset]) : nil
      case .unusable: bad(words[.unusable])
      case .connecting: told("", .clock, words[.connecting])
      case .refused: bad(words[.refused])
      case .deaf: bad(words[.deaf])
      case .away: bad(report.told == 0 ? words[.awayNever] : words.filled(.away, Self.moment(report.at)))
      }
    return "\(network)\(broker)\(summary(report, words, told))"
  }

  private func summary(
    _ report: FleetReport, _ words: WordTable<FleetText>, _ told: (String, Icon, String) -> HTML
  ) -> HTML? {
    // What was seen before a broker went away is no summary.
    let isNow = report.connection == .connected || report.told == 0
    guard !report.booths.isEmpty else {
      return report.connection == .connected ? told("", .infoCircle, words[.none]) : nil
    }
    let count = report.booths.count { $0.standing.needsAttention }
    if count > 0, isNow { return told(" bad", .exclamationTriangleFill, words.counted(.needAttention, count)) }
    let isAllKnown = isNow && !report.booths.contains { $0.standing == .asking } && report.obstacle == nil
    return isAllKnown ? told(" good", .checkCircle, words[.allWell]) : nil
  }

  private func row(_ booth: FleetBooth, at now: Double, _ words: WordTable<FleetText>) -> HTML {
    let said = booth.message
    let (health, sign): (HTML, Icon) =
      switch booth.standing {
      case .well: (" good", .checkLg)
      case .gone: ("", .power)
      case .asking: ("", .clock)
      case .lost, .missing, .unreachable, .notRunning, .silent, .attention, .unknown: (" bad", .exclamationTriangleFill)
      }
    let notes = notes(booth, words).map { "<span class=\"note\">\($0)</span>\n" as HTML }
    let name: HTML? = booth.name.map { name in
      let words: HTML = "<bdi>\(name)</bdi>"
      return "<span class=\"name\">\(booth.page.map { "<a href=\"\($0)\">\(words)</a>" } ?? words)</span> "
    }
    let mark: HTML? = booth.mark.map { "<code class=\"quiet\" dir=\"ltr\">\($0)</code>" }
    func cell(_ label: FleetText, _ value: HTML) -> HTML {
      "<td role=\"cell\" data-label=\"\(words[label])\"><span>\(value)</span></td>\n"
    }
    func number(_ number: Int?) -> HTML { number.map { "\($0)" } ?? "<span class=\"quiet\">–</span>" }
    return """
      <tr role="row"><th role="rowheader" scope="row">\(name)\(mark)</th>
      <td role="cell" data-label="\(words[.state])"><span><strong class="standing\(health)">\(shell.icon(sign))\(state(booth, words))</strong>
      \(notes)</span></td>
      \(cell(.lastSeen, "\(seen(booth, at: now, words))"))\(cell(.uploads, number(said?.uploadsWaiting)))\(cell(.sessions, number(said?.sessionsTonight)))\(cell(.prints, number(said?.printsLeft)))</tr>

      """
  }

  private func state(_ booth: FleetBooth, _ words: WordTable<FleetText>) -> HTML {
    switch booth.standing {
    case .lost: return "\(words[.lost])"
    case .missing: return "\(words[.missing])"
    case .silent: return "\(words[.silent])"
    case .gone: return "\(words[.gone])"
    case .unknown: return "\(words[.unknown])"
    case .unreachable: return "\(words[.unreachable])"
    case .notRunning: return "\(words[.notRunning])"
    case .asking: return "\(words[.asking])"
    case .well, .attention:
      guard let word = booth.message?.state else { return "\(words[.unknown])" }
      // A word of a newer version is better than none.
      return FleetText.state(word).map { "\(words[$0])" } ?? "<bdi>\(word)</bdi>"
    }
  }

  private func notes(_ booth: FleetBooth, _ words: WordTable<FleetText>) -> [HTML] {
    var notes: [HTML] = []
    switch booth.standing {
    case .lost: notes.append("\(words[.lostText])")
    case .missing:
      notes.append("\(words[.missingText]) <code dir=\"ltr\">booth fleet forget \(booth.mark ?? "")</code>")
    case .silent: notes.append("\(words[.silentText])")
    case .gone: notes.append("\(words[.goneText])")
    case .unknown:
      notes.append("\(booth.obstacle.map(BoothWords(words.language).refusal) ?? words[.unknownText])")
    case .unreachable:
      if let obstacle = booth.obstacle { notes.append("\(BoothWords(words.language).refusal(obstacle))") }
    case .notRunning: notes.append("\(words[.notRunningText])")
    case .asking: break
    case .attention:
      if let troubles = booth.message?.troubles, !troubles.isEmpty {
        var parts: [String] = []
        for part in troubles.map({ WordTable<PartText>(words.language)[PartText(topic: $0)] })
        where !parts.contains(part) { parts.append(part) }
        notes.append("\(words.filled(.attentionText, parts.joined(separator: words.language.listComma)))")
      } else if let health = booth.message?.health {
        // One of an earlier version says it in its own words.
        notes.append("<bdi lang=\"en\">\(health)</bdi>")
      }
    case .well: break
    }
    if let minutes = booth.clockAheadMinutes, minutes != 0 {
      notes.append("\(words.counted(minutes > 0 ? .clockAhead : .clockBehind, Int(minutes.magnitude)))")
    }
    return notes
  }

  private func seen(_ booth: FleetBooth, at now: Double, _ words: WordTable<FleetText>) -> String {
    guard let seen = booth.lastSeen else { return words[.notKnown] }
    let minutes = Int(min(max(0, now - seen), 1e9) / 60)
    return switch minutes {
    case 0: words[.justNow]
    case ..<60: words.counted(.minutesAgo, minutes)
    case ..<2880: words.counted(.hoursAgo, minutes / 60)
    default: words.counted(.daysAgo, minutes / 1440)
    }
  }

  /// By the machine's own clock: `2026-11-29 19:33`.
  private static func moment(_ seconds: Double) -> String {
    let offset = TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    let time = WallTime(unixSeconds: seconds, secondsFromUTC: offset)
    return "\(time.day) \(time.timeOfDay.replacing(".", with: ":").prefix(5))"
  }
}

extension Language {
  /// Between the words of a list.
  fileprivate var listComma: String { self == .arabic ? "، " : ", " }
}
