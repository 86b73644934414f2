/// Watches the folder that a booth's own gallery keeps its objects in: whether it is the one that the booth has published to, and what
/// is to be done where it is not.
///
/// A pure value. A folder that was simply removed or exchanged is begun anew at once; one whose disk is away is waited for, as the
/// disk may come back with all that it has. Whenever another folder counts, and when the same has come back, all that is called
/// published is looked for, and what is missing is brought again from the photos that the booth still has: the guests' codes come true.
/// One effect is out at a time, beside what is told.
public struct GalleryFolderWatch: Sendable, Equatable {
  /// What happened, or what became of an effect.
  public enum Input: Sendable, Equatable {
    /// - Parameter remembered: the mark of the folder that was published to before; nil where that is not known.
    case started(remembered: String?)
    case timePassed
    /// - Parameter isCleared: what stood in the place of a folder in it was moved aside.
    case found(StorePlace, isCleared: Bool = false)
    /// The folder that was opened does not stand there: why, and whether another may be begun in its place.
    case missing(String, mayBegin: Bool)
    case begun(StorePlace)
    case beginFailed(String)
    /// All that is called published was looked for, and what is missing is queued.
    /// - Parameter isSettled: nothing is on its way that may be called published without having been looked for.
    case checked(isSettled: Bool)
    case checkFailed
  }

  /// What is to be carried out, in the order given.
  public enum Effect: Sendable, Equatable {
    /// Answer `found` or `missing`.
    case look
    /// Answer `begun` or `beginFailed`.
    case beginAnew
    /// Answer `checked` or `checkFailed`.
    case check
    /// Keep the mark over a restart.
    case remember(String)
    /// What the operator should know, or nil when it is over.
    case notifyOperator(String?)
  }

  private enum Step { case resting, looking, beginning, checking }

  /// How often the folder is looked at.
  public static let interval = Duration.seconds(5)

  private let folder: String
  private var step = Step.resting
  private var remembered: String?
  private var known: StorePlace?
  private var isCheckDue = false
  private var isAnew = false
  private var told: String?

  /// - Parameter folder: its path, for the operator.
  public init(folder: String) { self.folder = folder }

  /// Decides about one input.
  public mutating func handle(_ input: Input) -> [Effect] {
    switch input {
    case .started(let remembered):
      self.remembered = remembered
      return []
    case .timePassed:
      // A disk that hangs is not asked twice at once.
      guard step == .resting else { return [] }
      step = .looking
      return [.look]
    case .found(let place, let isCleared):
      isCheckDue = isCheckDue || isCleared
      return found(place)
    case .missing(let words, let mayBegin):
      guard !mayBegin else {
        step = .beginning
        return [.beginAnew]
      }
      step = .resting
      return report(away(words))
    case .begun(let place):
      (known, isCheckDue, isAnew) = (place, true, true)
      return check()
    case .beginFailed(let words):
      step = .resting
      return report(away(words))
    case .checked(let isSettled):
      step = .resting
      guard isSettled else { return [] }
      (isCheckDue, isAnew) = (false, false)
      return remember() + report(nil)
    case .checkFailed:
      step = .resting
      return []
    }
  }

  private mutating func found(_ place: StorePlace) -> [Effect] {
    if let known {
      isCheckDue = isCheckDue || place != known
    } else if let remembered {
      isAnew = place.mark != remembered
      isCheckDue = isCheckDue || isAnew
    }
    known = place
    guard isCheckDue else {
      step = .resting
      return remember() + report(nil)
    }
    return check()
  }

  private mutating func check() -> [Effect] {
    step = .checking
    return report(isAnew ? anew : nil) + [.check]
  }

  private mutating func remember() -> [Effect] {
    guard let mark = known?.mark, mark != remembered else { return [] }
    remembered = mark
    return [.remember(mark)]
  }

  private mutating func report(_ words: String?) -> [Effect] {
    guard words != told else { return [] }
    told = words
    return [.notifyOperator(words)]
  }

  private func away(_ words: String) -> String {
    "the gallery's folder is gone (\(folder): \(words)); guests' links show nothing until it is back, and the photos wait here; "
      + "put it back, or see that its disk is there"
  }

  private var anew: String {
    "the gallery's folder was gone or another one, and is begun anew (\(folder)); what was published is brought again from the photos "
      + "that are here"
  }
}
