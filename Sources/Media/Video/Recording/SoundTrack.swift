import BoothCore

/// A clip's sound, on the recording's thread: from the queue through the timeline and the encoder into the file. Whatever
/// goes wrong with it is remembered in words and leaves the pictures alone.
final class SoundTrack {
  /// How much of the end may be missing before the microphone is said to hang: periods and threads are late.
  private static let lateness = Duration.milliseconds(500)

  private let queue: SoundQueue
  private let encoder: AACEncoder
  private var timeline: SoundTimeline
  /// Laid down and not encoded.
  private var waiting: [Int16] = []
  private var encoded = 0
  /// The end of the last sample that the microphone gave.
  private var heardUntil: Instant?
  private var fault: String?

  init(queue: SoundQueue, encoder: AACEncoder, origin: Instant) {
    self.queue = queue
    self.encoder = encoder
    timeline = SoundTimeline(origin: origin)
  }

  /// Writes what was captured before the newest frame.
  func write(to file: MP4File, before moment: Instant) throws(ClipError) {
    lay()
    let (nanoseconds, overflow) = moment.nanoseconds.subtractingReportingOverflow(timeline.origin.nanoseconds)
    try encode(to: file, before: overflow ? 0 : sample(at: .nanoseconds(nanoseconds)))
  }

  /// Ends with the pictures: what is longer is cut, what is shorter is silent to the end. A clip that has heard nothing
  /// has no sound at all.
  func finish(to file: MP4File, after duration: Duration) throws(ClipError) {
    lay()
    // Blocks that were placed lie within a minute or so of the clip: nothing here overflows.
    if let heardUntil, fault == nil, queue.ended == nil, timeline.origin + duration - heardUntil > Self.lateness {
      fault = "the microphone fell silent in mid-clip"
    }
    guard heardUntil != nil else { return }
    let end = sample(at: duration)
    let missing = end - encoded - waiting.count
    if missing > 0 {
      waiting += [Int16](repeating: 0, count: missing)
    } else {
      waiting.removeLast(min(-missing, waiting.count))
    }
    try encode(to: file, before: end)
    guard !encoderFailed else { return }
    do {
      if !waiting.isEmpty { try encoder.encode(waiting, at: encoded, to: file) }
      try encoder.finish(to: file)
    } catch {
      try failed(error)
    }
  }

  /// Why the clip has no sound, or not all of it; nil where nothing is wrong.
  var trouble: String? {
    if let fault { return fault }
    if let error = queue.ended { return error.description }
    return heardUntil == nil ? "the microphone gave nothing in time" : nil
  }

  private var encoderFailed = false

  private func sample(at time: Duration) -> Int {
    Int((time.inSeconds * Double(SoundBlock.samplesPerSecond)).rounded())
  }

  private func lay() {
    for block in queue.takeAll() where fault == nil {
      guard let samples = timeline.place(block) else {
        fault = "the microphone's sound and the camera's frames are timed by different clocks"
        return
      }
      // What was over before the clip began was not heard in it.
      if samples.isEmpty { continue }
      waiting += samples
      let length = Duration.seconds(1) * block.samples.count / SoundBlock.samplesPerSecond
      heardUntil = max(heardUntil ?? block.capturedAt, block.capturedAt + length)
    }
  }

  private func encode(to file: MP4File, before end: Int) throws(ClipError) {
    var taken = 0
    do {
      while !encoderFailed, waiting.count - taken >= AACEncoder.frameLength, encoded + AACEncoder.frameLength <= end {
        try encoder.encode(Array(waiting[taken..<taken + AACEncoder.frameLength]), at: encoded, to: file)
        taken += AACEncoder.frameLength
        encoded += AACEncoder.frameLength
      }
    } catch {
      try failed(error)
    }
    if encoderFailed { taken = waiting.count }
    waiting.removeFirst(taken)
  }

  /// A disk that refuses is the clip's own failure; an encoder that does costs the sound only.
  private func failed(_ error: any Error) throws(ClipError) {
    if let error = error as? ClipError { throw error }
    fault = fault ?? "its encoder failed: \(error)"
    encoderFailed = true
  }
}
