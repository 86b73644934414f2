/// How hard the H.264 encoder works.
public struct ClipEncoding: Sendable, Equatable {
  /// One of x264's presets; each step down the list costs more processor and makes smaller files.
  public enum Preset: String, Sendable, CaseIterable {
    case ultrafast, superfast, veryfast, faster
  }

  /// How much processor is spent on making files smaller.
  public var preset: Preset
  /// x264's constant rate factor: 0 (lossless) to 51 (worst); six more halve the file, roughly.
  public var rateFactor: Int
  /// What a second of film may take, averaged over about a second; nil for as much as the factor wants.
  public var mostBitsPerSecond: Int?

  /// An encoding of these values; a `rateFactor` beyond 0 to 51 is brought to the nearest of them.
  public init(preset: Preset, rateFactor: Int, mostBitsPerSecond: Int? = nil) {
    self.preset = preset
    self.rateFactor = min(max(rateFactor, 0), 51)
    self.mostBitsPerSecond = mostBitsPerSecond
  }

  /// For 720p at 30 a second. Webcams in dim rooms send noise, which the factor alone would keep: of such a picture, five
  /// seconds at superfast and 24, it is 3.5 instead of 4.8 MB, a quarter less work to encode and a third less to decode,
  /// and nearly as like the scene without its noise (SSIM 0.921 for 0.925).
  private static let enough = 5_000_000

  /// Measured with a moving, noisy 1280x720 picture at 30 frames a second, factor 23, one thread of a 2.8 GHz Xeon,
  /// per second of clip: ultrafast 0.11 s of processor and 1.2 MB, superfast 0.19 s and 0.64 MB, veryfast 0.23 s and
  /// 0.42 MB, all three of the same likeness (SSIM 0.985, 0.985, 0.982). Superfast halves what guests must download
  /// and the booth must upload for less than a tenth of a core.
  public static let balanced = ClipEncoding(preset: .superfast, rateFactor: 24, mostBitsPerSecond: enough)
  /// For film strips, which are clips made small. Both measured in turns, per second of three 720p clips, decoding
  /// included: 0.64 s of processor and 0.33 MB; superfast, which no booth uses for them, 0.75 s and 0.26 MB.
  public static let film = ClipEncoding(preset: .ultrafast, rateFactor: 24, mostBitsPerSecond: enough)
}
