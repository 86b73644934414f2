import Testing

@testable import BoothCore

@Suite struct CivilDateTests {
  @Test(
    arguments: [
      ("1970-01-01", 0), ("2000-02-29", 11016), ("2026-06-20", 20624), ("9999-12-31", 2_932_896), ("2100-03-01", 47541),
    ] as [(String, Int?)]
      + [
        "2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-1-01", "26-01-01", "2026-01-32",
        "1969-12-31", "2026-06-20 ", "", "summer", "２０２６-01-01", "+026-01-01",
      ].map { ($0, nil) })
  func `days are those that exist`(_ text: String, _ expected: Int?) {
    #expect(CivilDate.day(text) == expected)
  }

  @Test(
    arguments: [
      ("1970-01-01", 86400), ("1970-01-01T00:00:00Z", 0), ("2025-02-01T18:20:15Z", 1_738_434_015),
      ("2025-02-01T18:20:15.123z", 1_738_434_015), ("2025-02-01T20:20+02:00", 1_738_434_000),
      ("2025-02-01 13:20:15-05:00", 1_738_434_015),
    ] as [(String, Int64?)]
      + [
        "2025-02-01T18:20:15", "2025-02-01T24:00:00Z", "2025-02-01T18:60Z", "2025-02-01T18:20:60Z",
        "2025-02-01T18:20:15.Z", "2025-02-01TZ", "2025-02-30T10:00Z", "T10:00Z", "2025-02-01T10:00+2:00", "tomorrow",
        "",
      ].map { ($0, nil) })
  func `moments need an offset, days end at midnight UTC`(_ text: String, _ expected: Int64?) {
    #expect(CivilDate.moment(text) == expected)
  }
}
