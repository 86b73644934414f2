public import BoothCore

/// The printer, as status and pages show it.
public struct PrinterReport: Sendable, Codable {
  /// A print that a person is asked about.
  public struct Question: Sendable, Codable {
    /// The print.
    public var print: String
    /// The session whose pictures it shows.
    public var session: String
    /// Why.
    public var words: String
  }

  /// Its address, as it was set.
  public var address: String
  /// What it said of itself last; nil before the first answer, and while it does not answer.
  public var status: PrinterStatus?
  /// What keeps it from printing; nil while nothing does, or nothing is known.
  public var obstacle: PrinterObstacle?
  /// Whether the operator has paused prints.
  public var isPaused: Bool
  /// How many sheets it can still print, by its own counter or since the operator refilled it; nil: not known.
  public var sheetsLeft: Int?
  /// How many prints there are, by the words of ``PrintRecord/State``; those without any are left out.
  public var prints: [String: Int]
  /// The prints that a person is asked about, the oldest first; at most a hundred.
  public var questions: [Question]

  init(_ watch: PrinterWatch, _ desk: PrintDesk, _ tally: PrintTally) {
    address = watch.name
    status = watch.status
    obstacle = watch.obstacle
    isPaused = desk.isPaused
    sheetsLeft = watch.sheetsLeft
    prints = tally.states.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value }
    questions = tally.questions.prefix(100).map {
      Question(print: $0.id.description, session: $0.id.session.text, words: $0.record.words ?? "")
    }
  }
}
