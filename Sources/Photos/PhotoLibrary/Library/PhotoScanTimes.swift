import Glibc

/// How long the two halves of a scan took.
package struct PhotoScanTimes: Sendable {
  /// Asking the source for its photos, and keeping what is new.
  package var listing: WorkTime
  /// Reading what photos say, and keeping it.
  package var reading: WorkTime
}

/// How long work took, and what of the processors it and whatever else the process did took.
package struct WorkTime: Sendable, Encodable {
  /// By a clock on the wall.
  package var seconds: Double
  /// Of all processors together.
  package var cpuSeconds: Double
}

/// Both clocks at one moment.
struct WorkClock {
  private var wall: ContinuousClock.Instant
  private var cpu: Double

  static func now() -> WorkClock {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return WorkClock(wall: .now, cpu: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }

  static func - (end: WorkClock, begin: WorkClock) -> WorkTime {
    let (seconds, attoseconds) = begin.wall.duration(to: end.wall).components
    return WorkTime(seconds: Double(seconds) + Double(attoseconds) / 1e18, cpuSeconds: end.cpu - begin.cpu)
  }
}
