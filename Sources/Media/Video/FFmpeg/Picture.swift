import BoothCore
import CFFmpeg
import Imaging

/// How the numbers of a YUV picture stand for colours.
///
/// Everything this room writes is limited-range BT.601 (ITU-T H.273 matrix 6), which is what JPEG (JFIF 1.02) and USB
/// cameras use, so that no clip ever goes through a change of matrix.
enum PictureColours {
  static let matrix = AVCOL_SPC_SMPTE170M
  static let primaries = AVCOL_PRI_BT709
  static let transfer = AVCOL_TRC_BT709
  static let range = AVCOL_RANGE_MPEG
}

/// A YUV 4:2:0 picture with memory of its own, limited range. Stays on the thread that made it.
final class Picture {
  let size: PixelSize
  let frame: UnsafeMutablePointer<AVFrame>

  /// - Parameter size: both sides even.
  init(size: PixelSize) throws(FFmpegFault) {
    precondition(size.width > 0 && size.height > 0 && size.width % 2 == 0 && size.height % 2 == 0)
    var allocated = av_frame_alloc()
    guard let frame = allocated else { throw .outOfMemory("av_frame_alloc") }
    frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    frame.pointee.width = Int32(size.width)
    frame.pointee.height = Int32(size.height)
    frame.pointee.color_range = PictureColours.range
    frame.pointee.colorspace = PictureColours.matrix
    frame.pointee.color_primaries = PictureColours.primaries
    frame.pointee.color_trc = PictureColours.transfer
    // 64-byte rows with room behind them: swscale writes whole vectors past the last pixel.
    let answer = av_frame_get_buffer(frame, 64)
    guard answer >= 0 else {
      av_frame_free(&allocated)
      throw FFmpegFault("av_frame_get_buffer \(size)", answer)
    }
    self.size = size
    self.frame = frame
  }

  /// Takes a copy.
  convenience init(copying other: Picture) throws(FFmpegFault) {
    try self.init(size: other.size)
    try FFmpegFault.check(av_frame_copy(frame, other.frame), "av_frame_copy")
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&frame)
  }

  /// Takes a copy first where an encoder still reads the pixels.
  func makeWritable() throws(FFmpegFault) {
    try FFmpegFault.check(av_frame_make_writable(frame), "av_frame_make_writable")
  }

  /// Plane 0 is Y, 1 is U, 2 is V; the latter two have half the width and height.
  func plane(_ index: Int) -> (bytes: UnsafeMutablePointer<UInt8>, strideBytes: Int) {
    let (data, strides) = (frame.pointee.data, frame.pointee.linesize)
    let found =
      switch index {
      case 0: (data.0, strides.0)
      case 1: (data.1, strides.1)
      default: (data.2, strides.2)
      }
    guard let bytes = found.0 else { preconditionFailure("a picture has three planes") }
    return (bytes, Int(found.1))
  }

  /// Takes over the pixels of a limited-range picture of the same size.
  func copy(_ picture: I420Picture) throws(FFmpegFault) {
    precondition(picture.size == size, "a picture of \(picture.size) for one of \(size)")
    try makeWritable()
    picture.withPlanes { y, u, v in
      for (index, source) in [y, u, v].enumerated() {
        guard let from = source.baseAddress else { continue }
        let (bytes, strideBytes) = plane(index)
        let (width, height) = index == 0 ? (size.width, size.height) : (size.width / 2, size.height / 2)
        for row in 0..<height { (bytes + row * strideBytes).update(from: from + row * width, count: width) }
      }
    }
  }
}
