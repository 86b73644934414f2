/// What a clip should be.
public struct ClipRequest: Sendable, Equatable {
  /// The file to write; it is complete, but not yet durable, when ``ClipRecording/finish()`` returns.
  public var path: String
  /// The size the clip should have at most; the frames' proportions are kept and both sides made even.
  public var maximumSize: PixelSize
  /// The rate the camera promised; the file is timed by the frames' own timestamps.
  public var framesPerSecond: Double
  /// Whether it should have sound, where there is a microphone; one that fails costs the sound and nothing else.
  public var hasSound: Bool

  /// 720p at 30 frames a second without sound, unless told otherwise.
  public init(
    path: String, maximumSize: PixelSize = PixelSize(width: 1280, height: 720), framesPerSecond: Double = 30,
    hasSound: Bool = false
  ) {
    self.path = path
    self.hasSound = hasSound
    self.maximumSize = maximumSize
    self.framesPerSecond = framesPerSecond
  }
}

/// A clip that was written.
public struct RecordedClip: Sendable, Equatable {
  /// The file: ``ClipRequest/path``, or that of another request.
  public var path: String
  /// In pixels, as the pictures are in the file.
  public var size: PixelSize
  /// How long it plays.
  public var duration: Duration
  /// Frames in the file.
  public var frames: Int
  /// Frames that arrived and could not be encoded in time, or that the camera's sequence numbers say were lost.
  public var droppedFrames: Int
  /// Why it has not all the sound that was asked for, in words.
  public var soundTrouble: String?

  /// A clip with all the sound that was asked for, unless `soundTrouble` says why not.
  public init(
    path: String, size: PixelSize, duration: Duration, frames: Int, droppedFrames: Int, soundTrouble: String? = nil
  ) {
    self.soundTrouble = soundTrouble
    self.path = path
    self.size = size
    self.duration = duration
    self.frames = frames
    self.droppedFrames = droppedFrames
  }
}

/// Why a clip could not be made.
public struct ClipError: Error, Sendable, Equatable, Codable, CustomStringConvertible {
  /// Why, by what can be done about it.
  public enum Code: String, Sendable, Codable {
    /// Not one frame arrived.
    case noFrames
    /// The file could not be written (disk full, read-only).
    case file
    /// The encoder refused.
    case encoder
    /// It was not ready in time.
    case timedOut
    /// The machine has no thread left for it now.
    case noThread
  }

  /// Why; decide by this, not by the words.
  public var code: Code
  /// Which file, by its path.
  public var subject: String
  /// In words, for the operator: what the disk or the encoder said.
  public var detail: String

  /// `ClipError(.noFrames, subject: path, detail: "not one frame arrived")`.
  public init(_ code: Code, subject: String, detail: String) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }

  /// Whether the same work may succeed later: everything but what the encoder refuses.
  public var mayPass: Bool { code != .encoder }
  /// One line for logs and people: the file and the words.
  public var description: String { "clip \(subject): \(detail)" }
}

/// Starts clips.
public protocol ClipRecorder: Sendable {
  /// Opens the file and the encoder's thread. Frames arrive through the recording's ``FrameSink/receive(_:)``.
  /// - Parameter failed: called from the recording's thread, once, when it fails by itself while frames are still
  ///   coming: nothing more of it is written, and its file is gone. After ``ClipRecording/finish()`` or
  ///   ``ClipRecording/cancel()`` it is not called; `finish()` throws.
  func start(
    _ request: ClipRequest, failed: @escaping @Sendable (ClipError) -> Void
  ) throws(ClipError) -> any ClipRecording

  /// Gets ready, as guests have come who will have clips; again and again. Returns at once; what fails is for
  /// ``start(_:failed:)`` to tell.
  func prepare()
}

extension ClipRecorder {
  /// For a recorder that has nothing to get ready: nothing happens.
  public func prepare() {}

  /// A recording whose failure only ``ClipRecording/finish()`` tells.
  public func start(_ request: ClipRequest) throws(ClipError) -> any ClipRecording { try start(request) { _ in } }
}

/// A clip being encoded while its frames arrive, in a queue of bounded length.
public protocol ClipRecording: FrameSink {
  /// Encodes what is queued, writes the file's index, and returns; frames that arrive later are ignored.
  func finish() async throws(ClipError) -> RecordedClip
  /// Stops at once and removes the file.
  func cancel() async
}
