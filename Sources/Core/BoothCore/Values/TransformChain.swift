/// What lies between a camera's sensor and its pictures: sensor → mount rotation → crop → mirror and screen rotation, both
/// for the screen only.
///
/// ```swift
/// let chain = TransformChain(mount: .turnRight)
/// chain.framing(of: PixelSize(width: 1920, height: 1080)).size  // 1080x1920
/// ```
///
/// One value for live view, photo, clip and guide, so that what guests see is what they get:
///
/// | output | goes through |
/// |---|---|
/// | live view | mount, crop, the mirror, and the screen's rotation |
/// | clip | mount, crop |
/// | photo | its own EXIF orientation or the mount, crop |
/// | guide | is a picture like the photo: only the mirror, laid over the live view |
public struct TransformChain: Sendable, Equatable, Codable {
  /// What of the upright picture is used.
  public struct Crop: Sendable, Equatable, Codable {
    /// Width to height, as in 3:2; nil keeps the picture's own.
    public var proportions: PixelSize?
    /// 1 is the largest part of these proportions; 2 shows half of that each way. Less than 1 is taken for 1.
    public var zoom: Double
    /// Where the part's middle lies, in fractions of the upright picture; moved so that the part lies within it.
    public var middle: PicturePoint

    /// The whole picture, unless told otherwise. Numbers out of range are mended when the crop is used.
    public init(
      proportions: PixelSize? = nil, zoom: Double = 1, middle: PicturePoint = PicturePoint(x: 0.5, y: 0.5)
    ) {
      self.proportions = proportions
      self.zoom = zoom
      self.middle = middle
    }
  }

  /// How the sensor's picture must be turned to stand upright: the rotation the camera is mounted with, and then a
  /// mirror where it looks into one (a beam splitter).
  public var mount: Orientation
  /// Nil keeps the whole picture.
  public var crop: Crop?
  /// Whether the screen shows left and right changed, as guests know themselves; photos and clips never are.
  public var mirrorsScreen: Bool
  /// How a picture must be turned to stand upright on a screen that is mounted turned. For screens that are given pixels:
  /// what a terminal shows is turned by its console, the live view with the rest.
  public var screen: Orientation

  /// An upright camera whose picture is not cut, mirrored on an upright screen.
  public init(
    mount: Orientation = .upright, crop: Crop? = nil, mirrorsScreen: Bool = true, screen: Orientation = .upright
  ) {
    self.mount = mount
    self.crop = crop
    self.mirrorsScreen = mirrorsScreen
    self.screen = screen
  }

  /// What only the screen shows: the mirror, then its own turn.
  public var afterPhoto: Orientation { (mirrorsScreen ? Orientation.mirrored : .upright).then(screen) }

  /// What becomes of a sensor's picture of this size, on the way to photo and clip.
  public func framing(of sensor: PixelSize) -> Framing { framing(of: sensor, turn: mount) }

  /// The same for the screen.
  public func screenFraming(of sensor: PixelSize) -> Framing {
    var framing = framing(of: sensor)
    framing.turn = framing.turn.then(afterPhoto)
    return framing
  }

  /// What becomes of a photo stored in this size whose EXIF says `tag`.
  ///
  /// A camera that knows how it was held (any tag but upright) has turned with its mount and said so: its word takes
  /// the place of the mount's rotation. A mirror it cannot know of, so that of the mount stays.
  public func framing(ofPhoto stored: PixelSize, tagged tag: Orientation) -> Framing {
    guard tag != .upright else { return framing(of: stored) }
    return framing(of: stored, turn: tag.then(mount.isMirror ? .mirrored : .upright))
  }

