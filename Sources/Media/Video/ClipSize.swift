import BoothCore

/// The sizes H.264 in 4:2:0 can have: both sides even.
enum ClipSize {
  /// The largest size of the proportions of `source` within `maximum`, never larger than `source`.
  static func fitting(_ source: PixelSize, into maximum: PixelSize) -> PixelSize {
    let scale = min(
      1, Double(maximum.width) / Double(source.width), Double(maximum.height) / Double(source.height))
    return PixelSize(
      width: even(Double(source.width) * scale, within: min(maximum.width, source.width)),
      height: even(Double(source.height) * scale, within: min(maximum.height, source.height)))
  }

  /// The nearest even number from 2 to `limit`.
  static func even(_ length: Double, within limit: Int = .max) -> Int {
    max(2, min(Int((length / 2).rounded()) * 2, limit / 2 * 2))
  }
}
