import BoothCore

/// Finds the moment of a photo's exposure among the live frames around it. A pure value.
struct ExposureSearch {
  /// How the moment is found out, the surest first.
  enum Way: String, Sendable, CaseIterable {
    /// A counter that both the live view and the photo show.
    case counter
    /// The live frame that is most like the photo, of a scene that moves.
    case match
  }

  /// Why it cannot be found.
  enum Fault: Error, Equatable {
    case noFrames
    case noCounter
    /// Nothing in the live view changes.
    case still
    /// The photo is like none of the frames.
    case unlike
    /// Live view pauses for so long around the best frame.
    case pause(Duration)
  }

  /// Frames farther apart than this cannot tell a moment to within ``ShutterTiming/tolerance``.
  static let longestGap = Duration.milliseconds(120)
  /// Pictures that have nothing in common are 2 apart, and the same scene with another lens and exposure less than 1.
  static let largestDistance = 1.0
  /// A scene moves if frames a tenth of a second apart differ by so much more than neighbours, whose differences are
  /// mostly noise.
  static let motion = 1.3
  static let leastMotion = 0.0005

  /// Oldest first.
  var frames: [WatchedFrame]
  var trigger: Instant
  var returned: Instant
  var longestGap = Self.longestGap

  /// The frames that may have been there at the exposure, with one on either side.
  private var candidates: [WatchedFrame] {
    frames.filter { $0.capturedAt >= trigger - .milliseconds(500) && $0.capturedAt <= returned + .milliseconds(500) }
  }

  /// The moment by a counter's number. A counter says which frame was there, and any moment until the next is as
  /// likely, hence half a frame more.
  func exposure(showing number: UInt64?) throws(Fault) -> Instant {
    guard let number else { throw .noCounter }
    guard let index = frames.lastIndex(where: { $0.number == number }) else { throw .noCounter }
    let from = frames[index].capturedAt
    let next = frames.indices.contains(index + 1) ? frames[index + 1].capturedAt : from
    guard next - from <= longestGap else { throw .pause(next - from) }
    return from + (next - from) / 2
  }

  /// The moment by likeness, finer than the frames are apart.
  func exposure(like photo: SmallPicture) throws(Fault) -> Instant {
    let frames = candidates
    guard frames.count >= 5 else { throw .noFrames }
    try checkMotion(frames)
    let distances = frames.map { $0.picture.distance(to: photo) }
    guard let best = distances.indices.min(by: { distances[$0] < distances[$1] }) else { throw .noFrames }
    guard distances[best] < Self.largestDistance else { throw .unlike }
    // At the end of what was seen the best may lie beyond it.
    guard best > 0, best + 1 < frames.count else { throw .unlike }
    let (before, after) = (frames[best - 1].capturedAt, frames[best + 1].capturedAt)
    let at = frames[best].capturedAt
    let gap = max(at - before, after - at)
    guard gap <= longestGap else { throw .pause(gap) }
    // Moving edges differ by as much as they have moved: the best moment is where the two flanks meet.
    let (left, middle, right) = (distances[best - 1], distances[best], distances[best + 1])
    let slope = max(left, right) - middle
    guard slope > 0 else { throw .still }
    let shift = (left - right) / (2 * slope)
    return shift < 0 ? at - (at - before) * -shift : at + (after - at) * shift
  }

  private func checkMotion(_ frames: [WatchedFrame]) throws(Fault) {
    var neighbours: [Double] = []
    var apart: [Double] = []
    for (index, frame) in frames.enumerated().dropFirst() {
      neighbours.append(frame.picture.distance(to: frames[index - 1].picture))
      if let earlier = frames[..<index].last(where: { frame.capturedAt - $0.capturedAt >= .milliseconds(100) }) {
        apart.append(frame.picture.distance(to: earlier.picture))
      }
    }
    guard let near = neighbours.median, let far = apart.median else { throw .noFrames }
    guard far > Self.leastMotion, far > near * Self.motion else { throw .still }
  }
}

extension [Double] {
  /// The middle value; nil for none.
  var median: Double? { isEmpty ? nil : sorted()[count / 2] }
}
