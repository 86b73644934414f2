public import BoothCore

/// Whether a picture that is laid over photos leaves the guests in them to be seen.
public enum FrameFit: Sendable, Equatable {
  case fits
  case misfits(Misfit)

  /// Why a frame is not drawn.
  public enum Misfit: Sendable, Equatable {
    /// It says how many photos it was drawn for, and it is another number.
    case photos(drawnFor: Int, found: Int)
    /// It hides more of a photo's middle, where faces are, than a frame should. The photo counts from 0.
    case hides(photo: Int, percent: Int)
  }

  /// How much of a photo's width and height is its middle; corners and edges are a frame's own.
  private static let middle = 0.8
  /// The share of that which a frame may hide: leaves and ribbons, but no bar of another layout. The bundled frames hide
  /// at most 0.4 % in their own layout, and from 2.5 % on in any other.
  private static let mostHidden = 0.01
  /// What a frame may hide of the photos that it was plainly drawn for.
  private static let mostHiddenOfItsOwn = 0.25

  /// - Parameters:
  ///   - frame: in the size in which it is laid over the photos.
  ///   - slots: where the photos are.
  ///   - drawnFor: how many photos its maker says it is for; nil says nothing.
  ///   - isStandard: whether the slots are those that frames for so many photos are drawn for, and its maker's word is
  ///     enough.
  public init(of frame: Bitmap, over slots: [PixelRect], drawnFor: Int?, isStandard: Bool) {
    if let drawnFor, drawnFor != slots.count {
      self = .misfits(.photos(drawnFor: drawnFor, found: slots.count))
      return
    }
    if drawnFor != nil, isStandard {
      self = .fits
      return
    }
    let worst = Self.worst(of: slots, by: frame)
    let fits =
      worst.share <= Self.mostHidden
      || isStandard && worst.share <= Self.mostHiddenOfItsOwn && Self.isMeant(frame, for: slots.count, worst.share)
    self = fits ? .fits : .misfits(.hides(photo: worst.photo, percent: Self.percent(worst.share)))
  }

  /// Of a frame that lies over one photo and was drawn for nothing else: a line of words in it is as it should be, no
  /// window is not.
  public init(overEachPhoto frame: Bitmap) {
    let share = Self.hidden(of: PixelRect(x: 0, y: 0, width: frame.width, height: frame.height), by: frame)
    self = share <= Self.mostHiddenOfItsOwn ? .fits : .misfits(.hides(photo: 0, percent: Self.percent(share)))
  }

  /// Whether a frame that says nothing is for so many photos: it hides no less of those of any other standard layout.
  private static func isMeant(_ frame: Bitmap, for count: Int, _ share: Double) -> Bool {
    (1...12).allSatisfy { other in
      other == count || worst(of: CompositeLayout.standard(slots: other).slots, by: frame).share >= share
    }
  }

  private static func worst(of slots: [PixelRect], by frame: Bitmap) -> (photo: Int, share: Double) {
    let shares = slots.map { hidden(of: $0, by: frame) }
    let photo = shares.indices.max { shares[$0] < shares[$1] } ?? 0
    return (photo, shares.isEmpty ? 0 : shares[photo])
  }

  private static func percent(_ share: Double) -> Int { max(1, Int((share * 100).rounded())) }

  /// The share of a photo's middle that is hidden.
  static func hidden(of slot: PixelRect, by frame: Bitmap) -> Double {
    let (width, height) = (Int(Double(slot.width) * middle), Int(Double(slot.height) * middle))
    let part = PixelRect(
      x: slot.x + (slot.width - width) / 2, y: slot.y + (slot.height - height) / 2, width: width, height: height)
    guard let part = part.clipped(to: frame.size) else { return 0 }
    var hidden = 0
    frame.withPixels { pixels in
      for y in part.y..<part.y + part.height {
        for x in part.x..<part.x + part.width where pixels[y * frame.width + x] >> 24 >= 128 { hidden += 1 }
      }
    }
    return Double(hidden) / Double(part.size.area)
  }
}
