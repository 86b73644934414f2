import BoothCore
import Documents
import FoundationEssentials
import HTTPTypes
import Logging
import StudioModel
import WebSupport

/// The operator's page: how the booth is in one sentence, what its guests see, and what it can be told. The rest is folded.
extension Studio {
  func boothPage(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .seeBooth)
    let words = StudioWords(context.language)
    let watch = try await watch(context)
    let outcome = await watch.report()
    let name = try await boothName(context)
    let screen = context.at("/booth/screen")
    // Of a booth that does not run there is nothing to be seen; when it does, the page comes anew.
    let figure: HTML =
      if case .success = outcome {
        """
        <figure class="screen"><img id="screen" src="\(screen)" width="768" height="432" alt="\(words[.guestsScreen])" data-screen="\(screen)"></figure>

        """
      } else { .empty }
    return shell.page(
      context, title: name ?? words[.booth], section: .booth, extras: Self.operating,
      """
      <div class="head"><h1><bdi>\(name ?? words[.booth])</bdi></h1>\(menu(context, principal, words))</div>
      <div class="booth">
      <div class="booth-main">
      \(figure)\(orders(outcome, context, principal, words))</div>
      <div id="state" data-live="\(context.at("/booth/state"))" data-events="\(context.at("/booth/events"))">
      \(try await live(watch, outcome, context, principal))</div>
      </div>

      """)
  }

  static let operating = StudioShell.Extras(styles: ["studio/operate.css"], modules: ["studio/operate.js"])

  /// The part of the page that changes by itself.
  func boothState(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .seeBooth)
    let watch = try await watch(context)
    return html(context, .ok, try await live(watch, await watch.report(), context, principal))
      .with([.cacheControl: "no-cache"])
  }

  private func live(
    _ watch: BoothWatch, _ outcome: BoothWatch.Outcome, _ context: StudioContext, _ principal: Principal
  ) async throws -> HTML {
    let words = StudioWords(context.language)
    let name = try await boothName(context)
    let remarks = await remarks(context, principal, words)
    switch outcome {
    case .failure(let error):
      let shutDown = error.kind == .notRunning ? await watch.shutDown : nil
      return failure(error, name, shutDown, watch.booth.startCommand, context, remarks)
    case .success(let report):
      let sessions = principal.may(.seeSessions) ? await watch.newestSessions() : []
      return """
        \(health(report, name, context, principal))<div class="booth-rest">
        \(quickOrders(report, context, principal, words))\(latest(sessions, context))<div class="folds card">
        \(printer(report, context, principal))\(details(report, context))\(queue(report, context, principal, words))\(buttons(context, principal, words))</div>
        \(remarks)</div>

        """
    }
  }

  func boothEvents(_ context: StudioContext) async throws -> WebAnswer {
    _ = try principal(context, may: .seeBooth)
    let watch = try await watch(context)
    return WebAnswer(
      .ok,
      [.contentType: "text/event-stream", .cacheControl: "no-store"],
      .unmeasured(await watch.news(while: { await isStillIn(context) })))
  }

  /// Whether who reads news may still do so.
  func isStillIn(_ context: StudioContext) async -> Bool {
    guard let secret = context.secret else { return false }
    do throws(AccountError) {
      guard let now = try await accounts.signedIn(secret, at: wallClock())?.0.principal else { return false }
      return now.may(.seeBooth) && now.organisation == context.person?.organisation
    } catch { return true }
  }

  static let pictureNumber = HTTPField.Name("X-Booth-Picture")!

  /// What the guests see: another picture than `?after=`, or 204 where there was none for some seconds, with `Retry-After` where
  /// the booth does not answer.
  func boothScreen(_ context: StudioContext) async throws -> WebAnswer {
    _ = try principal(context, may: .seeBooth)
    let watch = try await watch(context)
    let known = context.call.query["after"].flatMap { Int($0) } ?? 0
    do throws(OperatedBoothError) {
      guard let shown = try await watch.screen(otherThan: known) else {
        return WebAnswer(.noContent, [.cacheControl: "no-store"])
      }
      return WebAnswer(
        .ok, [.contentType: "image/jpeg", .cacheControl: "no-store", Self.pictureNumber: "\(shown.number)"],
        .bytes(shown.jpeg))
    } catch {
      // No failure of the studio's, and said elsewhere on the page: a browser's console is to stay empty.
      return WebAnswer(.noContent, [.cacheControl: "no-store", .retryAfter: "2"])
    }
  }

  // MARK: How it is

  private func failure(
    _ error: OperatedBoothError, _ name: String?, _ shutDown: (person: String, at: Double)?, _ command: String?,
    _ context: StudioContext, _ remarks: HTML
  ) -> HTML {
    let words = StudioWords(context.language)
    let operate = WordTable<OperateText>(context.language)
    let isOff = error.kind == .notRunning
    let sentence: String
    if let shutDown {
      let isOwn = shutDown.person == context.person?.id.text
      sentence = operate.filled(isOwn ? .youShutDown : .wasShutDown, Self.clock(shutDown.at))
    } else {
      sentence = words[isOff ? .notRunning : .boothTrouble]
    }
    // The command runs on the booth's machine, for people who have an account there.
    let text: HTML =
      isOff
      ? "<p>\(words[.notRunningHelp])</p>\n<p><code class=\"command\" dir=\"ltr\" tabindex=\"0\">\(command ?? "booth run")</code></p>"
      : "<p>\(BoothWords(context.language).refusal(error))</p>"
    return """
      <section class="health"><div class="status\(shutDown == nil ? " bad" : "")">\(shell.icon(isOff ? .power : .exclamationTriangleFill))<div>
      \(nameLine(name, nil))<p class="now" id="now"><strong>\(sentence)</strong></p>
      \(text)</div></div></section>
      <div class="booth-rest">\(remarks)</div>

      """
  }

  /// By the machine's own clock: `19:33`.
  private static func clock(_ seconds: Double) -> String {
    let offset = TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    let time = WallTime(unixSeconds: seconds, secondsFromUTC: offset)
    return String(time.timeOfDay.replacing(".", with: ":").prefix(5))
  }

  /// How many lines stand below the state; all parts have the others.
  private static let noted = 4

  /// How it is in one sentence; below it what is to be known beside that, a line each, with the button that helps.
  private func health(
    _ report: BoothReport, _ name: String?, _ context: StudioContext, _ principal: Principal
  ) -> HTML {
    let booth = BoothWords(context.language)
    let operate = WordTable<OperateText>(context.language)
    var lines = report.troubles
    let isPaused = report.state == "paused"
    // Guests cannot begin, or not all of it works.
    let worst = lines.first?.health == .bad ? lines.removeFirst() : nil
    // No guest can begin before an event is chosen.
    let lacksEvent = report.state == "eventSelection" && worst == nil
    let isBad = report.state == "outOfOrder" || worst != nil
    let mood: HTML = isBad ? " bad" : isPaused || lacksEvent ? "" : " good"
    let icon: Icon = isBad ? .exclamationTriangleFill : isPaused ? .clock : lacksEvent ? .infoCircle : .checkCircle
    let said = lacksEvent ? operate[.chooseFirst] : worst.map { booth.part($0).words }
    let sentence: HTML? = (said ?? (lines.isEmpty && !isPaused ? operate[.allGood] : nil)).map {
      "<p id=\"health\">\($0)</p>\n"
    }
    let help =
      lacksEvent && principal.may(.operateBooth)
      ? remedy(.chooseEvent, "remedy", isPrimary: true, context, principal)
      : worst.map { remedy(BoothRemedy($0), "remedy", isPrimary: !isPaused, context, principal) }
    let pending: HTML? = booth.pending(report).map { "<p class=\"pending\">\(shell.icon(.clock)) \($0)</p>\n" }
    let rows = lines.prefix(Self.noted).enumerated().map { index, part in
      row(
        part, StudioWords(context.language),
        help: remedy(BoothRemedy(part), "remedy-\(index)", isPrimary: false, context, principal))
    }
    let rest = lines.count - rows.count
    let more: HTML? =
      rest > 0 ? "<p><a href=\"#parts\">\(StudioWords(context.language).filled(.andMore, rest))</a></p>\n" : nil
    let notes: HTML? = rows.isEmpty ? nil : "<ul class=\"parts\" id=\"notes\">\n\(rows)</ul>\n"
    return """
      <section class="health"><div class="status\(mood)">\(shell.icon(icon))<div>
      \(nameLine(name, report.event.map(report.title)))<p class="now" id="now" data-running><strong>\(booth.state(report))</strong></p>
      \(sentence)\(pending)\(help)</div></div>
      \(notes)\(more)</section>

      """
  }

  /// Another booth's name, and the event.
  private func nameLine(_ name: String?, _ event: String?) -> HTML {
    let parts = [name, event].compactMap { $0.map { "<bdi>\($0)</bdi>" as HTML } }
    guard let first = parts.first else { return .empty }
    let second: HTML = parts.count > 1 ? " · \(parts[1])" : .empty
    return "<p class=\"name\">\(first)\(second)</p>\n"
  }

  /// The button that helps; nothing where only looking closer does, which the page's menu offers.
  private func remedy(
    _ remedy: BoothRemedy, _ id: String, isPrimary: Bool, _ context: StudioContext, _ principal: Principal
  ) -> HTML {
    let words = StudioWords(context.language)
    let operate = WordTable<OperateText>(context.language)
    func link(_ path: String, _ title: String) -> HTML {
      "<p class=\"remedy\"><a class=\"button\(isPrimary ? "" : " secondary")\" href=\"\(path)\">\(title)</a></p>\n"
    }
    switch remedy {
    case .freeSpace where principal.may(.seeSessions): return link(context.at("/sessions"), operate[.freeSpace])
    case .retryAll where principal.may(.operateBooth):
      return
        "<div class=\"remedy\">\(button("retry", context, words[.tryAgain], [:], id: id, isPrimary ? .primary : .secondary))</div>\n"
    case .showQueue: return link("#queue", operate[.showQueue])
    case .chooseEvent where principal.may(.operateBooth): return link("#event", operate[.chooseEvent])
    case .showPrinter: return link("#printer", operate[.didItComeOut])
    case .resumePrints where principal.may(.operateBooth):
      return
        "<div class=\"remedy\">\(button("prints-resume", context, operate[.resumePrints], [:], id: id, isPrimary ? .primary : .secondary))</div>\n"
    case .freeSpace, .retryAll, .chooseEvent, .resumePrints, .check: return .empty
    }
  }

  func parts(_ parts: [BoothReport.Part], _ words: StudioWords) -> HTML {
    let rows = parts.map { row($0, words, help: .empty) }
    return "<ul class=\"parts\">\n\(rows)</ul>\n"
  }

  private func row(_ part: BoothReport.Part, _ words: StudioWords, help: HTML) -> HTML {
    let sign: Icon = part.health == .good ? .checkLg : part.health == .warning ? .exclamationTriangleFill : .xLg
    let told = words[part.health == .good ? .good : part.health == .warning ? .warning : .bad]
    let said = BoothWords(words.language).part(part)
    return """
      <li class="part \(part.health.rawValue)"><span class="sign">\(shell.icon(sign))</span>
      <div class="told"><span class="unseen">\(told): </span><strong>\(said.topic)</strong> \(said.words)\(help)</div></li>

      """
  }

  /// All parts of the booth, folded.
  private func details(_ report: BoothReport, _ context: StudioContext) -> HTML {
    let words = StudioWords(context.language)
    let operate = WordTable<OperateText>(context.language)
    let wrong = report.troubles.filter { $0.topic != "queue" }
    let well = report.parts.filter { $0.health == .good }
    let all = wrong + well
    return """
      <details id="parts"><summary>\(operate[.details])<span class="value">\(operate.filled(.workOf, "\(well.count)", "\(all.count)"))</span></summary>
      <div id="all-parts">
      \(parts(all, words))</div></details>

      """
  }

  /// The newest sessions, as pictures that lead to the list.
  private func latest(_ sessions: [GuestSession], _ context: StudioContext) -> HTML {
    let shown = sessions.filter { $0.photos > 0 && $0.state != "discarded" }.prefix(4)
    guard !shown.isEmpty else { return .empty }
    let operate = WordTable<OperateText>(context.language)
    let items = shown.map { session -> HTML in
      let time = clock(session)
      return """
        <li><a href="\(context.at("/sessions"))#\(anchor(session))"><img src="\(photo(session, context))" width="160" height="160" loading="lazy" decoding="async" alt="\(operate.counted(.photos, session.photos))"><span dir="ltr">\(time)</span></a></li>

        """
    }
    return """
      <section class="latest"><h2>\(operate[.latestSessions])</h2><a href="\(context.at("/sessions"))">\(operate[.allSessions])</a>
      <ul>
      \(items)</ul></section>

      """
  }

  private func queue(
    _ report: BoothReport, _ context: StudioContext, _ principal: Principal, _ words: StudioWords
  ) -> HTML {
    let operate = WordTable<OperateText>(context.language)
    guard !report.queue.isEmpty else {
      return
        "<p id=\"queue\" class=\"fold\"><strong>\(words[.queue])</strong><span class=\"value\">\(operate[.nothingQueued])</span></p>\n"
    }
    let shown = report.queue.prefix(20).map { job -> HTML in
      let state: HTML =
        job.needsOperator
        ? "<span class=\"badge bad\">\(words[.needsYou])</span>"
        : job.failure != nil ? "<span class=\"quiet\">\(operate[.triedLater])</span>" : .empty
      let tried: HTML? =
        job.attempts > 0 ? "<span class=\"quiet\">\(operate.counted(.tried, job.attempts))</span> " : nil
      let again: HTML =
        principal.may(.operateBooth)
        ? button("retry", context, words[.tryAgain], ["job": job.id], id: "retry-\(job.id)", .secondary) : .empty
      let giveUp: HTML =
        principal.may(.cancelJob) && job.needsOperator
        ? button("cancel", context, words[.giveUp], ["job": job.id], id: "cancel-\(job.id)", .danger) : .empty
      return """
        <li class="job"><p><strong>\(operate[OperateText(job: job.kind)])</strong> <code class="quiet" dir="ltr">\(job.subject.prefix(8))</code> \(tried)\(state)</p>
        <div class="row">\(again)\(giveUp)</div></li>

        """
    }
    let rest = report.queue.count - shown.count
    let more: HTML? = rest > 0 ? "<p class=\"quiet\">\(words.filled(.andMore, rest))</p>\n" : nil
    let all: HTML? =
      principal.may(.operateBooth) && report.queue.count > 1
      ? button("retry", context, words[.tryAllAgain], [:], id: "retry-all", .secondary) : nil
    let open: HTML = report.queue.contains { $0.needsOperator } ? " open" : ""
    return """
      <details id="queue"\(open)><summary>\(words[.queue])<span class="value">\(report.queue.count)</span></summary>
      <ul class="rows">
      \(shown)</ul>
      \(more)\(all)</details>

      """
  }

  /// The printer: what it has done, and the prints that a person is asked about, each with its picture. Open while one is.
  private func printer(_ report: BoothReport, _ context: StudioContext, _ principal: Principal) -> HTML {
    guard let printer = report.printer else { return .empty }
    let operate = WordTable<OperateText>(context.language)
    let words = StudioWords(context.language)
    let mayOrder = principal.may(.operateBooth)
    let shown = printer.questions.prefix(Self.questionsShown).map { question -> HTML in
      let picture: HTML =
        principal.may(.seeSessions)
        ? "<img src=\"\(context.at("/booth/session-photo") + "?session=" + PercentEncoding.component(question.session))\" width=\"120\" height=\"120\" loading=\"lazy\" decoding=\"async\" alt=\"\(operate.counted(.photos, 1))\">"
        : .empty
      let fields = ["print": question.print]
      let buttons: HTML =
        mayOrder
        ? "<div class=\"row\">\(button("print-confirm", context, operate[.cameOut], fields, id: "out-\(question.print)"))"
          + "\(button("print-again", context, operate[.printAgain], fields, id: "again-\(question.print)"))"
          + "\(button("print-cancel", context, operate[.notWanted], fields, id: "off-\(question.print)", .danger))</div>"
        : .empty
      return
        "<li class=\"print\">\(picture)<div><p><strong>\(operate[.didItComeOut])</strong></p>\n\(buttons)</div></li>\n"
    }
    let rest = printer.questions.count - shown.count
    let more: HTML? = rest > 0 ? "<p class=\"quiet\">\(words.filled(.andMore, rest))</p>\n" : nil
    let list: HTML? = shown.isEmpty ? nil : "<ul class=\"rows prints\">\n\(shown)</ul>\n"
    let facts = [
      operate.counted(.printed, printer.printed),
      printer.waiting > 0 ? operate.counted(.printsWaiting, printer.waiting) : nil,
      printer.sheetsLeft.map { operate.counted(.sheetsLeft, $0) },
    ].compactMap { $0 }.joined(separator: " · ")
    let order: HTML =
      !mayOrder
      ? .empty
      : printer.isPaused
        ? button("prints-resume", context, operate[.resumePrints], [:], id: "prints-resume", .primary)
        : button("prints-pause", context, operate[.pausePrints], [:], id: "prints-pause")
    let value = printer.isPaused ? operate[.printsPaused] : printer.sheetsLeft.map { operate.counted(.sheetsLeft, $0) }
    return """
      <details id="printer"\(shown.isEmpty ? "" : " open")><summary>\(operate[.printer])<bdi class="value">\(value ?? printer.name)</bdi></summary>
      <p><bdi>\(printer.name)</bdi><br><span class="quiet">\(facts)</span></p>
      \(list)\(more)\(order)</details>

      """
  }

  /// More questions than this are shown when these are answered.
  private static let questionsShown = 12

  /// How many sheets were put in, for a printer that does not count them. Outside of what changes by itself.
  private func refill(_ printer: BoothReport.Printer, _ context: StudioContext) -> HTML {
    let operate = WordTable<OperateText>(context.language)
    return """
      <details id="refill"><summary>\(operate[.refilled])</summary>
      <form class="row" method="post" action="\(context.at("/booth/prints-refilled"))" data-order>\(token(context))
      <p class="field"><label for="sheets">\(operate[.sheets])</label>
      <input id="sheets" name="sheets" type="number" inputmode="numeric" min="1" max="10000" aria-describedby="sheets-help"></p>
      <button class="secondary">\(operate[.save])</button></form>
      <p class="hint" id="sheets-help">\(operate[.sheetsHelp])</p></details>

      """
  }

  private enum ButtonKind { case primary, secondary, danger }

  private func button(
    _ order: String, _ context: StudioContext, _ title: String, _ fields: [String: String], id: String,
    _ kind: ButtonKind = .secondary
  ) -> HTML {
    let hidden = fields.sorted { $0.key < $1.key }.map { field -> HTML in
      "<input type=\"hidden\" name=\"\(field.key)\" value=\"\(field.value)\">"
    }
    let style: HTML = kind == .primary ? "" : kind == .secondary ? " class=\"secondary\"" : " class=\"danger\""
    return """
      <form method="post" action="\(context.at("/booth/" + order))" data-order>\(token(context))\(hidden)<button id="\(id)"\(style)>\(title)</button></form>

      """
  }

  private func quickOrders(
    _ report: BoothReport, _ context: StudioContext, _ principal: Principal, _ words: StudioWords
  ) -> HTML {
    guard principal.may(.operateBooth) else { return .empty }
    let rests = report.state == "paused" || report.state == "outOfOrder"
    let first: HTML =
      report.pending != nil
      ? button("resume", context, words[.takeBack], [:], id: "resume")
        + "<details id=\"now-pause\"><summary>\(words[.atOnce])</summary><p>\(words[.atOnceHelp])</p>"
        + button("pause", context, words[.pause], [:], id: "pause", .danger) + "</details>"
      : rests
        ? button(
          "resume", context, words[.resume], [:], id: "resume", report.state == "paused" ? .primary : .secondary)
        : button("pause", context, words[.pause], [:], id: "pause")
    return "<div class=\"row orders\">\(first)</div>\n"
  }

  /// The booth's own buttons, folded.
  private func buttons(_ context: StudioContext, _ principal: Principal, _ words: StudioWords) -> HTML {
    guard principal.may(.operateBooth) else { return .empty }
    let presses = [("start", StudioText.pressStart), ("retake", .pressRetake), ("cancel", .pressCancel)].map {
      name, title in
      button("press", context, words[title], ["button": name], id: "press-\(name)")
    }
    return
      "<details id=\"buttons\"><summary>\(words[.buttons])</summary><div class=\"row\">\(presses)</div></details>\n"
  }

  /// Outside of what changes by itself, so that no choice is taken from under a finger.
  private func orders(
    _ outcome: BoothWatch.Outcome, _ context: StudioContext, _ principal: Principal, _ words: StudioWords
  ) -> HTML {
    guard principal.may(.operateBooth) else { return .empty }
    guard case .success(let report) = outcome else { return .empty }
    var events: HTML = .empty
    if report.events.count > 1 {
      let options = report.events.map { event -> HTML in
        let selected: HTML = event == report.event ? " selected" : ""
        return "<option value=\"\(exact: event)\"\(selected)>\(report.title(of: event))</option>"
      }
      events = """
        <details id="events"\(report.state == "eventSelection" ? " open" : "")><summary>\(words[.chooseEvent])\(report.event.map { "<bdi class=\"value\">\(report.title(of: $0))</bdi>" as HTML })</summary>
        <form class="row" method="post" action="\(context.at("/booth/event"))" data-order>\(token(context))
        <p class="field"><label for="event">\(words[.event])</label>
        <select id="event" name="event" aria-describedby="event-help">\(options)</select></p>
        <button class="secondary">\(words[.useEvent])</button></form>
        <p class="hint" id="event-help">\(words[.useEventHelp])</p>
        <ul class="events" aria-label="\(words[.invitations])">
        \(report.events.prefix(24).map { invitation($0, report, context) })</ul></details>

        """
    }
    let paper = report.printer.map { $0.countsSheets ? HTML.empty : refill($0, context) } ?? .empty
    let end: HTML =
      principal.may(.shutDownBooth)
      ? """
      <details id="end"><summary>\(shell.icon(.power))\(words[.shutDown])</summary>
      <p>\(words[.shutDownHelp])</p>
      \(button("shutdown", context, words[.shutDownNow], [:], id: "shutdown", .danger))</details>

      """ : .empty
    return "<div class=\"folds card\">\n\(events)\(paper)\(end)</div>\n"
  }

  /// What is seldom looked for, behind one button.
  private func menu(_ context: StudioContext, _ principal: Principal, _ words: StudioWords) -> HTML {
    func link(_ path: String, _ icon: Icon, _ title: String) -> HTML {
      "<li><a class=\"menu-item\" href=\"\(path)\">\(shell.icon(icon))\(title)</a></li>\n"
    }
    let all = WordTable<FleetText>(context.language)[.all]
    // Who may only look has no other entry.
    guard principal.may(.operateBooth) else {
      return fleet == nil || context.otherBooth != nil
        ? .empty
        : "<a class=\"icon-button\" href=\"/fleet\" aria-label=\"\(all)\" title=\"\(all)\">\(shell.icon(.list))</a>"
    }
    let fleet: HTML? = fleet.map { _ in link("/fleet", .list, all) }
    // This machine's sessions are in the navigation.
    let sessions: HTML? = context.otherBooth.map { _ in link(context.at("/sessions"), .collection, words[.sessions]) }
    let log: HTML? = principal.may(.seeLog) ? link(context.at("/log"), .list, words[.log]) : nil
    let others: HTML? = watches.others.map { _ in link("/booths", .grid, words[.otherBooths]) }
    return """
      <details class="page-menu" id="booth-menu" data-menu><summary class="icon-button" aria-label="\(words[.more])" title="\(words[.more])">\(shell.icon(.threeDotsVertical))</summary>
      <ul class="menu">
      \(sessions)\(link(context.at("/check"), .clipboardCheck, words[.check]))\(log)\(fleet)\(others)</ul></details>
      """
  }

  /// What its guests are invited by.
  private func invitation(_ event: String, _ report: BoothReport, _ context: StudioContext) -> HTML {
    let link = context.at("/booth/event-picture") + "?event=" + PercentEncoding.component(event)
    return """
      <li><img src="\(link)" width="480" height="270" loading="lazy" alt=""><bdi>\(report.title(of: event))</bdi></li>

      """
  }

  /// `GET /booth/event-picture?event=…`
  func eventPicture(_ context: StudioContext) async throws -> WebAnswer {
    _ = try principal(context, may: .operateBooth)
    let watch = try await watch(context)
    do throws(OperatedBoothError) {
      guard let event = context.call.query["event"], let png = try await watch.booth.invitation(toEvent: event) else {
        throw OperatedBoothError(.refused, "no such event")
      }
      // Drawn anew when it is looked at again: an event is edited beside the studio.
      return WebAnswer(.ok, [.contentType: "image/png", .cacheControl: "private, no-cache"], .bytes(png))
    } catch {
      if error.kind == .refused { throw StudioFault.notFound }
      // A booth that went away meanwhile; said elsewhere on the page.
      return WebAnswer(.noContent, [.cacheControl: "no-store", .retryAfter: "5"])
    }
  }

  /// `POST /booth/{order}`
  func boothOrder(_ context: StudioContext, _ name: String) async throws -> WebAnswer {
    guard context.person != nil else { throw StudioFault.signInNeeded }
    let form = try await form(context)
    let order = try Self.order(name, form)
    _ = try principal(context, may: order.action)
    let watch = try await watch(context)
    let words = BoothWords(context.language)
    let notice: StudioNotices.Notice
    var reason: OperatedBoothError.Reason?
    do throws(OperatedBoothError) {
      notice = .init(
        words: words.done(order, try await watch.perform(order, by: context.person?.id.text ?? "", at: context.now)),
        isGood: true)
      logger.notice("order", metadata: ["studio.order": "\(name)", "studio.done": "true"])
    } catch {
      notice = .init(words: words.refusal(error), isGood: false)
      reason = error.reason
      logger.notice(
        "order", metadata: ["studio.order": "\(name)", "studio.done": "false", "studio.error": "\(error.words)"])
    }
    if context.wantsPart {
      // Another studio asks so as well, and words the reason itself.
      return .json(
        .members([
          "ok": .bool(notice.isGood), "said": .string(notice.words), "reason": reason.map { .string($0.rawValue) },
        ]))
    }
    let back = form["back"].isEmpty ? context.at("/booth") : Self.ownPath(form["back"])
    if let place = context.place { notices.put(notice, for: place.id, on: back) }
    return Self.redirect(back)
  }

  private static func order(_ name: String, _ form: StudioForm) throws -> BoothOrder {
    switch name {
    case "press": .press(form["button"])
    case "guide": .turnGuide(form["turn"])
    case "pause": .pause
    case "resume": .resume
    case "shutdown": .shutDown
    case "event": .chooseEvent(form["event"])
    case "retry": .retry(form["job"].isEmpty ? nil : form["job"])
    case "cancel": .cancel(form["job"])
    case "erase": .erase(form["session"])
    case "prints-pause": .prints(.pause)
    case "prints-resume": .prints(.resume)
    // What is no number is refused by the booth, with what it expects.
    case "prints-refilled": .prints(.refilled(form["sheets"].isEmpty ? nil : Int(form["sheets"]) ?? 0))
    case "print-confirm": .prints(.confirm(form["print"]))
    case "print-again": .prints(.again(form["print"]))
    case "print-cancel": .prints(.giveUp(form["print"]))
    default: throw StudioFault.notFound
    }
  }
}
