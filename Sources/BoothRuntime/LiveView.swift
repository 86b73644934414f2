import BoothCore
import BoothSupervision
import Synchronization

/// Where live frames go: the newest is remembered, the screen and the running clip get each, and whoever waits for a
/// fresh one is told. Of a camera that does not serve only the moment is noted; frames of an abandoned one are dropped
/// at the door.
final class LiveView: Sendable {
  private struct Waiter: Sendable {
    var newerThan: Instant
    var tell: @Sendable (Instant) -> Void
  }

  private struct State: Sendable {
    var serving = CameraRole.main
    var generations: [CameraRole: CameraGeneration] = [:]
    var lastFrames = LastFrames()
    var newest: Frame?
    var waiters: [AttemptID: Waiter] = [:]
    var recording: (any ClipRecording)?
    var frames: UInt64 = 0
  }

  private let state = Mutex(State())
  private let screen: any FrameSink

  init(screen: any FrameSink) { self.screen = screen }

  /// A sink for one generation of a camera; earlier ones of it are no longer listened to.
  func sink(_ generation: CameraGeneration) -> any FrameSink {
    state.withLock { state in
      state.generations[generation.camera] = generation
      state.lastFrames[generation.camera] = nil
      if state.serving == generation.camera { state.newest = nil }
    }
    return Door(generation: generation, view: self)
  }

  /// This camera's frames are the ones to show.
  func serve(_ camera: CameraRole) {
    state.withLock { state in
      state.serving = camera
      state.newest = nil
    }
  }

  /// A generation delivers no more: the remembered frame goes back to its pool.
  func close(_ generation: CameraGeneration) {
    state.withLock { state in
      guard state.generations[generation.camera] == generation else { return }
      state.generations[generation.camera] = nil
      state.lastFrames[generation.camera] = nil
      if state.serving == generation.camera { state.newest = nil }
    }
  }

  /// No camera delivers.
  func close() {
    state.withLock { state in
      state.generations = [:]
      state.lastFrames = LastFrames()
      state.newest = nil
    }
  }

  /// When the newest frame of each camera was captured.
  var lastFrames: LastFrames { state.withLock { $0.lastFrames } }
  var newest: Frame? { state.withLock { $0.newest } }
  /// How many frames have arrived since the start.
  var frames: UInt64 { state.withLock { $0.frames } }

  /// Calls `tell` once with the moment of capture of a frame newer than `newerThan`: now, or when it comes.
  func await(_ attempt: AttemptID, newerThan: Instant, tell: @escaping @Sendable (Instant) -> Void) {
    let found: Instant? = state.withLock { state in
      if let newest = state.newest, newest.capturedAt > newerThan { return newest.capturedAt }
      // One question at a time stands: the flow waits for one answer.
      state.waiters = [attempt: Waiter(newerThan: newerThan, tell: tell)]
      return nil
    }
    if let found { tell(found) }
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
    let taken: ([Waiter], (any ClipRecording)?)? = state.withLock { state in
      guard state.generations[generation.camera] == generation else { return nil }
      state.lastFrames[generation.camera] = frame.capturedAt
      guard state.serving == generation.camera else { return nil }
      state.newest = frame
      state.frames += 1
      let due = state.waiters.filter { frame.capturedAt > $0.value.newerThan }
      for attempt in due.keys { state.waiters[attempt] = nil }
      return (Array(due.values), state.recording)
    }
    guard let (due, recording) = taken else { return }
    recording?.receive(frame)
    screen.receive(frame)
    for waiter in due { waiter.tell(frame.capturedAt) }
  }

  private struct Door: FrameSink {
    let generation: CameraGeneration
    let view: LiveView
    func receive(_ frame: Frame) { view.receive(frame, generation) }
  }
}
