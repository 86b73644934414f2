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
  public var path: String
  public var size: PixelSize
  public var duration: Duration
  /// Frames in the file.
  public var frames: Int
  /// Frames that arrived and could not be encoded in time, or that the camera's sequence numbers say were lost.
  public var droppedFrames: Int
  /// Why it has not all the sound that was asked for, in words.
  public var soundTrouble: String?

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

  public var code: Code
  public var subject: String
  public var detail: String

  public init(_ code: Code, subject: String, detail: String) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }

  public var mayPass: Bool { code != .encoder }
  public var description: String { "clip \(subject): \(detail) (\(code.rawValue))" }
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
