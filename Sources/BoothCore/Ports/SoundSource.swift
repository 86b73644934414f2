/// A stretch of sound, in one channel of ``samplesPerSecond``.
public struct SoundBlock: Sendable, Equatable {
  /// Every source gives this rate, whatever its device has: 48 kHz, which USB microphones and clips both know.
  public static let samplesPerSecond = 48_000

  /// When its first sample was captured, on the monotonic clock that frames are stamped with.
  public var capturedAt: Instant
  public var samples: [Int16]

  public init(capturedAt: Instant, samples: [Int16]) {
    self.capturedAt = capturedAt
    self.samples = samples
  }
}

/// Why there is no sound, or no more of it.
public struct SoundError: Error, Sendable, Equatable, Codable, CustomStringConvertible {
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
    case failed
  }

  public var code: Code
  public var subject: String
  public var detail: String

  public init(_ code: Code, subject: String, detail: String) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }

  /// Whether it may go away by itself.
  public var mayPass: Bool { code != .unsuited }
  public var description: String { "microphone \(subject): \(detail) (\(code.rawValue))" }
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
