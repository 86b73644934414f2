import BoothCore
import Imaging
import Locations
import Testing
import WebSupport

@testable import LocationLibrary
@testable import StudioLocations

@Suite struct PlacesRulesTests {
  @Test func `an address says what the list shows, and the next page's the same`() {
    let query = PlacesQuery(Query("search=jaffa+gate&status=completed&sort=status&near=31.7767,35.2276"))
    #expect(query.words == "jaffa gate" && query.status == .completed && query.sort == .status)
    #expect(query.near == Coordinate(latitude: 31.7767, longitude: 35.2276))
    let key = query.order.key(of: Samples.location("x", title: "A~B & C"))
    let next = PlacesQuery(Query(query.address(after: key).split(separator: "?")[1]))
    #expect(next.after.flatMap(next.order.key) == key)
    var same = next
    same.after = nil
    #expect(same == query)
  }

  @Test func `a position that is typed where words are searched is one to be near to`() {
    let query = PlacesQuery(Query("search=31.7767,+35.2276"))
    #expect(query.words.isEmpty && query.near == Coordinate(latitude: 31.7767, longitude: 35.2276))
    #expect(PlacesQuery(Query("search=12,+14")).words == "12, 14", "maybe house numbers")
  }

  @Test func `a saved file is called by the title and the years that are known`() {
    var location = Samples.location("gate", title: "Jaffa Gate", versions: 1)
    location.provenance.date = "1898"
    location.versions[0].takenAt = WallTime(unixSeconds: 1_795_910_400)
    #expect(PlacesPages.fileName(location, "then.jpg") == "Jaffa Gate, 1898.jpg")
    #expect(PlacesPages.fileName(location, "now.jpg") == "Jaffa Gate, 2026.jpg")
    #expect(PlacesPages.fileName(location, "slider.mp4") == "Jaffa Gate, 1898–2026, slider.mp4")
    location.versions[0].takenAt.trusted = false
    #expect(PlacesPages.fileName(location, "now.jpg") == "Jaffa Gate, now.jpg")
    #expect(PlacesPages.fileName(location, "sheet-a4.pdf") == "Jaffa Gate, 1898, sheet-a4.pdf")
    location.provenance.date = nil
    #expect(PlacesPages.fileName(location, "blink.gif") == "Jaffa Gate, blink.gif")
  }

  @Test func `a photo that does not say when it was taken has no date, and never today's`() {
    let now = WallTime(unixSeconds: 1_795_910_400, secondsFromUTC: 7200)
    #expect(!StoredPlaces.time(of: Exif(), now).trusted)
    var exif = Exif()
    exif.dateTimeOriginal = "2024:05:17 04:26:00"
    let time = StoredPlaces.time(of: exif, now)
    #expect(time.trusted && time.day == "2024-05-17")
    exif.dateTimeOriginal = "2099:05:17 04:26:00"
    #expect(!StoredPlaces.time(of: exif, now).trusted, "it is to come")
  }

  @Test(arguments: ["status=%00", "status=x&sort=y", "after=1", "after=nan~a~b", "near=91,0", "near=%FF"])
  func `what is no query is as if it were not there`(_ text: String) {
    let query = PlacesQuery(Query(text))
    #expect(query.status == nil && query.sort == .distance && query.near == nil)
    #expect(query.after.flatMap(query.order.key) == nil)
    #expect(query.isNearWrong == text.contains("near"))
  }

  @Test func `the map's region is the box around all places, one fifth larger; of nothing it is Jerusalem`() {
    #expect(MapRegion([]) == .nothing)
    let nothing = MapRegion.nothing
    #expect(
      abs((nothing.south + nothing.north) / 2 - 31.7683) < 1e-9 && abs(nothing.north - nothing.south - 0.05) < 1e-9)
    #expect(abs((nothing.west + nothing.east) / 2 - 35.2137) < 1e-9)
    let region = MapRegion([
      Coordinate(latitude: 31, longitude: 35)!, Coordinate(latitude: 32, longitude: 35.5)!,
      Coordinate(latitude: 31.5, longitude: 35.2)!,
    ])
    #expect(abs(region.south - 30.9) < 1e-9 && abs(region.north - 32.1) < 1e-9)
    #expect(abs(region.west - 34.95) < 1e-9 && abs(region.east - 35.55) < 1e-9)
    let one = MapRegion([Coordinate(latitude: 90, longitude: -180)!])
    #expect(one.north == 90 && one.west == -180 && one.south < 90 && one.east > -180)
  }

  @Test func `a position that reads as before stays as exactly as it was`() throws {
    var location = Samples.location("x", title: "Gate")
    location.latitude = 31.77670000012
    var fields = PlaceFields(location)
    #expect(try fields.change(of: location).get() == PlaceChange())
    fields.at = "31°46'36\"N, 35°13'39\"E"
    #expect(try fields.change(of: location).get().coordinate?.words == "31.776667, 35.227500")
    fields.at = "95, 35"
    #expect(fields.change(of: location) == .failure(.init(text: .positionWrong)))
    fields.at = "31, 35"
    fields.bearing = "360"
    #expect(try fields.change(of: location).get().bearing == .some(.some(0)))
    fields.title = " "
    #expect(fields.change(of: location) == .failure(.init(text: .titleMissing)))
  }

  @Test func `a change that cannot be kept is refused whole`() {
    var location = Samples.location("x", title: "Gate")
    var change = PlaceChange()
    change.title = ""
    #expect(throws: PlaceError.refused("the location has no title")) { try change.apply(to: &location) }
    change = PlaceChange()
    change.chosen = "v9"
    #expect(throws: PlaceError.notFound) { try change.apply(to: &location) }
  }

  @Test(arguments: [(Int64(1), "0.1"), (340_000, "0.3"), (12_000_000, "12.0")])
  func `sizes are told to a tenth of a megabyte`(_ bytes: Int64, _ text: String) {
    #expect(PlacesPages.megabytes(bytes) == text)
  }
}
