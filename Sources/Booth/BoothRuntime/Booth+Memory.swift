import BoothCore
import CLinux

/// What photos and film strips left in the heap goes back to the system, and so does code that is not needed any more.
extension Booth {
  /// Encoders, pools of frames and connections let go of theirs a little after the work is done.
  static let trimDelay = Duration.seconds(5)
  /// By then a clip's libraries are loaded: the tables that were read for that are a third of them.
  static let loadDelay = Duration.seconds(2)
  /// A new scene is drawn by then: the code for it, of text and shapes, is not what its live view needs.
  static let sceneDelay = Duration.seconds(1)
  /// And again so long as guests are there, as photos and composites need other code than live view: some milliseconds,
  /// and what is in use is back at once, as it stays in the system's cache.
  static let sessionPause = Duration.seconds(2)

  /// A session or the last job is over: some tens of megabytes go back in some milliseconds, and what is let go of
  /// later, later.
  func giveMemoryBack(at now: Instant) {
    Task.detached(priority: .background) { clinux_trim_memory() }
    nextTrim = now + Self.trimDelay
  }

  /// A session's scene has come: what code it took to make it goes when it stands.
  func forgetCodeSoon(at now: Instant) {
    nextTrim = nextTrim.map { min($0, now + Self.sceneDelay) } ?? now + Self.sceneDelay
  }

  func giveMemoryBackIfDue(at now: Instant) {
    guard let due = nextTrim, now >= due else { return }
    nextTrim = nil
    // The next session's end gives back its own heap and this.
    let isSession = flow.state.isSession
    if isSession { nextTrim = now + Self.sessionPause }
    // Made anew while the next guests look at their last photo.
    if !isSession { ports.compositor.letGo() }
    Task.detached(priority: .background) {
      if !isSession { clinux_trim_memory() }
      clinux_forget_code()
    }
  }
}
