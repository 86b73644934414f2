/// Deletions that were decided, until the disk has taken each of them. A pure value.
///
/// Each is carried out in its turn among the store's other calls; one that the disk refuses is tried again after
/// ``retry``, and a last time when the booth is shut down. What can never be done is given up, and told.
public struct Deletions: Sendable, Equatable {
  /// When a disk that refused is asked again.
  public static let retry = Duration.seconds(3)

  /// What happened. The numbers are those of ``Effect/perform(_:)``.
  public enum Input: Sendable, Equatable {
    case decided(Deletion)
    /// The store took it, and gave these jobs for it.
    case taken(Int, [Job])
    case refused(Int, StoreError)
    case timePassed
    /// The booth shuts down. What waits for its turn is still done.
    case stopRequested
    /// The store has nothing else to do: all that is left is tried a last time.
    case stopping
  }

  /// What is to be carried out, in the order given.
  public enum Effect: Sendable, Equatable {
    /// When the store has done all that was asked of it before, have it do ``Deletions/deletion(_:)``, before anything
    /// else is asked of it.
    case perform(Int)
    case sendToPump(JobPump.Input)
    /// Why one is not done, or (nil) that one is.
    case notifyOperator(String?)
    /// The watch over the disk is told of a refusal, as of any other: a damaged database ends the booth, whose next start makes it
    /// anew and finds what was to leave.
    case reportRefusal(StoreError)
  }

  private var open: [Int: Deletion] = [:]
  private var retries: [Int: Instant] = [:]
  private var last = 0
  private var isStopping = false

  /// Starts with nothing to delete.
  public init() {}

  /// Whether the disk has taken all that was decided, but for what was given up.
  public var isEmpty: Bool { open.isEmpty }
  /// When ``Input/timePassed`` is due.
  public var wakeUp: Instant? { retries.values.min() }

  /// Decides about one input. Never throws: a refusal of the disk comes in as ``Input/refused(_:_:)``.
  /// - Parameter now: never goes back.
  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    switch input {
    case .decided(let deletion):
      last += 1
      open[last] = deletion
      return deletion.announcement.map { .sendToPump($0) } + [.perform(last)]
    case .taken(let number, let jobs):
      guard let deletion = open.removeValue(forKey: number) else { return [] }
      return deletion.news(jobs).map { .sendToPump($0) } + [.notifyOperator(nil)]
    case .refused(let number, let error):
      if !error.mayPass { open[number] = nil }
      if open[number] != nil, !isStopping { retries[number] = now + Self.retry }
      return [.notifyOperator(error.description), .reportRefusal(error)]
    case .timePassed:
      let due = retries.filter { $0.value <= now }.keys.sorted()
      for number in due { retries[number] = nil }
      return due.map { .perform($0) }
    case .stopRequested:
      isStopping = true
      retries = [:]
      return []
    case .stopping: return open.keys.sorted().map { .perform($0) }
    }
  }

  /// What is to be done under a number; nil: it is done already.
  public func deletion(_ batch: Int) -> Deletion? { open[batch] }
}
