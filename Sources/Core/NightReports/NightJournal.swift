public import BoothCore
import FoundationEssentials

/// A journal, reduced to what an account of a night needs of it.
///
/// ```swift
/// var journal = NightJournal()
/// for line in bytes.split(separator: 0x0A) { journal.read(Array(line)) }
/// let account = NightAccount(journal, NightRecords(), NightQuestion(now: now, isRunning: false))
/// ```
///
/// Read the oldest file first. Nothing is trusted to be whole: what follows a line that is missing or damaged is known
/// again from that line on, and what lies between is not measured.
public struct NightJournal: Sendable {
  /// What one line tells beside its state.
  enum Fact: Sendable, Equatable {
    case opened(SessionID)
    case photo
    case doubted
    case reshot
    case retaken
    case walkedAway(WalkAwayPlace)
    case cancelled
    case erased
    case finished(quiet: Bool)
    case printsOrdered(Int)
  }

  /// What the booth is at after a line, as far as it matters here.
  enum Condition: Sendable, Equatable {
    case fault(NightFault.Kind)
    /// Guests are asked for another try.
    case failed(NightFault.Kind)
    case step(NightStep)
    case stopped
    case other

    init(_ state: BoothState) {
      switch state {
      case .outOfOrder(let trouble): self = .fault(NightFault.Kind(trouble))
      case .opening: self = .step(.opening)
      case .capture(let capture):
        switch capture.phase {
        case .gettingReady: self = .step(.livePicture)
        case .takingPhoto, .settling: self = .step(.photo)
        case .tryAgain(let fault, _): self = .failed(NightFault.Kind(fault.kind))
        case .aiming, .marking, .recording, .countdown, .review: self = .other
        }
      case .upload(let upload): self = upload.quiet ? .other : .step(.code)
      case .stopped: self = .stopped
      case .starting, .resumeOffer, .eventSelection, .idle, .consent, .look, .print, .qr, .address, .settings, .paused:
        self = .other
      }
    }
  }

  /// One line.
  struct Entry: Sendable {
    var at: Instant
    /// Unix seconds by the wall clock; nil where the line has no time.
    var time: Double?
    var trusted: Bool?
    /// Whether all that happened since the entry before is known.
    var follows: Bool
    var condition: Condition
    /// The chosen event; nil while it is not known.
    var event: String?
    var printer: NightFault.Kind?
    var facts: [Fact]
  }

  /// From one start of the booth to its end; instants compare within it.
  struct Run: Sendable {
    var entries: [Entry] = []
    /// Begins with the booth's start.
    var isWhole: Bool
    /// What follows its last entry is lost.
    var endsInGap = false
  }

  private(set) var runs: [Run] = []
  /// Lines that could not be read.
  public private(set) var unreadable = 0
  /// Lines that were never written, by the numbers of those that were.
  public private(set) var missing: UInt64 = 0
  /// Lines that were.
  public private(set) var lines = 0

  private var last: UInt64?
  private var before: BoothState?
  private var event: String?
  private var printer: NightFault.Kind?
  private var follows = false
  private let decoder = JSONDecoder()

  /// A journal of which nothing was read.
  public init() {}

  /// Reads one line of the file, without its end.
  public mutating func read(_ line: [UInt8]) {
    let data = Data(line)
    if let line = try? decoder.decode(JournalLine.self, from: data) { return read(line) }
    if let snapshot = try? decoder.decode(JournalSnapshot.self, from: data) { return read(snapshot) }
    if (try? decoder.decode(JournalNote.self, from: data)) != nil { return }
    unreadable += 1
    forget()
    last = last.map { $0 &+ 1 }
  }

  /// Reads the first line of a file that goes on with another.
  public mutating func read(_ snapshot: JournalSnapshot) {
    guard last != snapshot.after || runs.isEmpty else { return }
    forget()
    if runs.isEmpty || snapshot.after < last ?? 0 { runs.append(Run(isWhole: false)) }
    last = snapshot.after
    before = snapshot.flow.state
    event = snapshot.flow.selected
    printer = snapshot.flow.printer.flatMap(Self.fault)
  }

