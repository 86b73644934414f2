/// What to do next about a camera in trouble: from "try again" to another camera, and from the beginning, for ever.
///
/// A pure value. Each failure climbs: another try of the rung it stands on, else the next rung that this camera has
/// and that can help against such a failure. Past the last one a new round begins with opening it again, at most ten
/// seconds apart. A live frame ends the trouble; but one who refuses photos shows frames too, so after a failed photo
/// only a photo lets it start from the lowest rung again.
public struct RecoveryLadder: Sendable, Equatable {
  /// What is done next, and when.
  public struct Move: Sendable, Equatable {
    /// What is done.
    public var rung: RecoveryRung
    /// When, on the booth's monotonic clock; now, but for opening it again, which waits up to ten seconds.
    public var at: Instant

    /// - Parameter at: when it is done.
    public init(_ rung: RecoveryRung, at: Instant) {
      self.rung = rung
      self.at = at
    }
  }

  /// What shows that a camera works.
  public enum Proof: Sendable { case frame, photo }

  /// Which rungs this camera has.
  public let steps: RecoverySteps
  /// Where it stands; nil on the ground.
  public private(set) var rung: RecoveryRung?
  /// How often this rung was tried.
  public private(set) var tries = 0
  /// How often all rungs were tried.
  public private(set) var round = 0
  /// Failures in a row.
  public private(set) var failures = 0
  /// Since when the camera cannot be used; nil while it can.
  public private(set) var since: Instant?
  /// A photo failed, and none was taken since.
  public private(set) var awaitsPhoto = false
  /// When the last failure was.
  public private(set) var failedAt: Instant?
  private var done: [RecoveryRung: Instant] = [:]

  /// Starts on the ground: nothing has failed.
  public init(_ steps: RecoverySteps) { self.steps = steps }

  /// Whether nothing has failed since the last proof.
  public var isClear: Bool { failures == 0 && rung == nil }

  /// Takes a failure in.
  ///
  /// - Parameters:
  ///   - ofPhoto: whether it was a photo that failed.
  ///   - since: when the trouble began, for people: the hanging call's start, the last live frame.
  ///   - excluded: rungs that cannot be climbed now, such as a step that is stuck itself.
  public mutating func climb(
    after failure: RecoveryFault, ofPhoto: Bool = false, since: Instant, without excluded: Set<RecoveryRung> = [],
    at now: Instant
  ) -> Move {
    failures += 1
    failedAt = now
    if self.since == nil { self.since = since }
    if ofPhoto { awaitsPhoto = true }
    if let rung, rung != .fallback, rung >= failure.lowestRung, !excluded.contains(rung),
      tries < steps[rung]?.tries ?? 0
    {
      tries += 1
      return move(to: rung, at: now)
    }
    let higher = steps.rungs.first { next in
      next >= failure.lowestRung && !excluded.contains(next) && isRested(next, at: now)
        && (rung.map { next > $0 } ?? true)
    }
    guard let higher else { return beginRound(at: now) }
    rung = higher
    tries = 1
    return move(to: higher, at: now)
  }

  /// A photo had failed with a connection that is gone since: whatever opens now has yet to take one.
  public mutating func notePhotoFailed() {
    awaitsPhoto = true
    guard rung == nil else { return }
    rung = .reopen
    tries = steps.reopen.tries
  }

  /// All rungs were tried: again from opening it, slowly.
  public mutating func beginRound(at now: Instant) -> Move {
    round += 1
    rung = .reopen
    tries = 1
    return move(to: .reopen, at: now)
  }

  /// The camera showed that it works.
  public mutating func prove(by proof: Proof) {
    if proof == .photo { awaitsPhoto = false }
    since = nil
    failures = 0
    guard !awaitsPhoto else { return }
    rung = nil
    tries = 0
    round = 0
    failedAt = nil
  }

  private func isRested(_ rung: RecoveryRung, at now: Instant) -> Bool {
    guard let last = done[rung], let step = steps[rung] else { return true }
    return now - last >= step.rest
  }

  private mutating func move(to rung: RecoveryRung, at now: Instant) -> Move {
    done[rung] = now
    return Move(rung, at: rung == .reopen ? now + pause : now)
  }

  /// 0.5, 1, 2, 4, 8, 10, 10 … seconds before it is opened again.
  private var pause: Duration { min(.seconds(10), .milliseconds(500 << min(max(failures - 1, 0), 5))) }
}
