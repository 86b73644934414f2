import BoothCore
import Imaging

/// Where a guide lies over the live view: the same rules for displays and terminals.
extension SceneRenderer {
  /// Whether the guide is to be seen at this moment: always, but for one that blinks.
  static func guideIsShown(_ view: GuideView, at now: Instant) -> Bool {
    guard view.mode == .blink else { return true }
    return now.nanoseconds / GuideView.blinkTime.wholeNanoseconds % 2 == 0
  }

  /// When a guide that blinks comes or goes next; nil for one that stays.
  static func nextBlink(_ scene: Scene, after now: Instant) -> Instant? {
    guard scene.guide != nil, scene.showsLiveView, scene.guideView.mode == .blink else { return nil }
    let time = GuideView.blinkTime.wholeNanoseconds
    return now + .nanoseconds(time - now.nanoseconds % time)
  }

  /// Lays the guide over the live view as the person wants it.
  func drawGuide(_ guide: Bitmap, in rect: CellRect, on stage: inout Stage, _ view: GuideView, now: Instant) {
    let live = PixelRect(x: rect.x * 2, y: rect.y * 4, width: rect.width * 2, height: rect.height * 4)
    let stand = Self.guideRect(view, in: live, isMirrored: style.isMirrored)
    let part = view.mode == .split ? Self.guideSide(of: view, in: live, isMirrored: style.isMirrored) : live
    if Self.guideIsShown(view, at: now) {
      let share = view.mode == .overlay ? view.opacity * 256 / 100 : 256
      stage.grid.lay(guide, at: stand, within: part, mirrored: style.isMirrored, share: share)
    }
    if view.mode == .split {
      let x = part.x == live.x ? part.right - 1 : part.x
      stage.grid.fill(x: x, y: rect.y * 2, width: 1, height: rect.height * 2, .white)
    }
    guard view.effect == .grid else { return }
    for third in 1...2 {
      stage.grid.fill(
        x: live.x + live.width * third / 3, y: rect.y * 2, width: 1, height: rect.height * 2, .white, share: 128)
      stage.grid.fill(
        x: live.x, y: rect.y * 2 + rect.height * 2 * third / 3, width: live.width, height: 1, .white, share: 128)
    }
  }

  /// One line at the lower edge: what to do, which way, and how near it is.
  func drawAim(_ advice: AimAdvice?, in rect: CellRect, on stage: inout Stage) {
    var text = stage.said(advice.map { .aim($0.saying) } ?? .alignWithGuide)
    if case .move(let way, _)? = advice?.saying { text = "\(Self.sign(of: way, isMirrored: style.isMirrored)) " + text }
    if let closeness = advice?.closeness {
      let full = min(max(Int((closeness * 10).rounded()), 0), 10)
      text += "  " + String(repeating: "●", count: full) + String(repeating: "○", count: 10 - full)
    }
    text = CellText.cut(text, width: max(1, rect.width - 4))
    let width = min(rect.width, CellText.columns(text) + 4)
    let pill = CellRect(x: rect.x + (rect.width - width) / 2, y: max(rect.y, rect.bottom - 2), width: width, height: 1)
    stage.pill(pill, advice?.isFit == true ? Palette.fit : .black, share: 200)
    stage.write(text, in: pill, nil, .center, ink: .white, isBold: true)
  }

  static func sign(of way: AimAdvice.Way, isMirrored: Bool) -> String {
    switch way {
    case .turnLeft, .stepLeft: isMirrored ? "→" : "←"
    case .turnRight, .stepRight: isMirrored ? "←" : "→"
    case .tiltUp: "↑"
    case .tiltDown: "↓"
    case .rollClockwise: "↻"
    case .rollBack: "↺"
    case .zoomIn, .stepNearer: "+"
    case .zoomOut, .stepBack: "−"
    }
  }

  /// What keys change the guide, and how it lies now.
  func guideKeys(_ view: GuideView) -> [(key: String, phrase: Phrase)] {
    [
      ("↑↓ \(view.opacity) %", .guideStrength), ("E", .guideEffect(view.effect)), ("M", .guideMode(view.mode)),
      ("+ −", .guideSize),
    ]
  }

  /// Where all of the guide lies, which may reach beyond the live view.
  /// - Parameter isMirrored: left and right are changed on the screen, and with them where it was moved to.
  static func guideRect(_ view: GuideView, in live: PixelRect, isMirrored: Bool) -> PixelRect {
    let from = view.picturePoint(ofGuide: PicturePoint(x: 0, y: 0))
    let to = view.picturePoint(ofGuide: PicturePoint(x: 1, y: 1))
    let (left, right) = isMirrored ? (1 - to.x, 1 - from.x) : (from.x, to.x)
    func place(_ share: Double, of length: Int) -> Int { Int((share * Double(length)).rounded()) }
    let x = live.x + place(left, of: live.width)
    let y = live.y + place(from.y, of: live.height)
    return PixelRect(
      x: x, y: y, width: max(1, live.x + place(right, of: live.width) - x),
      height: max(1, live.y + place(to.y, of: live.height) - y))
  }

  /// In which size it is wanted: no more pixels than twice the live view has each way, as it is drawn larger from those.
  static func guideSize(of stand: PixelRect, in live: PixelRect) -> PixelSize {
    guard stand.width > live.width * 2 else { return stand.size }
    return PixelSize(width: live.width * 2, height: live.height * 2)
  }

  /// The part of the live view on the guide's side of the bar: the photo's left.
  static func guideSide(of view: GuideView, in live: PixelRect, isMirrored: Bool) -> PixelRect {
    let width = min(max(1, live.width * view.split / 100), live.width)
    return PixelRect(x: isMirrored ? live.right - width : live.x, y: live.y, width: width, height: live.height)
  }
}
