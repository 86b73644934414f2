public import BoothCore
import Imaging

/// Where pictures stand in a scene, and which of them it wants: what the loader and the renderer must agree on.
extension SceneRenderer {
  /// A picture that a scene would like to show.
  public struct WantedPicture: Hashable, Sendable {
    /// Where the picture comes from.
    public enum Source: Hashable, Sendable {
      case live
      /// A file of an event, by the event's folder name and the path within.
      case artwork(slug: String, path: String)
      /// An absolute path.
      case photo(String)
    }
    /// Which picture it is.
    public var source: Source
    /// In square pixels; what has other proportions fills it and is cut.
    public var size: PixelSize
    /// All of the picture instead, smaller one way where the proportions differ.
    public var isWhole = false
    /// What is done to it when it is loaded: for guides.
    public var effect = GuideView.Effect.none
    /// The colours in which it is shown: for photos under review.
    public var look = PhotoFilter.none
  }

  /// What to load before ``render(_:pictures:columns:rows:now:)``, so that the renderer need not scale.
  public func wantedPictures(_ picture: ScreenPicture, columns: Int, rows: Int) -> [WantedPicture] {
    let stage = makeStage(picture, columns: columns, rows: rows)
    let event = shownEvent(picture)
    func artwork(_ path: String?, _ rect: CellRect?) -> [WantedPicture] {
      guard let event, let path, let rect, !rect.isEmpty else { return [] }
      return [WantedPicture(source: .artwork(slug: event.slug, path: path), size: rect.pictureSize)]
    }
    switch picture.scene.content {
    case .attract: return artwork(event?.attract, attractRect(stage))
    case .eventSelection: return artwork(event?.attract, thumbnailRect(stage))
    case .getReady, .aim, .recording, .countdown:
      let rect = liveRect(stage, picture)
      let live = [WantedPicture(source: .live, size: rect.pictureSize)]
      guard let event, let guide = picture.scene.guide else { return live }
      let area = PixelRect(x: 0, y: 0, width: rect.pictureSize.width, height: rect.pictureSize.height)
      let view = picture.scene.guideView
      let stand = Self.guideRect(view, in: area, isMirrored: false)
      return live + [
        WantedPicture(
          source: .artwork(slug: event.slug, path: guide), size: Self.guideSize(of: stand, in: area),
          effect: view.effect)
      ]
    case .mark: return markWanted(stage, picture)
    case .review:
      let (old, new) = reviewPlaces(reviewRect(stage, picture), picture)
      return artwork(picture.scene.guide, old)
        + (picture.photoPath.map {
          [WantedPicture(source: .photo($0), size: new.pictureSize, look: picture.look)]
        } ?? [])
    case .starting, .consent, .look, .shutter, .tryAgain, .finishing, .printLayout, .print, .qr, .address, .keptHere,
      .resumeOffer,
      .settings,
      .paused, .outOfOrder, .stopped:
      return []
    }
  }

  /// The proportions that the photo of this strip has on the composite.
  func proportions(_ picture: ScreenPicture) -> PixelSize { Self.proportions(picture) }

  static func proportions(_ picture: ScreenPicture) -> PixelSize {
    let slots = picture.event?.layout.slots ?? CompositeLayout.strip.slots
    let strip = picture.scene.strip ?? 0
    let slot = slots.indices.contains(strip) ? slots[strip] : slots.first
    return slot?.size ?? PixelSize(width: 3, height: 2)
  }

  /// All but the last row, which tells what keys do.
  func body(_ stage: Stage) -> CellRect {
    CellRect(x: 0, y: 0, width: stage.columns, height: stage.rows - 1)
  }

  func liveRect(_ stage: Stage, _ picture: ScreenPicture) -> CellRect { body(stage).fitting(proportions(picture)) }

  func reviewRect(_ stage: Stage, _ picture: ScreenPicture) -> CellRect {
    let isTwice = reviewAsks(stage, picture).isAbove
    let controls = stage.isSmall ? 3 : 3 + stage.buttonRows + (isTwice ? stage.buttonRows + 1 : 0)
    let (top, side) = stage.previous.map { ($0.rows, $0.columns) } ?? (0, 0)
    let above = CellRect(
      x: stage.isRightToLeft ? side : 0, y: top, width: stage.columns - side,
      height: max(1, stage.rows - 1 - controls - top))
    return picture.scene.guide == nil ? above.fitting(proportions(picture)) : above
  }

  /// The old picture and the photo side by side, or one above the other where they are larger so; a photo that was aimed
  /// by nothing has all of the room.
  func reviewPlaces(_ rect: CellRect, _ picture: ScreenPicture) -> (old: CellRect?, new: CellRect) {
    guard picture.scene.guide != nil else { return (nil, rect) }
    let shape = proportions(picture)
    let half = (rect.width - 2) / 2
    let left = CellRect(x: rect.x, y: rect.y, width: max(1, half), height: rect.height).fitting(shape)
    let upper = CellRect(x: rect.x, y: rect.y, width: rect.width, height: max(1, (rect.height - 1) / 2)).fitting(shape)
    guard upper.width * upper.height > left.width * left.height else {
      var right = left
      right.x += rect.width - half
      return (left, right)
    }
    var lower = upper
    lower.y += rect.height - (rect.height - 1) / 2
    return (upper, lower)
  }

  /// The artwork stands at the top, and leaves its lowest part, which artists keep calm for it, to the words.
  func attractRect(_ stage: Stage) -> CellRect {
    CellRect(
      x: 0, y: 0, width: stage.columns,
      height: max(1, stage.rows - (stage.isSmall ? 3 : stage.isLarge ? 7 + stage.buttonRows : 4)))
  }

  func thumbnailRect(_ stage: Stage) -> CellRect? {
    guard !stage.isSmall, stage.columns >= 72 else { return nil }
    let width = stage.columns * 4 / 10
    return CellRect(x: stage.isRightToLeft ? 0 : stage.columns - width, y: 0, width: width, height: stage.rows)
  }
}
