import Locations

/// All locations as they were at one moment, with the orders in which lists stand: a page of thousands is a look at fifty.
struct PlacesSnapshot: Sendable {
  /// Of the store when they were read.
  let mark: String
  let locations: [Location]
  private let byDate: [Int]
  private let byStatus: [Int]
  private let counts: [LocationStatus: Int]

  init(mark: String, _ locations: [Location]) {
    self.mark = mark
    self.locations = locations
    byDate = LocationOrder.date.places(of: locations)
    byStatus = LocationOrder.status.places(of: locations)
    counts = Dictionary(locations.map { ($0.status, 1) }, uniquingKeysWith: +)
  }

  func page(_ list: PlacesList, after key: LocationKey?, count: Int) -> PlacesFound {
    let isWanted = { (location: Location) in list.status == nil || location.status == list.status }
    let all = list.status.map { counts[$0] ?? 0 } ?? locations.count
    let page: LocationPage
    switch list.order {
    case .date, .distance(nil):
      page = list.order.page(of: locations, inOrder: byDate, where: isWanted, after: key, count: count)
    case .status:
      page = list.order.page(of: locations, inOrder: byStatus, where: isWanted, after: key, count: count)
    case .distance:
      page = list.order.page(
        of: list.status == nil ? locations : locations.filter(isWanted), after: key, count: count)
    }
    return PlacesFound(page: page, count: all)
  }
}
