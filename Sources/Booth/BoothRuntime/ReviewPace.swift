import BoothCore

/// How long photos took from the camera's answer to the guests' screen.
struct ReviewPace {
  /// The newest photos that count.
  static let window = 20

  private var received: Instant?
  private var underReview: (path: String, received: Instant)?
  private var delays: [Duration] = []

  /// The camera gave a photo.
  mutating func didReceive(at now: Instant) { received = now }

  /// The screen is shown another picture, with this photo under review, or none.
  mutating func willShow(_ path: String?) {
    guard let path else {
      underReview = nil
      return
    }
    guard let received else { return }
    underReview = (path, received)
    self.received = nil
  }

  /// The slowest of the newest, or nil where none has been shown yet.
  /// - Parameter shown: what the screen showed last.
  mutating func slowest(_ shown: ShownPhoto?) -> Duration? {
    take(shown)
    return delays.max()
  }

  /// Notes the photo under review, once it stands on the screen.
  mutating func take(_ shown: ShownPhoto?) {
    guard let shown, let photo = underReview, photo.path == shown.path, shown.at >= photo.received else { return }
    underReview = nil
    delays.append(shown.at - photo.received)
    if delays.count > Self.window { delays.removeFirst() }
  }
}
