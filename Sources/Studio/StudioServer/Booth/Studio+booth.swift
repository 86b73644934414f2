import BoothCore
import Documents
import HTTPTypes
import Logging
import StudioModel
import WebSupport

/// The operator's page.
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
        <figure class="screen"><img id="screen" src="\(screen)" width="768" height="432" alt="\(words[.guestsScreen])" data-screen="\(screen)">
        <figcaption>\(words[.guestsScreen])</figcaption></figure>

        """
      } else { .empty }
    return page(
      context, title: name ?? words[.booth], section: .booth,
      """
      <h1><bdi>\(name ?? words[.booth])</bdi></h1>
      <div class="booth">
      \(figure)<div id="state" data-live="\(context.at("/booth/state"))" data-events="\(context.at("/booth/events"))">
      \(state(outcome, context, principal, words))\(await remarks(context, principal, words))</div>
      </div>
      \(orders(outcome, context, principal, words))
      """)
  }

  /// The part of the page that changes by itself.
  func boothState(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .seeBooth)
    let words = StudioWords(context.language)
    let watch = try await watch(context)
    let now = state(await watch.report(), context, principal, words)
    return html(context, .ok, "\(now)\(await remarks(context, principal, words))").with([.cacheControl: "no-cache"])
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
  private func isStillIn(_ context: StudioContext) async -> Bool {
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

  private func state(
    _ outcome: BoothWatch.Outcome, _ context: StudioContext, _ principal: Principal, _ words: StudioWords
  ) -> HTML {
    switch outcome {
    case .failure(let error):
      let heading = error.kind == .notRunning ? words[.notRunning] : words[.boothTrouble]
      return """
        <p class="state bad" id="now"><strong>\(heading)</strong></p>
        \(error.kind == .notRunning ? "<p>\(words[.notRunningHelp])</p>\n" as HTML : .empty)        <p lang="en" dir="ltr" class="quiet">\(error.words)</p>

        """
    case .success(let report):
      let place = StudioText.state(report.state).map { words[$0] } ?? report.state
      let event: HTML? = report.event.map {
        "<p class=\"quiet\">\(words[.event]): <bdi>\(report.title(of: $0))</bdi></p>\n"
      }
      let why: HTML? = report.words.map { "<p lang=\"en\" dir=\"ltr\">\($0)</p>\n" }
      let pending: HTML? = report.pending.map {
        "<p>\(words[.afterSession]): <span lang=\"en\" dir=\"ltr\">\($0)</span></p>\n"
      }
      let mood: HTML = report.state == "outOfOrder" ? "bad" : report.state == "paused" ? "warning" : "good"
      return """
        <p class="state \(mood)" id="now" data-running><strong>\(place)</strong></p>
        \(why)\(event)\(pending)\(quickOrders(report, context, principal, words))<h2>\(words[.health])</h2>
        \(parts(report.parts, words))\(queue(report, context, principal, words))
        """
    }
  }

  func parts(_ parts: [BoothReport.Part], _ words: StudioWords) -> HTML {
    let rows = parts.map { part -> HTML in
      let sign: HTML = part.health == .good ? "✓" : part.health == .warning ? "!" : "✕"
      let told = words[part.health == .good ? .good : part.health == .warning ? .warning : .bad]
      return """
        <li class="part \(part.health.rawValue)"><span class="sign" aria-hidden="true">\(sign)</span>
        <span><span class="unseen">\(told): </span><span class="told" lang="en" dir="ltr"><strong>\(part.topic)</strong> \(part.words)</span></span></li>

        """
    }
    return "<ul class=\"parts\">\n\(rows)</ul>\n"
  }

  private func queue(
    _ report: BoothReport, _ context: StudioContext, _ principal: Principal, _ words: StudioWords
  ) -> HTML {
    guard !report.queue.isEmpty else {
      return "<h2>\(words[.queue])</h2>\n<p class=\"quiet\">\(words[.queueEmpty])</p>\n"
    }
    let shown = report.queue.prefix(20).map { job -> HTML in
      let failure: HTML? = job.failure.map { "<p lang=\"en\" dir=\"ltr\" class=\"quiet\">\($0)</p>\n" }
      let waits: HTML = job.needsOperator ? " <span class=\"badge bad\">\(words[.needsYou])</span>" : ""
      let again: HTML =
        principal.may(.operateBooth)
        ? button("retry", context, words[.tryAgain], ["job": job.id], id: "retry-\(job.id)") : .empty
      let giveUp: HTML =
        principal.may(.cancelJob) && job.needsOperator
        ? button("cancel", context, words[.giveUp], ["job": job.id], id: "cancel-\(job.id)", isDanger: true) : .empty
      return """
        <li class="card"><p><strong lang="en" dir="ltr">\(job.kind)</strong> <span class="quiet" dir="ltr">\(job.subject.prefix(8))…</span>\(waits)</p>
        \(failure)<div class="row">\(again)\(giveUp)</div></li>

        """
    }
    let more: HTML =
      report.queue.count > 20 ? "<p class=\"quiet\">\(words.filled(.andMore, report.queue.count - 20))</p>\n" : ""
    let all: HTML =
      principal.may(.operateBooth) ? button("retry", context, words[.tryAllAgain], [:], id: "retry-all") : .empty
    return
      "<h2>\(words[.queue]) <span class=\"badge\">\(report.queue.count)</span></h2>\n\(all)<ul class=\"rows\">\n\(shown)</ul>\n\(more)"
  }

  // MARK: What it can be told

  private func button(
    _ order: String, _ context: StudioContext, _ title: String, _ fields: [String: String], id: String,
    isDanger: Bool = false
  ) -> HTML {
    let hidden = fields.sorted { $0.key < $1.key }.map { field -> HTML in
      "<input type=\"hidden\" name=\"\(field.key)\" value=\"\(field.value)\">"
    }
    let danger: HTML = isDanger ? " class=\"danger\"" : ""
    return """
      <form method="post" action="\(context.at("/booth/" + order))" data-order>\(token(context))\(hidden)<button id="\(id)"\(danger)>\(title)</button></form>

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
        + button("pause", context, words[.pause], [:], id: "pause", isDanger: true) + "</details>"
      : rests
        ? button("resume", context, words[.resume], [:], id: "resume")
        : button("pause", context, words[.pause], [:], id: "pause")
    let presses = [("start", StudioText.pressStart), ("retake", .pressRetake), ("cancel", .pressCancel)].map {
      name, title in
      button("press", context, words[title], ["button": name], id: "press-\(name)")
    }
    return """
      <div class="row orders">\(first)</div>
      <details id="buttons"><summary>\(words[.buttons])</summary><div class="row">\(presses)</div></details>

      """
  }

  /// Outside of what changes by itself, so that no choice is taken from under a finger.
  private func orders(
    _ outcome: BoothWatch.Outcome, _ context: StudioContext, _ principal: Principal, _ words: StudioWords
  ) -> HTML {
    guard principal.may(.operateBooth) else { return .empty }
    guard case .success(let report) = outcome else { return furtherPages(context, principal, words) }
    var events: HTML = .empty
    if report.events.count > 1 {
      let options = report.events.map { event -> HTML in
        let selected: HTML = event == report.event ? " selected" : ""
        return "<option value=\"\(exact: event)\"\(selected)>\(report.title(of: event))</option>"
      }
      events = """
        <form class="card row" method="post" action="\(context.at("/booth/event"))" data-order>\(token(context))
        <p class="field"><label for="event">\(words[.chooseEvent])</label>
        <select id="event" name="event">\(options)</select></p>
        <button>\(words[.useEvent])</button>
        <p class="quiet">\(words[.useEventHelp])</p></form>
        <ul class="events" aria-label="\(words[.invitations])">
        \(report.events.prefix(24).map { invitation($0, report, context) })</ul>

        """
    }
    let end: HTML =
      principal.may(.shutDownBooth)
      ? """
      <details class="card"><summary>\(words[.shutDown])</summary>
      <p>\(words[.shutDownHelp])</p>
      \(button("shutdown", context, words[.shutDownNow], [:], id: "shutdown", isDanger: true))</details>

      """ : .empty
    return events + furtherPages(context, principal, words) + end
  }

  private func furtherPages(_ context: StudioContext, _ principal: Principal, _ words: StudioWords) -> HTML {
    // This machine's sessions stand in the navigation.
    let sessions: HTML? = context.otherBooth.map { _ in
      "<a class=\"button plain\" href=\"\(context.at("/sessions"))\">\(words[.sessions])</a> "
    }
    let log: HTML? =
      principal.may(.seeLog) ? " <a class=\"button plain\" href=\"\(context.at("/log"))\">\(words[.log])</a>" : nil
    let others: HTML? = watches.others.map { _ in
      " <a class=\"button plain\" href=\"/booths\">\(words[.otherBooths])</a>"
    }
    return """
      <p class="row">\(sessions)<a class="button plain" href="\(context.at("/check"))">\(words[.check])</a>\(log)\(others)</p>

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
    let notice: StudioNotices.Notice
    do throws(OperatedBoothError) {
      let said = try await watch.perform(order)
      notice = .init(words: said, isGood: true, isBooths: true)
    } catch {
      notice = .init(words: error.words, isGood: false, isBooths: true)
    }
    logger.notice("order", metadata: ["studio.order": "\(name)", "studio.done": "\(notice.isGood)"])
    if context.wantsPart {
      return .json(.members(["ok": .bool(notice.isGood), "said": .string(notice.words)]))
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
    default: throw StudioFault.notFound
    }
  }
}
