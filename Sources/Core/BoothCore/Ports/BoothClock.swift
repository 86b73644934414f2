/// Where time, and nothing else, comes from.
///
/// ```swift
/// let start = clock.now
/// try await clock.sleep(until: start + .milliseconds(200))
/// ```
public protocol BoothClock: Sendable {
  /// The monotonic clock.
  var now: Instant { get }
  /// The wall clock, for records and people only.
  var wallTime: WallTime { get }
  /// Returns at `instant` or later; throws `CancellationError` when the task is cancelled.
  func sleep(until instant: Instant) async throws
}
