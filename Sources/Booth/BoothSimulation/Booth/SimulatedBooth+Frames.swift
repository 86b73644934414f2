import BoothCore

/// Live frames, computed when they are asked for instead of happening one by one.
struct LiveFrames {
  struct Stream {
    var generation: CameraGeneration
    var since: Instant
  }

  /// What each camera delivers, and since when.
  var streams: [CameraRole: Stream] = [:]
  /// Whose frames are shown.
  var serving = CameraRole.main
  /// Who waits for a frame; one question at a time stands.
  var waiter: (attempt: AttemptID, newerThan: Instant)?
  /// Since when frames are wanted without a break; nil while they are not.
  var wantedSince: Instant?
  /// The newest frame that was ever shown.
  var seen: Instant?
}

extension SimulatedBooth {
  /// From one live frame to the next, in nanoseconds: a tenth of what real cameras give.
  static let framePeriod: Int64 = 330_000_000

  func want(liveView wanted: Bool) {
    liveView.wantedSince = wanted ? liveView.wantedSince ?? instant : nil
    post(.cameras(.liveViewWanted(wanted)))
  }

  func startFrames(_ generation: CameraGeneration) {
    noteFrames()
    liveView.streams[generation.camera] = LiveFrames.Stream(generation: generation, since: instant)
    scheduleFrame()
  }

  func stopFrames(_ generation: CameraGeneration) {
    guard liveView.streams[generation.camera]?.generation == generation else { return }
    noteFrames()
    liveView.streams[generation.camera] = nil
  }

  /// Remembers what was shown so far, before the stream changes.
  func noteFrames() { liveView.seen = [liveView.seen, newestFrame].compactMap { $0 }.max() }

  /// When the newest frame that was shown was captured.
  var newestFrame: Instant? { liveView.streams[liveView.serving].flatMap { lastFrame(of: $0) } }

  var lastFrames: LastFrames {
    var undecoded: [CameraRole: UndecodedFrame] = [:]
    for (camera, stream) in liveView.streams where night.camera(camera).garbledSince(stream.generation) != nil {
      guard let newest = lastFrame(of: stream, decodes: false) else { continue }
      undecoded[camera] = UndecodedFrame(capturedAt: newest, fault: "is damaged")
    }
    return LastFrames(
      main: liveView.streams[.main].flatMap { lastFrame(of: $0) },
      fallback: liveView.streams[.fallback].flatMap { lastFrame(of: $0) }, undecoded: undecoded)
  }

  /// - Parameter decodes: whether only pictures count, or whatever comes.
  private func lastFrame(of stream: LiveFrames.Stream, decodes: Bool = true) -> Instant? {
    let camera = night.camera(stream.generation.camera)
    let ends = [camera.framesEnd(stream.generation), decodes ? camera.garbledSince(stream.generation) : nil]
    let until = ends.compactMap { $0 }.min().map { night.nightInstant($0) } ?? instant
    let age = min(until, instant).nanoseconds - stream.since.nanoseconds
    guard age >= Self.framePeriod else { return nil }
    return Instant(nanoseconds: stream.since.nanoseconds + age / Self.framePeriod * Self.framePeriod)
  }

  func framesSeen(since: Instant) -> Int {
    guard let newest = newestFrame, newest > since, let stream = liveView.streams[liveView.serving] else { return 0 }
    return Int((newest.nanoseconds - max(since, stream.since).nanoseconds) / Self.framePeriod)
  }

  func awaitLiveFrame(_ attempt: AttemptID, newerThan: Instant) {
    if let newest = newestFrame, newest > newerThan {
      return answer(attempt, .liveFrameSeen(capturedAt: newest))
    }
    liveView.waiter = (attempt, newerThan)
    scheduleFrame()
  }

  /// The next frame is only worth an event while it is waited for.
  func scheduleFrame() {
    guard let stream = liveView.streams[liveView.serving], liveView.waiter != nil else { return }
    let age = instant.nanoseconds - stream.since.nanoseconds
    let wait = Self.framePeriod - age % Self.framePeriod
    after(wait) { booth in
      guard booth.liveView.streams[booth.liveView.serving]?.generation == stream.generation,
        let waiter = booth.liveView.waiter
      else { return }
      if let newest = booth.newestFrame, newest > waiter.newerThan {
        booth.liveView.waiter = nil
        booth.answer(waiter.attempt, .liveFrameSeen(capturedAt: newest))
      } else if booth.night.camera(stream.generation.camera).showsPictures(stream.generation) {
        booth.scheduleFrame()
      }
    }
  }
}
