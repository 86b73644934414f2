import BoothCore

/// Where a location stands in a list: what is compared, the first that differs deciding. A page goes on behind such a place,
/// whatever came or went between.
public struct LocationKey: Sendable, Equatable, Comparable {
  /// What the order is by: metres, the status's place, or seconds before 1970.
  var number: Double
  /// Empty where the order is by a number alone.
  var folded = ""
  var title: String
  var id: LocationID

  /// Of two places, whether the first stands before.
  public static func < (a: LocationKey, b: LocationKey) -> Bool {
    (a.number, a.folded, a.title, a.id) < (b.number, b.folded, b.title, b.id)
  }

  /// For the address of a page: what ``LocationOrder/key(_:)`` reads.
  public var text: String { "\(number)~\(id)~\(title)" }
}

/// One page of a list.
public struct LocationPage: Sendable, Equatable {
  /// In the order.
  public var locations: [Location]
  /// Behind which the next page begins; nil for the last one.
  public var next: LocationKey?
}

extension LocationOrder {
  /// Where a location stands, as ``sorted(_:)`` has it.
  public func key(of location: Location) -> LocationKey {
    let (number, folded): (Double, String) =
      switch self {
      case .distance(nil), .date: (-location.createdAt.unixSeconds, "")
      case .distance(let here?): (location.coordinate.map(here.distance) ?? .infinity, "")
      case .status: (Double(location.status.rank), FoldedText.of(location.title))
      }
    return LocationKey(number: number, folded: folded, title: location.title, id: location.id)
  }

  /// Reads ``LocationKey/text``; nil for anything else.
  public func key(_ text: String) -> LocationKey? {
    let parts = text.split(separator: "~", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let number = Double(parts[0]), !number.isNaN, let id = LocationID(parts[1]) else {
      return nil
    }
    return LocationKey(
      number: number, folded: self == .status ? FoldedText.of(parts[2]) : "", title: parts[2], id: id)
  }

  /// Of all locations those that stand behind a place, at most `count`.
  /// - Parameter key: nil for the first page.
  public func page(of locations: [Location], after key: LocationKey? = nil, count: Int) -> LocationPage {
    // Not all are sorted: the first ones alone are kept in their order.
    var first: [(key: LocationKey, place: Int)] = []
    first.reserveCapacity(count + 2)
    for (place, location) in locations.enumerated() {
      let own = self.key(of: location)
      if let key, !(key < own) { continue }
      if first.count > count, let last = first.last, !(own < last.key) { continue }
      let index = Self.place(of: own, in: first.count) { first[$0].key }
      first.insert((own, place), at: index)
      if first.count > count + 1 { first.removeLast() }
    }
    let page = first.prefix(count)
    return LocationPage(
      locations: page.map { locations[$0.place] }, next: first.count > page.count ? page.last?.key : nil)
  }

  /// The same of a list that stands in this order already, of which only some are wanted.
  /// - Parameter order: the places of the locations in the order, as ``places(of:)`` gives them.
  public func page(
    of locations: [Location], inOrder order: [Int], where isWanted: (Location) -> Bool, after key: LocationKey? = nil,
    count: Int
  ) -> LocationPage {
    let start = key.map { key in Self.place(of: key, in: order.count) { self.key(of: locations[order[$0]]) } } ?? 0
    var page: [Location] = []
    for place in order[start...] where isWanted(locations[place]) {
      guard page.count < count else { return LocationPage(locations: page, next: page.last.map(self.key)) }
      page.append(locations[place])
    }
    return LocationPage(locations: page, next: nil)
  }

  /// Where what has this key would stand behind all that are equal to it.
  private static func place(of key: LocationKey, in count: Int, _ other: (Int) -> LocationKey) -> Int {
    var (first, end) = (0, count)
    while first < end {
      let middle = (first + end) / 2
      if key < other(middle) { end = middle } else { first = middle + 1 }
    }
    return first
  }
}
