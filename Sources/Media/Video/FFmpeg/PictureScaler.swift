import BoothCore
import CFFmpeg
import Imaging

/// Scales and converts pictures to limited-range YUV 4:2:0, remembering the tables for as long as the kind of source
/// does not change. Stays on the thread that made it.
final class PictureScaler {
  private struct Kind: Equatable {
    var source: PixelSize
    var format: AVPixelFormat
    var fullRange: Bool
    var matrix: AVColorSpace
    var target: PixelSize
  }

  private let flags: Int32
  private var kind: Kind?
  private var context: OpaquePointer?

  /// - Parameter flags: swscale's, `SWS_…`.
  init(flags: Int32) { self.flags = flags }

  deinit { sws_freeContext(context) }

  /// Fills `target` with the whole of `source`, stretched if the proportions differ; ``PicturePlanes/cropped(toFill:)``
  /// goes before where that must not be.
  func scale(_ source: PicturePlanes, into target: Picture) throws(FFmpegFault) {
    let wanted = Kind(
      source: source.size, format: source.format, fullRange: source.fullRange, matrix: source.matrix,
      target: target.size)
    if wanted != kind { try prepare(wanted) }
    let from: [UnsafePointer<UInt8>?] = [source.data.0, source.data.1, source.data.2, source.data.3]
    let fromStrides = [source.strideBytes.0, source.strideBytes.1, source.strideBytes.2, source.strideBytes.3]
    let planes = (0..<3).map { target.plane($0) }
    let into: [UnsafeMutablePointer<UInt8>?] = planes.map(\.bytes) + [nil]
    let intoStrides = planes.map { Int32($0.strideBytes) } + [0]
    try FFmpegFault.check(
      sws_scale(context, from, fromStrides, 0, Int32(source.size.height), into, intoStrides), "sws_scale")
  }

  private func prepare(_ wanted: Kind) throws(FFmpegFault) {
    sws_freeContext(context)
    kind = nil
    context = sws_getContext(
      Int32(wanted.source.width), Int32(wanted.source.height), wanted.format, Int32(wanted.target.width),
      Int32(wanted.target.height), AV_PIX_FMT_YUV420P, flags, nil, nil, nil)
    guard context != nil else {
      throw FFmpegFault(
        "no scaling from \(wanted.source) of pixel format \(wanted.format.rawValue) to \(wanted.target)", -22)
    }
    // Refused for sources that are not YUV, which then take swscale's defaults: BT.601, limited range out.
    _ = sws_setColorspaceDetails(
      context, sws_getCoefficients(Self.table(wanted.matrix)), wanted.fullRange ? 1 : 0,
      sws_getCoefficients(Self.table(PictureColours.matrix)), 0, 0, 1 << 16, 1 << 16)
    kind = wanted
  }

  private static func table(_ matrix: AVColorSpace) -> Int32 {
    switch matrix {
    case AVCOL_SPC_BT709: SWS_CS_ITU709
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
    case AVCOL_SPC_FCC: SWS_CS_FCC
    case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
    default: SWS_CS_ITU601
    }
  }
}

extension Picture {
  /// Becomes an opaque bitmap, scaled where it has another size.
  func take(_ bitmap: Bitmap, with scaler: PictureScaler) throws(FFmpegFault) {
    try bitmap.withPixels { (pixels) throws(FFmpegFault) in
      let bytes = UnsafeRawPointer(pixels.baseAddress)?.assumingMemoryBound(to: UInt8.self)
      let source = PicturePlanes(
        size: bitmap.size, format: AV_PIX_FMT_BGRA, fullRange: true, data: (bytes, nil, nil, nil),
        strideBytes: (Int32(bitmap.strideBytes), 0, 0, 0))
      try scaler.scale(source, into: self)
    }
  }
}
