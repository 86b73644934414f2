import BoothCore
import Testing

@Suite struct OpeningHoursTests {
  /// 2026-11-30 was a Monday.
  private static let monday = 1_796_000_400.0 - 1_796_000_400.0.truncatingRemainder(dividingBy: 86_400)

  private func closing(_ text: String, day: Int, _ hour: Int, _ minute: Int, zone: Int = 0) throws -> Closing? {
    let local = Self.monday + Double(day * 86_400 + hour * 3600 + minute * 60)
    return try OpeningHours(text).closing(
      at: WallTime(unixSeconds: local - Double(zone), secondsFromUTC: zone, trusted: false))
  }

  @Test func `the day it counts from is a Monday`() {
    #expect(WallTime(unixSeconds: Self.monday).day == "2026-11-30")
  }

  @Test func `opens and closes on the minute`() throws {
    let text = "mon-fri 09:00-17:30, sat 10:00-14:00"
    #expect(try closing(text, day: 0, 8, 59) == Closing(opensAt: 540, weekday: nil))
    #expect(try closing(text, day: 0, 9, 0) == nil)
    #expect(try closing(text, day: 0, 17, 29) == nil)
    #expect(try closing(text, day: 0, 17, 30) == Closing(opensAt: 540, weekday: 1))
    #expect(try closing(text, day: 4, 18, 0) == Closing(opensAt: 600, weekday: 5))
    #expect(try closing(text, day: 5, 14, 0) == Closing(opensAt: 540, weekday: 0))
    #expect(try closing(text, day: 6, 12, 0) == Closing(opensAt: 540, weekday: 0))
  }

  @Test func `an evening ends after midnight, also Sunday's`() throws {
    let text = "fri-sun 18:00-02:00"
    #expect(try closing(text, day: 4, 23, 59) == nil)
    #expect(try closing(text, day: 5, 1, 59) == nil)
    #expect(try closing(text, day: 5, 2, 0) == Closing(opensAt: 1080, weekday: nil))
    #expect(try closing(text, day: 7, 1, 0) == nil, "Monday, one o'clock")
    #expect(try closing(text, day: 7, 2, 0) == Closing(opensAt: 1080, weekday: 4))
    #expect(try closing("sun 18:00-24:00, mon 00:00-01:00", day: 7, 0, 30) == nil)
  }

  @Test func `a day may have several times, and ranges go over the week's end`() throws {
    #expect(try closing("daily 9:00-12:00 14:00-18:00", day: 2, 13, 0) == Closing(opensAt: 840, weekday: nil))
    #expect(try closing("sat-mon 10:00-11:00", day: 0, 10, 30) == nil)
    #expect(try closing("sat-mon 10:00-11:00", day: 1, 10, 30) == Closing(opensAt: 600, weekday: 5))
    #expect(try closing("daily 00:00-24:00", day: 3, 3, 3) == nil)
    #expect(try closing("Mon 10:00-11:00", day: 0, 11, 0) == Closing(opensAt: 600, weekday: 0))
  }

  @Test func `goes by the booth's own zone, east and west`() throws {
    #expect(try closing("mon 09:00-17:00", day: 0, 9, 0, zone: 7200) == nil)
    #expect(try closing("mon 09:00-17:00", day: 0, 8, 59, zone: -36_000) == Closing(opensAt: 540, weekday: nil))
    #expect(try closing("sun 09:00-23:59", day: -1, 23, 58, zone: 46_800) == nil)
  }

  @Test func `says how long it is until it opens, over the week's end too`() throws {
    let hours = try OpeningHours("tue 09:00-17:00")
    func minutes(_ day: Int, _ hour: Int, _ minute: Int) -> Double? {
      let time = Self.monday + Double(day * 86_400 + hour * 3600 + minute * 60) + 12.5
      return hours.secondsUntilOpen(at: WallTime(unixSeconds: time)).map { $0 / 60 }
    }
    #expect(minutes(1, 8, 59) == 1.0 && minutes(1, 9, 0) == nil && minutes(1, 17, 0) == 9600.0)
    // One to Monday, a day, and nine hours of Tuesday.
    #expect(minutes(6, 23, 59) == 1981.0)
    #expect(hours.secondsUntilOpen(at: WallTime(unixSeconds: 0)) == nil)
  }

  @Test func `a clock that was never set turns no guests away`() throws {
    let hours = try OpeningHours("mon 09:00-17:00")
    for seconds in [0, 86_400 * 3, 1_735_689_599, .infinity, 1e300, -1e300] {
      #expect(hours.closing(at: WallTime(unixSeconds: seconds)) == nil)
    }
  }

  @Test(
    arguments: [
      "", "mon", "09:00-17:00", "mon 9-17", "mon 09:00", "mon 09:00-09:00", "mon 25:00-26:00", "mon 09:60-10:00",
      "mon 24:00-01:00", "mon-fri-sat 09:00-10:00", "montag 09:00-10:00", "mon 09:00-17:00,", "mon 09:00–17:00",
      "mon +9:00-17:00", "mon 09:00-17:00; sat 10:00-12:00",
    ])
  func `refuses what is none, and says how it is written`(text: String) {
    let fault = #expect(throws: OpeningHours.Fault.self) { try OpeningHours(text) }
    #expect(fault?.description.contains("expected days and times such as mon-fri 09:00-17:30") == true)
  }

  @Test func `each language says the day and the time`() {
    for language in Language.allCases {
      let today = Phrase.opens(Closing(opensAt: 545, weekday: nil)).text(in: language)
      #expect(today.contains("09:05"), "\(today)")
      let days = Set((0..<7).map { Phrase.opens(Closing(opensAt: 545, weekday: $0)).text(in: language) })
      #expect(days.count == 7 && !days.contains(today))
    }
  }
}
