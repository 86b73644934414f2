import BoothCore
import BoothStore
import BoothSystem
package import CommandSupport
import LocationLibrary
package import StudioLocations
import WebSupport

/// Where the studio's map comes from.
package enum MapPlaces {
  /// Where Debian's libjs-leaflet and libjs-leaflet.markercluster are.
  package static let folder = "/usr/share/javascript/leaflet"
  private static let largest = 4 << 20

  package static func sources(_ settings: Settings) throws -> MapSources {
    let tiles = settings.text(.studioTiles)
    if let tiles {
      guard WebOrigin(of: tiles) != nil, ["{z}", "{x}", "{y}"].allSatisfy({ tiles.contains($0) }) else {
        throw CommandError(
          "studio.tiles is \(tiles): expected the address of a tile, such as https://tiles.example.org/{z}/{x}/{y}.png",
          code: CommandError.usage)
      }
    }
    return MapSources(tiles: tiles, attribution: settings.text(.studioTilesAttribution) ?? "") { name in
      // Not installed, or just being installed anew: the page says so, and looks again when it is loaded again.
      do throws(StoreError) { return try OutsideFile.read("\(folder)/\(name)", limit: largest) } catch { return nil }
    }
  }
}
