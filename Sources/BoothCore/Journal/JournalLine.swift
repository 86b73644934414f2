/// One line of the booth's diary: an input of the flow, and what was decided.
public struct JournalLine: Sendable, Equatable, Codable {
  public var at: Instant
  /// What the wall clock said, in ISO 8601.
  public var time: String
  /// Whether the wall clock had been set by the network; nil in journals that did not say.
  public var trusted: Bool?
  public var input: BoothInput
  public var state: BoothState
  public var effects: [BoothEffect]

  public init(
    at: Instant, time: String, trusted: Bool? = nil, input: BoothInput, state: BoothState, effects: [BoothEffect]
  ) {
    self.at = at
    self.time = time
    self.trusted = trusted
    self.input = input
    self.state = state
    self.effects = effects
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
