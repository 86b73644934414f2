import BoothArchives
import Crypto
import Documents
import HTTPTypes
import HummingbirdCore
import LocationLibrary
import Locations
import StudioModel
import StudioServer
import WebSupport

/// The map, of Leaflet as Debian packs it; without it the list.
extension PlacesPages {
  func mapPage(_ context: StudioContext) async throws -> WebAnswer { try await splitPage(context, view: .map) }

  /// The map's part alone, for a script that has room for it beside the list.
  func mapPane(_ context: StudioContext) throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seeLocations)
    let pane = mapPane(context, principal, PlacesQuery(context.call.query), PlacesWords(context.language))
    return shell.html(context, .ok, pane).with([.cacheControl: "no-cache"])
  }

  /// Where tiles come from, as it was set at the start, else as an administrator has chosen it; nil: from nowhere.
  private func tiles(_ context: StudioContext) -> (address: String, origin: String)? {
    (map.tiles ?? context.preferences[.tiles]).flatMap { address in
      WebOrigin(of: address).map { (address, $0.text) }
    }
  }

  /// What a page needs that has a map, or may get one.
  func mapExtras(_ context: StudioContext) -> StudioShell.Extras {
    StudioShell.Extras(
      modules: ["locations/split.js"], pictureOrigins: tiles(context).map { [$0.origin] } ?? [])
  }

  func mapPane(_ context: StudioContext, _ principal: Principal, _ query: PlacesQuery, _ words: PlacesWords) -> HTML {
    let needed = MapSources.styles + MapSources.scripts
    guard needed.allSatisfy({ map.file($0) != nil }) else {
      return "<p class=\"notice bad\">\(words[.mapMissing])</p>"
    }
    func addresses(_ names: [String]) -> String { names.map { "/places/leaflet/" + $0 }.joined(separator: " ") }
    let made = map.attribution.isEmpty ? context.preferences[.tilesAttribution] ?? "" : map.attribution
    let mayAdd = principal.may(.editLocations)
    let server = tiles(context)
    let tiles: HTML? = server.map { " data-tiles=\"\($0.address)\"" }
    let titles = LocationStatus.allCases.map { status -> HTML in
      "<template data-mark=\"\(status.rawValue)\" data-title=\"\(words[status.title])\">\(status.mark)</template>\n"
    }
    return """
      <noscript><p class="notice bad">\(words[.mapScript])</p></noscript>
      <p class="notice bad" role="alert" id="map-failed" hidden>\(words[.mapFailed])</p>
      \(titles)<div id="map" dir="ltr" role="region" tabindex="0" aria-label="\(words[.map])" aria-describedby="map-keys" data-map="/places/map.json\(query.narrowing)" data-styles="\(addresses(MapSources.styles))" data-scripts="\(addresses(MapSources.scripts))" data-attribution="\(made)" data-open="\(words[.openPlace])" data-cluster="\(words[.cluster])" data-larger="\(words[.zoomIn])" data-smaller="\(words[.zoomOut])" data-close="\(words[.close])"\(tiles)></div>
      \(server == nil ? withoutTiles(principal, words) : .empty)<p class="unseen" id="map-keys">\(words[.mapKeys])</p>
      \(mayAdd ? adding(context, words) : .empty)
      """
  }

  /// Says that map tiles can be set, and links to the setting for those who may change it.
  private func withoutTiles(_ principal: Principal, _ words: PlacesWords) -> HTML {
    guard map.tiles == nil, principal.may(.managePeople) else {
      return "<p class=\"quiet\">\(words[.noTilesReader])</p>\n"
    }
    return "<p class=\"quiet\">\(words[.noTiles]) <a href=\"/settings#tiles\">\(words[.setTiles])</a></p>\n"
  }

  private func adding(_ context: StudioContext, _ words: PlacesWords) -> HTML {
    """
    <p class="quiet">\(words[.mapHelp])</p>
    <p class="row" data-scripted hidden><button type="button" class="secondary" id="add-middle">\(words[.addAtMiddle])</button></p>
    <dialog id="adding" aria-labelledby="adding-title"><h2 id="adding-title">\(words[.addHere])</h2>
    \(addForm(context, words, NewPlaceFields(), hasMap: true))
    <form method="dialog"><button class="plain">\(words[.cancel])</button></form></dialog>
    """
  }

  /// All places of a query in short, for the map's script: `[id, title, latitude, longitude, status]`, and what it shows at first.
  func mapData(_ context: StudioContext) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seeLocations)
    let query = PlacesQuery(context.call.query)
    let all = try await places.locations(matching: LocationSearch(query.words)).filter {
      query.status == nil || $0.status == query.status
    }
    let region = MapRegion(all.compactMap(\.coordinate))
    let rows = all.sorted { $0.id < $1.id }.map { location -> JSONDocument in
      .array([
        .string(location.id.text), .string(location.title), .number("\(location.latitude)"),
        .number("\(location.longitude)"), .string(location.status.rawValue),
      ])
    }
    return .json(
      .members([
        "region": .array([region.south, region.west, region.north, region.east].map { .number("\($0)") }),
        "places": .array(rows),
      ]))
  }

  /// What Debian's packages have, by the names that a page asks for; no other file.
  func mapFile(_ context: StudioContext, _ name: String) throws -> WebAnswer {
    _ = try shell.principal(context, may: .seeLocations)
    guard (MapSources.styles + MapSources.scripts).contains(name), let bytes = map.file(name) else {
      throw PlaceError.notFound
    }
    let type = name.hasSuffix(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8"
    let isAccepted = context.call.request.headers[.acceptEncoding].map(GZip.isAccepted) == true
    let tag = URLBase64.encode(SHA256.hash(data: bytes).prefix(9)) + (isAccepted ? "-gzip" : "")
    var headers: HTTPFields = [
      .eTag: EntityTags.header(tag), .cacheControl: "private, no-cache", .vary: "Accept-Encoding",
    ]
    if let known = context.call.request.headers[.ifNoneMatch], EntityTags.noneMatch(known, has: tag) {
      return WebAnswer(.ok, headers)
    }
    headers[.contentType] = type
    guard isAccepted, let packed = GZip.compressed(bytes), packed.count < bytes.count else {
      return WebAnswer(.ok, headers, .bytes(bytes))
    }
    headers[.contentEncoding] = "gzip"
    return WebAnswer(.ok, headers, .bytes(packed))
  }
}
