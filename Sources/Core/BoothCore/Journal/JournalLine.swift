/// One line of the booth's diary: an input of the flow, and what was decided.
public struct JournalLine: Sendable, Equatable, Codable {
  /// Counts up by one in a run of the booth: a gap is a line that could not be written. Nil in journals that did not
  /// count.
  public var number: UInt64?
  /// When the input reached the flow, on the monotonic clock; comparable within one run only.
  public var at: Instant
  /// What the wall clock said, in ISO 8601.
  public var time: String
  /// Whether the wall clock had been set by the network; nil in journals that did not say.
  public var trusted: Bool?
  /// What the flow was told.
  public var input: BoothInput
  /// The flow's state after the input.
  public var state: BoothState
  /// What the flow decided to do about it, in order.
  public var effects: [BoothEffect]

  /// A line without a number or a word on its clock, unless they are given.
  public init(
    number: UInt64? = nil, at: Instant, time: String, trusted: Bool? = nil, input: BoothInput, state: BoothState,
    effects: [BoothEffect]
  ) {
    self.number = number
    self.at = at
    self.time = time
    self.trusted = trusted
    self.input = input
    self.state = state
    self.effects = effects
  }
}

/// The first line of a file that goes on with another: what the flow was when the line before was written, so that a
/// file can be replayed without the one before it.
public struct JournalSnapshot: Sendable, Equatable, Codable {
  /// The number of the line before.
  public var after: UInt64
  /// The flow as it was after that line.
  public var flow: BoothFlow

  /// The snapshot that stands before line `after + 1`.
  public init(after: UInt64, flow: BoothFlow) {
    self.after = after
    self.flow = flow
  }
}

/// A line of a simulator's trace beside the flow's: what another machine or the world did.
public struct JournalNote: Sendable, Equatable, Codable {
  /// When it happened, on the same clock as ``JournalLine/at``.
  public var at: Instant
  /// `pump`, `camera`, `world`.
  public var who: String
  /// What it did, in words.
  public var what: String
  /// What the machine decided, each effect as text; nil where there is nothing to tell.
  public var effects: [String]?

  /// A note without effects, unless they are given.
  public init(at: Instant, who: String, what: String, effects: [String]? = nil) {
    self.at = at
    self.who = who
    self.what = what
    self.effects = effects
  }
}

/// How long the diary may become: a file that is full becomes the one before it, and the oldest goes.
public struct JournalLimit: Sendable, Equatable {
  /// Bytes a file may have before the next one is begun.
  public var fileBytes: Int
  /// How many files are kept, the current one among them.
  public var files: Int

  /// Three files of 8 MiB each, unless told otherwise: at most about 24 MiB of disk.
  public init(fileBytes: Int = 8 << 20, files: Int = 3) {
    self.fileBytes = fileBytes
    self.files = files
  }

  /// Whether a file that has so many bytes is full, and the next is to be begun.
  public func isFull(after bytes: Int) -> Bool { bytes >= fileBytes }
}
