public import BoothCore
import Glibc

/// Records live frames as H.264 clips in MP4 files that a browser plays while they download.
///
/// Each recording has a thread of its own and keeps at most ``queueLimit`` frames of the camera's pool.
public struct H264ClipRecorder: ClipRecorder {
  public var encoding: ClipEncoding
  /// How many frames may wait for the encoder; a camera's pool needs some more than that.
  public var queueLimit: Int
  /// How frames are turned and cropped; clips are never mirrored for the screen.
  public var chain: TransformChain

  public init(encoding: ClipEncoding = .balanced, queueLimit: Int = 8, chain: TransformChain = TransformChain()) {
    self.encoding = encoding
    self.chain = chain
    self.queueLimit = max(1, queueLimit)
  }

  /// Loads FFmpeg's libraries while the guests look into the camera, so that no frame waits for that.
  public func prepare() {
    // Whatever is wrong is told by the first clip.
    try? WorkerThread.start(name: "clip libraries") { try? FFmpegLibraries.load() }
  }

  /// Whether clips can be made at all on this machine.
  public static func check() throws(ClipError) {
    try FFmpegLibraries.load()
    guard H264Encoder.isThere else {
      throw ClipError(
        .encoder, subject: "FFmpeg", detail: "has no libx264 encoder; install Debian's libavcodec59")
    }
  }

  /// Creates the file (a file already there is overwritten) and the recording's thread.
  ///
  /// A recording that is dropped without ``ClipRecording/finish()`` cancels itself.
  public func start(
    _ request: ClipRequest, failed: @escaping @Sendable (ClipError) -> Void
  ) throws(ClipError) -> any ClipRecording {
    guard request.maximumSize.width >= 2, request.maximumSize.height >= 2 else {
      throw ClipError(
        .encoder, subject: request.path, detail: "a clip of at most \(request.maximumSize) has no room for a picture")
    }
    // The encoder waits for the first frame, which says how large it is; a disk that refuses is told at once.
    try ClipFile.create(request.path)
    let queue = FrameQueue(capacity: queueLimit)
    let outcome = Outcome<RecordedClip>()
    do {
      try WorkerThread.start(name: "clip") { [encoding, chain] in
        let (result, endedByItself) = ClipWriting(
          request: request, encoding: encoding, chain: chain, queue: queue
        ).run()
        outcome.settle(result)
        if endedByItself, case .failure(let error) = result { failed(error) }
      }
    } catch {
      throw ClipFile.remove(
        request.path, after: ClipError(.noThread, subject: request.path, detail: error.detail))
    }
    return H264ClipRecording(queue: queue, outcome: outcome)
  }
}

/// The camera's and the flow's side of a recording; the other side is ``ClipWriting``.
final class H264ClipRecording: ClipRecording {
  private let queue: FrameQueue
  private let outcome: Outcome<RecordedClip>

  init(queue: FrameQueue, outcome: Outcome<RecordedClip>) {
    self.queue = queue
    self.outcome = outcome
  }

  deinit { queue.cancel() }

  func receive(_ frame: Frame) { queue.offer(frame) }

  /// The same answer however often it is asked for; an error when the recording was cancelled before.
  func finish() async throws(ClipError) -> RecordedClip {
    queue.finish()
    return try await outcome.result().get()
  }

  /// Returns when the file is gone and its thread is done with it. A clip that was already finished stays.
  func cancel() async {
    queue.cancel()
    _ = await outcome.result()
  }
}
