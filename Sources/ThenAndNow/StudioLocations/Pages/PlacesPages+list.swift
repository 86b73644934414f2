import BoothCore
import Documents
import LocationLibrary
import Locations
import StudioModel
import StudioServer
import WebSupport

/// The list of locations.
extension PlacesPages {
  /// How many stand on a page.
  static let pageLength = 40

  func listPage(_ context: StudioContext) async throws -> WebAnswer { try await splitPage(context, view: .list) }

  /// What a phone shows of list and map; a desk shows both, the one beside the other.
  enum SplitView: String {
    case list, map
  }

  /// List and map, the one beside the other. Where the list is asked for, a script fetches the map if there is room for it.
  func splitPage(_ context: StudioContext, view: SplitView) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seeLocations)
    let words = PlacesWords(context.language)
    let query = PlacesQuery(context.call.query)
    let order = query.order
    let found = try await places.page(
      PlacesList(LocationSearch(query.words), status: query.status, order: order),
      after: query.after.flatMap(order.key), count: Self.pageLength)
    let page = found.page
    let isNothing = found.count == 0 && !query.isNarrowed && query.after == nil
    // The first location may also be added on the map.
    if isNothing, view == .list {
      return pages(
        context, title: words[.places],
        "<div class=\"head\"><h1>\(words[.places])</h1></div>\n\(empty(query, principal, words))")
    }
    let list: HTML =
      found.count == 0
      ? empty(query, principal, words)
      : """
      <ul class="places">
      \(page.locations.map { item($0, query, words) })</ul>
      \(further(page, query, words))
      """
    let pane: HTML = view == .map ? mapPane(context, principal, query, words) : .empty
    return pages(
      context, title: words[view == .map ? .map : .places], extras: mapExtras(context),
      """
      <div class="head"><h1>\(words[.places])</h1>
      \(views(view, query, words))\(isNothing ? .empty : orders(principal, words))</div>
      <div class="split" data-view="\(view.rawValue)"><div class="listed">
      \(filter(query, words))
      \(remark(query, found.count, words))
      \(list)</div>
      <div class="pane" data-pane="/places/map/pane\(query.narrowing)">\(pane)</div></div>
      """)
  }

  /// Which of the two a phone shows.
  private func views(_ view: SplitView, _ query: PlacesQuery, _ words: PlacesWords) -> HTML {
    let (onMap, onList): (HTML, HTML) =
      view == .map ? (" aria-current=\"page\"", "") : ("", " aria-current=\"page\"")
    return """
      <p class="segmented"><a href="/places/map\(query.narrowing)"\(onMap)>\(words[.map])</a><a href="/places\(query.narrowing)"\(onList)>\(words[.list])</a></p>

      """
  }

  /// What can be done here.
  private func orders(_ principal: Principal, _ words: PlacesWords) -> HTML {
    guard principal.may(.editLocations) else { return .empty }
    return """
      <a class="button" href="/places/new">\(words[.addPlace])</a>
      <details class="page-menu" data-menu><summary class="icon-button" aria-label="\(words[.moreActions])" title="\(words[.moreActions])">\(shell.icon(.threeDotsVertical))</summary>
      <div class="menu"><a class="menu-item" href="/places/transfer">\(shell.icon(.archive))\(words[.transfer])</a></div></details>
      """
  }

  private func filter(_ query: PlacesQuery, _ words: PlacesWords) -> HTML {
    func chip(_ status: LocationStatus?, _ text: PlacesText) -> HTML {
      var narrowed = query
      narrowed.status = status
      let current: HTML = status == query.status ? " aria-current=\"true\"" : ""
      return "<a class=\"chip\"\(current) href=\"\(narrowed.address(after: nil))\">\(words[text])</a>\n"
    }
    let sorts = [(PlacesQuery.Sort.distance, PlacesText.byDistance), (.status, .byStatus), (.date, .byDate)].map {
      sort, text -> HTML in
      let selected: HTML = sort == query.sort ? " selected" : ""
      return "<option value=\"\(sort.rawValue)\"\(selected)>\(words.filled(.sortBy, words[text]))</option>"
    }
    let status: HTML? = query.status.map { "<input type=\"hidden\" name=\"status\" value=\"\($0.rawValue)\">" }
    let isNear: HTML = query.near == nil ? "" : " aria-pressed=\"true\""
    return """
      <form class="filter" action="/places" role="search">\(status)
      <p class="search"><input id="search" name="search" type="search" maxlength="200" aria-label="\(words[.search])" placeholder="\(words[.search])" value="\(exact: query.words)">
      <button class="icon-button" aria-label="\(words[.search])">\(shell.icon(.search))</button></p>
      <p class="chips"><button type="button" class="chip" data-here="near"\(isNear) data-refused="\(words[.positionRefused])" hidden>\(words[.nearMe])</button>
      \(chip(nil, .everyStatus))\(chip(.notVisited, .notVisited))\(chip(.completed, .completed))\(chip(.inaccessible, .inaccessible))
      <select class="chip" name="sort" aria-label="\(words[.sortedBy])" data-submits>\(sorts)</select>
      <noscript><button class="secondary">\(words[.show])</button></noscript></p>
      <input type="hidden" id="near" name="near" value="\(exact: query.nearText)">
      </form>
      """
  }

  private func remark(_ query: PlacesQuery, _ count: Int, _ words: PlacesWords) -> HTML {
    if query.isNearWrong { return "<p class=\"notice bad\" role=\"alert\">\(words[.positionWrong])</p>\n" }
    return "<p class=\"quiet\" id=\"found\">\(words.filled(.found, count))</p>"
  }

  private func empty(_ query: PlacesQuery, _ principal: Principal, _ words: PlacesWords) -> HTML {
    guard !query.isNarrowed else {
      return """
        <div class="empty">\(shell.icon(.search))<h2>\(words[.nothingMatches])</h2>
        <p>\(words[.nothingMatchesHelp])</p>
        <a class="button secondary" href="/places">\(words[.showAll])</a></div>
        """
    }
    guard principal.may(.editLocations) else {
      return
        "<div class=\"empty\">\(shell.icon(.geoAlt))<h2>\(words[.noneYet])</h2>\n<p>\(words[.noneYetReader])</p></div>"
    }
    return """
      <div class="empty">\(shell.icon(.geoAlt))<h2>\(words[.noneYet])</h2>
      <p>\(words[.noneYetHelp])</p>
      <a class="button" href="/places/new">\(words[.addPlace])</a>
      <a class="button plain" href="/places/transfer">\(words[.transfer])</a></div>
      """
  }

  private func item(_ location: Location, _ query: PlacesQuery, _ words: PlacesWords) -> HTML {
    let metres = query.near.flatMap { near in location.coordinate.map { near.distance(to: $0) } }
    // Isolated by signs: a list has no more elements than it needs.
    let distance: HTML? = metres.map { "\u{2066}\(Coordinate.words(ofDistance: $0))\u{2069}" }
    // Of the old picture; when a location was added says nothing of it.
    let year: HTML? = location.provenance.date.map { "\(distance == nil ? "" : " · ")\($0)" }
    let picture = PictureLadder.image(
      location.old, of: location.id, upTo: 640, sizes: "(min-width: 40rem) 12rem, 7rem", text: "", isLazy: true)
    return """
      <li><a class="place" href="/places/at/\(location.id.text)">\(picture)
      <strong>\(location.title)</strong>
      <span class="is \(location.status.rawValue)">\(words[location.status.title])\u{2003}\(distance)\(year)</span></a></li>

      """
  }

  private func further(_ page: LocationPage, _ query: PlacesQuery, _ words: PlacesWords) -> HTML {
    let first: HTML? =
      query.after == nil
      ? nil : "<a class=\"button plain\" href=\"\(query.address(after: nil))\">\(words[.firstPage])</a>\n"
    let next: HTML? = page.next.map {
      "<a class=\"button secondary\" rel=\"next\" href=\"\(query.address(after: $0))\">\(words[.nextPage])</a>\n"
    }
    return first == nil && next == nil ? .empty : "<p class=\"row pages\">\(first)\(next)</p>"
  }
}
