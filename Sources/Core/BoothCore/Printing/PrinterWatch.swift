/// What guests and operator are told of the printer, and when it is asked how it is. A pure value.
///
/// While a print is under way, its run asks the printer and tells the watch; else the watch asks itself.
public struct PrinterWatch: Sendable, Equatable {
  /// What happened.
  public enum Input: Sendable, Equatable {
    case started
    /// The printer said how it is, to the watch or to a run.
    case status(PrinterStatus)
    /// It could not be asked.
    case failed(PrinterError)
    /// What keeps a run from printing; nil: nothing.
    case obstacle(PrinterObstacle?, String?)
    case timePassed
  }

  /// What is to be carried out, in the order given.
  public enum Effect: Sendable, Equatable {
    /// Ask the printer how it is. Answer: `status` or `failed`.
    case ask
    case sendToFlow(PrinterNews)
    /// What the operator should know of the printer; nil when all is well.
    case notifyOperator(String?)
  }

  /// How often a printer is asked.
  public struct Limits: Sendable, Equatable {
    /// While it can print.
    public var usual = Duration.seconds(20)
    /// While something keeps it: who refills it wants to see that it was noticed.
    public var obstacle = Duration.seconds(3)
    /// So long an answer is waited for, before it is asked again.
    public var patience = Duration.seconds(30)
    /// Starts with the values above.
    public init() {}
  }

  /// As the operator and the documentation name it.
  public let name: String
  /// What it said of itself last; nil while it has not, or is away.
  public private(set) var status: PrinterStatus?
  /// What keeps it from printing; nil while nothing does, or nothing is known.
  public private(set) var obstacle: PrinterObstacle?
  /// When ``Input/timePassed`` is due; nil before ``Input/started``.
  public private(set) var wakeUp: Instant?
  private let limits: Limits
  private var news: PrinterNews?
  private var words: String?

  /// - Parameter name: the printer's address or name, for people.
  public init(name: String, limits: Limits = Limits()) {
    self.name = name
    self.limits = limits
  }

  /// Decides about one input.
  /// - Parameter now: never goes back.
  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    switch input {
    case .started:
      wakeUp = now + limits.patience
      return [.ask]
    case .timePassed:
      guard let due = wakeUp, now >= due else { return [] }
      wakeUp = now + limits.patience
      return [.ask]
    case .status(let status):
      self.status = status
      return tell(status.obstacle, status.message, at: now)
    case .failed(let error):
      status = nil
      return tell(.away, error.detail, at: now)
    case .obstacle(let obstacle, let words):
      if obstacle == .away { status = nil }
      return tell(obstacle, words, at: now)
    }
  }

  private mutating func tell(_ obstacle: PrinterObstacle?, _ words: String?, at now: Instant) -> [Effect] {
    self.obstacle = obstacle
    wakeUp = now + (obstacle == nil ? limits.usual : limits.obstacle)
    var effects: [Effect] = []
    let news: PrinterNews = obstacle.map { .closed($0) } ?? .ready
    if news != self.news {
      self.news = news
      effects.append(.sendToFlow(news))
    }
    let sentence = obstacle.map { "printer \(name): \($0.remedy(saying: words))" }
    if sentence != self.words {
      self.words = sentence
      effects.append(.notifyOperator(sentence))
    }
    return effects
  }
}

/// What the flow must know of the printer.
public enum PrinterNews: Sendable, Equatable, Codable {
  /// It prints, as far as it says.
  case ready
  /// Something keeps it, and a person sees to it: no print is offered meanwhile.
  case closed(PrinterObstacle)
}

extension PrinterObstacle {
  /// For the operator: what it is, and what to do. Printing goes on by itself then.
  /// - Parameter words: the printer's own; nil where it says none.
  public func remedy(saying words: String?) -> String {
    let own = words.map { " It says: \($0.printable(limit: 200))" } ?? ""
    return switch self {
    case .paper: "has no paper. Refill it; printing continues by itself."
    case .ribbon: "has no ribbon or ink. Replace it; printing continues by itself."
    case .cover: "has an open cover or tray. Close it; printing continues by itself."
    case .jam: "has a paper jam. Remove the paper; printing continues by itself.\(own)"
    case .wrongMedia:
      "has other paper loaded than is to be printed. Load the right size; printing continues by itself.\(own)"
    case .scrapBox: "has a full or missing scrap box or output tray. Empty it; printing continues by itself."
    case .paused: "is stopped. Resume it at the printer, or with: cupsenable QUEUE\(own)"
    case .other: "takes no prints at the moment.\(own)"
    case .away: "does not answer: is it switched on and connected? \(words ?? "")".trimmed
    }
  }
}
