import BoothCore

/// Lays blocks of sound end to end so that each sample stands where it was captured, counted from the clip's first
/// frame. A microphone's clock and the booth's differ by some millionths, or by a percent for a bad one: what that adds up
/// to is taken out or put in a little with each block; what was lost is silence, what came twice is left out.
struct SoundTimeline {
  /// What is wrong by more than this is a gap, or sound given twice; less is drift, or the jitter of timestamps.
  static let jump = SoundBlock.samplesPerSecond * 30 / 1000
  /// Drift of less than this is let be: 2 ms.
  static let tolerance = Double(SoundBlock.samplesPerSecond) * 2 / 1000
  /// The most that a block is stretched or squeezed: one sample in 100, which is inaudible.
  static let stretch = 100
  /// More silence than this between two blocks is another clock.
  static let longestGap = 60 * SoundBlock.samplesPerSecond
  /// How much of the newest timestamp counts: jitter of a period or so is not drift.
  private static let weight = 1.0 / 8

  /// The moment at which the first sample stands.
  let origin: Instant
  /// Samples laid down so far, silence among them.
  private(set) var count = 0
  private var drift = 0.0
  private var hasBegun = false

  init(origin: Instant) { self.origin = origin }

  /// The samples that follow what was laid down, or nil for a block of another clock.
  mutating func place(_ block: SoundBlock) -> [Int16]? {
    guard let place = position(of: block.capturedAt) else { return nil }
    var samples = block.samples[...]
    let ahead = place - count
    guard ahead <= Self.longestGap, ahead >= -Self.longestGap else { return nil }
    var laid: [Int16] = []
    if !hasBegun || abs(ahead) > Self.jump {
      drift = 0
      if ahead > 0 {
        laid = [Int16](repeating: 0, count: ahead)
      } else {
        samples = samples.dropFirst(-ahead)
      }
      if !samples.isEmpty { hasBegun = true }
    } else {
      drift += (Double(ahead) - drift) * Self.weight
      let most = samples.count / Self.stretch
      let change = abs(drift) > Self.tolerance ? min(max(Int(drift), -most), most) : 0
      if change != 0 {
        drift -= Double(change)
        laid = Self.resample(samples, to: samples.count + change)
        samples = []
      }
    }
    laid += samples
    count += laid.count
    return laid
  }

  private func position(of moment: Instant) -> Int? {
    let (nanoseconds, overflow) = moment.nanoseconds.subtractingReportingOverflow(origin.nanoseconds)
    guard !overflow else { return nil }
    return Int((Double(nanoseconds) * Double(SoundBlock.samplesPerSecond) / 1e9).rounded())
  }

  /// The same sound in a few samples more or fewer, each between its two neighbours.
  private static func resample(_ samples: ArraySlice<Int16>, to count: Int) -> [Int16] {
    guard count > 1, samples.count > 1 else { return Array(samples) }
    let step = Double(samples.count - 1) / Double(count - 1)
    return (0..<count).map { index in
      let place = Double(index) * step
      let whole = min(Int(place), samples.count - 2)
      let (one, next) = (samples[samples.startIndex + whole], samples[samples.startIndex + whole + 1])
      return Int16((Double(one) + (Double(next) - Double(one)) * (place - Double(whole))).rounded())
    }
  }
}
