import BoothCore

/// Turns the moments at which frames were captured into the timestamps of a clip, which start at zero and only grow.
///
/// Cameras' clocks misbehave: two frames of one USB transfer carry the same moment, some jitter backwards, and a
/// camera that was re-opened may count from another start.
struct ClipTimeline {
  /// A step back of less than this is jitter: the frame is shown right after the one before it, and the next good
  /// timestamp counts again. More is another clock.
  static let jitter: Int64 = 500_000_000
  /// A step forward of more than this is another clock, not a camera that hung: the clip goes on after one interval.
  static let longestGap: Int64 = 60_000_000_000
  /// The least time between two frames in a file, in ticks: half of what a camera of 1000 frames a second needs.
  static let leastStep = H264Encoder.ticksPerSecond / 2000

  /// One frame's share of a second, in ticks.
  let frameInterval: Int64
  private var last: (captured: Int64, ticks: Int64)?
  /// The moment that stands at zero.
  private var origin: Int64 = 0

  /// - Parameter framesPerSecond: what the camera promised; anything no camera does counts as 30.
  init(framesPerSecond: Double) {
    let rate = Self.plausible(framesPerSecond)
    frameInterval = max(1, Int64((Double(H264Encoder.ticksPerSecond) / rate).rounded()))
  }

  static func plausible(_ framesPerSecond: Double) -> Double {
    framesPerSecond >= 0.1 && framesPerSecond <= 1000 ? framesPerSecond : 30
  }

  /// The timestamp of the next frame, in the encoder's ticks.
  mutating func place(_ capturedAt: Instant) -> Int64 {
    let captured = capturedAt.nanoseconds
    guard let last else {
      origin = captured
      self.last = (captured, 0)
      return 0
    }
    let (step, overflow) = captured.subtractingReportingOverflow(last.captured)
    var ticks: Int64
    if overflow || step > Self.longestGap || step <= -Self.jitter {
      ticks = last.ticks + frameInterval
      origin = captured &- Self.nanoseconds(ticks)
      self.last = (captured, ticks)
      return ticks
    }
    ticks = Self.ticks(captured &- origin)
    ticks = max(ticks, last.ticks + Self.leastStep)
    // Jitter is measured against the newest moment seen, so that many small steps back do not add up unnoticed.
    self.last = (max(captured, last.captured), ticks)
    return ticks
  }

  /// From the first frame to the end of the last one's interval.
  var duration: Duration {
    guard let last else { return .zero }
    return .nanoseconds(Self.nanoseconds(last.ticks + frameInterval))
  }

  private static func ticks(_ nanoseconds: Int64) -> Int64 {
    let perSecond: Int64 = 1_000_000_000
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: perSecond)
    return seconds * H264Encoder.ticksPerSecond + (rest * H264Encoder.ticksPerSecond + perSecond / 2) / perSecond
  }

  private static func nanoseconds(_ ticks: Int64) -> Int64 {
    let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: H264Encoder.ticksPerSecond)
    return seconds * 1_000_000_000 + rest * 1_000_000_000 / H264Encoder.ticksPerSecond
  }
}
