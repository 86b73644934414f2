import BoothCore
import CFFmpeg
import Imaging

/// A film strip's thread: clips in, film out.
struct FilmStripWriting: Sendable {
  static let framesPerSecond = 30
  private static let ticksPerFrame = H264Encoder.ticksPerSecond / Int64(framesPerSecond)

  let request: FilmStripRequest
  let encoding: ClipEncoding
  let longest: Duration
  let cancellation: Cancellation

  /// Everything it opened is closed when it returns, and a film that failed is removed.
  func run() -> Result<RecordedClip, ClipError> {
    do {
      // Nothing is written before all the clips are open, so that a film over one of its clips harms nothing.
      let clips = try open()
      do {
        try ClipFile.create(request.path)
        return .success(try write(clips))
      } catch {
        return .failure(ClipFile.remove(request.path, after: clipError(error)))
      }
    } catch {
      return .failure(clipError(error))
    }
  }

  private func clipError(_ error: any Error) -> ClipError {
    if let error = error as? ClipError { return error }
    if let error = error as? ImageError {
      return ClipError(.encoder, subject: error.subject, detail: error.detail)
    }
    return ClipError(.encoder, subject: request.path, detail: String(describing: error))
  }

  private func open() throws -> [ClipReader] {
    try FFmpegLibraries.load()
    guard !request.clips.isEmpty else {
      throw ClipError(.noFrames, subject: request.path, detail: "a film strip needs at least one clip")
    }
    guard !request.clips.contains(where: { ClipFile.isSame($0, request.path) }) else {
      throw ClipError(.encoder, subject: request.path, detail: "is one of the film's own clips; name another file")
    }
    return try request.clips.map { try ClipReader(path: $0) }
  }

  private func write(_ clips: [ClipReader]) throws -> RecordedClip {
    let layout = FilmStripLayout(slots: clips.count, slotAspect: clips[0].aspect)
    let scenery = try FilmStripArtist(request).scenery(layout)
    let slots = try zip(clips, zip(layout.slots, scenery.masks)).map { clip, place in
      try FilmStripSlot(clip, rect: place.0, mask: place.1, filter: request.filter)
    }
    let canvas = try Picture(copying: scenery.picture)
    let encoder = try H264Encoder(
      size: layout.size, framesPerSecond: Double(Self.framesPerSecond), encoding: encoding)
    let file = try MP4File(path: request.path, encoder: encoder, frameInterval: Self.ticksPerFrame)
    var frames = 0
    repeat {
      if cancellation.isCancelled {
        throw ClipError(.timedOut, subject: request.path, detail: "it was cancelled before it was ready")
      }
      // A picture is due half an interval early, so that clocks a little apart do not double one and skip the next;
      // and a little more, so that rounding does not decide about clips of twice the rate.
      let due = (Double(frames) + 0.5) / Double(Self.framesPerSecond) + 0.0005
      try canvas.makeWritable()
      for slot in slots { try slot.draw(at: due, on: canvas, beside: scenery.picture) }
      try encoder.encode(canvas, at: Int64(frames) * Self.ticksPerFrame, to: file)
      frames += 1
    } while !isOver(slots, after: frames)
    try encoder.finish(to: file)
    try file.close()
    return RecordedClip(
      path: request.path, size: layout.size, duration: .seconds(frames) / Self.framesPerSecond, frames: frames,
      droppedFrames: 0)
  }

  private func isOver(_ slots: [FilmStripSlot], after frames: Int) -> Bool {
    let seconds = Double(frames) / Double(Self.framesPerSecond)
    let rounded = seconds + 0.5 / Double(Self.framesPerSecond)
    return seconds >= longest.inSeconds || slots.allSatisfy { $0.isOver(at: rounded) }
  }
}