  /// Reads one decision.
  public mutating func read(_ line: JournalLine) {
    lines += 1
    begin(line)
    last = line.number ?? last
    note(line)
    let facts = facts(line)
    let isEarlier = runs[runs.count - 1].entries.last.map { line.at < $0.at } ?? false
    // Within one run the monotonic clock never goes back: the start between the two is lost.
    if isEarlier { runs.append(Run(isWhole: false)) }
    runs[runs.count - 1].entries.append(
      Entry(
        at: line.at, time: Self.seconds(line.time), trusted: line.trusted, follows: follows && !isEarlier,
        condition: Condition(line.state), event: event, printer: printer, facts: facts))
    before = line.state
    follows = true
  }

  /// Finds out how the line follows the one before.
  private mutating func begin(_ line: JournalLine) {
    if case .booted = line.input {
      (before, event, printer, follows, last) = (nil, nil, nil, false, nil)
      runs.append(Run(isWhole: true))
    } else if let number = line.number, let last, number != last &+ 1 {
      if number > last { missing = min(missing, .max / 2) + min(number - last - 1, .max / 2) }
      forget()
      if number <= last { runs.append(Run(isWhole: false)) }
    }
    if runs.isEmpty { runs.append(Run(isWhole: false)) }
  }

  /// What comes next is known again by its own words only.
  private mutating func forget() {
    (before, event, printer, follows) = (nil, nil, nil, false)
    if !runs.isEmpty { runs[runs.count - 1].endsInGap = true }
  }

  /// Follows the chosen event and the printer.
  private mutating func note(_ line: JournalLine) {
    runs[runs.count - 1].endsInGap = false
    switch line.input {
    case .booted(let boot):
      event = boot.selected.flatMap { slug in boot.events.contains { $0.slug == slug } ? slug : nil }
    case .printerChanged(let news): printer = Self.fault(news)
    case .pressed, .requested, .answered, .cameraChanged, .storageChanged, .hoursChanged, .sessionErased, .guideTurned,
      .marked,
      .typed,
      .addressGiven, .timePassed:
      break
    }
    for effect in line.effects {
      if case .useEvent(let slug) = effect { event = slug }
      if case .openSession(_, let slug, _, _) = effect { event = slug }
    }
  }

  private static func fault(_ news: PrinterNews) -> NightFault.Kind? {
    switch news {
    case .ready, .few: nil
    case .closed(let obstacle): NightFault.Kind(obstacle)
    }
  }

  private static func seconds(_ time: String) -> Double? {
    // A day alone is no line's time.
    time.utf8.count > 10 ? CivilDate.moment(time).map(Double.init) : nil
  }

  private func facts(_ line: JournalLine) -> [Fact] {
    var facts: [Fact] = []
    let isLate = line.effects.contains { effect in
      if case .ignore = effect { return true }
      if case .discard(_, .lateAnswer) = effect { return true }
      if case .discardSession(_, .lateAnswer) = effect { return true }
      return false
    }
    if case .answered(_, let answer) = line.input, !isLate { facts += Self.facts(answer, before) }
    for effect in line.effects {
      if case .discard(_, .retake) = effect { facts.append(.retaken) }
      if case .discard(_, .reshot) = effect { facts.append(.reshot) }
      if case .discardSession(_, .cancel) = effect { facts.append(.cancelled) }
      if case .discardSession(_, .erase) = effect { facts.append(.erased) }
    }
    if case .timePassed = line.input, let before, let place = WalkAwayPlace(before), Self.left(line.state, place) {
      facts.append(.walkedAway(place))
    }
    return facts
  }

  private static func facts(_ answer: Answer, _ before: BoothState?) -> [Fact] {
    switch answer {
    case .sessionOpened(let session): return [.opened(session.id)]
    case .photoSaved: return [.photo]
    case .photoDoubted: return [.photo, .doubted]
    case .printsOrdered(let count): return [.printsOrdered(count)]
    case .sessionQueued:
      guard case .upload(let upload) = before else { return [] }
      return [.finished(quiet: upload.quiet)]
    case .liveFrameSeen, .clipSaved, .addressKept, .storageReady, .failed: return []
    }
  }

  /// Whether the wait is over, not only a question that stood before it.
  private static func left(_ state: BoothState, _ place: WalkAwayPlace) -> Bool { WalkAwayPlace(state) != place }
}
