import BoothCore
import Testing

@testable import Video

@Suite struct ClipTimelineTests {
  /// Places frames captured at these milliseconds and answers with their timestamps in 90 kHz ticks.
  private func place(_ milliseconds: [Double], framesPerSecond: Double = 30) -> (ticks: [Int64], duration: Duration) {
    var timeline = ClipTimeline(framesPerSecond: framesPerSecond)
    let ticks = milliseconds.map {
      timeline.place(Instant(nanoseconds: 77_000_000_000 + Int64(($0 * 1e6).rounded())))
    }
    return (ticks, timeline.duration)
  }

  @Test func `frames are shown as far apart as they were captured`() {
    let placed = place([0, 33, 70, 300, 301])
    #expect(placed.ticks == [0, 2970, 6300, 27_000, 27_090])
    #expect(placed.duration == .nanoseconds(334_333_333), "301 ms and one interval of 1/30 s")
  }

  @Test func `frames of one moment are shown one after the other`() {
    #expect(place([0, 0, 0, 66]).ticks == [0, 45, 90, 5940])
  }

  @Test func `a little step back is jitter and shifts nothing after it`() {
    #expect(place([0, 33, 30, 66, 100]).ticks == [0, 2970, 3015, 5940, 9000])
  }

  @Test func `a camera that counts from another start goes on after one interval`() {
    #expect(place([0, 33, -60_000, -59_967, -59_934]).ticks == [0, 2970, 5970, 8940, 11_910])
    #expect(place([0, 33, 999_000_000, 999_000_033]).ticks == [0, 2970, 5970, 8940])
  }

  @Test func `a camera that hung for twenty seconds leaves a gap of twenty seconds`() {
    #expect(place([0, 20_000]).ticks == [0, 1_800_000])
  }

  @Test func `timestamps at the ends of the number line are survived`() {
    var timeline = ClipTimeline(framesPerSecond: 30)
    let moments: [Int64] = [.min, .max, .min, 0, .max, .max, .min + 1]
    let ticks = moments.map { timeline.place(Instant(nanoseconds: $0)) }
    #expect(ticks == ticks.sorted() && Set(ticks).count == ticks.count, "\(ticks) only grow")
    #expect((ticks.last ?? 0) < 90_000, "\(ticks) stay near one another")
  }

  @Test(arguments: [0, -5, .nan, .infinity, 1e9])
  func `a rate that no camera has counts as thirty`(rate: Double) {
    #expect(ClipTimeline(framesPerSecond: rate).frameInterval == 3000)
  }

  @Test func `an hour of uneven frames stays within a tick of the camera's clock`() {
    var timeline = ClipTimeline(framesPerSecond: 30)
    var captured: Int64 = 0
    var worst: Int64 = 0
    for number in 0..<108_000 {
      let ticks = timeline.place(Instant(nanoseconds: captured))
      worst = max(worst, abs(ticks * 100_000 - captured * 9) / 100_000)
      captured += 33_333_333 + Int64(number % 7) * 1_234_567
    }
    #expect(worst <= 1)
  }
}
