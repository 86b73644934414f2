import BoothCore

/// What single jobs wait for the operator for, told by kind: no job's success takes back what another one waits for.
///
/// Holds a text for each job that is held or failed, and so no more than the pump has jobs.
struct JobTroubles {
  private var words: [Job.Kind: [JobID: String]] = [:]

  /// Notes jobs as one decision leaves them: of two states of a job the later one counts.
  /// - Parameter isToldElsewhere: of a job that is held or failed.
  /// - Returns: the kinds it is about, each with what the operator is to be told of it now, or nil.
  mutating func note(_ jobs: [Job], isToldElsewhere: (Job) -> Bool) -> [(kind: Job.Kind, words: String?)] {
    var kinds: Set<Job.Kind> = []
    let last = Dictionary(jobs.map { ($0.id, $0) }) { $1 }
    for job in last.values {
      switch job.state {
      case .held, .failed:
        words[job.kind, default: [:]][job.id] = isToldElsewhere(job) ? nil : job.lastFailure
        kinds.insert(job.kind)
      case .ready, .done, .expired, .cancelled:
        if words[job.kind]?.removeValue(forKey: job.id) != nil { kinds.insert(job.kind) }
      // It asks once more: what it waits for stands until there is an answer.
      case .running: break
      }
    }
    return Job.Kind.allCases.filter(kinds.contains).map { ($0, words(for: $0)) }
  }

  private func words(for kind: Job.Kind) -> String? {
    guard let troubled = words[kind], let first = troubled.min(by: { $0.key < $1.key }) else { return nil }
    // Without their number, so that the same fault of many is one line of the log.
    return first.value + (troubled.count > 1 ? " (and others; booth queue list)" : "")
  }
}
