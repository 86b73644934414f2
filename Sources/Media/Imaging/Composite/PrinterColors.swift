public import BoothCore
import CLCMS

extension ColorProfile {
  /// Whether a sheet can be turned into its colours.
  /// - Throws: ``ImageError`` where it is damaged, or of a device that does not take red, green and blue.
  public func prove() throws(ImageError) { try convert(nil, 0) }

  fileprivate func convert(_ pixels: UnsafeMutablePointer<UInt32>?, _ count: Int) throws(ImageError) {
    var message = [CChar](repeating: 0, count: 200)
    let result = clcms_to_device(bytes, bytes.count, pixels, count, &message, message.count)
    let words = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    switch result {
    case CLCMS_FINE: return
    case CLCMS_UNFIT:
      throw ImageError(
        .unreadable, subject: name,
        detail:
          "is a profile of the kind \"\(words)\"; expected a printer's or a display's for red, green and blue (\"RGB \")"
      )
    default:
      throw ImageError(
        .unreadable, subject: name,
        detail:
          "is no ICC profile, or a damaged one\(words.isEmpty ? "" : " (\(words))"); expected an .icc or .icm file")
    }
  }
}

extension Bitmap {
  /// Turns sRGB into a printer's colours; what is translucent must have been laid on paper before.
  mutating func turn(into profile: ColorProfile) throws(ImageError) {
    try withMutablePixels { (pixels) throws(ImageError) in
      try profile.convert(pixels.baseAddress, pixels.count)
    }
  }
}
