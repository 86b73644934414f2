import BoothCore
import CFFmpeg

/// A boomerang's thread: a clip in, a film or a GIF out.
struct BoomerangWriting: Sendable {
  /// Of the MP4: as fast as films go, and small enough to be kept whole in 30 MB.
  private static let film = (framesPerSecond: 30, longestSide: 960, rounds: 3)
  /// Of the GIF: hundredths of a second a picture, which is all that the format knows.
  private static let gif = (hundredths: 9, longestSide: 480)

  let request: BoomerangRequest
  let encoding: ClipEncoding
  let cancellation: Cancellation

  /// Everything it opened is closed when it returns, and what failed is removed.
  func run() -> Result<RecordedClip, ClipError> {
    do {
      try FFmpegLibraries.load()
      guard !ClipFile.isSame(request.clip, request.path) else {
        throw ClipError(.encoder, subject: request.path, detail: "is the clip itself; name another file")
      }
      let moment = try moment()
      do {
        try ClipFile.create(request.path)
        return .success(try request.format == .gif ? writeGIF(moment) : writeFilm(moment))
      } catch {
        return .failure(ClipFile.remove(request.path, after: clipError(error)))
      }
    } catch {
      return .failure(clipError(error))
    }
  }

  private func moment() throws -> BoomerangMoment {
    let isGIF = request.format == .gif
    let moment = try BoomerangMoment(
      of: request.clip, every: isGIF ? Double(Self.gif.hundredths) / 100 : 1 / Double(Self.film.framesPerSecond),
      longestSide: isGIF ? Self.gif.longestSide : Self.film.longestSide, filter: request.filter, cancellation)
    guard !moment.pictures.isEmpty else {
      throw ClipError(.noFrames, subject: request.clip, detail: "not one of its pictures can be decoded")
    }
    return moment
  }

  private func writeFilm(_ moment: BoomerangMoment) throws -> RecordedClip {
    let interval = H264Encoder.ticksPerSecond / Int64(Self.film.framesPerSecond)
    let encoder = try H264Encoder(
      size: moment.size, framesPerSecond: Double(Self.film.framesPerSecond), encoding: encoding)
    let file = try MP4File(path: request.path, encoder: encoder, frameInterval: interval)
    var frames = 0
    for _ in 0..<Self.film.rounds {
      for index in moment.order {
        try checkCancelled()
        try encoder.encode(moment.pictures[index], at: Int64(frames) * interval, to: file)
        frames += 1
      }
    }
    try encoder.finish(to: file)
    try file.close()
    return RecordedClip(
      path: request.path, size: moment.size, duration: .seconds(frames) / Self.film.framesPerSecond, frames: frames,
      droppedFrames: 0)
  }

  private func writeGIF(_ moment: BoomerangMoment) throws -> RecordedClip {
    let pictures = moment.pictures.map(RGBPicture.init)
    let palette = GIFPalette(of: pictures)
    let file = try GIFFile(path: request.path, size: moment.size, hundredths: Self.gif.hundredths)
    let order = moment.order
    for (number, index) in order.enumerated() {
      try checkCancelled()
      try file.write(palette.indices(of: pictures[index]), palette, number: number)
    }
    try file.close()
    return RecordedClip(
      path: request.path, size: moment.size, duration: .milliseconds(order.count * Self.gif.hundredths * 10),
      frames: order.count, droppedFrames: 0)
  }

  private func checkCancelled() throws {
    if cancellation.isCancelled { throw CancellationError() }
  }

  private func clipError(_ error: any Error) -> ClipError {
    if let error = error as? ClipError { return error }
    if error is CancellationError {
      return ClipError(.timedOut, subject: request.path, detail: "it was cancelled before it was ready")
    }
    return ClipError(.encoder, subject: request.path, detail: String(describing: error))
  }
}
