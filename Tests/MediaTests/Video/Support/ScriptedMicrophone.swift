import BoothCore
import Glibc
import Synchronization

/// A microphone whose sound is all there at once, each block with the moment it speaks of.
final class ScriptedMicrophone: SoundSource {
  private let blocks: [SoundBlock]
  private let error: SoundError?
  private let calls = Mutex((starts: 0, stops: 0))

  init(_ blocks: [SoundBlock], error: SoundError? = nil) {
    self.blocks = blocks
    self.error = error
  }

  var starts: Int { calls.withLock { $0.starts } }
  var stops: Int { calls.withLock { $0.stops } }

  func start(into sink: any SoundSink) -> any SoundCapture {
    calls.withLock { $0.starts += 1 }
    for block in blocks { sink.receive(block) }
    if let error { sink.soundEnded(error) }
    return Capture(microphone: self)
  }

  private struct Capture: SoundCapture {
    let microphone: ScriptedMicrophone
    func stop() { microphone.calls.withLock { $0.stops += 1 } }
  }
}

/// Sound as a function of the time since the camera's first frame, in seconds, cut into blocks of 20 ms.
enum TestSound {
  /// ``TestCamera``'s first frame.
  static let origin = Instant(nanoseconds: 5_000_000_000)

  static func sine(_ hertz: Double, _ amplitude: Double = 8000) -> (Double) -> Double {
    { amplitude * sineOfTurns(hertz * $0) }
  }

  /// A tone of 50 ms that begins at `moment`, before and after it silence.
  static func beep(at moment: Double) -> (Double) -> Double {
    { ($0 >= moment && $0 < moment + 0.05) ? 12_000 * sineOfTurns(1000 * ($0 - moment)) : 0 }
  }

  /// - Parameters:
  ///   - clockRate: samples the device's clock counts while the booth's counts one.
  ///   - jitter: milliseconds by which the n-th block's timestamp is off.
  static func blocks(
    from: Double, to: Double, clockRate: Double = 1, jitter: (Int) -> Double = { _ in 0 },
    _ sound: (Double) -> Double
  ) -> [SoundBlock] {
    let rate = Double(SoundBlock.samplesPerSecond) * clockRate
    let count = 960
    return (0..<Int((to - from) * rate) / count).map { number in
      let start = from + Double(number * count) / rate
      return SoundBlock(
        capturedAt: Instant(nanoseconds: origin.nanoseconds + Int64((start * 1e9 + jitter(number) * 1e6).rounded())),
        samples: (0..<count).map { Int16(sound(start + Double($0) / rate).rounded()) })
    }
  }

  private static func sineOfTurns(_ turns: Double) -> Double { sin(2 * Double.pi * turns) }
}
