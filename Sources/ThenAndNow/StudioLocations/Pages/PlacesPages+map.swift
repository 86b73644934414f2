import Documents
import HTTPTypes
import LocationLibrary
import Locations
import StudioModel
import StudioServer
import WebSupport

/// The map, of Leaflet as Debian packs it; without it the list.
extension PlacesPages {
  func mapPage(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seeLocations)
    let words = PlacesWords(context.language)
    let needed = MapSources.styles + MapSources.scripts
    guard needed.allSatisfy({ map.file($0) != nil }) else {
      return pages(
        context, title: words[.map],
        """
        <div class="head"><h1>\(words[.map])</h1>
        \(ways(principal, words, isMap: true))</div>
        <p class="notice bad">\(words[.mapMissing])</p>
        """)
    }
    // As it was set at the start; else as an administrator has chosen it.
    let address = map.tiles ?? context.preferences[.tiles]
    let origin = address.flatMap { WebOrigin(of: $0) }?.text
    let made = map.attribution.isEmpty ? context.preferences[.tilesAttribution] ?? "" : map.attribution
    let mayAdd = principal.may(.editLocations)
    let extras = StudioShell.Extras(
      styles: MapSources.styles.map { "/places/leaflet/" + $0 },
      scripts: MapSources.scripts.map { "/places/leaflet/" + $0 }, modules: ["locations/map.js"],
      pictureOrigins: origin.map { [$0] } ?? [])
    let tiles: HTML? = origin == nil ? nil : address.map { " data-tiles=\"\($0)\"" }
    let titles = LocationStatus.allCases.map { status -> HTML in
      "<template data-mark=\"\(status.rawValue)\" data-title=\"\(words[status.title])\">\(status.mark)</template>\n"
    }
    return pages(
      context, title: words[.map], extras: extras,
      """
      <div class="head"><h1>\(words[.map])</h1>
      \(ways(principal, words, isMap: true))</div>
      <noscript><p class="notice bad">\(words[.mapScript])</p></noscript>
      <p class="notice bad" role="alert" id="map-failed" hidden>\(words[.mapFailed])</p>
      <ul class="legend">\(LocationStatus.allCases.map { "<li>\($0.badge(words))</li>\n" as HTML })</ul>
      \(titles)<div id="map" role="region" tabindex="0" aria-label="\(words[.map])" aria-describedby="map-keys" data-map="/places/map.json" data-attribution="\(made)" data-open="\(words[.openPlace])" data-cluster="\(words[.cluster])" data-larger="\(words[.zoomIn])" data-smaller="\(words[.zoomOut])" data-close="\(words[.close])"\(tiles)></div>
      <p class="quiet" id="map-keys">\(words[.mapKeys])</p>
      \(mayAdd ? adding(context, words) : .empty)
      """)
  }

  private func adding(_ context: StudioContext, _ words: PlacesWords) -> HTML {
    """
    <p class="quiet">\(words[.mapHelp])</p>
    <p class="row" data-scripted hidden><button type="button" id="add-middle">\(words[.addAtMiddle])</button></p>
    <dialog id="adding" aria-labelledby="adding-title"><h2 id="adding-title">\(words[.addHere])</h2>
    \(addForm(context, words, NewPlaceFields()))
    <form method="dialog"><button class="plain">\(words[.cancel])</button></form></dialog>
    """
  }

  /// All places in short, for the map's script: `[id, title, latitude, longitude, status]`, and what it shows at first.
  func mapData(_ context: StudioContext) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seeLocations)
    let all = try await places.locations(matching: LocationSearch(""))
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
    return WebAnswer(.ok, [.contentType: type, .cacheControl: "private, no-cache"], .bytes(bytes))
  }
}
