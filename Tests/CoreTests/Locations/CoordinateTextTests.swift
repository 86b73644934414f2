import Testing

@testable import Locations

@Suite struct CoordinateTextTests {
  @Test(
    arguments: [
      ("31.7767", 31.7767), ("-31,7767", -31.7767), ("+31.5", 31.5), ("−31.5", -31.5), ("31°46'42.5\"N", 31.778_472_2),
      ("31 46 42.5", 31.778_472_2), ("31:46:42", 31.778_333_3), ("31° 46′ 42.5″ S", -31.778_472_2),
      ("N 31° 46.5'", 31.775), ("31°46'42.5''N", 31.778_472_2), ("צ 31.5", 31.5), ("31.5 דרום", -31.5),
      ("31 deg 46' 36.00\" N", 31.776_666_7), ("31 deg 46' 36.00\" South", -31.776_666_7), ("31 Grad 30 Min", 31.5),
      ("31 degrees 30 minutes 36 seconds N", 31.51), ("צ' 31.5", 31.5), ("31.5 צ׳", 31.5), ("31.5 ד", -31.5),
      ("31.5 sur", -31.5),
      ("٣١٫٥ شمال", 31.5), ("31.5 Nord", 31.5), ("5e-05", 0.00005), ("90", 90),
    ] as [(String, Double)]) func `a latitude is read as people write it`(_ text: String, _ degrees: Double) throws
  {
    #expect((try CoordinateText.read(text, .latitude) - degrees).magnitude < 0.000_000_1)
  }

  @Test(
    arguments: [
      ("35,2276 O", 35.2276), ("35.5W", -35.5), ("מזרח 35.5", 35.5), ("ش 35", 35), ("-180", -180),
      ("35 deg 13' 39.00\" E", 35.2275), ("מז 35.5", 35.5), ("35.5 מז׳", 35.5), ("35.5 מע", -35.5), ("35 oeste", -35),
      ("35 est", 35),
    ]
      as [(String, Double)])
  func `a longitude is read as people write it`(_ text: String, _ degrees: Double) throws {
    #expect((try CoordinateText.read(text, .longitude) - degrees).magnitude < 0.000_000_1)
  }

  @Test(arguments: [
    "", "abc", "91", "-90.001", "31°60'", "31.5°30'", "-31 S", "31 E", "1 2 3 4", "31..5", "31,", "--31", "31 X", "nan",
    "31 deg 30 deg", "deg 31", "31 min", "'31",
    "1'30°",
  ]) func `what is no latitude is told, and never mended`(_ text: String) {
    let fault = #expect(throws: CoordinateText.Fault.self) { try CoordinateText.read(text, .latitude) }
    #expect(fault?.found.isEmpty == false && fault?.expected.contains("-90 to 90") == true)
  }

  @Test func `a pair is read with any separator`() throws {
    let place = try #require(Coordinate(latitude: 31.5, longitude: 35.25))
    for text in [
      "31.5,35.25", "31.5, 35.25", "31,5;35,25", "31.5 35.25", "31°30'N, 35°15'E",
      "31 deg 30' 0.00\" N, 35 deg 15' 0.00\" E", "٣١٫٥،٣٥٫٢٥", "\u{2066}31.5; 35.25\u{2069}", "31,30.0N 35,15.0E",
    ] {
      #expect(try CoordinateText.pair(text) == place, "\(text)")
    }
    #expect(throws: CoordinateText.Fault.self) { try CoordinateText.pair("31.5") }
  }

  @Test(
    arguments: [
      ("48,51.504N", 48.8584), ("48,51,30.24N", 48.8584), ("48,51,30S", -48.858_333_3), ("\u{2066}48.5\u{2069}", 48.5),
      ("\u{2068}48°30'N\u{2069}", 48.5), ("\u{202A}-48.5\u{202C}", -48.5), ("\u{2066}48,51.504N\u{2069}", 48.8584),
      ("\u{61C}٤٨٫٥", 48.5),
    ] as [(String, Double)])
  func `a latitude as pages and programs hand it over is read`(_ text: String, _ degrees: Double) throws {
    #expect((try CoordinateText.read(text, .latitude) - degrees).magnitude < 0.000_000_1)
  }

  @Test(arguments: ["1e1", "1E1", "31e30", "3.1e1"])
  func `an exponent that may be a direction is told, and never read as one`(_ text: String) {
    for axis in [CoordinateText.Axis.latitude, .longitude] {
      let fault = #expect(throws: CoordinateText.Fault.self) { try CoordinateText.read(text, axis) }
      #expect(fault?.found.contains("exponent") == true)
    }
  }
}
