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
    /// So many prints guests may still order, by their event's limits and by the paper; nil: any number.
    case left(Int?)
    case timePassed
  }

  /// What is to be carried out, in the order given.
  public enum Effect: Sendable, Equatable {
    /// Ask the printer how it is. Answer: `status` or `failed`.
    case ask
    /// Let the printer go on (Resume-Printer): a queue of CUPS that stopped over what is mended stays so by itself.
    case resume
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
    /// Between two tries to let a queue go on that a fault has stopped.
    public var resume = Duration.seconds(30)
    /// With so many sheets left the operator is told.
    public var fewSheets = 20
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
  /// How many sheets it can still print, by its own counter or the operator's; nil where that is not known.
  public private(set) var sheetsLeft: Int?
  private let limits: Limits
  private let isQueue: Bool
  private var model: String?
  private var left: Int?
  private var resumedAt: Instant?
  private var news: PrinterNews?
  private var words: String?

  /// - Parameters:
  ///   - name: the printer's address or name, for people.
  ///   - isQueue: whether it is a queue that a fault stops until it is resumed, as one of CUPS.
  public init(name: String, isQueue: Bool = false, limits: Limits = Limits()) {
    self.name = name
    self.isQueue = isQueue
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
      if !status.model.isEmpty { model = status.model }
      return tell(status.obstacle, status.message, at: now)
    case .failed(let error):
      status = nil
      return tell(.away, error.detail, at: now)
    case .obstacle(let obstacle, let words):
      if obstacle == .away { status = nil }
      return tell(obstacle, words, at: now)
    case .left(let left):
      guard left != self.left else { return [] }
      self.left = left
      return news == nil ? [] : tellFlow()
    }
  }

  /// Notes how many sheets are left, for the operator.
  public mutating func noteSheets(left sheets: Int?) -> [Effect] {
    sheetsLeft = sheets
    return news == nil ? [] : tellOperator(lastWords)
  }

  private var lastWords: String? { status?.message }

  private mutating func tell(_ obstacle: PrinterObstacle?, _ words: String?, at now: Instant) -> [Effect] {
    self.obstacle = obstacle
    wakeUp = now + (obstacle == nil ? limits.usual : limits.obstacle)
    var effects = tellFlow() + tellOperator(words)
    if isQueue, let status, status.state == .stopped, status.wasStoppedByFault,
      resumedAt.map({ now - $0 >= limits.resume }) ?? true
    {
      resumedAt = now
      effects.append(.resume)
    }
    return effects
  }

  private mutating func tellFlow() -> [Effect] {
    let news: PrinterNews = obstacle.map { .closed($0) } ?? left.map { .few(max(0, $0)) } ?? .ready
    guard news != self.news else { return [] }
    self.news = news
    return [.sendToFlow(news)]
  }

  private mutating func tellOperator(_ words: String?) -> [Effect] {
    let sentence = obstacle.map { "\(model ?? "printer \(name)") \($0.remedy(saying: words))" } ?? fewSheets
    guard sentence != self.words else { return [] }
    self.words = sentence
    return [.notifyOperator(sentence)]
  }

  /// In steps, so that it is not said anew with each sheet.
  private var fewSheets: String? {
    guard let sheetsLeft, sheetsLeft <= limits.fewSheets else { return nil }
    let printer = model ?? "printer \(name)"
    guard sheetsLeft > 0 else {
      return "\(printer) should have no sheets left by its count. Refill it; then: booth print refilled"
    }
    let step = [1, 2, 5, 10, limits.fewSheets].first { sheetsLeft <= $0 } ?? limits.fewSheets
    return
      "\(printer) has \(step == 1 ? "one sheet" : "no more than \(step) sheets") left. Keep paper and ribbon ready."
  }
}

/// What the flow must know of the printer.
public enum PrinterNews: Sendable, Equatable, Codable {
  /// It prints, as far as it says.
  case ready
  /// The same, and guests may order no more than so many: a limit of their event, or the paper.
  case few(Int)
  /// Something keeps it, and a person sees to it: no print is offered meanwhile.
  case closed(PrinterObstacle)

  /// Whether what is ordered comes by itself.
  public var prints: Bool {
    switch self {
    case .ready, .few: true
    case .closed: false
    }
  }

  /// How many prints can be offered; nil: any number.
  public var left: Int? {
    switch self {
    case .ready: nil
    case .few(let count): count
    case .closed: 0
    }
  }
}

extension PrinterStatus {
  /// A queue that is paused beside a reason that a person mends: its backend stopped it, and no person did.
  fileprivate var wasStoppedByFault: Bool {
    guard reasons.contains("paused"), !reasons.contains(Self.pausedHere) else { return false }
    return switch PrinterObstacle(reasons: reasons) {
    case .paper, .ribbon, .cover, .jam, .wrongMedia, .scrapBox: true
    case .paused, .pausedHere, .other, .away, nil: false
    }
  }
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
    case .pausedHere: "waits: prints are paused at this booth. To go on: booth print resume"
    case .paused: "is stopped. Resume it at the printer, or with: cupsenable QUEUE\(own)"
    case .other: "takes no prints at the moment.\(own)"
    case .away: "does not answer: is it switched on and connected? \(words ?? "")".trimmed
    }
  }
}
