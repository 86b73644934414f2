import Testing

@testable import Documents
@testable import StudioModel

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

  @Test func `waits and faults stand beside their hour, and are unknown before the booth's start`() {
    let chart = NightChart(
      [session(20 * 3600), session(22 * 3600)],
      counted: [
        .init(number: 21, codes: 0, waitSeconds: 0, longestWaitSeconds: 0, faults: 2),
        .init(number: 23, codes: 2, waitSeconds: 90, longestWaitSeconds: 60, faults: 0),
        .init(number: .max, codes: 1, waitSeconds: 1, longestWaitSeconds: 1, faults: 1),
      ])
    #expect(
      chart.hours == [
        .init(hour: 20, sessions: 1), .init(hour: 21, sessions: 0, faults: 2), .init(hour: 22, sessions: 1, faults: 0),
        .init(hour: 23, sessions: 0, waitSeconds: 45, longestWaitSeconds: 60, faults: 0),
      ])
  }

  @Test func `a night begins at noon, by the booth's own clock`() {
    let noon = 43_200.0
    let chart = NightsChart([
      session(noon - 1), session(noon), session(noon + 14 * 3600), session(noon + 86_399), session(noon + 86_400),
      // Half past eleven at night where the booth was.
      session(noon + 86_400 + 37_800, zone: 3600),
    ])
    #expect(chart.nights == [.init(day: 1, sessions: 2), .init(day: 0, sessions: 3), .init(day: -1, sessions: 1)])
    #expect(session(noon - 1800, zone: 3600).night == 0)
    #expect(session(noon + 1800, zone: -3600).night == -1)
  }

  @Test func `a month of nights is counted, without those before it and those of a broken clock`() {
    let all = (0..<40).map { session(Double($0) * 86_400 + 80_000) } + [session(.nan), session(1e300)]
    let chart = NightsChart(all)
    #expect(chart.nights.count == NightsChart.longest && chart.nights.first == .init(day: 39, sessions: 1))
    #expect(session(.infinity).night == nil && NightsChart([]).nights.isEmpty)
  }
}
