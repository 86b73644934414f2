public import BoothCore
import CFFmpeg
public import Imaging

/// Makes films and animated GIFs of a pair. For one thread, which waits for it.
public struct PairFilm: Sendable {
  /// Of the MP4: H.264 of level 4.0, which every phone plays, holds 8192 blocks of 16×16 (ITU-T H.264, table A-1). Not every
  /// player repeats a film, so it has some rounds.
  private static let film = (framesPerSecond: 30, longestSide: 1920, area: 8192 * 256, rounds: 3)
  /// Of the GIF: hundredths of a second a picture, which is all that the format knows.
  private static let gif = (hundredths: 10, longestSide: 640)
  /// Pictures that stand still are looked at longer than clips, and a keyframe a second keeps them sharp.
  private static let encoding = ClipEncoding(preset: .veryfast, rateFactor: 23, mostBitsPerSecond: 4_000_000)

  private let old: Bitmap
  private let new: Bitmap

  /// - Parameters: old, new: opaque, and of one size.
  public init(old: Bitmap, new: Bitmap) {
    precondition(old.size == new.size, "pictures of \(old.size) and \(new.size) do not change into each other")
    self.old = old
    self.new = new
  }

  /// Writes a film: an MP4 with its index at the front, or a GIF that repeats without end.
  /// - Throws: ``ClipError`` whose subject is the file; nothing is left of it then.
  public func write(
    _ motion: PairMotion, _ format: BoomerangRequest.Format, to path: String
  ) throws(ClipError) -> RecordedClip {
    try FFmpegLibraries.load()
    try ClipFile.create(path)
    do {
      return try format == .gif ? writeGIF(motion, path) : writeFilm(motion, path)
    } catch {
      throw ClipFile.remove(path, after: Self.clipError(error, path))
    }
  }

  private static func clipError(_ error: any Error, _ path: String) -> ClipError {
    if let error = error as? ClipError { return error }
    if let error = error as? ImageError { return ClipError(.encoder, subject: error.subject, detail: error.detail) }
    return ClipError(.encoder, subject: path, detail: String(describing: error))
  }

  private func writeFilm(_ motion: PairMotion, _ path: String) throws -> RecordedClip {
    let rate = Self.film.framesPerSecond
    let interval = H264Encoder.ticksPerSecond / Int64(rate)
    let frames = PairFrames(old, new, size: Self.size(old.size, Self.film.longestSide, area: Self.film.area))
    let encoder = try H264Encoder(size: frames.size, framesPerSecond: Double(rate), encoding: Self.encoding)
    let file = try MP4File(path: path, encoder: encoder, frameInterval: interval)
    let scaler = PictureScaler(flags: SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP)
    let picture = try Picture(size: frames.size)
    var number = 0
    for _ in 0..<Self.film.rounds {
      for step in motion.steps(framesPerSecond: Double(rate)) {
        // The encoder may still read the picture before.
        try picture.makeWritable()
        try picture.take(frames.picture(step.picture), with: scaler)
        for _ in 0..<step.frames {
          try encoder.encode(picture, at: Int64(number) * interval, to: file)
          number += 1
        }
      }
    }
    try encoder.finish(to: file)
    try file.close()
    return RecordedClip(
      path: path, size: frames.size, duration: .seconds(number) / rate, frames: number, droppedFrames: 0)
  }

  private func writeGIF(_ motion: PairMotion, _ path: String) throws -> RecordedClip {
    let hundredths = Self.gif.hundredths
    let frames = PairFrames(old, new, size: Self.size(old.size, Self.gif.longestSide, area: .max))
    let palette = GIFPalette(
      of: [PairMotion.Step.Picture.mixed(0), .mixed(0.5), .mixed(1)].map {
        RGBPicture(frames.mixture($0))
      })
    let file = try GIFFile(path: path, size: frames.size, hundredths: hundredths)
    var number = 0
    for step in motion.steps(framesPerSecond: 100 / Double(hundredths)) {
      try file.write(palette.indices(of: RGBPicture(try frames.picture(step.picture))), palette, number: number)
      number += step.frames
    }
    try file.close()
    return RecordedClip(
      path: path, size: frames.size, duration: .milliseconds(number * hundredths * 10), frames: number,
      droppedFrames: 0)
  }

  /// Even both ways, and no larger than the picture but for the last pixel.
  static func size(_ size: PixelSize, _ longestSide: Int, area: Int) -> PixelSize {
    let (width, height) = (Double(size.width), Double(size.height))
    let scale = min(1, Double(longestSide) / max(width, height), (Double(area) / (width * height)).squareRoot())
    func side(_ length: Double) -> Int { max(16, Int((length * scale / 2).rounded(.down)) * 2) }
    return PixelSize(width: side(width), height: side(height))
  }
}

/// The pictures of a pair's film.
struct PairFrames {
  let size: PixelSize
  private let old: Bitmap
  private let new: Bitmap
  private let bar: PairBar

  init(_ old: Bitmap, _ new: Bitmap, size: PixelSize) {
    self.size = size
    self.old = Resampler.scale(old, to: size)
    self.new = Resampler.scale(new, to: size)
    bar = PairBar(size)
  }

  func picture(_ picture: PairMotion.Step.Picture) throws(ImageError) -> Bitmap {
    var made = mixture(picture)
    if case .cut(let share) = picture, share > 0, share < 1 {
      try bar.paint(on: &made, at: Int((share * Double(size.width)).rounded()))
    }
    return made
  }

  /// Without a bar.
  func mixture(_ picture: PairMotion.Step.Picture) -> Bitmap {
    switch picture {
    case .mixed(0): old
    case .mixed(1): new
    case .mixed(let share): mixed(UInt32((share * 256).rounded()))
    case .cut(let share): cut(Int((share * Double(size.width)).rounded()))
    }
  }

  private func mixed(_ share: UInt32) -> Bitmap {
    var picture = old
    picture.withMutablePixels { pixels in
      new.withPixels { source in
        let rest = 256 &- share
        for at in pixels.indices {
          let (a, b) = (pixels[at], source[at])
          let even = ((a & 0x00FF_00FF) &* rest &+ (b & 0x00FF_00FF) &* share) >> 8 & 0x00FF_00FF
          let odd = ((a >> 8 & 0x00FF_00FF) &* rest &+ (b >> 8 & 0x00FF_00FF) &* share) & 0xFF00_FF00
          pixels[at] = even | odd
        }
      }
    }
    return picture
  }

  private func cut(_ column: Int) -> Bitmap {
    var picture = new
    picture.withMutablePixels { pixels in
      old.withPixels { source in
        guard let from = source.baseAddress, let to = pixels.baseAddress else { return }
        for y in 0..<size.height {
          (to + y * size.width).update(from: from + y * size.width, count: min(max(column, 0), size.width))
        }
      }
    }
    return picture
  }
}

extension RGBPicture {
  /// Of an opaque bitmap.
  init(_ bitmap: Bitmap) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * bitmap.size.area)
    bitmap.withPixels { pixels in
      for pixel in pixels {
        bytes.append(UInt8(truncatingIfNeeded: pixel >> 16))
        bytes.append(UInt8(truncatingIfNeeded: pixel >> 8))
        bytes.append(UInt8(truncatingIfNeeded: pixel))
      }
    }
    self.init(size: bitmap.size, bytes: bytes)
  }
}
