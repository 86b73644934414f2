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
      let numbers: HTML = after == nil && counts.total > 0 ? self.counts(counts, view) : .empty
      return shell.html(context, .ok, "\(numbers)<ol\(next(page))>\(cards)</ol>")
    }
    let empty: HTML =
      !page.critiques.isEmpty || page.next != nil ? .empty : counts.total == 0 ? emptyState() : noResults(view)
    let more: HTML? = page.next.map {
      "<p class=\"more\"><a class=\"button plain\" href=\"/training?after=\(CritiqueCursor.text($0))\">\(words[.more])</a></p>"
    }
    // Numbers and filters of nothing are no help.
    let hasAny = counts.total > 0
    let hidden: HTML = hasAny ? .empty : " hidden"
    // Behind the photos: who reads them has them at once. Its way is in the menu.
    let why = try await whyNot(principal)
    let whole = self.page(
      title: words[.trainingPhotos], scripts: ["training/list.js"],
      """
      <div class="head"><h1>\(words[.trainingPhotos])</h1>\(try await shareLink(principal))\(menu(view, principal, hidden, canShare: why == nil))</div>
      \(hasAny ? nil : why)\(answersNotice(unread, except: Set(page.critiques.map(\.id))))<nav class="choose" id="counts" aria-label="\(words[.show])"\(hidden)>\(self.counts(counts, view))</nav>
      <p id="news" hidden><button type="button" id="show-news" data-one="\(words[.oneNew])" data-many="\(words[.manyNew])"></button></p>
      <div id="feed" data-order="\(view.order.rawValue)" data-show="\(view.filter.rawValue)" data-list="/training" data-events="/training/events" data-newest="/training/newest" data-unavailable="\(words[.unavailable])" data-gone="\(words[.noLonger])" data-none="\(words[.noResults])">
      \(empty)<ol class="cards \(view.layout.rawValue)" aria-label="\(words[.trainingPhotos])"\(next(page))>
      \(cards)</ol>
      </div>
      \(more)\(unreadable(counts))\(hasAny ? why : nil)
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

  /// The way to share, for people who may and have a photographer to share with.
  /// - Parameters:
  ///   - look: `button`, where sharing is the page's first action.
  ///   - query: of the form's address, such as `?photographer=ID`.
  func shareLink(_ principal: Principal, _ look: HTML = "button secondary", query: HTML = .empty) async throws -> HTML?
  {
    guard principal.may(.publishCritique), try await hasOthers(principal) else { return nil }
    return
      "<a class=\"\(look) share-link\" href=\"/training/new\(query)\" aria-label=\"\(words[.publish])\">\(shell.icon(.plusLg))<span class=\"long\">\(words[.publish])</span><span class=\"short\">\(words[.publishNow])</span></a>"
  }

  /// Why a person who would share finds no way to: their role does not, or there is no photographer to share with.
  func whyNot(_ principal: Principal) async throws -> HTML? {
    let why: TrainingText
    if principal.may(.publishCritique) {
      guard try await !hasOthers(principal) else { return nil }
      why = .alone
    } else {
      guard principal.may(.overseeCritiques) else { return nil }
      why = .administratorShares
    }
    let way: HTML? =
      principal.may(.managePeople)
      ? "<a class=\"button plain\" href=\"/people\">\(shell.icon(.personPlus))\(StudioSection.people.title(context.language))</a>"
      : nil
    return "<div class=\"notice why-not\"><p>\(words[why])</p>\(way)</div>\n"
  }

  /// Whether there is a photographer to share with.
  private func hasOthers(_ principal: Principal) async throws -> Bool {
    let people = try await feature.accounts.people(of: principal.organisation, for: context.requester)
    return CritiqueDraft.photographers(of: people).contains { $0.id != principal.user }
  }

  /// How many there are of each kind.
  /// - Parameter view: of a person's own list, where each number is a link to its kind; nil for numbers alone.
  func counts(_ counts: CritiqueCounts, _ view: CritiqueView? = nil) -> HTML {
    func one(_ filter: CritiqueView.Filter, _ name: HTML, _ title: TrainingText, _ number: Int) -> HTML {
      let text: HTML = "\(words[title]) <strong>\(number)</strong>"
      guard let view else { return "<li><span class=\"badge count \(name)\">\(text)</span></li>" }
      let here: HTML = view.filter == filter ? " aria-current=\"true\"" : .empty
      return
        "<li><a class=\"chip count \(name)\" href=\"/training?show=\(filter.rawValue)\"\(here)>\(text)</a></li>"
    }
    return
      "<ul class=\"chips counts\">\(one(.all, "total", .allExamples, counts.total))\(one(.good, "good", .good, counts.good))\(one(.improvement, "improvement", .toImprove, counts.improvement))</ul>\n"
  }

  /// The order, the view, and for people who oversee the training the way to the team.
  /// - Parameter canShare: whether the page has a button for it; otherwise an entry leads to the page that says why not.
  private func menu(_ view: CritiqueView, _ principal: Principal, _ hidden: HTML, canShare: Bool) -> HTML {
    func link(_ name: HTML, _ value: String, _ title: TrainingText, _ isOn: Bool) -> HTML {
      let here: HTML = isOn ? " aria-current=\"true\"" : .empty
      return
        "<li><a class=\"menu-item\" href=\"/training?\(name)=\(value)\"\(here)>\(shell.icon(.checkLg))\(words[title])</a></li>"
    }
    let orders: [HTML] = [
      link("sort", "newest", .newestFirst, view.order == .newest),
      link("sort", "oldest", .oldestFirst, view.order == .oldest),
    ]
    let layouts: [HTML] = [
      link("view", "grid", .grid, view.layout == .grid), link("view", "list", .list, view.layout == .list),
    ]
    let team: HTML? =
      principal.may(.overseeCritiques)
      ? "<a class=\"menu-item\" href=\"/training/team\">\(shell.icon(.people))\(words[.byPhotographer])</a>\n" : nil
    let share: HTML? =
      canShare
      ? nil : "<a class=\"menu-item\" href=\"/training/new\">\(shell.icon(.plusLg))\(words[.publish])</a>\n"
    return """
      <details class="page-menu" id="choosers" data-menu\(team == nil ? hidden : .empty)><summary class="icon-button" aria-label="\(words[.options])" title="\(words[.options])">\(shell.icon(.threeDotsVertical))</summary>
      <div class="menu choose">\(share)\(team)<ul aria-label="\(words[.sort])">\(orders)</ul><ul aria-label="\(words[.view])">\(layouts)</ul></div></details>
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

  /// `GET /training/events`: that the person's list has changed; with `?critique=ID` that one training photo has a new
  /// answer, or was seen.
  func events() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seeCritiques)
    let queries: [DocumentQuery]
    if let id = context.call.query["critique"] {
      _ = try await found(id)
      queries = [try CritiqueAnswer.query(of: id), try CritiqueSeen.query(of: id)]
    } else {
      queries = [try CritiqueView().query(of: principal.user, in: principal.organisation, limit: 100)]
    }
    let isList = context.call.query["critique"] == nil
    let stream = await feature.news.stream(of: queries, in: documents) { change in
      guard isList else { return }
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
