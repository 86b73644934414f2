import Testing

@testable import ImageMetadata

@Suite struct PhotoTimeTests {
  @Test func `dates are read as cameras and programs write them`() {
    for (text, expected) in [
      ("2024:05:06 07:08:09", "2024-05-06T07:08:09"), ("2024-05-06T07:08:09Z", "2024-05-06T07:08:09+00:00"),
      ("2024:05:06 07:08:09+05:45", "2024-05-06T07:08:09+05:45"),
      ("2024:05:06 07:08:09.25 -0330", "2024-05-06T07:08:09.250-03:30"),
      ("2024/05/06 07:08", "2024-05-06T07:08:00"), ("2024-05-06", "2024-05-06T00:00:00"),
      ("2024:02:29 23:59:60", "2024-02-29T23:59:59"), ("1899:12:31 10:00:00", "1899-12-31T10:00:00"),
    ] {
      #expect(DateWords.time(text)?.text == expected, "\(text)")
    }
  }

  @Test func `nonsense is no date`() {
    for text in [
      "0000:00:00 00:00:00", "    :  :     :  :  ", "", "2024:13:01 00:00:00", "2023:02:29 12:00:00",
      "2024:05:06 25:00:00",
      "1970:01:01 00:00:00", "1904:01:01 00:00:00", "2024", "20240506", "May 6, 2024", "2024:05:06 07-08",
      "9999999:01:01",
    ] {
      #expect(DateWords.time(text) == nil, "\(text)")
    }
  }

  @Test func `zones of nonsense are none`() {
    for zone in ["+15:00", "+1x", "02:00", "", "+", "+02:60", "+14:30"] {
      #expect(DateWords.time("2024:05:06 07:08:09", zone: zone)?.zoneMinutes == nil, "\(zone)")
    }
  }

  @Test func `seconds are counted by the calendar, before 1970 too`() throws {
    let moon = try #require(DateWords.time("1969:07:20 20:17:40", zone: "Z"))
    #expect(moon.unixSeconds == -14_182_940)
    let leap = try #require(DateWords.time("2024:02:29 12:00:00", zone: "+01:00"))
    #expect(leap.unixSeconds == 1_709_204_400 && leap.wallSeconds == 1_709_208_000)
    #expect(try #require(DateWords.time("2024:02:29 12:00:00")).unixSeconds == nil)
  }

  @Test func `satellites say what the zone is, where the difference is one`() throws {
    func taken(_ wall: String, zone: String? = nil, at time: (Int, Int, Int), on date: String = "2024:05:06")
      -> PhotoTime?
    {
      var exif: [TagBytes.Tag] = [.init(0x9003, .ascii(wall))]
      if let zone { exif.append(.init(0x9011, .ascii(zone))) }
      let gps: [TagBytes.Tag] = [
        .init(7, .rational([(time.0, 1), (time.1, 1), (time.2, 1)])), .init(0x1D, .ascii(date)),
      ]
      let tags = TagBytes.structure([.init(0x8769, .directory(exif)), .init(0x8825, .directory(gps))])
      return PhotoFacts.read(MemoryBytes(FileBytes.jpeg([FileBytes.exif(tags)]))).taken
    }
    #expect(taken("2024:05:06 12:30:40", at: (7, 0, 12))?.zoneMinutes == 330)
    #expect(taken("2024:05:06 22:30:40", at: (5, 31, 0), on: "2024:05:07")?.zoneMinutes == -420)
    #expect(taken("2024:05:06 12:30:40", at: (7, 6, 0))?.zoneMinutes == nil, "no zone is six minutes off")
    #expect(
      taken("2024:05:06 12:30:40", zone: "+02:00", at: (7, 0, 12))?.zoneMinutes == 120, "the file's own word counts")
    #expect(taken("2024:05:06 12:30:40", at: (7, 0, 12), on: "2024:05:01")?.zoneMinutes == nil, "a fix of days ago")
  }

  @Test func `no place on earth is no place`() {
    #expect(PhotoPosition(latitude: 0, longitude: 0) == nil)
    #expect(PhotoPosition(latitude: 90.1, longitude: 0) == nil)
    #expect(PhotoPosition(latitude: .nan, longitude: 10) == nil)
    #expect(PhotoPosition(latitude: 0, longitude: 10, altitude: .infinity)?.altitude == nil)
  }
}
