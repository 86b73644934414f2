import BoothCore
import BoothTesting
import Testing

@testable import BoothRuntime

@Suite struct NightTallyTests {
  private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }
  private func wall(_ hour: Int, zone: Int = 0) -> WallTime {
    WallTime(unixSeconds: Double(hour) * 3600 + 1, secondsFromUTC: zone)
  }
  private let opening = BoothState.opening(AttemptID(1), until: Instant(nanoseconds: 0))
  private var code: BoothState {
    .qr(
      Finished(session: .sample(), timings: Timings(), photos: 3), shownAt: at(0), until: at(0))
  }

  @Test func `waits are counted from the press to the code, by the hour of the code`() {
    var tally = NightTally()
    tally.follow(from: .idle, to: opening, at: at(10), wall(22))
    tally.follow(from: opening, to: code, at: at(50), wall(22))
    tally.follow(from: code, to: .idle, at: at(60), wall(22))
    tally.follow(from: .idle, to: opening, at: at(100), wall(22))
    tally.follow(from: opening, to: code, at: at(120), wall(23))
    #expect(tally.hours.map(\.number) == [22, 23])
    #expect(tally.hours.map(\.codes) == [1, 1])
    #expect(tally.hours.map(\.waitSeconds) == [40, 20])
    #expect(tally.hours.map(\.longestWaitSeconds) == [40, 20])
  }

  @Test func `guests who leave have waited for nothing`() {
    var tally = NightTally()
    tally.follow(from: .idle, to: opening, at: at(10), wall(22))
    tally.follow(from: opening, to: .idle, at: at(50), wall(22))
    tally.follow(from: .paused, to: code, at: at(90), wall(22))
    #expect(tally.hours.isEmpty)
  }

  @Test func `hours are those of the booth's zone, and the oldest go`() {
    var tally = NightTally()
    for hour in 0..<30 { tally.fault(wall(hour, zone: 3600)) }
    #expect(tally.hours.count == NightTally.longest)
    #expect(tally.hours.first?.number == 7)
    #expect(tally.hours.last?.number == 30)
    #expect(tally.hours.allSatisfy { $0.faults == 1 })
    tally.fault(WallTime(unixSeconds: .nan, secondsFromUTC: 0))
    tally.fault(WallTime(unixSeconds: -.infinity, secondsFromUTC: 0))
  }
}
