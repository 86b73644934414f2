import BoothCore

/// Which part of a photo is shown, and how large.
struct ThumbnailPlan: Equatable {
  /// The short side of PTM-256, and the limits of its long side.
  static let ptmShort = 256
  static let ptmLong = 512
  /// How much of what portraits have too much is cut at the top; of the rest at the bottom.
  static let portraitBias = 0.4
  /// Of what a frame has no room for, how much is cut at the top.
  static let frameBias = 0.2

  /// The finished picture, upright.
  let target: PixelSize
  /// The same as stored, before it is turned.
  let storedTarget: PixelSize
  let orientation: Orientation
  /// What is shown, in stored pixels.
  let part: PlanePart

  /// - Parameters:
  ///   - stored: the picture as stored; at least one pixel.
  ///   - orientation: how that stands upright.
  init(stored: PixelSize, orientation: Orientation, size: ThumbnailSize) {
    self.init(stored: stored, orientation: orientation, request: .size(size))
  }

  /// The same of a size or a part; of a part that lies beyond the picture its last pixel.
  init(stored: PixelSize, orientation: Orientation, request: PictureRequest) {
    let upright = orientation.apply(to: stored)
    let (width, height) = (Double(upright.width), Double(upright.height))
    var part = PlanePart(x: 0, y: 0, width: width, height: height)
    switch request {
    case .part(let wanted):
      let level = wanted.scaled(upright)
      let shown = wanted.pixels(of: level)
      let (across, down) = (width / Double(level.width), height / Double(level.height))
      part = PlanePart(
        x: Double(shown.x) * across, y: Double(shown.y) * down, width: Double(shown.size.width) * across,
        height: Double(shown.size.height) * down)
      target = shown.size
    case .filling(let frame):
      let scale = min(1, max(Double(frame.width) / width, Double(frame.height) / height))
      target = PixelSize(
        width: min(frame.width, max(1, Int((width * scale).rounded()))),
        height: min(frame.height, max(1, Int((height * scale).rounded()))))
      part.width = min(width, Double(target.width) / scale)
      part.height = min(height, Double(target.height) / scale)
      part.x = (width - part.width) / 2
      part.y = (height - part.height) * Self.frameBias
    case .size(.ptm256):
      let scale = Double(Self.ptmShort) / min(width, height)
      let long = max(width, height) * scale
      let shown = min(Double(Self.ptmLong), max(Double(Self.ptmShort), long.rounded()))
      let extent = min(max(width, height), shown / scale)
      if long <= Double(Self.ptmLong) {
        // All of it; half a pixel of rounding is not cut off.
      } else if width > height {
        part.x = (width - extent) / 2
        part.width = extent
      } else {
        part.y = (height - extent) * Self.portraitBias
        part.height = extent
      }
      target =
        width > height
        ? PixelSize(width: Int(shown), height: Self.ptmShort) : PixelSize(width: Self.ptmShort, height: Int(shown))
    case .size(let size):
      let scale = min(1, Double(size.longEdge) / max(width, height))
      target = PixelSize(width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded())))
    }
    self.orientation = orientation
    storedTarget = orientation.apply(to: target)
    let back = orientation.inverse
    let from = back.apply(to: PicturePoint(x: part.x / width, y: part.y / height))
    let to = back.apply(to: PicturePoint(x: (part.x + part.width) / width, y: (part.y + part.height) / height))
    self.part = PlanePart(
      x: min(from.x, to.x) * Double(stored.width), y: min(from.y, to.y) * Double(stored.height),
      width: abs(to.x - from.x) * Double(stored.width), height: abs(to.y - from.y) * Double(stored.height))
  }

  /// How many stored pixels, along the side where there are fewer, become one.
  var shrink: Double {
    min(part.width / Double(storedTarget.width), part.height / Double(storedTarget.height))
  }

  /// The part in samples of a plane that has `across` and `down` of them for each stored pixel.
  func part(across: Double, down: Double) -> PlanePart {
    PlanePart(x: part.x * across, y: part.y * down, width: part.width * across, height: part.height * down)
  }
}
