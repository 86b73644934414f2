import BoothCore
import Testing

@testable import Locations

/// What gpsd 3.22 said, as it was recorded from one that heard a simulated receiver.
@Suite struct GPSReportsTests {
  private static let greeting = [
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0","driver":"NMEA0183","flags":1}]}"#,
    #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false,"timing":false}"#,
  ]
  private static let fix =
    #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-11-25T21:19:51.000Z","ept":0.005,"lat":31.7767,"#
    + #""lon":35.2276,"altHAE":778.0,"track":0.0,"speed":0.0,"eph":19.0,"sep":34.2}"#
  /// 2026-11-25T21:19:51Z.
  private static let moment = 1_795_641_591.0

  private func reports(_ lines: [String], at seconds: Double = moment, trusted: Bool = true) -> (
    PositionFix?, GPSReports.Lack
  ) {
    var reports = GPSReports()
    let now = WallTime(unixSeconds: seconds, trusted: trusted)
    for line in lines {
      if let fix = reports.take(Array(line.utf8), at: now) { return (fix, reports.lack) }
    }
    return (nil, reports.lack)
  }

  @Test func `a fix of two dimensions or three is taken, with its accuracy`() throws {
    let fix = try #require(reports(Self.greeting + [Self.fix]).0)
    #expect(fix == PositionFix(latitude: 31.7767, longitude: 35.2276, accuracy: 19))
    let flat = Self.fix.replacing("\"mode\":3", with: "\"mode\":2")
      .replacing("\"eph\":19.0", with: "\"epx\":3,\"epy\":4")
    #expect(reports([flat]).0?.accuracy == 5)
    #expect(reports([Self.fix.replacing(",\"eph\":19.0", with: "")]).0?.accuracy == nil)
  }

  @Test func `what is no fix, or an old one, is none, and says why`() {
    let none = Self.fix.replacing("\"mode\":3", with: "\"mode\":1")
    #expect(reports(Self.greeting + [none]) == (nil, .noFix))
    #expect(reports(Self.greeting + [Self.fix], at: Self.moment + 11) == (nil, .old(11)))
    #expect(reports(Self.greeting + [Self.fix], at: Self.moment - 60) == (nil, .old(-60)))
    #expect(reports([Self.fix], at: Self.moment + 9).0 != nil)
    #expect(reports(Self.greeting) == (nil, .silent))
    #expect(reports([Self.greeting[0], #"{"class":"DEVICES","devices":[]}"#]) == (nil, .noReceiver))
    #expect(reports(["HTTP/1.1 400 Bad Request", ""]) == (nil, .notGPSD))
    #expect(reports([Self.fix.replacing("31.7767", with: "131.7767")]) == (nil, .noFix))
    for lack in [GPSReports.Lack.notGPSD, .noReceiver, .silent, .noFix, .old(20), .old(-20)] {
      #expect(!lack.words.isEmpty)
    }
  }

  @Test func `a booth whose clock was never set takes what comes now for now's`() {
    #expect(reports([Self.fix], at: 1_000, trusted: false).0 != nil)
  }
}