  private func framing(of sensor: PixelSize, turn: Orientation) -> Framing {
    let whole = PixelRect(x: 0, y: 0, width: sensor.width, height: sensor.height)
    guard let crop, sensor.width >= 2, sensor.height >= 2 else {
      return Framing(sensor: sensor, part: whole, turn: turn)
    }
    let upright = turn.apply(to: sensor)
    let largest = PixelRect.crop(of: upright, toFill: crop.proportions ?? upright)
    let zoom = crop.zoom.isFinite ? max(1, crop.zoom) : 1
    func place(_ length: Int, of side: Int, around middle: Double) -> (Int, Int) {
      let length = min(max(2, Int((Double(length) / zoom).rounded())), side)
      let middle = middle.isFinite ? min(max(middle, 0), 1) : 0.5
      return (min(max(Int((middle * Double(side) - Double(length) / 2).rounded()), 0), side - length), length)
    }
    let (x, width) = place(largest.width, of: upright.width, around: crop.middle.x)
    let (y, height) = place(largest.height, of: upright.height, around: crop.middle.y)
    let part = turn.source(of: PixelRect(x: x, y: y, width: width, height: height), in: sensor)
    return Framing(sensor: sensor, part: part == whole ? whole : part.even, turn: turn)
  }

  /// The same chain, cut to the proportions of what another device's live view shows; zoom and middle stay.
  public func matching(_ shown: PixelSize) -> TransformChain {
    var chain = self
    chain.crop = Crop(
      proportions: shown, zoom: crop?.zoom ?? 1, middle: crop?.middle ?? PicturePoint(x: 0.5, y: 0.5))
    return chain
  }

  /// Where the screen shows a point of the photo, and with it of the guide; and back, as mirroring undoes itself.
  public func screenPoint(ofPhoto point: PicturePoint) -> PicturePoint {
    afterPhoto.apply(to: point)
  }
}

/// A chain applied to a picture of a known size: which part of it is used, and how that is turned.
public struct Framing: Sendable, Equatable {
  /// The picture's size as it comes from the sensor, or is stored.
  public var sensor: PixelSize
  /// In its pixels, before turning. Even in all four numbers where it is not the whole, as colours are stored for two
  /// by two pixels.
  public var part: PixelRect
  /// How the part is turned to become the result.
  public var turn: Orientation

  /// Takes all as it is; ``TransformChain`` computes the part so that it lies within the sensor's picture.
  public init(sensor: PixelSize, part: PixelRect, turn: Orientation) {
    self.sensor = sensor
    self.part = part
    self.turn = turn
  }

  /// The result's size.
  public var size: PixelSize { turn.apply(to: part.size) }
  /// Whether nothing is cut away.
  public var isWhole: Bool { part.size == sensor }
  /// Whether the picture stays as it is.
  public var isIdentity: Bool { isWhole && turn == .upright }

  /// Where the result shows a point of the sensor's picture.
  public func point(ofSensor point: PicturePoint) -> PicturePoint {
    turn.apply(
      to: PicturePoint(
        x: (point.x * Double(sensor.width) - Double(part.x)) / Double(part.width),
        y: (point.y * Double(sensor.height) - Double(part.y)) / Double(part.height)))
  }

  /// Where the sensor's picture has a point of the result.
  public func sensorPoint(of point: PicturePoint) -> PicturePoint {
    let point = turn.inverse.apply(to: point)
    return PicturePoint(
      x: (Double(part.x) + point.x * Double(part.width)) / Double(sensor.width),
      y: (Double(part.y) + point.y * Double(part.height)) / Double(sensor.height))
  }
}

extension PixelRect {
  /// The rectangle made even in all four numbers, by at most one pixel a side and never larger than two.
  fileprivate var even: PixelRect {
    PixelRect(x: x & ~1, y: y & ~1, width: max(2, width & ~1), height: max(2, height & ~1))
  }
}

/// The chains of a booth's camera, or of its two.
public struct TransformChains: Sendable, Equatable, Codable {
  /// Of the device whose frames are shown and filmed.
  public var live: TransformChain
  /// Of the device that takes the photos; nil if it is the same.
  public var still: TransformChain?

  /// One camera, upright and not cut, unless told otherwise.
  public init(live: TransformChain = TransformChain(), still: TransformChain? = nil) {
    self.live = live
    self.still = still
  }

  /// The chain of a photo: where another device took it, cut to what the live view showed.
  /// - Parameters:
  ///   - fromLiveView: the photo is a live frame.
  ///   - frame: the live frames' size, if there were any.
  public func photo(fromLiveView: Bool, frame: PixelSize?) -> TransformChain {
    guard let still, !fromLiveView else { return live }
    guard let frame else { return still }
    return still.matching(live.framing(of: frame).size)
  }
}
