import BoothCore
import Documents
import HTTPTypes
import Hummingbird
import StudioModel
import StudioServer
import WebSupport

/// What a photographer was sent.
extension TrainingPage {
  /// How many of the first page: what fills a screen, and what stands below it.
  static let pageSize = 24
  /// How many of what a script fetches while a person scrolls.
  static let partSize = 60
  /// How many documents are looked at for one page, where most are filtered out.
  private static let mostRead = 3000
  private static let cookie = "booth_training"

  /// `GET /training`: the page; a part of it for a script.
  func list() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seeCritiques)
    let view = view()
    let after = context.call.query["after"].flatMap { CritiqueCursor.read($0) }
    if !principal.standing.isPhotographer, principal.may(.overseeCritiques), context.call.search.isEmpty {
      return StudioShell.redirect("/training/team")
    }
    let size = after == nil ? Self.pageSize : Self.partSize
    let page = try await page(of: principal.user, in: principal.organisation, view, after: after, upTo: size)
    let new = try await unseen(page.critiques, by: principal.user)
    let unread = try await unreadAnswers(by: principal)
    let cards = page.critiques.map { critique in
      card(critique, isNew: new.contains(critique.id), answers: unread.count(where: { $0.critique == critique.id }))
    }
    let counts = try await feature.counts.counts(of: principal.user, in: principal.organisation, from: documents)
    if context.wantsPart {
      let numbers: HTML = after == nil && counts.total > 0 ? self.counts(counts) : .empty
      return shell.html(context, .ok, "\(numbers)<ol\(next(page))>\(cards)</ol>")
    }
    let empty: HTML =
      !page.critiques.isEmpty || page.next != nil ? .empty : counts.total == 0 ? emptyState() : noResults(view)
    let more: HTML? = page.next.map {
      "<p class=\"more\"><a class=\"button plain\" href=\"/training?after=\(CritiqueCursor.text($0))\">\(words[.more])</a></p>"
    }
    // Numbers and filters of nothing are no help.
    let hasAny = counts.total > 0
    let whole = self.page(
      title: words[.trainingPhotos], scripts: ["training/list.js"],
      """
      <div class="head"><h1>\(words[.trainingPhotos])</h1>\(try await ways(principal))<a class="button plain refresh" id="refresh" href="/training">\(words[.refresh])</a></div>
      \(try await alone(principal))\(answersNotice(unread, except: Set(page.critiques.map(\.id))))<div id="counts">\(hasAny ? self.counts(counts) : .empty)</div>
      <div id="choosers"\(hasAny ? .empty : " hidden" as HTML)>\(chooser(view))</div>
      <p id="news" hidden><button type="button" id="show-news" data-one="\(words[.oneNew])" data-many="\(words[.manyNew])"></button></p>
      <div id="feed" data-order="\(view.order.rawValue)" data-show="\(view.filter.rawValue)" data-list="/training" data-events="/training/events" data-newest="/training/newest" data-unavailable="\(words[.unavailable])" data-gone="\(words[.noLonger])" data-none="\(words[.noResults])">
      \(empty)<ol class="cards \(view.layout.rawValue)" aria-label="\(words[.trainingPhotos])"\(next(page))>
      \(cards)</ol>
      </div>
      \(more)\(unreadable(counts))
      """
    ).with([
      .setCookie: "\(Self.cookie)=\(view.text); Path=/training; HttpOnly; SameSite=Strict; Max-Age=31536000"
        + (context.call.base.hasPrefix("https://") ? "; Secure" : "")
    ])
    return after == nil ? StudioShell.kept(whole, title: words[.trainingPhotos], filters: true) : whole
  }

  /// As the address says, else as it was looked at last.
  private func view() -> CritiqueView {
    let remembered = context.call.request.headers[values: .cookie].joined(separator: ";").split(separator: ";")
      .compactMap { pair -> String? in
        let halves = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
        return halves.count == 2 && halves[0] == Self.cookie ? String(halves[1]) : nil
      }.first
    var view = CritiqueView(text: remembered ?? "")
    if let filter = context.call.query["show"].flatMap(CritiqueView.Filter.init(rawValue:)) { view.filter = filter }
    if let order = context.call.query["sort"].flatMap(CritiqueView.Order.init(rawValue:)) { view.order = order }
    if let layout = context.call.query["view"].flatMap(CritiqueView.Layout.init(rawValue:)) { view.layout = layout }
    return view
  }

  func page(
    of photographer: UserID, in organisation: OrganisationID, _ view: CritiqueView, after: DocumentQuery.Cursor?,
    upTo limit: Int = pageSize
  ) async throws(DocumentStoreError) -> CritiquePage {
    var page = CritiquePage(view, limit: limit)
    // One more, so that a full page knows whether it is the last.
    var query = try view.query(of: photographer, in: organisation, limit: limit + 1, after: after)
    var read = 0
    while true {
      let found = try await documents.page(query)
      read += found.documents.count
      guard let more = page.take(found, of: query), read < Self.mostRead else { return page }
      query.after = more
      query.limit = min(DocumentLimits.page, query.limit * 4)
    }
  }

  func next(_ page: CritiquePage) -> HTML? {
    page.next.map { " data-next=\"\(CritiqueCursor.text($0))\"" }
  }

  /// Who may do more than read finds the way there.
  func ways(_ principal: Principal) async throws -> HTML {
    let team: HTML? =
      principal.may(.overseeCritiques)
      ? "<a class=\"button plain\" href=\"/training/team\">\(words[.byPhotographer])</a>" : nil
    guard principal.may(.publishCritique), try await hasOthers(principal) else { return "\(team)" }
    return "\(team)<a class=\"button secondary\" href=\"/training/new\">\(words[.publish])</a>"
  }

  /// Why the only photographer finds no way to share: there is no person to share with.
  private func alone(_ principal: Principal) async throws -> HTML? {
    guard principal.may(.publishCritique), try await !hasOthers(principal) else { return nil }
    return "<p class=\"quiet\">\(words[.alone])</p>\n"
  }

  /// Whether there is a photographer to share with.
  private func hasOthers(_ principal: Principal) async throws -> Bool {
    let people = try await feature.accounts.people(of: principal.organisation, for: context.requester)
    return CritiqueDraft.photographers(of: people).contains { $0.id != principal.user }
  }

  func counts(_ counts: CritiqueCounts) -> HTML {
    func one(_ name: HTML, _ number: Int, _ title: TrainingText) -> HTML {
      "<li class=\"count \(name)\"><strong>\(number)</strong> <span>\(words[title])</span></li>"
    }
    return
      "<ul class=\"counts\">\(one("total", counts.total, .totalSubmissions))\(one("good", counts.good, .goodExamples))\(one("improvement", counts.improvement, .needsImprovement))</ul>\n"
  }

  private func chooser(_ view: CritiqueView) -> HTML {
    func link(_ name: HTML, _ value: String, _ title: TrainingText, _ isOn: Bool, _ icon: Icon? = nil) -> HTML {
      let here: HTML = isOn ? " aria-current=\"true\"" : .empty
      let sign: HTML? = icon.map { shell.icon($0) }
      return "<li><a href=\"/training?\(name)=\(value)\"\(here)>\(sign)\(words[title])</a></li>"
    }
    let filters: [HTML] = [
      link("show", "all", .allExamples, view.filter == .all),
      link("show", "good", .goodExamples, view.filter == .good),
      link("show", "improvement", .needsImprovement, view.filter == .improvement),
    ]
    let orders: [HTML] = [
      link("sort", "newest", .newestFirst, view.order == .newest),
      link("sort", "oldest", .oldestFirst, view.order == .oldest),
    ]
    let layouts: [HTML] = [
      link("view", "grid", .grid, view.layout == .grid, .grid),
      link("view", "list", .list, view.layout == .list, .list),
    ]
    return """
      <nav class="choose" aria-label="\(words[.show])"><ul class="segments wide">\(filters)</ul></nav>
      <div class="choose two"><nav aria-label="\(words[.sort])"><ul class="segments">\(orders)</ul></nav>
      <nav aria-label="\(words[.view])"><ul class="segments">\(layouts)</ul></nav></div>

      """
  }

  func emptyState() -> HTML {
    """
    <div class="empty nothing">\(shell.icon(.images))<h2>\(words[.nothingYet])</h2>
    <p>\(words[.nothingYetText])</p></div>

    """
  }

  private func noResults(_ view: CritiqueView) -> HTML {
    """
    <div class="empty nothing">\(shell.icon(.images))<h2>\(words[.noResults])</h2>
    <p>\(words[view.filter == .good ? .noGood : .noImprovement])</p>
    <p><a class="button" href="/training?show=all">\(words[.allExamples])</a></p></div>

    """
  }

  func unreadable(_ counts: CritiqueCounts) -> HTML? {
    guard counts.unreadable > 0 else { return nil }
    return
      "<p class=\"quiet unreadable\">\(counts.unreadable == 1 ? words[.oneUnreadable] : words.filled(.unreadable, counts.unreadable))</p>\n"
  }

  // MARK: News

  func events() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seeCritiques)
    let query = try CritiqueView().query(of: principal.user, in: principal.organisation, limit: 100)
    let stream = await feature.news.stream(of: query, in: documents) { change in
      for document in change.changed { await feature.counts.hear(document, in: principal.organisation) }
    } while: {
      await isStillIn(principal)
    }
    return WebAnswer(
      .ok, [.contentType: "text/event-stream", .cacheControl: "no-store"],
      .unmeasured(stream))
  }

  /// Whether who reads news is still signed in there.
  private func isStillIn(_ principal: Principal) async -> Bool {
    guard let place = context.place else { return false }
    do throws(AccountError) {
      return try await feature.accounts.places(of: principal.user, at: context.now).contains { $0.id == place.id }
    } catch { return true }
  }
}
