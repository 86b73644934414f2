import BoothCore
import CFFmpeg

/// One clip playing in its slot. Stays on the thread that made it.
final class FilmStripSlot {
  private let reader: ClipReader
  private let rect: PixelRect
  private let mask: FilmStripScenery.Mask
  /// Rows in which the clip has every pixel to itself, and which are copied.
  private let plainLuma: [Bool]
  private let plainChroma: [Bool]
  /// Averages where a picture gets smaller, which is the rule. FAST_BILINEAR, which leaves pixels out and flickers, and
  /// AREA took as long; BICUBIC a tenth longer.
  private let scaler = PictureScaler(flags: SWS_BILINEAR)
  private let scaled: Picture
  /// The same, upright, if the clip was filmed with the camera turned.
  private let turned: Picture?
  private let filter: PictureFilter?

  init(
    _ reader: ClipReader, rect: PixelRect, mask: FilmStripScenery.Mask, filter: PhotoFilter
  ) throws(FFmpegFault) {
    self.reader = reader
    self.filter = PictureFilter(filter)
    self.rect = rect
    self.mask = mask
    plainLuma = Self.plainRows(mask.luma, width: rect.width)
    plainChroma = Self.plainRows(mask.chroma, width: rect.width / 2)
    scaled = try Picture(size: reader.turn.apply(to: rect.size))
    turned = reader.turn == .none ? nil : try Picture(size: rect.size)
  }

  /// Draws the clip as it looks at `seconds`, if that is not what is there already.
  func draw(at seconds: Double, on canvas: Picture, beside scenery: Picture) throws {
    guard try reader.advance(to: seconds) else { return }
    guard let planes = reader.planes else { return }
    try scaler.scale(planes.cropped(toFill: scaled.size, pixelAspect: reader.pixelAspect), into: scaled)
    if let turned { reader.turn.apply(scaled, into: turned) }
    let source = turned ?? scaled
    filter?.apply(to: source)
    for index in 0..<3 {
      let (shift, shares, plain) = index == 0 ? (0, mask.luma, plainLuma) : (1, mask.chroma, plainChroma)
      let (width, height) = (rect.width >> shift, rect.height >> shift)
      let (x, y) = (rect.x >> shift, rect.y >> shift)
      let (from, into, behind) = (source.plane(index), canvas.plane(index), scenery.plane(index))
      shares.withUnsafeBufferPointer { shares in
        guard let shares = shares.baseAddress else { return }
        for row in 0..<height {
          let source = from.bytes + row * from.strideBytes
          let target = into.bytes + (y + row) * into.strideBytes + x
          if plain[row] {
            target.update(from: source, count: width)
          } else {
            Self.blend(
              source, shares + row * width, behind.bytes + (y + row) * behind.strideBytes + x, into: target, width)
          }
        }
      }
    }
  }

  private static func blend(
    _ clip: UnsafePointer<UInt8>, _ shares: UnsafePointer<UInt8>, _ behind: UnsafePointer<UInt8>,
    into target: UnsafeMutablePointer<UInt8>, _ width: Int
  ) {
    for x in 0..<width {
      let share = UInt16(shares[x])
      // At most 255 * 255 + 128, and (v + v / 256) / 256 is v / 255 to the nearest.
      let sum = UInt16(clip[x]) &* share &+ UInt16(behind[x]) &* (255 &- share) &+ 128
      target[x] = UInt8(truncatingIfNeeded: (sum &+ (sum >> 8)) >> 8)
    }
  }

  private static func plainRows(_ shares: [UInt8], width: Int) -> [Bool] {
    stride(from: 0, to: shares.count, by: width).map { start in shares[start..<start + width].allSatisfy { $0 == 255 } }
  }

  /// Whether the clip has shown its last picture for as long as it should.
  func isOver(at seconds: Double) -> Bool { reader.isOver(at: seconds) }
}
