import BoothCore
import Imaging

/// The guide over the live view, and the bar by which fingers change how it lies there.
extension ScenePainter {
  /// Lays the guide over the live view as the person wants it; nothing in the half of the time in which a blinking one is
  /// away.
  func drawGuide(over live: PixelRect, on draft: inout SheetDraft, _ picture: ScreenPicture, _ now: Instant) {
    guard let guide = picture.scene.guide, let event = picture.event, picture.scene.showsLiveView else { return }
    let view = picture.scene.guideView
    let shown = SceneRenderer.guideIsShown(view, at: now)
    let stand = SceneRenderer.guideRect(view, in: live, isMirrored: style.isMirrored)
    let wanted = SceneRenderer.WantedPicture(
      source: .artwork(slug: event.slug, path: guide), size: SceneRenderer.guideSize(of: stand, in: live),
      effect: view.effect)
    // Blinking and beside a bar it is compared, not looked through.
    let share = view.mode == .overlay ? Double(view.opacity) / 100 : 1
    let part = view.mode == .split ? SceneRenderer.guideSide(of: view, in: live, isMirrored: style.isMirrored) : live
    if shown, share > 0 {
      draft.over(part) { draft in
        draft.add(.picture(wanted, stand, radius: 0, mirrored: style.isMirrored, share: share))
      }
    }
    if view.mode == .split {
      let bar = PixelRect(
        x: (part.x == live.x ? part.right : part.x) - draft.units(0.1), y: live.y, width: draft.units(0.2),
        height: live.height)
      draft.over(bar) { $0.fill(bar, .white) }
    }
    if view.effect == .grid { drawThirds(over: live, on: &draft) }
  }

  /// The rule of thirds: two lines each way, white, half as strong.
  private func drawThirds(over live: PixelRect, on draft: inout SheetDraft) {
    let width = max(1, draft.units(0.05))
    let ink = Fill.color(RGBColor(red: 255, green: 255, blue: 255, alpha: 128))
    for third in 1...2 {
      let upright = PixelRect(x: live.x + live.width * third / 3, y: live.y, width: width, height: live.height)
      let level = PixelRect(x: live.x, y: live.y + live.height * third / 3, width: live.width, height: width)
      for line in [upright, level] { draft.over(line) { $0.add(.fill(.rectangle(line, radius: 0), ink)) } }
    }
  }

  /// Weaker, stronger, effect, mode, smaller, larger: at the top of the live view, away from the words.
  func drawGuideBar(over live: PixelRect, on draft: inout SheetDraft, _ view: GuideView) {
    let height = draft.units(3.6)
    let keys: [(String, GuideTurn)] = [
      ("−", .weaker), ("\(view.opacity) %", .reset), ("+", .stronger),
      (draft.said(.guideEffect(view.effect)), .nextEffect), (draft.said(.guideMode(view.mode)), .nextMode),
      ("⤡", .smaller), ("⤢", .larger),
    ]
    let gap = draft.units(0.5)
    let room = live.inset(draft.units(1.2), draft.units(1.2))
    let blocks = keys.map { draft.block($0.0, width: room.width / 4, size: 1.7, least: 1, isBold: true, .center) }
    let widths = blocks.map { max(height, $0.size.width + draft.units(1.4)) }
    let width = widths.reduce(0, +) + gap * (keys.count - 1)
    var x = max(room.x, room.right - width)
    for (index, key) in keys.enumerated() where x + widths[index] <= room.right {
      let place = PixelRect(x: x, y: room.y, width: widths[index], height: height)
      draft.over(place.grown(1)) { draft in
        draft.fill(place, Tones.veil, radius: Double(height) / 2)
        draft.write(blocks[index], in: place, .center, .middle, .white)
      }
      draft.touch(place.grown(draft.units(0.25)), .guide(key.1))
      x += widths[index] + gap
    }
  }
}
