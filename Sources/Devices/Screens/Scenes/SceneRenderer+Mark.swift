import BoothCore
import Imaging

/// Marking points: where the two pictures stand, the same for displays and terminals, and the terminal's scene.
extension SceneRenderer {
  /// What is to be done now.
  static func phrase(of marking: Marking) -> Phrase {
    switch marking.stage {
    case .freezing: .starting
    case .keeping: .saving
    case .setting:
      marking.wasRefused
        ? .markNotKept : marking.isEnough ? .markEnough : marking.side == .old ? .markOld : .markFrame
    }
  }

  /// The old picture and the frame, each whole: side by side, the old one where lines begin, or one above the other where
  /// they are larger so.
  static func markPlaces(
    _ room: PixelRect, gap: Int, _ picture: ScreenPicture, isRightToLeft: Bool
  ) -> (old: PixelRect, frame: PixelRect) {
    let old = proportions(picture)
    let frame = picture.stillFrame?.size ?? old
    let half = PixelSize(width: max(1, (room.width - gap) / 2), height: max(1, (room.height - gap) / 2))
    let left = PixelRect(x: room.x, y: room.y, width: half.width, height: room.height)
    let right = PixelRect(x: room.right - half.width, y: room.y, width: half.width, height: room.height)
    let upper = PixelRect(x: room.x, y: room.y, width: room.width, height: half.height)
    let lower = PixelRect(x: room.x, y: room.bottom - half.height, width: room.width, height: half.height)
    let (first, second) = isRightToLeft ? (right, left) : (left, right)
    let beside = (old: first.fitting(old), frame: second.fitting(frame))
    let above = (old: upper.fitting(old), frame: lower.fitting(frame))
    func area(_ places: (old: PixelRect, frame: PixelRect)) -> Int { places.old.size.area + places.frame.size.area }
    return area(above) > area(beside) ? above : beside
  }

  /// In cells; a cell is as high as two are wide.
  private func markPlaces(_ stage: Stage, _ picture: ScreenPicture) -> (old: CellRect, frame: CellRect) {
    let top = stage.isSmall ? 1 : 2
    let room = PixelRect(
      x: 0, y: top * 2, width: stage.columns, height: max(2, (stage.rows - top - (stage.isSmall ? 0 : 1)) * 2))
    let places = Self.markPlaces(room, gap: 2, picture, isRightToLeft: stage.isRightToLeft)
    func cells(_ rect: PixelRect) -> CellRect {
      CellRect(x: rect.x, y: rect.y / 2, width: max(1, rect.width), height: max(1, rect.height / 2))
    }
    return (cells(places.old), cells(places.frame))
  }

  /// Both pictures, with more pixels than they have cells, as parts of them are shown larger.
  func markWanted(_ stage: Stage, _ picture: ScreenPicture) -> [WantedPicture] {
    let places = markPlaces(stage, picture)
    func size(_ rect: CellRect) -> PixelSize {
      PixelSize(width: rect.pictureSize.width * Self.markZoom, height: rect.pictureSize.height * Self.markZoom)
    }
    let old = picture.scene.guide.flatMap { guide in
      picture.event.map {
        WantedPicture(source: .artwork(slug: $0.slug, path: guide), size: size(places.old))
      }
    }
    let frame = picture.stillFrame.map { WantedPicture(source: .photo($0.path), size: size(places.frame)) }
    return [old, frame].compactMap { $0 }
  }

  private static let markZoom = 4

