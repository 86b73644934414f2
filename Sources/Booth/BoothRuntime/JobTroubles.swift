import BoothCore

/// What single jobs wait for the operator for, told by its kind's topic: no job's success takes back what another one waits for.
///
/// Holds a text for each job that is held or failed, and so no more than the pump has jobs.
struct JobTroubles {
  private let registry: JobRegistry
  /// By topic.
  private var words: [String: [JobID: String]] = [:]

  init(_ registry: JobRegistry) { self.registry = registry }

  /// Notes jobs as one decision leaves them: of two states of a job the later one counts.
  /// - Parameter isToldElsewhere: of a job that is held or failed.
  /// - Returns: the topics it is about, each with what the operator is to be told of it now, or nil.
  mutating func note(_ jobs: [Job], isToldElsewhere: (Job) -> Bool) -> [(topic: String, words: String?)] {
    var topics: Set<String> = []
    let last = Dictionary(jobs.map { ($0.id, $0) }) { $1 }
    for job in last.values {
      let topic = registry[job.kind]?.topic ?? job.kind.rawValue
      switch job.state {
      case .held, .failed:
        words[topic, default: [:]][job.id] = isToldElsewhere(job) ? nil : job.lastFailure
        topics.insert(topic)
      case .ready, .done, .expired, .cancelled:
        if words[topic]?.removeValue(forKey: job.id) != nil { topics.insert(topic) }
      // It asks once more: what it waits for stands until there is an answer.
      case .running: break
      }
    }
    return topics.sorted().map { ($0, words(for: $0)) }
  }

  private func words(for topic: String) -> String? {
    guard let troubled = words[topic], let first = troubled.min(by: { $0.key < $1.key }) else { return nil }
    // Without their number, so that the same fault of many is one line of the log.
    return first.value + (troubled.count > 1 ? " (and others; booth queue list)" : "")
  }
}
