import BoothCore
import Testing

@testable import InputDevices

@Suite struct InputReadingTests {
  private static let now = Instant(nanoseconds: 7)
  private static let axes = TouchAxes(
    x: InputAxis(least: 0, most: 4095), y: InputAxis(least: 0, most: 4095), saysTouch: true)

  private func changes(_ events: [(UInt16, UInt16, Int32)], _ axes: TouchAxes? = nil, rotation: Int = 0)
    -> [InputReading.Change]
  {
    var reading = InputReading(axes: axes, rotation: rotation)
    return events.compactMap { reading.take(InputEvent(type: $0.0, code: $0.1, value: $0.2, at: Self.now)) }
  }

  @Test func `keys go down and up, and repetitions are nothing`() {
    #expect(
      changes([(4, 4, 458_756), (1, 183, 1), (0, 0, 0), (1, 183, 2), (0, 0, 1), (1, 183, 0), (0, 0, 0)]) == [
        .key(183, isDown: true, at: Self.now), .key(183, isDown: false, at: Self.now),
      ])
  }

  @Test func `after an overflow nothing counts until the device is asked`() {
    #expect(
      changes([(0, 3, 0), (1, 183, 1), (0, 0, 0), (1, 28, 1)]) == [
        .lost(at: Self.now), .key(28, isDown: true, at: Self.now),
      ])
  }

  @Test(arguments: [(0, 0.25, 0.75), (90, 0.75, 0.75), (180, 0.75, 0.25), (270, 0.25, 0.25)])
  func `a touch is where guests see it, however the screen is mounted`(_ rotation: Int, _ x: Double, _ y: Double) throws
  {
    let found = changes(
      [(3, 0, 1024), (3, 1, 3071), (1, 330, 1), (0, 0, 0), (3, 0, 4000), (0, 0, 0), (1, 330, 0), (0, 0, 0)], Self.axes,
      rotation: rotation)
    try #require(found.count == 2)
    guard case .touched(let foundX, let foundY, _) = found[0] else {
      Issue.record("\(found)")
      return
    }
    #expect(abs(foundX - x) < 0.001 && abs(foundY - y) < 0.001, "\(foundX) \(foundY)")
    #expect(found[1] == .released(at: Self.now))
  }

  @Test func `a screen that only counts fingers is touched by the first, and free after the last`() {
    var axes = Self.axes
    axes.saysTouch = false
    axes.x.value = 4095
    let first: [(UInt16, UInt16, Int32)] = [(3, 0x2f, 0), (3, 0x39, 5), (3, 0x36, 0), (0, 0, 0)]
    let second: [(UInt16, UInt16, Int32)] = [(3, 0x2f, 1), (3, 0x39, 6), (3, 0x35, 9), (0, 0, 0)]
    let leaving: [(UInt16, UInt16, Int32)] = [
      (3, 0x2f, 0), (3, 0x39, -1), (0, 0, 0), (3, 0x2f, 1), (3, 0x39, -1), (0, 0, 0),
    ]
    #expect(
      changes(first + second + leaving, axes) == [.touched(x: 1, y: 0, at: Self.now), .released(at: Self.now)],
      "an axis that is not told is where it was")
  }

  @Test func `a line that oscillates is looked at less often`() {
    var pace = EdgePace()
    let begin = Instant(nanoseconds: 5_000_000_000)
    #expect(pace.wait(after: 300, at: begin) == nil)
    #expect(pace.wait(after: 1, at: begin + .milliseconds(900)) == .milliseconds(5))
    #expect(pace.wait(after: 20, at: begin + .milliseconds(1100)) == nil)
  }
}
