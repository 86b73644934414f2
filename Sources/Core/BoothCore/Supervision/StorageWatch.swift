/// Watches the room on the data disk, and its errors: what the booth may still begin.
///
/// A pure value. Room is measured every ten seconds and after each session; four levels follow from it, each with what
/// the booth then leaves out. A level is left upwards only when there is a quarter more room than its mark, so that a
/// disk at the edge does not switch a booth on and off. A write that the disk refuses closes the booth for new sessions
/// whatever was measured (a quota, no inodes, a disk that turned read-only, a failing flush), until a trial write
/// succeeds; that is tried at every measurement. Books that are damaged, or that were removed or replaced, are put in order by a start
/// alone: the booth asks to be started anew when no guests are there, and not in its first minute, so that a database that no start mends does not make it start for ever
/// in one go.
public struct StorageWatch: Sendable, Equatable {
  /// What happened, or what became of an effect.
  public enum Input: Sendable, Equatable {
    case started
    case timePassed
    /// Whether guests are there: then nothing is restarted.
    case guestsAreThere(Bool)
    /// A session ended, or a clip could not be written: look now.
    case roomChanged
    case measured(DiskSpace)
    case measureFailed(String)
    /// The room was not measured, as nothing can be written there: also an answer to ``Effect/measure``.
    case measureRefused(StoreError.Code, String)
    /// The disk refused to write; or, after ``Effect/tryWriting``, still does.
    case writeFailed(StoreError.Code, String)
    case wrote

    /// What it means that the room could not be measured. A folder or a database that is not where it was takes nothing, whatever room
    /// is there.
    public init(unmeasured error: StoreError) {
      switch error.code {
      case .moved, .replaced, .damaged: self = .measureRefused(error.code, error.description)
      case .full, .readOnly, .notFound, .newerVersion, .inUse, .noFiles, .failed:
        self = .measureFailed(error.description)
      }
    }
  }

  /// What is to be carried out, in the order given.
  public enum Effect: Sendable, Equatable {
    /// Answer `measured` or `measureFailed`.
    case measure
    /// Write something small. Answer `wrote` or `writeFailed`.
    case tryWriting
    case sendToFlow(StorageNews)
    /// What the operator should know, or nil when it is over.
    case notifyOperator(String?)
    /// The booth is to end in good order, and to be started anew: why.
    case askForRestart(String)
  }

  /// The marks that the levels follow from.
  public let marks: StorageMarks
  /// What was measured last, in bytes; nil before the first measurement.
  public private(set) var space: DiskSpace?
  fileprivate struct Refusal: Sendable, Equatable {
    var kind: StorageRefusal
    var words: String
  }

  private var news = StorageNews(.plenty, "")
  private var level = StorageLevel.plenty
  /// What the disk said when it refused, in words for the operator.
  private var refusal: Refusal?
  private var startedAt: Instant?
  private var guestsAreThere = false
  private var hasAskedForRestart = false
  private var silence: String?
  private var isMeasuring = false
  private var nextCheck: Instant?

  /// How often the room is measured. A clip and a photo of the fastest plan come at most every few seconds, and the
  /// marks leave room for whole sessions, so ten seconds are soon enough.
  public static let interval = Duration.seconds(10)

  /// How long after its start the booth does not ask to be started anew.
  public static let shortestUptime = Duration.seconds(60)

  /// Starts as if there were plenty of room, until the first measurement.
  public init(marks: StorageMarks = StorageMarks()) { self.marks = marks }

  /// When ``Input/timePassed`` is due; nil before the first look.
  public var wakeUp: Instant? { nextCheck.orEarlier(restartDue) }

  /// When the booth asks to be started anew; nil while there is no reason to.
  private var restartDue: Instant? {
    guard refusal?.kind.mayPass == false, !guestsAreThere, !hasAskedForRestart else { return nil }
    return startedAt.map { $0 + Self.shortestUptime }
  }

