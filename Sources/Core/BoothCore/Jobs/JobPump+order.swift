/// The pump's jobs by what they wait for, kept in order so that no decision has to look at all of them.
extension JobPump {
  struct Order: Sendable, Equatable {
    struct Wait: Sendable, Equatable, Comparable {
      var until: Instant
      var job: JobID

      static func < (a: Wait, b: Wait) -> Bool { (a.until, a.job) < (b.until, b.job) }
    }

    /// Under a lease; a handful.
    private(set) var running: [JobID] = []
    /// Ready, or held for a while, and waiting for a moment.
    private(set) var waiting: [Wait] = []
    private var kindsRunning: [Job.Kind: Int] = [:]
    private var dueByKind: [Job.Kind: [JobID]] = [:]
    private var bySubject: [JobSubject: [JobID]] = [:]
    private var places: [JobID: Place] = [:]

    /// What may run as soon as there is room, the oldest first.
    func due(_ kind: Job.Kind) -> [JobID] { dueByKind[kind] ?? [] }
    func runningCount(_ kind: Job.Kind) -> Int { kindsRunning[kind] ?? 0 }
    func runningCount(of kinds: [Job.Kind]) -> Int { kinds.reduce(0) { $0 + runningCount($1) } }
    func jobs(of subject: JobSubject) -> [JobID] { bySubject[subject] ?? [] }

    mutating func join(_ job: Job) {
      if places[job.id] == nil { bySubject[job.subject, default: []].insertInOrder(job.id) }
    }

    mutating func leave(_ job: Job) {
      move(job, to: nil)
      bySubject[job.subject]?.removeInOrder(job.id)
      if bySubject[job.subject]?.isEmpty == true { bySubject[job.subject] = nil }
    }

    mutating func move(_ job: Job, to place: Place?) {
      let old = places[job.id]
      guard old != place else { return }
      switch old {
      case .running:
        running.removeInOrder(job.id)
        kindsRunning[job.kind, default: 0] -= 1
      case .due: dueByKind[job.kind]?.removeInOrder(job.id)
      case .waiting(let until): waiting.removeInOrder(Wait(until: until, job: job.id))
      case .elsewhere, nil: break
      }
      places[job.id] = place
      switch place {
      case .running:
        running.insertInOrder(job.id)
        kindsRunning[job.kind, default: 0] += 1
      case .due: dueByKind[job.kind, default: []].insertInOrder(job.id)
      case .waiting(let until): waiting.insertInOrder(Wait(until: until, job: job.id))
      case .elsewhere, nil: break
      }
    }
  }

  enum Place: Sendable, Equatable {
    case running
    case due
    case waiting(until: Instant)
    /// A dead letter, or ready and waiting for another job of its subject, or of an unregistered kind.
    case elsewhere
  }

  /// Takes an entry in, or its new state, and finds every job of its subject its place.
  mutating func put(_ entry: Entry) {
    order.join(entry.job)
    entries[entry.job.id] = entry
    placeJobs(of: entry.job.subject)
  }

  mutating func remove(_ id: JobID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    order.leave(entry.job)
    placeJobs(of: entry.job.subject)
  }

  private mutating func placeJobs(of subject: JobSubject) {
    for id in order.jobs(of: subject) {
      if let entry = entries[id] { order.move(entry.job, to: place(of: entry)) }
    }
  }

  private func place(of entry: Entry) -> Place {
    if entry.lease != nil { return .running }
    if let until = entry.notBefore { return .waiting(until: until) }
    guard entry.job.state == .ready, let policy = policy(of: entry.job.kind) else { return .elsewhere }
    return waitsForAnother(entry.job, policy) ? .elsewhere : .due
  }

  /// An upload waits for its session's composite while that has not failed yet; and no two jobs of a kind work on the
  /// same subject.
  private func waitsForAnother(_ job: Job, _ policy: JobPolicy) -> Bool {
    order.jobs(of: job.subject).contains { id in
      guard id != job.id, let other = entries[id] else { return false }
      if other.job.kind == job.kind {
        // Of two that may run, the older one.
        return other.lease != nil || (id < job.id && other.job.state == .ready && other.notBefore == nil)
      }
      guard policy.waitsFor.contains(other.job.kind) else { return false }
      return other.lease != nil || (other.job.state == .ready && other.job.lastFailure == nil)
    }
  }
}

extension Array where Element: Comparable {
  /// Where `element` is, or belongs.
  fileprivate func place(of element: Element) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }

  fileprivate mutating func insertInOrder(_ element: Element) { insert(element, at: place(of: element)) }

  fileprivate mutating func removeInOrder(_ element: Element) {
    let index = place(of: element)
    if index < endIndex, self[index] == element { remove(at: index) }
  }
}
