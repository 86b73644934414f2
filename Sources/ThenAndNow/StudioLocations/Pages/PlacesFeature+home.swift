import Documents
import LocationLibrary
import Locations
import StudioModel
package import StudioServer
import WebSupport

/// Locations that are still to be photographed on a person's home; without any the way to the first one.
extension PlacesFeature {
  /// How many are shown, and how large their pictures are, in pixels.
  private static let (pictured, side) = (4, 320)

  package func home(_ visit: HomeVisit) async throws -> HomeOffer {
    let principal = visit.principal
    guard principal.may(.seeLocations) else { return .none }
    let words = WordTable<PlacesHomeText>(visit.context.language)
    let open = try await places.page(
      PlacesList(LocationSearch(""), status: .notVisited, order: .distance(from: nil)), after: nil,
      count: Self.pictured)
    if open.count == 0 {
      let all = try await places.page(PlacesList(LocationSearch(""), status: nil, order: .date), after: nil, count: 1)
      guard all.count > 0 else {
        guard principal.may(.editLocations) else { return .none }
        return HomeOffer(steps: [
          HomeStep(
            "place", .geoAlt, words[.addPlace], words[.addPlaceText], action: HomeLink(words[.addPlace], "/places/new"))
        ])
      }
    }
    // It is what people without a camera of the studio's come for.
    let isForThem = !principal.standing.isPhotographer && !principal.may(.seeReport)
    return HomeOffer(cards: [
      HomeCard(
        "places", isForThem && open.count > 0 ? .news : .usual, .geoAlt, words[.toPhotograph],
        sentence: open.count == 0 ? words[.allDone] : nil,
        figures: open.count == 0 ? [] : [.init(open.count, words[.left])],
        pictures: open.page.locations.map { location in
          HomeCard.Picture(
            PictureLadder.address(location.old, of: location.id, Self.side), text: location.title,
            to: "/places/at/\(location.id.text)")
        },
        action: HomeLink(words[.viewPlaces], open.count == 0 ? "/places" : "/places?status=notVisited"))
    ])
  }
}