  /// Decides about one input.
  /// - Parameter now: never goes back.
  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    if input == .started { startedAt = startedAt ?? now }
    return decide(input, at: now) + restart(at: now)
  }

  private mutating func decide(_ input: Input, at now: Instant) -> [Effect] {
    switch input {
    case .started, .roomChanged: return check(at: now)
    case .guestsAreThere(let there):
      guestsAreThere = there
      return []
    case .timePassed:
      guard let due = nextCheck, now >= due else { return [] }
      if isMeasuring { silence = "the disk has not answered for \(Self.interval.components.seconds) seconds" }
      return check(at: now) + report()
    case .measured(let space):
      isMeasuring = false
      silence = nil
      self.space = space
      level = marks.level(freeBytes: space.freeBytes, after: level)
      return report()
    case .measureFailed(let words):
      isMeasuring = false
      silence = words
      return report()
    case .measureRefused(let code, let words):
      isMeasuring = false
      silence = nil
      return refuse(code, words)
    case .writeFailed(let code, let words):
      return refuse(code, words)
    case .wrote:
      guard refusal != nil else { return [] }
      refusal = nil
      return report()
    }
  }

  private mutating func refuse(_ code: StoreError.Code, _ words: String) -> [Effect] {
    guard let refused = Refusal(code, words) else { return [] }
    // A trial write says something else of such a database now and then; a new start is wanted all the same. Not of a folder that has
    // gone since: a start would begin another in its place.
    if refusal?.kind.mayPass == false, refused.kind.mayPass, refused.kind != .moved { return [] }
    refusal = refused
    return report()
  }

  private mutating func restart(at now: Instant) -> [Effect] {
    guard let restartDue, now >= restartDue, let refusal else { return [] }
    hasAskedForRestart = true
    return [.askForRestart(refusal.words)]
  }

  private mutating func check(at now: Instant) -> [Effect] {
    nextCheck = now + Self.interval
    // A disk that hangs is not asked twice at once.
    guard !isMeasuring else { return [] }
    isMeasuring = true
    return refusal == nil ? [.measure] : [.measure, .tryWriting]
  }

  /// Tells what has changed, once.
  private mutating func report() -> [Effect] {
    let current = StorageNews(refusal == nil ? level : .full, words, refusal: refusal?.kind)
    guard current != news else { return [] }
    let before = news
    news = current
    let operators = Effect.notifyOperator(current.words.isEmpty ? nil : current.words)
    // The flow hears of what it acts on; the exact number of megabytes is the operator's.
    let flows = before.level != current.level || current.level == .full
    return (flows ? [.sendToFlow(current)] : []) + (before.words != current.words ? [operators] : [])
  }

  private var words: String {
    if let refusal { return refusal.words }
    let left =
      switch level {
      case .plenty: ""
      case .low: "the disk is getting full: less than \(marks.low >> 20) MB are left; make room soon"
      case .noClips:
        "the disk is nearly full: less than \(marks.noClips >> 20) MB are left, so no clips are taken; make room now"
      case .full:
        "the disk is full: less than \(marks.full >> 20) MB are left, so no session begins; delete what is not needed, "
          + "or attach a larger one"
      }
    return [left, silence ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
  }
}

extension StorageWatch.Refusal {
  /// Nil for what says nothing of the disk.
  fileprivate init?(_ code: StoreError.Code, _ words: String) {
    switch code {
    case .full:
      self.init(kind: .full, words: "the disk is full (\(words)); delete what is not needed, or attach a larger one")
    case .readOnly:
      self.init(
        kind: .readOnly,
        words: "the disk cannot be written (\(words)); check its cable and its rights, then mount it anew")
    case .noFiles:
      self.init(
        kind: .noFiles,
        words:
          "too many files are open, which is no fault of the disk (\(words)); the booth goes on as soon as some are closed"
      )
    case .failed:
      self.init(kind: .failing, words: "the disk fails (\(words)); copy the data off it and replace it")
    case .damaged:
      self.init(
        kind: .damaged,
        words: "the database is damaged (\(words)); the booth ends by itself, and makes a new one as it starts: "
          + "start it where nothing else does")
    case .moved:
      self.init(
        kind: .moved, words: "the data folder is not where it was (\(words)); the booth goes on when it is")
    case .replaced:
      self.init(
        kind: .replaced,
        words:
          "the database was removed or replaced (\(words)); the booth ends by itself, and puts it in order as it starts: "
          + "start it where nothing else does")
    case .notFound, .newerVersion, .inUse: return nil
    }
  }
}

/// The water marks, in bytes of free space, each below the one before.
///
/// A session of FotoX's plan takes about 40 MB: three clips of 5 MB, three photos of 5 MB, a composite and a film strip
/// of 5 MB each. Fifty sessions (an evening) are `low`; five are too few for clips; and two are what the sessions under
/// way, their composites and the database need, so that below them none begins.
public struct StorageMarks: Sendable, Equatable {
  /// What a session is taken to need: 40 MiB.
  public static let sessionBytes: Int64 = 40 << 20

  /// Bytes: below this the operator is warned.
  public var low: Int64
  /// Bytes: below this no clips are taken.
  public var noClips: Int64
  /// Bytes: below this no session begins.
  public var full: Int64

  /// Room for 50, 5 and 2 sessions, unless said otherwise. A mark below the next one is raised to it.
  public init(low: Int64 = 50 * sessionBytes, noClips: Int64 = 5 * sessionBytes, full: Int64 = 2 * sessionBytes) {
    self.low = max(low, noClips, full)
    self.noClips = max(noClips, full)
    self.full = full
  }

  /// The marks for sessions that take more than the usual; none is lowered.
  public func raised(to bytes: Int64) -> StorageMarks {
    StorageMarks(low: low, noClips: max(noClips, 5 * bytes), full: max(full, 2 * bytes))
  }

  /// - Parameter level: the one before, which is left upwards only with a quarter more room than its mark.
  func level(freeBytes: Int64, after level: StorageLevel) -> StorageLevel {
    func isBelow(_ mark: Int64, _ candidate: StorageLevel) -> Bool {
      freeBytes < (level >= candidate ? mark + mark / 4 : mark)
    }
    if isBelow(full, .full) { return .full }
    if isBelow(noClips, .noClips) { return .noClips }
    return isBelow(low, .low) ? .low : .plenty
  }
}
