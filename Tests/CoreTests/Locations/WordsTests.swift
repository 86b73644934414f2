import BoothCore
import Testing

@testable import Locations

@Suite struct WordsTests {
  @Test(
    arguments: [
      (0, "0 m"), (0.5, "0 m"), (1.5, "2 m"), (999.4, "999 m"), (999.6, "1000 m"), (1000, "1.0 km"), (1049, "1.0 km"),
      (1050, "1.1 km"), (1250, "1.2 km"), (12_345, "12.3 km"),
    ] as [(Double, String)]) func `a distance reads as in the app`(_ metres: Double, _ words: String)
  {
    #expect(Coordinate.words(ofDistance: metres) == words)
  }

  @Test func `coordinates and the map's link read as in the app`() throws {
    let place = try #require(Coordinate(latitude: 31.7767, longitude: -0.00001))
    #expect(place.words == "31.776700, -0.000010")
    #expect(place.googleMapsLink == "https://www.google.com/maps/search/?api=1&query=31.7767,-0.00001")
    #expect(Coordinate(latitude: 91, longitude: 0) == nil)
  }

  /// Jerusalem to Tel Aviv, and half the earth: 2πR/4 from the equator to the pole.
  @Test func `distances follow the great circle`() throws {
    let equator = try #require(Coordinate(latitude: 0, longitude: 0))
    let pole = try #require(Coordinate(latitude: 90, longitude: 77))
    #expect((equator.distance(to: pole) - Coordinate.earthRadius * .pi / 2).magnitude < 0.001)
    let other = try #require(Coordinate(latitude: 0, longitude: 180))
    #expect((equator.distance(to: other) - Coordinate.earthRadius * .pi).magnitude < 0.1)
    let near = try #require(Coordinate(latitude: 0.001, longitude: 0))
    #expect((equator.distance(to: near) - Coordinate.earthRadius * .pi / 180_000).magnitude < 0.000_1)
    #expect(equator.distance(to: equator) == 0)
  }

  @Test func `an unknown status is not visited, and statuses have the app's colours`() {
    #expect(LocationStatus(word: "lost") == .notVisited && LocationStatus(word: "completed") == .completed)
    #expect(LocationStatus.allCases.map(\.color.hex) == ["#007AFF", "#34C759", "#FF3B30"])
  }

  @Test func `lists stand by distance, by status with ties by title, and by date with the newest first`() throws {
    func location(_ id: String, _ title: String, _ latitude: Double, _ status: LocationStatus, _ time: Double)
      -> Location
    {
      var location = Location(
        id: LocationID(id)!, title: title, latitude: latitude, longitude: 0, pair: id,
        old: LocationPicture(name: "old.jpg", bytes: 1, checksum: "a"), createdAt: WallTime(unixSeconds: time))
      location.status = status
      return location
    }
    let all = [
      location("a", "Zion", 3, .inaccessible, 1), location("b", "Ölberg", 1, .notVisited, 2),
      location("c", "Jaffa", 2, .completed, 3), location("d", "Damascus", 4, .notVisited, 4),
    ]
    func ids(_ order: LocationOrder) -> String { order.sorted(all).map(\.id.text).joined() }
    #expect(ids(.distance(from: Coordinate(latitude: 0, longitude: 0))) == "bcad")
    #expect(ids(.distance(from: nil)) == "dcba")
    #expect(ids(.status) == "dbca")
    #expect(ids(.date) == "dcba")
  }

  @Test func `a moment is written and read to the microsecond, with its zone and its doubt`() throws {
    for time in [
      WallTime(unixSeconds: 1_770_000_000.25, secondsFromUTC: 7200, trusted: false),
      WallTime(unixSeconds: -1.5, secondsFromUTC: -12_600), WallTime(unixSeconds: 951_782_400),
    ] {
      #expect(TimeText.read(TimeText.write(time)) == time)
    }
    #expect(TimeText.write(WallTime(unixSeconds: 951_782_400)) == "2000-02-29T00:00:00.000000+00:00")
    #expect(TimeText.read("2026-13-01T00:00:00Z") == nil && TimeText.read("yesterday") == nil)
  }
}
