import BoothSystem
import Documents
package import StudioModel
import Synchronization

/// What is wrong with what the studio keeps, for its operators' page: said in the log once, and there until it is right again. From any
/// thread.
package final class StudioRemarks: Sendable {
  private struct Remark {
    var words: String
    var condition: BoothCondition
  }

  private let kept = Mutex<[String: Remark]>([:])

  /// Nothing is wrong yet.
  package init() {}

  /// - Parameters:
  ///   - topic: which part, shown before the words; a later remark on it takes the place of this one.
  ///   - words: what, where, and what to do, in English, for the log.
  ///   - condition: the same for pages.
  package func note(_ topic: String, _ words: String, _ condition: BoothCondition) {
    let isNew = kept.withLock { kept in
      defer { kept[topic] = Remark(words: words, condition: condition) }
      return kept[topic]?.words != words
    }
    if isNew { complain("booth: \(topic): \(advice: words)") }
  }

  /// It is right again.
  package func clear(_ topic: String) { kept.withLock { $0[topic] = nil } }

  /// In the order of their topics.
  package var parts: [BoothReport.Part] {
    kept.withLock { kept in
      kept.sorted { $0.key < $1.key }.map { .init($0.key, .warning, $0.value.words, $0.value.condition) }
    }
  }
}
