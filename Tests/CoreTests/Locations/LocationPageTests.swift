import BoothCore
import Testing

@testable import Locations

@Suite struct LocationPageTests {
  /// Many that are equal in what a list is sorted by.
  private static let locations: [Location] = (0..<137).map { number in
    var location = Location(
      id: LocationID("id\(number * 61 % 137)")!, title: ["Gate", "gate", "Gáte", "A~b~c", "שער"][number % 5],
      latitude: Double(number % 7), longitude: Double(number % 3), pair: "p",
      old: LocationPicture(name: "old.jpg", bytes: 1, checksum: "a"),
      createdAt: WallTime(unixSeconds: Double(number % 11)))
    location.status = LocationStatus.allCases[number % 3]
    return location
  }

  private static let orders: [LocationOrder] = [
    .distance(from: nil), .distance(from: Coordinate(latitude: 1, longitude: 1)), .status, .date,
  ]

  @Test(arguments: orders) func `pages are the list, cut`(_ order: LocationOrder) {
    let list = order.sorted(Self.locations)
    var (key, pages): (LocationKey?, [Location]) = (nil, [])
    repeat {
      let page = order.page(of: Self.locations.shuffled(), after: key, count: 10)
      pages += page.locations
      // As it goes through an address.
      key = page.next.flatMap { order.key($0.text) }
      #expect(key == page.next)
    } while key != nil
    #expect(pages == list)
  }

  @Test(arguments: orders) func `a page goes on where the last one was, also when that one has gone`(
    _ order: LocationOrder
  ) throws {
    let list = order.sorted(Self.locations)
    let key = try #require(order.page(of: list, count: 50).next)
    let rest = order.page(of: list.filter { $0.id != list[49].id }, after: key, count: 200)
    #expect(rest.locations == Array(list[50...]) && rest.next == nil)
  }

  @Test(arguments: ["", "~", "1~~x", "x~id~t", "nan~id~t", "1~../x~t", "1~id"])
  func `what is no place in a list is none`(_ text: String) { #expect(LocationOrder.date.key(text) == nil) }
}
