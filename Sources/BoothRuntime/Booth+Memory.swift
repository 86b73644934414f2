import BoothCore
import CLinux

/// What photos and film strips left in the heap goes back to the system.
extension Booth {
  /// Encoders, pools of frames and connections let go of theirs a little after the work is done.
  static let trimDelay = Duration.seconds(5)

  /// A session or the last job is over: some tens of megabytes go back in some milliseconds, and what is let go of
  /// later, later.
  func giveMemoryBack(at now: Instant) {
    trim()
    nextTrim = now + Self.trimDelay
  }

  func giveMemoryBackIfDue(at now: Instant) {
    guard let due = nextTrim, now >= due else { return }
    nextTrim = nil
    // The next session's end gives back its own and this.
    if !flow.state.isSession { trim() }
  }

  private func trim() { Task.detached(priority: .background) { clinux_trim_memory() } }
}
