public import BoothCore
import BoothSystem
import Glibc

/// Records live frames as H.264 clips in MP4 files that a browser plays while they download.
///
/// Each recording has a thread of its own and keeps at most ``queueLimit`` frames of the camera's pool.
public struct H264ClipRecorder: ClipRecorder {
  /// How hard the encoder works, for clips that begin from then on.
  public var encoding: ClipEncoding
  /// How many frames may wait for the encoder; a camera's pool needs some more than that.
  public var queueLimit: Int
  /// How frames are turned and cropped; clips are never mirrored for the screen.
  public var chain: TransformChain
  /// Whom to listen to when a clip is to have sound; nil has none.
  public var microphone: (any SoundSource)?

  /// A recorder of silent clips as the camera stands, unless said otherwise; a `queueLimit` below 1 is taken for 1.
  /// Loads nothing yet: see ``prepare()`` and ``check()``.
  public init(
    encoding: ClipEncoding = .balanced, queueLimit: Int = 8, chain: TransformChain = TransformChain(),
    microphone: (any SoundSource)? = nil
  ) {
    self.encoding = encoding
    self.chain = chain
    self.microphone = microphone
    self.queueLimit = max(1, queueLimit)
  }

  /// Loads FFmpeg's libraries, once for the whole process, so that no frame and no guest waits for that.
  public func prepare() { _ = Self.loading }

  private static let loading: Void = {
    // Whatever is wrong is told by the first clip.
    _ = OwnThread.start("clip libraries", niceness: 10, leavesSignals: true) {
      // 130 libraries, mapped and bound, hold up whatever else the process does for 100 ms: the guests' key is answered
      // first. Not before anybody comes, as they take 18 MB.
      usleep(400_000)
      try? FFmpegLibraries.load()
    }
  }()

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
    let microphone = request.hasSound ? microphone : nil
    let sound = microphone.map { _ in SoundQueue() }
    let code = OwnThread.start("clip", leavesSignals: true) { [encoding, chain] in
      let (result, endedByItself) = ClipWriting(
        request: request, encoding: encoding, chain: chain, queue: queue, sound: sound
      ).run()
      outcome.settle(result)
      if endedByItself, case .failure(let error) = result { failed(error) }
    }
    guard code == 0 else {
      throw ClipFile.remove(
        request.path, after: ClipError(.noThread, subject: request.path, detail: OwnThread.refusal(code)))
    }
    let capture = sound.flatMap { microphone?.start(into: $0) }
    return H264ClipRecording(queue: queue, capture: capture, outcome: outcome)
  }
}

/// The camera's and the flow's side of a recording; the other side is ``ClipWriting``.
final class H264ClipRecording: ClipRecording {
  private let queue: FrameQueue
  private let capture: (any SoundCapture)?
  private let outcome: Outcome<RecordedClip>

  init(queue: FrameQueue, capture: (any SoundCapture)?, outcome: Outcome<RecordedClip>) {
    self.queue = queue
    self.capture = capture
    self.outcome = outcome
  }

  deinit {
    queue.cancel()
    capture?.stop()
  }

  func receive(_ frame: Frame) { queue.offer(frame) }

  /// The same answer however often it is asked for; an error when the recording was cancelled before.
  func finish() async throws(ClipError) -> RecordedClip {
    queue.finish()
    capture?.stop()
    return try await outcome.result().get()
  }

  /// Returns when the file is gone and its thread is done with it. A clip that was already finished stays.
  func cancel() async {
    queue.cancel()
    capture?.stop()
    _ = await outcome.result()
  }
}
