import Documents
package import LocationLibrary
package import StudioModel
package import StudioServer
package import WebSupport

/// Then and now: the locations of a data folder as a part of the studio.
package struct PlacesFeature: StudioFeature {
  let places: any KeptPlaces
  let booth: (any OperatedBooth)?
  let map: MapSources
  let works = PlaceWorks()
  let turns = PlaceTurns()
  let sync: (any StudioSync)?
  let hasFeatures: @Sendable () -> Bool

  /// - Parameters:
  ///   - booth: the one with the camera; nil where there is none.
  ///   - sync: nil: nothing is synced.
  ///   - map: what its map is made of.
  ///   - hasFeatures: whether the learned features can be used on this machine; without them fewer photos can be aligned.
  package init(
    _ places: any KeptPlaces, booth: (any OperatedBooth)? = nil, sync: (any StudioSync)? = nil,
    map: MapSources = MapSources(), hasFeatures: @escaping @Sendable () -> Bool = { true }
  ) {
    self.places = places
    self.sync = sync
    self.booth = booth
    self.map = map
    self.hasFeatures = hasFeatures
  }

  static let section = StudioSection("/places", .seeLocations, (.geoAlt, .geoAltFill)) { PlacesWords($0)[.places] }
  package var carrier: String? { "locations/carrier.js" }
  package var sections: [StudioSection] { [Self.section] }

  package func answer(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? {
    try await PlacesPages(
      shell: shell, places: places, booth: booth, map: map, works: works, turns: turns,
      sync: sync, hasFeatures: hasFeatures
    ).answer(context)
  }

  package func tend(at now: Double) async { await places.tend() }

  package func remarks() async -> [BoothReport.Part] { await places.remarks() }

  package func end() async {
    works.end()
    sync?.end()
  }
}

/// What the pages of locations say.
typealias PlacesWords = WordTable<PlacesText>

/// Where the map comes from.
package struct MapSources: Sendable {
  /// The address of a tile, with `{z}`, `{x}` and `{y}` in it; nil: the map has a graticule instead.
  package var tiles: String?
  /// Who made the tiles, as plain text.
  package var attribution: String
  /// A file of Leaflet's by its name; nil where it is not installed.
  package var file: @Sendable (_ name: String) -> [UInt8]?

  package init(
    tiles: String? = nil, attribution: String = "",
    file: @escaping @Sendable (_ name: String) -> [UInt8]? = { _ in nil }
  ) {
    self.tiles = tiles
    self.attribution = attribution
    self.file = file
  }

  /// What must be there for a map, in the order in which pages load it.
  package static let styles = ["leaflet.css", "MarkerCluster.css"]
  package static let scripts = ["leaflet.min.js", "leaflet.markercluster.min.js"]
}
