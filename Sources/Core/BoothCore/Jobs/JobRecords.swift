/// Makes the states of jobs durable, and lets work begin when its record is. A pure value.
///
/// All that one decision of the pump records is one commit, written in its turn among the store's other calls. What the
/// disk refuses is written with the next commit, or after ``retry``, and a last time when the booth is shut down; the
/// work it stands for has failed before it began. Work that was stopped while it waited for its record never begins.
public struct JobRecords: Sendable, Equatable {
  /// When a disk that refused is asked again.
  public static let retry = Duration.seconds(3)

  /// What happened. The numbers are those of ``Effect/perform(_:)``.
  public enum Input: Sendable, Equatable {
    /// The pump decided.
    case decided([JobPump.Effect])
    /// What ``turnCame(_:)`` gave is durable.
    case written(Int)
    case refused(Int, StoreError)
    case timePassed
    /// The booth shuts down: nothing begins any more. What waits for its turn is still written.
    case stopRequested
    /// The store has nothing else to do: what it refused is tried a last time.
    case stopping
  }

  /// What is to be carried out, in the order given.
  public enum Effect: Sendable, Equatable {
    /// When the store has done all that was asked of it before, write what ``JobRecords/turnCame(_:)`` gives, in one
    /// commit and in its order, before anything else is asked of the store.
    case perform(Int)
    case begin(Job, lease: AttemptID)
    /// Stop what runs under the lease, if anything does.
    case stop(lease: AttemptID)
    case sendToPump(JobPump.Input)
    /// The disk refused.
    case reportRefusal(StoreError)
  }

  private struct Batch: Sendable, Equatable {
    var jobs: [Job] = []
    var runs: [Run] = []
  }

  private struct Run: Sendable, Equatable {
    var job: Job
    var lease: AttemptID
  }

  private var batches: [Int: Batch] = [:]
  private var lastBatch = 0
  /// Work that begins when its record is durable.
  private var beginning: Set<AttemptID> = []
  /// States that the disk refused; written with the next.
  private var refused: [JobID: Job] = [:]
  private var isStopping = false
  /// When ``Input/timePassed`` is due.
  public private(set) var wakeUp: Instant?

  /// Starts with nothing to write.
  public init() {}

  /// Whether the disk still owes something that it refused.
  public var hasRefused: Bool { !refused.isEmpty }

  /// Decides about one input. Never throws: a refusal of the disk comes in as ``Input/refused(_:_:)``.
  /// - Parameter now: never goes back.
  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    switch input {
    case .decided(let effects): return decided(effects)
    case .written(let number): return written(number)
    case .refused(let number, let error): return refused(number, error, at: now)
    case .timePassed:
      guard let due = wakeUp, now >= due else { return [] }
      wakeUp = nil
      return [take(Batch())]
    case .stopRequested:
      isStopping = true
      beginning = []
      wakeUp = nil
      return []
    case .stopping: return refused.isEmpty ? [] : [take(Batch())]
    }
  }

  /// What is to be written now. What was refused so far goes before the rest, but for jobs of which a newer state is
  /// written.
  public mutating func turnCame(_ number: Int) -> [Job] {
    guard var batch = batches[number] else { return [] }
    let newer = Set(batch.jobs.map(\.id))
    batch.jobs = refused.values.filter { !newer.contains($0.id) }.sorted { $0.id < $1.id } + batch.jobs
    batches[number] = batch
    return batch.jobs
  }

  private mutating func take(_ batch: Batch) -> Effect {
    lastBatch += 1
    batches[lastBatch] = batch
    return .perform(lastBatch)
  }

  private mutating func decided(_ effects: [JobPump.Effect]) -> [Effect] {
    var batch = Batch()
    var stops: [Effect] = []
    for effect in effects {
      switch effect {
      case .record(let job): batch.jobs.append(job)
      case .stop(let lease):
        beginning.remove(lease)
        stops.append(.stop(lease: lease))
      case .run(let job, let lease):
        if !isStopping { beginning.insert(lease) }
        batch.runs.append(Run(job: job, lease: lease))
      case .notifyOperator: break
      }
    }
    return batch == Batch() ? stops : stops + [take(batch)]
  }

  private mutating func written(_ number: Int) -> [Effect] {
    guard let batch = batches.removeValue(forKey: number) else { return [] }
    for job in batch.jobs { refused[job.id] = nil }
    return batch.runs.compactMap { run in
      beginning.remove(run.lease).map { .begin(run.job, lease: $0) }
    }
  }

  private mutating func refused(_ number: Int, _ error: StoreError, at now: Instant) -> [Effect] {
    guard let batch = batches.removeValue(forKey: number) else { return [] }
    for job in batch.jobs { refused[job.id] = job }
    if !isStopping { wakeUp = wakeUp ?? now + Self.retry }
    let failed = batch.runs.filter { beginning.remove($0.lease) != nil }
    return [.reportRefusal(error)]
      + failed.map { .sendToPump(.failed($0.job.id, lease: $0.lease, JobFault(error))) }
  }
}
