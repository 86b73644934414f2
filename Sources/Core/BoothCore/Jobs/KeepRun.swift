/// Applies the events' keep-policies: when, what is asked of the gallery, and what its answers let go. A pure value.
///
/// It is due at the start of the booth and once an hour, never while guests are in a session. ``KeepRule`` says which
/// sessions may go; the gallery is asked for each of their files (`KeepRun+asking.swift`). One effect is out at a time.
public struct KeepRun: Sendable, Equatable {
  /// How often the policies are applied, unless the initializer is told otherwise: one hour.
  public static let interval = Duration.seconds(3600)
  /// When guests stand in the way.
  public static let retry = Duration.seconds(60)

  /// What happened, or what became of the last effect.
  public enum Input: Sendable, Equatable {
    /// The booth has started: it is due now.
    case started
    case timePassed
    /// Uploaded sessions with files here, in the order in which they were opened, and the disk's room.
    case found([KeepRule.Candidate], DiskSpace)
    /// How many bytes the gallery serves under the path it was asked for; nil: it serves nothing there.
    case sizeIs(Int64?)
    case broughtAgain
    case released
    /// The database or the gallery could not be asked.
    case failed
  }

  /// What is to be done next; answered by one input, but for ``notifyOperator(_:)``.
  public enum Effect: Sendable, Equatable {
    case find
    /// Ask the gallery what it serves under a path, as a guest would; so many bytes it should be.
    case askSize(path: String, expecting: Int64)
    /// Call these unconfirmed, and queue an upload of their session.
    case bringAgain([AssetID], of: SessionID)
    /// Let these go: the decision first, then the files.
    case release([AssetID], of: SessionID)
    /// It is over; what the operator should know, or nil. Not answered.
    case notifyOperator(String?)
  }

  enum Step: Sendable, Equatable {
    case resting
    case finding
    case asking(Question)
    /// Nothing of the session was served: is anything?
    case askingForManifest(Question)
    case bringing
    case releasing
  }

  private let interval: Duration
  var step = Step.resting
  /// Sessions that may go and were not asked for yet.
  var rest: ArraySlice<SessionRecord> = []
  var missing: [String] = []
  var mute: [SessionID] = []
  /// When ``Input/timePassed`` is due; nil before the start.
  public internal(set) var wakeUp: Instant?

  /// - Parameter interval: from one run to the next. The first begins with ``Input/started``.
  public init(every interval: Duration = KeepRun.interval) { self.interval = interval }

  /// Whether no run is under way.
  public var isResting: Bool { step == .resting }

  /// - Parameters:
  ///   - isSession: whether guests are in a session, at this moment.
  ///   - time: for policies that count days.
  public mutating func handle(_ input: Input, isSession: Bool, at now: Instant, _ time: WallTime) -> Effect? {
    switch (step, input) {
    case (_, .started):
      wakeUp = now
      return nil
    case (_, .timePassed):
      guard let due = wakeUp, now >= due else { return nil }
      guard step == .resting, !isSession else {
        wakeUp = now + Self.retry
        return nil
      }
      wakeUp = now + interval
      (step, missing, mute) = (.finding, [], [])
      return .find
    case (.finding, .found([], _)): return end()
    case (.finding, .found(let candidates, let space)):
      rest = KeepRule.leaving(candidates, space: space, now: time)[...]
      return next()
    case (.asking(let question), .sizeIs(let size)): return answered(size, question, isSession: isSession, at: now)
    case (.askingForManifest(let question), .sizeIs(let size)): return answeredForManifest(size, question)
    case (.bringing, .broughtAgain), (.releasing, .released): return next()
    // Nothing is deleted that could not be asked for; the next hour comes.
    case (_, .failed): return end()
    case (.resting, _), (.finding, _), (.asking, _), (.askingForManifest, _), (.bringing, _), (.releasing, _):
      return nil
    }
  }

  private mutating func end() -> Effect? {
    (step, rest) = (.resting, [])
    return nil
  }
}
