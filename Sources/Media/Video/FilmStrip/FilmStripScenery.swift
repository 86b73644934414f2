import BoothCore
import CFFmpeg
import Imaging

/// Everything on a film strip that does not move, and how much of each pixel of a slot belongs to the clip.
///
/// Background, corners, footer and the frame laid over it all are drawn once. Of a slot's pixel the clip has the share
/// `mask`, and `picture` the rest, whatever mixture of background and overlay that is.
struct FilmStripScenery {
  /// One slot's shares in 255ths, row after row; the second is for the halved planes of colour.
  struct Mask {
    var luma: [UInt8]
    var chroma: [UInt8]
  }

  let picture: Picture
  let masks: [Mask]

  /// - Parameters:
  ///   - background: opaque, of the layout's size, with everything that lies below the clips.
  ///   - overlay: of the layout's size, with what lies above them.
  init(_ layout: FilmStripLayout, background: Bitmap, overlay: Bitmap?) throws(FFmpegFault) {
    var rest = background
    // FotoX rounds the strip itself too. A film cannot be seen through: there would be black in its corners.
    let below = rest
    if let overlay { rest.paint(overlay, x: 0, y: 0) }
    var masks: [Mask] = []
    for slot in layout.slots {
      let rounded = RoundedRect(rect: slot, radius: layout.slotRadius)
      var luma = [UInt8](repeating: 0, count: slot.size.area)
      for y in 0..<slot.height {
        for x in 0..<slot.width {
          let (column, row) = (slot.x + x, slot.y + y)
          let over = overlay?[column, row] ?? 0
          let inSlot = rounded.coverage(column, row)
          let share = inSlot * Double(255 - (over >> 24)) / 255
          luma[y * slot.width + x] = UInt8((share * 255).rounded())
          rest[column, row] = Self.rest(below: below[column, row], inSlot, over: over, share)
        }
      }
      masks.append(Mask(luma: luma, chroma: Self.halved(luma, slot.size)))
    }
    self.masks = masks
    picture = try Picture(size: layout.size)
    try picture.take(rest, with: PictureScaler(flags: SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP))
  }

  /// The colour that, with the share the clip leaves, makes up what is to be seen beside the clip.
  private static func rest(below: UInt32, _ inSlot: Double, over: UInt32, _ share: Double) -> UInt32 {
    guard share < 1 else { return below }
    let through = (1 - inSlot) * Double(255 - (over >> 24)) / 255
    var pixel: UInt32 = 0xFF00_0000
    for shift: UInt32 in [0, 8, 16] {
      let value = (Double(below >> shift & 255) * through + Double(over >> shift & 255)) / (1 - share)
      pixel |= UInt32(min(max(value.rounded(), 0), 255)) << shift
    }
    return pixel
  }

  /// The mean of each two by two shares.
  private static func halved(_ luma: [UInt8], _ size: PixelSize) -> [UInt8] {
    var chroma = [UInt8](repeating: 0, count: size.area / 4)
    for y in 0..<size.height / 2 {
      for x in 0..<size.width / 2 {
        let corner = 2 * y * size.width + 2 * x
        let sum =
          Int(luma[corner]) + Int(luma[corner + 1]) + Int(luma[corner + size.width])
          + Int(luma[corner + size.width + 1])
        chroma[y * size.width / 2 + x] = UInt8((sum + 2) / 4)
      }
    }
    return chroma
  }
}
