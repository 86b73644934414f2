public import BoothCore
import Imaging

/// What stands on a display of pixels at one moment: a still picture, the live view in it, and the small things over both
/// that change by themselves. Pure data, in what guests see as upright; made by ``ScenePainter``.
public struct Sheet: Sendable, Equatable {
  /// The whole of it in pixels, upright as guests see it.
  public var size: PixelSize
  /// The still picture, from the back to the front.
  var base: [Mark] = []
  /// Where the live view goes; nil for a scene without one.
  public internal(set) var live: PixelRect?
  /// What the live view is drawn in.
  public internal(set) var look = PhotoFilter.none
  /// Over the still picture and the live view, from the back to the front.
  var overlays: [Overlay] = []
  /// What can be touched, the last one first where two lie over each other.
  public internal(set) var buttons: [SheetButton] = []

  /// Marks in one rectangle, which they do not leave, drawn anew together.
  struct Overlay: Hashable, Sendable {
    var rect: PixelRect
    var marks: [Mark]
  }
}

/// A part of the screen that means something when it is touched.
public struct SheetButton: Hashable, Sendable {
  /// Where it can be touched, in the sheet's pixels.
  public var rect: PixelRect
  /// What a touch there means.
  public var action: TouchTarget
}

extension Sheet {
  /// What a touch means, if anything.
  /// - Parameter point: in fractions of what guests see, from the top left.
  public func action(at point: PicturePoint) -> TouchTarget? { buttons.target(at: point, of: size) }

  /// The pictures that have to be loaded for it.
  var wantedPictures: [SceneRenderer.WantedPicture] {
    (base + overlays.flatMap(\.marks)).compactMap { mark in
      if case .picture(let wanted, _, _, _, _) = mark { wanted } else { nil }
    }
  }
}

extension [SheetButton] {
  /// What is touched of a screen of this size; the last one where two lie over each other.
  func target(at point: PicturePoint, of size: PixelSize) -> TouchTarget? {
    let (x, y) = (point.x * Double(size.width), point.y * Double(size.height))
    let button = last { button in
      x >= Double(button.rect.x) && x < Double(button.rect.x + button.rect.width) && y >= Double(button.rect.y)
        && y < Double(button.rect.y + button.rect.height)
    }
    guard let button, case .mark(.point(let side, _)) = button.action else { return button?.action }
    // A picture means the place in it.
    let rect = button.rect
    return .mark(
      .point(
        side,
        PicturePoint(
          x: (x - Double(rect.x)) / Double(rect.width), y: (y - Double(rect.y)) / Double(rect.height))))
  }
}
