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

  func listPage(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seeLocations)
    let words = PlacesWords(context.language)
    let query = PlacesQuery(context.call.query)
    let order = query.order
    let found = try await places.page(
      PlacesList(LocationSearch(query.words), status: query.status, order: order),
      after: query.after.flatMap(order.key), count: Self.pageLength)
    let page = found.page
    let list: HTML =
      found.count == 0
      ? empty(query, principal, words)
      : """
      <ul class="places">
      \(page.locations.map { item($0, query, words) })</ul>
      \(further(page, query, words))
      """
    return pages(
      context, title: words[.places],
      """
      <div class="head"><h1>\(words[.places])</h1>
      \(ways(principal, words, isMap: false))</div>
      \(filter(query, words))
      \(remark(query, words))<p class="quiet" id="found">\(words.filled(.found, found.count))</p>
      \(list)
      """)
  }

  /// Where else one can go from here.
  func ways(_ principal: Principal, _ words: PlacesWords, isMap: Bool) -> HTML {
    let other: HTML =
      isMap
      ? "<a class=\"button plain\" href=\"/places\">\(words[.list])</a>"
      : "<a class=\"button plain\" href=\"/places/map\">\(words[.map])</a>"
    guard principal.may(.editLocations) else { return "<p class=\"row\">\(other)</p>" }
    return """
      <p class="row">\(other)
      <a class="button plain" href="/places/transfer">\(words[.transfer])</a>
      <a class="button" href="/places/new">\(words[.addPlace])</a></p>
      """
  }

  private func filter(_ query: PlacesQuery, _ words: PlacesWords) -> HTML {
    func option(_ value: String, _ text: PlacesText, _ isChosen: Bool) -> HTML {
      let selected: HTML = isChosen ? " selected" : ""
      return "<option value=\"\(value)\"\(selected)>\(words[text])</option>"
    }
    let statuses = LocationStatus.allCases.map { option($0.rawValue, $0.title, $0 == query.status) }
    let sorts = [(PlacesQuery.Sort.distance, PlacesText.byDistance), (.status, .byStatus), (.date, .byDate)].map {
      option($0.rawValue, $1, $0 == query.sort)
    }
    return """
      <form class="card row filter" action="/places" role="search">
      <p class="field"><label for="search">\(words[.search])</label>
      <input id="search" name="search" type="search" maxlength="200" value="\(exact: query.words)"></p>
      <p class="field"><label for="status">\(words[.byStatus])</label>
      <select id="status" name="status">\(option("", .everyStatus, query.status == nil))\(statuses)</select></p>
      <p class="field"><label for="sort">\(words[.sortedBy])</label>
      <select id="sort" name="sort">\(sorts)</select></p>
      <p class="field"><label for="near">\(words[.near])</label>
      <input id="near" name="near" inputmode="text" autocomplete="off" dir="ltr" maxlength="100" value="\(exact: query.nearText)" aria-describedby="near-help"></p>
      <button type="button" class="plain" data-here="near" data-refused="\(words[.positionRefused])" hidden>\(words[.useMyPosition])</button>
      <button>\(words[.show])</button>
      <p class="quiet help" id="near-help">\(words[.nearHelp])</p>
      </form>
      """
  }

  private func remark(_ query: PlacesQuery, _ words: PlacesWords) -> HTML {
    if query.isNearWrong { return "<p class=\"notice bad\" role=\"alert\">\(words[.positionWrong])</p>\n" }
    guard query.sort == .distance, query.near == nil else { return .empty }
    return "<p class=\"quiet\">\(words[.positionUnknown])</p>\n"
  }

  private func empty(_ query: PlacesQuery, _ principal: Principal, _ words: PlacesWords) -> HTML {
    guard !query.isNarrowed else {
      return """
        <div class="card nothing"><h2>\(words[.nothingMatches])</h2>
        <p>\(words[.nothingMatchesHelp])</p>
        <p><a class="button plain" href="/places">\(words[.showAll])</a></p></div>
        """
    }
    guard principal.may(.editLocations) else {
      return "<div class=\"card nothing\"><h2>\(words[.noneYet])</h2>\n<p>\(words[.noneYetReader])</p></div>"
    }
    return """
      <div class="card nothing"><h2>\(words[.noneYet])</h2>
      <p>\(words[.noneYetHelp])</p>
      <p><a class="button" href="/places/new">\(words[.addPlace])</a>
      <a class="button plain" href="/places/transfer">\(words[.transfer])</a></p></div>
      """
  }

  private func item(_ location: Location, _ query: PlacesQuery, _ words: PlacesWords) -> HTML {
    let metres = query.near.flatMap { near in location.coordinate.map { near.distance(to: $0) } }
    // Isolated by signs: a list has no more elements than it needs.
    let distance: HTML? = metres.map { "\u{2066}\(Coordinate.words(ofDistance: $0))\u{2069} · " }
    let day = LongDate.day(location.createdAt.day, in: words.language)
    let picture = PictureLadder.image(
      location.chosenVersion?.picture ?? location.old, of: location.id, upTo: 640,
      sizes: "(min-width: 40rem) 18rem, 7rem", text: "", isLazy: true)
    return """
      <li><a class="place" href="/places/at/\(location.id.text)">\(picture)
      <strong>\(location.title)</strong>
      <span class="is \(location.status.rawValue)">\(words[location.status.title])\u{2003}\(distance)\(day)</span></a></li>

      """
  }

  private func further(_ page: LocationPage, _ query: PlacesQuery, _ words: PlacesWords) -> HTML {
    let first: HTML? =
      query.after == nil
      ? nil : "<a class=\"button plain\" href=\"\(query.address(after: nil))\">\(words[.firstPage])</a>\n"
    let next: HTML? = page.next.map {
      "<a class=\"button\" rel=\"next\" href=\"\(query.address(after: $0))\">\(words[.nextPage])</a>\n"
    }
    return first == nil && next == nil ? .empty : "<p class=\"row pages\">\(first)\(next)</p>"
  }
}
