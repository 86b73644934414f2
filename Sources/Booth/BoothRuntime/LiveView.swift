import BoothCore
import Dispatch
import Synchronization

/// Where live frames go: the newest is remembered, the screen and the running clip get each, and callers that wait for
/// a fresh picture are told. Of a camera that does not serve only the moment is noted; frames of an abandoned one are
/// dropped at the door.
///
/// A frame says nothing for its camera until a person has decoded it: when it is shown or recorded, and when none did
/// for a while, this.
final class LiveView: Sendable {
  private struct Waiter: Sendable {
    var newerThan: Instant
    var send: @Sendable (Instant) -> Void
  }

  /// What one camera delivers.
  private struct Stream: Sendable {
    var generation: CameraGeneration
    var isChecking = false
    /// When the newest frame was captured that was decoded, or tried.
    var judged: Instant?
  }

  private struct State: Sendable {
    var serving = CameraRole.main
    var streams: [CameraRole: Stream] = [:]
    var lastFrames = LastFrames()
    var newest: Frame?
    /// The newest frame that was decoded.
    var newestPicture: Frame?
    var waiters: [AttemptID: Waiter] = [:]
    var recording: (any ClipRecording)?
    var frames: UInt64 = 0

    mutating func forget(_ camera: CameraRole) {
      streams[camera] = nil
      lastFrames[camera] = nil
      lastFrames.undecoded[camera] = nil
      if serving == camera { (newest, newestPicture) = (nil, nil) }
    }
  }

  /// How long a camera's frames may stay undecoded before one is decoded here.
  static let checkPause = Duration.milliseconds(250)

  private let state = Mutex(State())
  private let screen: any FrameSink
  private let makeDecoder: @Sendable () -> any FrameDecoder
  /// Decoding takes milliseconds, which are neither the camera's thread's nor the pool's.
  private let queue = DispatchQueue(label: "booth.frames")

  init(screen: any FrameSink, makeDecoder: @escaping @Sendable () -> any FrameDecoder) {
    self.screen = screen
    self.makeDecoder = makeDecoder
  }

  /// A sink for one generation of a camera; earlier ones of it are no longer listened to.
  func sink(_ generation: CameraGeneration) -> any FrameSink {
    state.withLock { state in
      state.forget(generation.camera)
      state.streams[generation.camera] = Stream(generation: generation)
    }
    return Door(generation: generation, view: self, decoder: makeDecoder())
  }

  /// This camera's frames are the ones to show.
  func serve(_ camera: CameraRole) {
    state.withLock { state in
      state.serving = camera
      (state.newest, state.newestPicture) = (nil, nil)
    }
  }

  /// A generation delivers no more: the remembered frame goes back to its pool.
  func close(_ generation: CameraGeneration) {
    state.withLock { state in
      guard state.streams[generation.camera]?.generation == generation else { return }
      state.forget(generation.camera)
    }
  }

  /// No camera delivers.
  func close() {
    state.withLock { state in for camera in CameraRole.allCases { state.forget(camera) } }
  }

  /// When the newest picture of each camera was captured, and what came that was none.
  var lastFrames: LastFrames { state.withLock { $0.lastFrames } }
  /// The newest frame of the camera in use. It may not be known yet whether it is a picture.
  var newest: Frame? { state.withLock { $0.newest } }
  /// The newest of its frames that is known to be a picture.
  var newestPicture: Frame? { state.withLock { $0.newestPicture } }
  /// How many frames have arrived since the start.
  var frames: UInt64 { state.withLock { $0.frames } }

  /// Calls `send` once with the moment of capture of a picture newer than `newerThan`: now, or when it was decoded.
  func await(_ attempt: AttemptID, newerThan: Instant, send: @escaping @Sendable (Instant) -> Void) {
    let found: Instant? = state.withLock { state in
      if let last = state.lastFrames[state.serving], last > newerThan { return last }
      // One question at a time stands: the flow waits for one answer.
      state.waiters = [attempt: Waiter(newerThan: newerThan, send: send)]
      return nil
    }
    if let found { send(found) }
  }

  /// The recording gets every frame from now on, and first the one that stands: a camera that stalls for as long as a
  /// short clip lasts costs the motion, not the clip.
  func record(into recording: any ClipRecording) {
    state.withLock { state in
      state.recording = recording
      // Within the lock, as the next frame may be at the door: the order is kept.
      if let newest = state.newest { recording.receive(newest) }
    }
  }

  func stopRecording(_ recording: any ClipRecording) {
    state.withLock { state in
      if let current = state.recording, current as AnyObject === recording as AnyObject { state.recording = nil }
    }
  }

  fileprivate func receive(_ frame: Frame, _ generation: CameraGeneration) {
    let taken: (recording: (any ClipRecording)?, serves: Bool, check: Bool)? = state.withLock { state in
      guard var stream = state.streams[generation.camera], stream.generation == generation else { return nil }
      let isDue = stream.judged.map { frame.capturedAt >= $0 + Self.checkPause } ?? true
      let check = isDue && !stream.isChecking && frame.layout == .jpeg
      if check { stream.isChecking = true }
      state.streams[generation.camera] = stream
      guard state.serving == generation.camera else { return (nil, false, check) }
      state.newest = frame
      state.frames += 1
      return (state.recording, true, check)
    }
    guard let taken else { return }
    if taken.serves {
      taken.recording?.receive(frame)
      screen.receive(frame)
    }
    // A frame that is no JPEG needs no decoding, only a look at its length.
    if frame.layout != .jpeg { _ = frame.fault }
    guard taken.check else { return }
    queue.async { [self] in
      _ = frame.fault
      state.withLock { state in
        if state.streams[generation.camera]?.generation == generation {
          state.streams[generation.camera]?.isChecking = false
        }
      }
    }
  }

  /// A frame was decoded, or found that it cannot be.
  fileprivate func judge(
    _ sequence: UInt64, _ capturedAt: Instant, _ fault: ImageError?, _ generation: CameraGeneration
  ) {
    let due: [Waiter] = state.withLock { state in
      let camera = generation.camera
      guard state.streams[camera]?.generation == generation else { return [] }
      let judged = state.streams[camera]?.judged ?? capturedAt
      state.streams[camera]?.judged = max(capturedAt, judged)
      if let fault {
        state.lastFrames.undecoded[camera] = UndecodedFrame(capturedAt: capturedAt, fault: fault.detail)
        return []
      }
      let last = state.lastFrames[camera] ?? capturedAt
      state.lastFrames[camera] = max(capturedAt, last)
      guard state.serving == camera else { return [] }
      // One that a clip decodes late is no longer here; the picture before stays.
      if let newest = state.newest, newest.sequence == sequence { state.newestPicture = newest }
      let due = state.waiters.filter { capturedAt > $0.value.newerThan }
      for attempt in due.keys { state.waiters[attempt] = nil }
      return Array(due.values)
    }
    for waiter in due { waiter.send(capturedAt) }
  }

  private struct Door: FrameSink {
    let generation: CameraGeneration
    let view: LiveView
    let decoder: any FrameDecoder

    func receive(_ frame: Frame) {
      let (sequence, capturedAt) = (frame.sequence, frame.capturedAt)
      let shared = decoder.share(frame) { [view, generation] fault in
        view.judge(sequence, capturedAt, fault, generation)
      }
      view.receive(shared, generation)
    }
  }
}
