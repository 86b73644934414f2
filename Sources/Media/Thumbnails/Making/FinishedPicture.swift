import BoothCore
import CPhotoJPEG
import Glibc

/// Writes small pictures as JPEG.
enum FinishedPicture {
  /// PTM-256's: 85, less where the file would pass 50 KB, never below 70.
  static let qualities = [85, 80, 75, 70]
  static let ptmBytes = 50 * 1024
  /// Of what fills a frame, less where the file would pass two bits a pixel: many of them stand on one page.
  static let frameQualities = [75, 65, 55, 45]
  /// Of the larger sizes, which people look at for longer.
  static let largeQuality = 85
  /// Of parts, which people look at pixel by pixel.
  static let partQuality = 92

  /// - Parameter picture: upright, in sRGB.
  static func make(_ picture: PlanePicture, _ request: PictureRequest) throws(ThumbnailError) -> Thumbnail {
    let placeholder = picture.placeholder
    if case .part = request {
      // Colours as fine as the photo has them.
      let jpeg = try write(picture, partQuality, picture.isHalved ? CPHOTOJPEG_HALVED : CPHOTOJPEG_WHOLE)
      return Thumbnail(jpeg: jpeg, size: picture.size, placeholder: placeholder)
    }
    if case .filling(let frame) = request {
      return Thumbnail(
        jpeg: try write(picture, frameQualities, within: frame.area / 4), size: picture.size, placeholder: placeholder)
    }
    guard request == .size(.ptm256) else {
      return Thumbnail(jpeg: try write(picture, largeQuality), size: picture.size, placeholder: placeholder)
    }
    return Thumbnail(
      jpeg: try write(picture, qualities, within: ptmBytes), size: picture.size, placeholder: placeholder)
  }

  /// With the first quality whose file is within so many bytes; the last where none is.
  private static func write(
    _ picture: PlanePicture, _ qualities: [Int], within bytes: Int
  ) throws(ThumbnailError) -> [UInt8] {
    var jpeg: [UInt8] = []
    for quality in qualities {
      jpeg = try write(picture, quality)
      if jpeg.count <= bytes { break }
    }
    return jpeg
  }

  private static func write(
    _ picture: PlanePicture, _ quality: Int, _ colors: cphotojpeg_written? = nil
  ) throws(ThumbnailError) -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = cphotojpeg_write(
      picture.y, picture.cb, picture.cr, UInt32(picture.size.width), UInt32(picture.size.height),
      colors ?? (picture.isHalved ? CPHOTOJPEG_HALVED : CPHOTOJPEG_HALVE), Int32(quality), &bytes)
    guard count > 0, let bytes else { throw ThumbnailError(.failed, "there is not enough memory") }
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
