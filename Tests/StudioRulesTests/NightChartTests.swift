import Testing

@testable import StudioRules

@Suite struct NightChartTests {
  private func session(_ at: Double, zone: Int = 0) -> GuestSession {
    GuestSession(id: "\(at)", event: "e", state: "uploaded", openedAt: at, secondsFromUTC: zone, link: nil, photos: 3)
  }

  @Test func `hours between are there, those of the night before are not`() {
    let chart = NightChart([session(22 * 3600 + 1), session(22 * 3600 + 3599), session(25 * 3600), session(-3600)])
    #expect(
      chart.hours == [
        .init(hour: 22, sessions: 2), .init(hour: 23, sessions: 0), .init(hour: 0, sessions: 0),
        .init(hour: 1, sessions: 1),
      ])
    #expect(NightChart([]).hours.isEmpty)
    #expect(NightChart([session(.infinity), session(.nan), session(1e300)]).hours.isEmpty)
  }

  @Test func `hours are the booth's own`() {
    #expect(NightChart([session(0, zone: -3600)]).hours == [.init(hour: 23, sessions: 1)])
    #expect(NightChart([session(0, zone: 7200)]).hours == [.init(hour: 2, sessions: 1)])
  }
}
