/// A stretch of sound, in one channel of ``samplesPerSecond``.
public struct SoundBlock: Sendable, Equatable {
  /// Every source gives this rate, whatever its device has: 48 kHz, which USB microphones and clips both know.
  public static let samplesPerSecond = 48_000

  /// When its first sample was captured, on the monotonic clock that frames are stamped with.
  public var capturedAt: Instant
  /// Signed 16-bit samples, one after the other; 480 are 10 ms.
  public var samples: [Int16]

  public init(capturedAt: Instant, samples: [Int16]) {
    self.capturedAt = capturedAt
    self.samples = samples
  }
}

/// Why there is no sound, or no more of it.
public struct SoundError: Error, Sendable, Equatable, Codable, CustomStringConvertible {
  /// Why, by what can be done about it.
  public enum Code: String, Sendable, Codable {
    /// There is no microphone of this name, or none at all.
    case missing
    /// Another program has it.
    case busy
    /// It was there and is gone.
    case lost
    /// It is there and gives nothing.
    case hangs
    /// It does not do what is needed.
    case unsuited
    /// Anything else that ALSA or the system said.
    case failed
  }

  /// Why; decide by this, not by the words.
  public var code: Code
  /// The microphone's device, by the name it was asked for.
  public var subject: String
  /// In words, for the operator, with what to do.
  public var detail: String

  /// `SoundError(.missing, subject: "default", detail: "no microphone is attached")`.
  public init(_ code: Code, subject: String, detail: String) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }

  /// Whether it may go away by itself.
  public var mayPass: Bool { code != .unsuited }
  /// One line for logs and people: the device and the words.
  public var description: String { "microphone \(subject): \(detail)" }
}

/// Takes sound as it arrives.
public protocol SoundSink: Sendable {
  /// Called on the source's thread; must not block.
  func receive(_ block: SoundBlock)
  /// Nothing more will come. Called at most once, on whatever thread knows.
  func soundEnded(_ error: SoundError)
}

/// A microphone. Nothing of it is opened, or loaded, before it is asked for.
public protocol SoundSource: Sendable {
  /// Starts to listen on a thread of its own and returns at once, also where the microphone is missing, busy, or hangs.
  func start(into sink: any SoundSink) -> any SoundCapture
}

/// A microphone that listens.
public protocol SoundCapture: Sendable {
  /// Asks it to stop and returns at once; what still comes is of no use.
  func stop()
}
