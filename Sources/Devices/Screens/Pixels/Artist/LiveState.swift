import BoothCore
import Imaging
import Logging

/// The live view of the scene that stands: which frame, since when it is waited for, when it is too old. For one thread.
struct LiveState {
  /// Guests are not told to wait for a camera that answers in the blink of an eye.
  private static let patience = Duration.milliseconds(400)

  let frames: LivePicture
  /// The outlines of the newest picture; nil while they are not wanted.
  private(set) var edges: LiveEdges?
  private let logger: Logger
  /// Counts the pictures taken.
  private var serial = 0
  /// When the picture came; nil while there is none.
  private var cameAt: Instant?
  /// Since when one is waited for; nil while no scene wants any.
  private var wantedAt: Instant?
  /// When the newest picture was captured; nil once that was asked for.
  private var capturedAt: Instant?
  /// The last frame could not be shown; that is logged once.
  private var hasBadFrame = false
  /// The newest frame was damaged, and it was decoded over the one before. What stands on the display stays there until the
  /// next frame comes, or until the one before would have been too old.
  private(set) var isDamaged = false

  init(chain: TransformChain, logger: Logger) {
    frames = LivePicture(chain: chain)
    self.logger = logger
  }

  /// Whether outlines are found in each frame from now on.
  mutating func wantsOutlines(_ wants: Bool) {
    guard wants != (edges != nil) else { return }
    edges = wants ? LiveEdges() : nil
  }

  mutating func begin(at now: Instant) { wantedAt = now }

  mutating func end() {
    (cameAt, wantedAt, capturedAt) = (nil, nil, nil)
    isDamaged = false
    // As large as the display; the review's photo and the composite want the room.
    frames.drop()
    edges = nil
  }

  mutating func take(_ frame: Frame, size: PixelSize, at now: Instant) {
    do {
      try frames.take(frame, size: size)
      edges?.find(in: frames)
      serial += 1
      (cameAt, capturedAt) = (now, frame.capturedAt)
      (hasBadFrame, isDamaged) = (false, false)
    } catch {
      if !hasBadFrame { logger.info("a live frame cannot be shown", metadata: ["error": "\(error)"]) }
      hasBadFrame = true
      isDamaged = cameAt != nil
    }
  }

  /// Guests should not pose before a picture that stands still.
  mutating func expire(at now: Instant) {
    guard let came = cameAt, now >= came + SceneRenderer.longestStill else { return }
    (cameAt, capturedAt) = (nil, nil)
    isDamaged = false
    // It has been waited for long enough.
    wantedAt = now - Self.patience
  }

  func view(at now: Instant) -> ScenePainter.LiveView {
    if cameAt != nil { return .shown }
    guard let wantedAt, now < wantedAt + Self.patience else { return .missing }
    return .awaited
  }

  /// The picture's number, if it has this size.
  func number(in size: PixelSize) -> Int? { cameAt != nil && frames.size == size ? serial : nil }

  /// When the newest picture was captured; once.
  mutating func takeCapturedAt() -> Instant? {
    defer { capturedAt = nil }
    return capturedAt
  }

  func nextChange(after now: Instant) -> Instant? {
    if let cameAt { return cameAt + SceneRenderer.longestStill }
    guard let wantedAt, now < wantedAt + Self.patience else { return nil }
    return wantedAt + Self.patience
  }
}
