public import BoothCore
import BoothSystem
import CALSA
import Glibc
import Synchronization

/// A microphone by ALSA's name, or the first one there is.
///
/// Each recording opens it anew on a thread of its own, so that one that was plugged in since is found, and one that
/// hangs keeps nothing waiting but its thread. A thread that does not end is left behind, once: until it does, the
/// microphone is out of order.
public final class ALSAMicrophone: SoundSource {
  /// `auto` takes the first of ``SoundDevices``.
  public static let automatic = "auto"

  private let device: String
  private let captures = Mutex<[ALSACapture]>([])

  /// Names the microphone; nothing is opened or looked for before ``start(into:)``.
  /// - Parameter device: ALSA's name, as `plughw:CARD=C920,DEV=0`, or ``automatic``.
  public init(device: String = automatic) { self.device = device }

  /// Opens the microphone on a thread of its own and returns at once. Whatever goes wrong is told to the sink, once:
  /// `missing`, `busy` after half a second of trying, `hangs` when it gives nothing for 2 s, `lost` when it goes away.
  public func start(into sink: any SoundSink) -> any SoundCapture {
    let capture = ALSACapture(device: device, sink: sink)
    let hangs = captures.withLock { captures in
      captures.removeAll { $0.hasEnded }
      if captures.contains(where: \.hangs) { return true }
      captures.append(capture)
      return false
    }
    if hangs {
      capture.end(SoundError(.hangs, subject: device, detail: "it has not come back from an earlier clip; unplug it"))
    } else {
      capture.start()
    }
    return capture
  }

  /// Threads that are still there, for tests.
  package var threads: Int {
    captures.withLock { captures in
      captures.removeAll { $0.hasEnded }
      return captures.count
    }
  }
}

/// One recording's thread.
final class ALSACapture: SoundCapture {
  /// A device that is open and gives no sample for so long is out of order; a period is 20 ms.
  private static let patience = Duration.seconds(2)
  /// A thread looks at the end at least every 100 ms: one that did not see it for so long hangs in the driver.
  private static let endPatience = Duration.seconds(1)
  /// For a device that the recording before this one is just closing.
  private static let busyPatience = Duration.milliseconds(500)
  /// What no clock is wrong by within a clip: a source of so much more sound than time went by is no microphone
  /// but a file, and waits.
  private static let mostAhead = Duration.milliseconds(250)

  private struct State {
    var stoppedAt: Instant?
    var hasEnded = false
    var wasTold = false
  }

  private let device: String
  private let sink: any SoundSink
  private let state = Mutex(State())

  init(device: String, sink: any SoundSink) {
    self.device = device
    self.sink = sink
  }

  func stop() { state.withLock { if $0.stoppedAt == nil { $0.stoppedAt = DeviceClock.now() } } }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  var hangs: Bool {
    state.withLock { state in
      guard let stoppedAt = state.stoppedAt, !state.hasEnded else { return false }
      return DeviceClock.now() - stoppedAt > Self.endPatience
    }
  }

  private var isStopped: Bool { state.withLock { $0.stoppedAt != nil } }

  func start() {
    let code = OwnThread.start("microphone") { [self] in
      if let error = listen() { report(error) }
      state.withLock { $0.hasEnded = true }
    }
    if code != 0 { end(SoundError(.failed, subject: device, detail: "no thread: \(SystemWords.of(code))")) }
  }

  /// Ends what never began.
  func end(_ error: SoundError) {
    report(error)
    state.withLock { $0.hasEnded = true }
  }

  private func report(_ error: SoundError) {
    let isFirst = state.withLock { state in
      defer { state.wasTold = true }
      return !state.wasTold
    }
    if isFirst { sink.soundEnded(error) }
  }

  // MARK: On the thread

  private func listen() -> SoundError? {
    let name: String
    if device == ALSAMicrophone.automatic {
      let devices = SoundDevices.list()
      guard let first = devices.first(where: { !$0.inUse }) ?? devices.first else {
        return SoundError(.missing, subject: device, detail: "no microphone is attached")
      }
      name = first.name
    } else {
      name = device
    }
    let held: OpaquePointer
    do throws(SoundError) { held = try open(name) } catch { return error }
    defer { calsa_close(held) }
    return read(held, name)
  }

  private func open(_ name: String) throws(SoundError) -> OpaquePointer {
    let until = DeviceClock.now() + Self.busyPatience
    while true {
      var code: Int32 = 0
      var step: UnsafePointer<CChar>?
      if let held = calsa_open(name, UInt32(SoundBlock.samplesPerSecond), &code, &step) { return held }
      if code == -EBUSY, !isStopped, DeviceClock.now() < until {
        OwnThread.pause(.milliseconds(50))
        continue
      }
      let what = step.map { String(cString: $0) } ?? ""
      var error = error(code, name, "\(what): \(String(cString: calsa_words(code)))")
      // What is not there when it is opened was not lost.
      if error.code == .lost { error.code = .missing }
      throw error
    }
  }

  private func read(_ held: OpaquePointer, _ name: String) -> SoundError? {
    let begun = DeviceClock.now()
    var lastSample = begun
    var given: Int64 = 0
    var samples = [Int16](repeating: 0, count: SoundBlock.samplesPerSecond / 10)
    while !isStopped {
      let waited = calsa_wait(held, 100)
      if waited < 0 { return error(waited, name, String(cString: calsa_words(waited))) }
      var nanoseconds: Int64 = 0
      let count = calsa_read(held, &samples, Int32(samples.count), &nanoseconds)
      if count < 0 { return error(count, name, String(cString: calsa_words(count))) }
      let now = DeviceClock.now()
      if count == 0 {
        if now - lastSample > Self.patience {
          return SoundError(.hangs, subject: name, detail: "it is open and gives no sound")
        }
        // Some plugins are always ready and have nothing.
        if waited > 0 { OwnThread.pause(.milliseconds(5)) }
        continue
      }
      lastSample = now
      sink.receive(
        SoundBlock(capturedAt: Instant(nanoseconds: nanoseconds), samples: Array(samples.prefix(Int(count)))))
      given += Int64(count)
      let ahead = Duration.seconds(1) * given / SoundBlock.samplesPerSecond - (now - begun)
      if ahead > Self.mostAhead { OwnThread.pause(min(ahead - Self.mostAhead, .milliseconds(100))) }
    }
    return nil
  }

  private func error(_ code: Int32, _ name: String, _ detail: String) -> SoundError {
    let kind: SoundError.Code =
      switch -code {
      case ENOENT, ENXIO: .missing
      case EBUSY: .busy
      case ENODEV, EIO, EBADF: .lost
      case EINVAL: .unsuited
      default: .failed
      }
    return SoundError(kind, subject: name, detail: detail)
  }
}
