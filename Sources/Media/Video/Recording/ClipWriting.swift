import BoothCore
import Imaging

/// A recording's thread: frames in, file out.
struct ClipWriting: Sendable {
  let request: ClipRequest
  let encoding: ClipEncoding
  var chain = TransformChain()
  let queue: FrameQueue
  /// Nil where no sound was asked for.
  var sound: SoundQueue?

  /// Encodes until the queue ends. Everything it opened is closed when it returns, and a clip that failed is removed.
  /// - Returns: the clip, and whether it ended by itself, while frames were still awaited.
  func run() -> (result: Result<RecordedClip, ClipError>, endedByItself: Bool) {
    let result = encode()
    // Whatever comes after the end, and all that comes after a failure, is let go.
    return (result, queue.cancel())
  }

  private func encode() -> Result<RecordedClip, ClipError> {
    do {
      return .success(try write())
    } catch let error as ClipError {
      return .failure(ClipFile.remove(request.path, after: error))
    } catch {
      return .failure(
        ClipFile.remove(
          request.path, after: ClipError(.encoder, subject: request.path, detail: String(describing: error))))
    }
  }

  private func write() throws -> RecordedClip {
    try FFmpegLibraries.load()
    var input = ClipInput(queue: queue, maximumSize: request.maximumSize, chain: chain)
    var timeline = ClipTimeline(framesPerSecond: request.framesPerSecond)
    var output: ClipOutput?
    var frames = 0
    while true {
      let taken = input.take()
      switch taken {
      case .cancelled:
        throw ClipError(.noFrames, subject: request.path, detail: "the recording was cancelled")
      case .unusable:
        queue.giveBack()
        queue.countDropped()
      case .picture(let capturedAt, let picture):
        // Its pixels were copied: back to the camera's pool with it before the encoder has its turn.
        queue.giveBack()
        let open = try output ?? open(for: picture.size, from: capturedAt, timeline)
        output = open
        try open.picture.copy(picture)
        try open.encoder.encode(open.picture, at: timeline.place(capturedAt), to: open.file)
        try open.sound?.write(to: open.file, before: capturedAt)
        frames += 1
      case .end:
        guard let output else { throw nothingArrived() }
        try output.encoder.finish(to: output.file)
        try output.sound?.finish(to: output.file, after: timeline.duration)
        try output.file.close()
        return RecordedClip(
          path: request.path, size: output.picture.size, duration: timeline.duration, frames: frames,
          droppedFrames: queue.dropped, soundTrouble: output.soundTrouble)
      }
    }
  }

  private func nothingArrived() -> ClipError {
    let dropped = queue.dropped
    return ClipError(
      .noFrames, subject: request.path,
      detail: dropped == 0 ? "not one frame arrived" : "not one of \(dropped) frames was a whole picture")
  }

  private func open(for size: PixelSize, from origin: Instant, _ timeline: ClipTimeline) throws -> ClipOutput {
    let encoder = try H264Encoder(
      size: size, framesPerSecond: ClipTimeline.plausible(request.framesPerSecond), encoding: encoding)
    var soundEncoder: AACEncoder?
    var refusal: String?
    if sound != nil {
      do { soundEncoder = try AACEncoder() } catch { refusal = error.description }
    }
    return ClipOutput(
      picture: try Picture(size: size), encoder: encoder,
      file: try MP4File(
        path: request.path, encoder: encoder, frameInterval: timeline.frameInterval, sound: soundEncoder),
      sound: sound.flatMap { queue in soundEncoder.map { SoundTrack(queue: queue, encoder: $0, origin: origin) } },
      refusal: refusal)
  }
}

/// What a recording holds open.
private struct ClipOutput {
  let picture: Picture
  let encoder: H264Encoder
  let file: MP4File
  let sound: SoundTrack?
  /// Why there is no encoder for the sound that was asked for.
  let refusal: String?

  var soundTrouble: String? { refusal ?? sound?.trouble }
}
