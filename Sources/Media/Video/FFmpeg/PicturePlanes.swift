import BoothCore
import CFFmpeg

/// Pixels of another owner, as FFmpeg's libraries want them described.
struct PicturePlanes {
  var size: PixelSize
  var format: AVPixelFormat
  var fullRange = false
  var matrix = PictureColours.matrix
  var data: (UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?)
  var strideBytes: (Int32, Int32, Int32, Int32)

  /// The largest part around the centre that has the proportions of `target` (aspect-fill); the same pixels, no copy.
  ///
  /// Differences of less than a half percent are left to the scaler, as sides rounded to even numbers have them.
  /// - Parameter pixelAspect: how much wider than high one pixel is shown.
  func cropped(toFill target: PixelSize, pixelAspect: Double = 1) -> PicturePlanes {
    let wanted = Double(target.width) / Double(target.height) / pixelAspect
    let given = Double(size.width) / Double(size.height)
    guard abs(given / wanted - 1) > 0.005, let layout = av_pix_fmt_desc_get(format) else { return self }
    // Whole chroma samples only, rounded down, so that something always remains.
    let (columns, rows) = (1 << Int(layout.pointee.log2_chroma_w), 1 << Int(layout.pointee.log2_chroma_h))
    var x = 0
    var y = 0
    if given > wanted {
      x = Int((Double(size.width) - Double(size.height) * wanted) / 2) / columns * columns
    } else {
      y = Int((Double(size.height) - Double(size.width) / wanted) / 2) / rows * rows
    }
    return cropped(x: x, y: y, layout.pointee)
  }

  private func cropped(x: Int, y: Int, _ layout: AVPixFmtDescriptor) -> PicturePlanes {
    // Formats with bits, handles or a palette in their planes cannot be stepped over by bytes: they are stretched.
    let unsteppable = UInt64(AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_PAL)
    guard x > 0 || y > 0, layout.flags & unsteppable == 0 else { return self }
    var steps = [Int](repeating: 0, count: 4)
    let components = [layout.comp.0, layout.comp.1, layout.comp.2, layout.comp.3].prefix(Int(layout.nb_components))
    for component in components { steps[Int(component.plane)] = max(steps[Int(component.plane)], Int(component.step)) }
    func moved(_ plane: UnsafePointer<UInt8>?, _ index: Int, _ strideBytes: Int32) -> UnsafePointer<UInt8>? {
      let isChroma = (index == 1 || index == 2) && layout.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0
      let column = isChroma ? x >> Int(layout.log2_chroma_w) : x
      let row = isChroma ? y >> Int(layout.log2_chroma_h) : y
      return plane?.advanced(by: column * steps[index] + row * Int(strideBytes))
    }
    var part = self
    part.size = PixelSize(width: size.width - 2 * x, height: size.height - 2 * y)
    part.data = (
      moved(data.0, 0, strideBytes.0), moved(data.1, 1, strideBytes.1), moved(data.2, 2, strideBytes.2),
      moved(data.3, 3, strideBytes.3)
    )
    return part
  }
}

extension PicturePlanes {
  /// What a decoder made; nil for a picture of no size. Good for as long as the frame is.
  init?(_ frame: UnsafeMutablePointer<AVFrame>) {
    let picture = frame.pointee
    guard picture.width > 0, picture.height > 0, picture.data.0 != nil else { return nil }
    self.init(
      size: PixelSize(width: Int(picture.width), height: Int(picture.height)),
      format: AVPixelFormat(picture.format), fullRange: picture.color_range == AVCOL_RANGE_JPEG,
      matrix: picture.colorspace,
      data: (
        UnsafePointer(picture.data.0), UnsafePointer(picture.data.1), UnsafePointer(picture.data.2),
        UnsafePointer(picture.data.3)
      ),
      strideBytes: (picture.linesize.0, picture.linesize.1, picture.linesize.2, picture.linesize.3))
  }
}