  func drawMark(
    _ marking: Marking, on stage: inout Stage, _ picture: ScreenPicture, _ pictures: ScenePictures
  ) {
    let places = markPlaces(stage, picture)
    let words = CellRect(x: 1, y: 0, width: stage.columns - 2, height: 1)
    let count = "\(marking.pairs.count)/\(MarkPair.counts.upperBound)"
    stage.write(
      count, in: words, .english, stage.isRightToLeft ? .left : .right, ink: stage.palette.highlight, isBold: true)
    let rest = CellRect(
      x: words.x + (stage.isRightToLeft ? count.count + 2 : 0), y: 0, width: words.width - count.count - 2, height: 1)
    stage.write(
      stage.said(Self.phrase(of: marking)), in: rest, nil, .leading,
      ink: marking.wasRefused ? stage.palette.warning : stage.palette.ink, isBold: true)
    for side in Marking.Side.allCases {
      let rect = side == .old ? places.old : places.frame
      let shown = side == .old ? pictures.guide : pictures.photo
      if let shown { stage.grid.draw(shown, in: rect) } else { stage.grid.fill(rect, .black, share: 110) }
      let isActive = marking.stage == .setting && marking.side == side
      let point = isActive ? marking.cursor : side == .old ? marking.begun : nil
      if let shown, let point { drawMagnifier(shown, at: point, marking.pairs.count, in: rect, on: &stage) }
      for (index, pair) in marking.pairs.enumerated() {
        drawMarkPoint("\(index + 1)", index, side == .old ? pair.old : pair.frame, in: rect, on: &stage)
      }
      if side == .old, let begun = marking.begun {
        drawMarkPoint("\(marking.pairs.count + 1)", marking.pairs.count, begun, in: rect, on: &stage)
      }
      if isActive { drawMarkPoint("+", marking.pairs.count, marking.cursor, in: rect, on: &stage) }
    }
    drawKeys(
      [
        ("← ↑ ↓ →", .markMove), ("Space", .markSet), ("⌫", .markBack), ("Enter", .markDone), ("Esc", .keyBack),
      ], on: &stage)
  }

  /// One cell in the pair's colour.
  private func drawMarkPoint(
    _ sign: String, _ index: Int, _ point: PicturePoint, in rect: CellRect, on stage: inout Stage
  ) {
    let cell = CellRect(
      x: rect.x + min(Int(point.x * Double(rect.width)), rect.width - 1),
      y: rect.y + min(Int(point.y * Double(rect.height)), rect.height - 1), width: 1, height: 1)
    stage.clearWords(in: cell)
    stage.grid.fill(cell, Paint(MarkColors.color(index)))
    stage.write(sign, in: cell, .english, .left, ink: .black, isBold: true)
  }

  /// What lies around a point, several times as large, in the corner that is farthest from it, with a cell for the point.
  private func drawMagnifier(
    _ shown: Bitmap, at point: PicturePoint, _ index: Int, in rect: CellRect, on stage: inout Stage
  ) {
    let size = PixelSize(width: rect.width * 4 / 10 / 2 * 2 + 1, height: rect.height * 5 / 10 / 2 * 2 + 1)
    guard size.width >= 9, size.height >= 5 else { return }
    let place = CellRect(
      x: point.x > 0.5 ? rect.x : rect.right - size.width, y: point.y > 0.5 ? rect.y : rect.bottom - size.height,
      width: size.width, height: size.height)
    let part = PixelRect(x: place.x * 2, y: place.y * 4, width: place.width * 2, height: place.height * 4)
    let whole = PixelSize(
      width: rect.pictureSize.width * Self.markZoom, height: rect.pictureSize.height * Self.markZoom)
    stage.grid.fill(place, .black)
    stage.grid.lay(
      shown,
      at: PixelRect(
        x: part.x + part.width / 2 - Int(point.x * Double(whole.width)),
        y: part.y + part.height / 2 - Int(point.y * Double(whole.height)), width: whole.width, height: whole.height),
      within: part, mirrored: false, share: 256)
    let color = Paint(MarkColors.color(index))
    // A frame, and lines towards the middle.
    stage.grid.fill(x: place.x * 2, y: place.y * 2, width: place.width * 2, height: 1, color)
    stage.grid.fill(x: place.x * 2, y: place.bottom * 2 - 1, width: place.width * 2, height: 1, color)
    stage.grid.fill(x: place.x * 2, y: place.y * 2, width: 1, height: place.height * 2, color)
    stage.grid.fill(x: place.right * 2 - 1, y: place.y * 2, width: 1, height: place.height * 2, color)
    let (x, y) = (place.x * 2 + place.width, place.y * 2 + place.height)
    for step in [-3, 2] {
      stage.grid.fill(x: x + step, y: y, width: 2, height: 1, color)
      stage.grid.fill(x: x, y: y + step, width: 1, height: 2, color)
    }
  }
}
