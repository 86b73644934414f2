import Locations

/// What a run has found and done.
public struct SyncReport: Sendable, Equatable {
  /// What came of one location.
  public enum Result: Sendable, Equatable {
    /// Not begun: a rehearsal, or the run has ended before.
    case planned
    case done
    /// Others were quicker; the next run looks again.
    case overtaken
    case failed(SyncError)
  }

  /// One location.
  public struct Line: Sendable, Equatable {
    public var item: SyncItem
    public var result: Result
  }

  /// In the order of their names; what is the same on both sides is only counted.
  public internal(set) var lines: [Line] = []
  public internal(set) var same = 0
  /// How far the clock here is ahead of the service's, in seconds, where that is more than five minutes.
  public internal(set) var skew: Double?
  /// Locations whose moments there lie ahead of when they were written, by more than five minutes.
  public internal(set) var early: [String] = []
  /// Pictures that went and came.
  public internal(set) var sent = 0
  public internal(set) var received = 0
  /// Why the run has ended before its end.
  public internal(set) var failure: SyncError?

  /// Whether both sides are now as they should be.
  public var isWhole: Bool {
    failure == nil
      && lines.allSatisfy { line in
        switch line.result {
        case .done: true
        case .planned: line.item.step == .leave && !line.item.reason.isLeftOut
        case .overtaken, .failed: false
        }
      }
  }

  /// Those that are on one side only, or not the same on both, because they could not be taken over.
  public var leftOut: Int { lines.count { $0.item.step == .leave && $0.item.reason.isLeftOut } }

  /// How many of these steps were made, or would be in a rehearsal.
  public func count(_ step: SyncStep, _ wanted: Result = .done) -> Int {
    lines.count { $0.item.step == step && $0.result == wanted }
  }
}
