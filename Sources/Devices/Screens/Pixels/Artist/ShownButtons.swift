import BoothCore

/// What can be touched on the picture that stands on the display, and since when.
struct ShownButtons: Sendable {
  var buttons: [SheetButton] = []
  var size = PixelSize(width: 1, height: 1)
  var scene: SceneKind?
  var since = Instant(nanoseconds: 0)

  /// No person sees what is new, decides and moves a finger in less: simple reactions take 200 ms and more.
  static let shortestGlance = Duration.milliseconds(150)

  /// This stands from now on, if it does not already.
  mutating func show(_ buttons: [SheetButton], of size: PixelSize, in scene: SceneKind, at now: Instant) {
    guard buttons != self.buttons || size != self.size || scene != self.scene else { return }
    self = ShownButtons(buttons: buttons, size: size, scene: scene, since: now)
  }

  func target(at point: PicturePoint, in scene: SceneKind, touched instant: Instant) -> TouchTarget? {
    guard scene == self.scene, instant >= since + Self.shortestGlance else { return nil }
    // The last column and row are touched at 1.
    let inside = PicturePoint(x: min(max(point.x, 0), 0.999_999), y: min(max(point.y, 0), 0.999_999))
    return buttons.target(at: inside, of: size)
  }
}
