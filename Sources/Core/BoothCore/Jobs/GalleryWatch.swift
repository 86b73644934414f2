/// What the job pump knows of the gallery, from the jobs that call it. A pure value.
///
/// - After three failures in a row, no matter of which uploads, the gallery counts as away. From then on one upload at a time
///   is tried, each time another one; the rest waits without touching the database. The first success lets all of them go.
/// - The operator is told at the tenth failure in a row, or at the first that comes five minutes or more after the row began.
///   Failures that waiting rarely mends are told at once. The first success takes it back.
struct GalleryWatch: Sendable, Equatable {
  /// As many as uploads run at once: fewer failures might be the fault of what is uploaded, not of the gallery.
  static let failuresUntilAway = 3
  static let failuresUntilTold = 10
  static let timeUntilTold = Duration.seconds(300)
  /// A server's `Retry-After` to one job holds the others back for so long at most.
  private static let longestFloor = Duration.seconds(300)

  /// In a row, of all jobs together.
  private var failures = 0
  /// Of the first of them.
  private var since: Instant?
  /// As ``failures``, but begun anew when the operator wants all to be tried.
  private var strikes = 0
  private(set) var isTold = false
  /// Whether what the operator was told is of a failure that is told at once, with its own advice.
  private var isToldAtOnce = false
  /// Before then no upload is tried; nil while the gallery is not known to be away.
  private(set) var probeAt: Instant?
  /// The last upload that was tried: another one is next, so that one that always fails stops no other.
  var lastProbe: JobID?
  /// The last of the held ones that asked again, by the same reason.
  var lastAsked: JobID?

  var isAway: Bool { probeAt != nil }

  /// A call failed for the gallery's sake; gives what the operator is to be told, once, and once more where a failure
  /// with a remedy of its own follows others.
  mutating func failed(_ failure: JobFault, at now: Instant, random: UInt64) -> String? {
    failures += 1
    strikes += 1
    let since = since ?? now
    self.since = since
    if strikes >= Self.failuresUntilAway {
      let floor = failure.retryAfter.map { min($0, Self.longestFloor) }
      probeAt =
        now
        + RetryPolicy.probing.delay(
          afterFailures: strikes - Self.failuresUntilAway + 1, retryAfter: floor, random: random)
    }
    let isLong = failures >= Self.failuresUntilTold || now - since >= Self.timeUntilTold
    guard failure.isToldAtOnce ? !isToldAtOnce : !isTold && isLong else { return nil }
    isTold = true
    isToldAtOnce = failure.isToldAtOnce
    if isToldAtOnce { return "nothing reaches the gallery: \(failure.detail)" }
    return """
      nothing reaches the gallery: \(failure.detail). Uploads wait, and go on by themselves when it answers; \
      `booth doctor` says what can be done
      """
  }

  /// Something reached it; gives whether the operator was told that nothing does.
  mutating func succeeded() -> Bool {
    defer { self = GalleryWatch() }
    return isTold
  }

  /// The operator wants all to be tried, now.
  mutating func retryRequested() {
    strikes = 0
    probeAt = nil
  }
}
