import BoothCore
import Documents
import Locations
import StudioModel
import Testing

@testable import Reports

@Suite struct SmartFieldTests {
  private static let ios = #"{"calculationType": "mileage", "fallbackValue": "0 miles", "autoUpdate": true}"#
  private static let web = #"{"calculation": "roundTripMileage", "units": "miles", "fallbackValue": 0}"#

  @Test func `mileage leads from home by the schools, in their order, and home again`() throws {
    // By the haversine formula with R = 3959, reckoned elsewhere: 41.01 + 3.89 + 40.18 miles.
    #expect(try Seed.smart(.mileage, Self.ios).value == "85.1 miles")
    #expect(try Seed.smart(.mileage, Self.web).value == .double(85.1))
    #expect(try Seed.smart(.mileage, Self.ios).source == "home → Adams School - Marion → Lincoln Elementary → home")
  }

  @Test func `mileage without a home, without schools, and with a school that nobody can find`() throws {
    var sources = Seed.sources()
    sources.homeCoordinates = "nowhere"
    #expect(try Seed.smart(.mileage, Self.ios, sources) == SmartValue("0 miles", source: "fallback", lack: .home))
    #expect(try Seed.smart(.mileage, Self.web, sources).value == .double(0))
    sources = Seed.sources()
    sources.schools = []
    #expect(try Seed.smart(.mileage, Self.ios, sources).value == "0.0 miles")
    sources.schools = [Seed.adams, ReportSchool(id: "x", name: "Nowhere")]
    let partial = try Seed.smart(.mileage, Self.ios, sources)
    #expect(partial.value == "82.0 miles" && partial.lack == .coordinates)
  }

  @Test(arguments: [
    (#"{"calculationType": "date_auto"}"#, "1/15/24"),
    (#"{"calculation": "currentDate", "format": "US"}"#, "1/15/2024"),
    (#"{"calculation": "currentDate", "format": "ISO"}"#, "2024-01-15"),
    (#"{"calculation": "currentDate", "format": "medium"}"#, "Jan 15, 2024"),
  ])
  func `the day is that of the reader's clock`(settings: String, text: String) throws {
    #expect(try Seed.smart(.dateAuto, settings).value == .string(text))
  }

  @Test func `the time is that of the reader's clock`() throws {
    #expect(try Seed.smart(.timeAuto, #"{"calculationType": "time_auto"}"#).value == "2:30 PM")
    #expect(try Seed.smart(.timeAuto, #"{"calculation": "currentTime", "format": "24-hour"}"#).value == "14:30")
    var sources = Seed.sources()
    sources.now = WallTime(unixSeconds: 1_705_276_800)
    #expect(try Seed.smart(.timeAuto, #"{"calculationType": "time_auto"}"#, sources).value == "12:00 AM")
  }

  @Test func `names, schools and pictures`() throws {
    #expect(try Seed.smart(.userName, #"{"calculationType": "user_name"}"#).value == "John Smith")
    #expect(try Seed.smart(.userName, #"{"calculation": "photographerName"}"#).value == "John")
    #expect(try Seed.smart(.schoolName, "{}").value == "Adams School - Marion, Lincoln Elementary")
    var sources = Seed.sources()
    (sources.firstName, sources.lastName, sources.schools, sources.photoCount) = (" ", "Smith ", [], 2)
    #expect(try Seed.smart(.userName, "{}", sources).value == "Smith")
    #expect(try Seed.smart(.schoolName, "{}", sources).value == "No schools selected")
    #expect(try Seed.smart(.photoCount, "{}", sources).value == "2")
    sources.lastName = ""
    #expect(try Seed.smart(.userName, "{}", sources).value == "Photographer")
    #expect(try Seed.smart(.userName, #"{"fallbackValue": "Staff"}"#, sources).value == "Staff")
  }

  @Test func `place and weather`() throws {
    var sources = Seed.sources()
    #expect(try Seed.smart(.weather, "{}", sources).value == "Location required for weather")
    #expect(try Seed.smart(.currentLocation, "{}", sources).value == "Location pending...")
    sources.position = Coordinate(latitude: 38.321991, longitude: -88.8674)
    #expect(try Seed.smart(.weather, "{}", sources).value == "Weather unavailable")
    #expect(try Seed.smart(.weather, #"{"fallbackValue": "Unknown"}"#, sources).value == "Unknown")
    #expect(try Seed.smart(.currentLocation, "{}", sources).value == "38.321991,-88.867400")
    sources.weather = WeatherReport(code: 2, fahrenheit: 71.6)
    #expect(try Seed.smart(.weather, "{}", sources).value == "Partly Cloudy, 72°F")
    #expect(WeatherReport(code: 0, fahrenheit: 151) == nil && WeatherReport(code: 0, fahrenheit: .nan) == nil)
    #expect(WeatherCode.words(96) == "Thunderstorm with Hail" && WeatherCode.words(4) == "Unknown")
  }

  @Test func `a calculation refers to answers, and says why it has no value`() throws {
    var sources = Seed.sources()
    sources.answers = ["n": "1.5"]
    #expect(
      try Seed.smart(.calculation, #"{"calculation": "custom", "expression": "n * 2 + 0.1"}"#, sources).value == 3.1)
    let failed = try Seed.smart(.calculation, #"{"calculation": "custom", "expression": "n / 0"}"#, sources)
    #expect(failed.value == "Calculation failed" && failed.fault?.told == "error division-by-zero at 2")
    sources.answers = DocumentFields()
    #expect(try Seed.smart(.calculation, #"{"calculation": "custom", "expression": "n * 2"}"#, sources).value == "")
  }
}
