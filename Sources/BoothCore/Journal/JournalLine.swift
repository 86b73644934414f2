/// One line of the booth's diary: an input of the flow, and what was decided.
public struct JournalLine: Sendable, Equatable, Codable {
  /// Counts up by one in a run of the booth: a gap is a line that could not be written. Nil in journals that did not
  /// count.
  public var number: UInt64?
  public var at: Instant
  /// What the wall clock said, in ISO 8601.
  public var time: String
  /// Whether the wall clock had been set by the network; nil in journals that did not say.
  public var trusted: Bool?
  public var input: BoothInput
  public var state: BoothState
  public var effects: [BoothEffect]

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
  public var flow: BoothFlow

  public init(after: UInt64, flow: BoothFlow) {
    self.after = after
    self.flow = flow
  }
}

/// A line of a simulator's trace beside the flow's: what another machine or the world did.
public struct JournalNote: Sendable, Equatable, Codable {
  public var at: Instant
  /// `pump`, `camera`, `world`.
  public var who: String
  public var what: String
  public var effects: [String]?

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

  public init(fileBytes: Int = 8 << 20, files: Int = 3) {
    self.fileBytes = fileBytes
    self.files = files
  }

  public func isFull(after bytes: Int) -> Bool { bytes >= fileBytes }
}
