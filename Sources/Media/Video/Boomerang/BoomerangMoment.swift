import BoothCore
import CFFmpeg

/// The pictures of a boomerang in the order of the clip, kept whole, since the second half runs backwards.
struct BoomerangMoment {
  /// Of the clip, in seconds: long enough for a jump, short enough to be kept in memory.
  static let length = 1.8
  /// How much faster than it was.
  static let tempo = 1.5

  let size: PixelSize
  private(set) var pictures: [Picture] = []

  /// Reads the moment from the middle of a clip; from the beginning, where the clip breaks off before.
  /// - Parameters:
  ///   - interval: between two pictures of the boomerang, in seconds.
  ///   - longestSide: in pixels; smaller clips stay as they are.
  init(
    of path: String, every interval: Double, longestSide: Int, filter: PhotoFilter, _ cancellation: Cancellation
  ) throws {
    let reader = try ClipReader(path: path)
    size = Self.size(of: reader, longestSide: longestSide)
    let start = max(0, (reader.seconds - Self.length) / 2)
    try read(reader, from: start, every: interval, filter, cancellation)
    if pictures.count < 2, start > 0 {
      pictures = []
      try read(ClipReader(path: path), from: 0, every: interval, filter, cancellation)
    }
  }

  /// Forth and back; neither end is shown twice.
  var order: [Int] {
    Array(pictures.indices) + pictures.indices.dropFirst().dropLast().reversed()
  }

  private mutating func read(
    _ reader: ClipReader, from start: Double, every interval: Double, _ filter: PhotoFilter,
    _ cancellation: Cancellation
  ) throws {
    let filter = PictureFilter(filter)
    let scaler = PictureScaler(flags: SWS_BILINEAR)
    let stored = try Picture(size: reader.turn.apply(to: size))
    for number in 0..<max(1, Int(Self.length / (interval * Self.tempo))) {
      if cancellation.isCancelled { throw CancellationError() }
      let at = start + Double(number) * interval * Self.tempo
      let moved = try reader.advance(to: at)
      if reader.isOver(at: at), !moved { return }
      guard let planes = reader.planes else { return }
      if moved || pictures.isEmpty {
        try scaler.scale(planes.cropped(toFill: stored.size, pixelAspect: reader.pixelAspect), into: stored)
        let picture = try Picture(size: size)
        if reader.turn == .none {
          try FFmpegFault.check(av_frame_copy(picture.frame, stored.frame), "av_frame_copy")
        } else {
          reader.turn.apply(stored, into: picture)
        }
        filter?.apply(to: picture)
        pictures.append(picture)
      } else {
        // The clip has fewer pictures than the boomerang.
        pictures.append(pictures[pictures.count - 1])
      }
    }
  }

  private static func size(of reader: ClipReader, longestSide: Int) -> PixelSize {
    let stored = reader.storedSize
    let width = Double(stored.width) * reader.pixelAspect
    let shown = PixelSize(width: max(2, Int(width.rounded())), height: max(2, stored.height))
    return ClipSize.fitting(
      reader.turn.apply(to: shown), into: PixelSize(width: longestSide, height: longestSide))
  }
}
