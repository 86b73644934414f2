import BoothSystem
import Documents
package import StudioModel
import Synchronization

/// What is wrong with what the studio keeps, for its operators' page: said in the log once, and there until it is right again. From any
/// thread.
package final class StudioRemarks: Sendable {
  private let kept = Mutex<[String: String]>([:])

  /// Nothing is wrong yet.
  package init() {}

  /// - Parameters:
  ///   - topic: which part, shown before the words; a later remark on it takes the place of this one.
  ///   - words: what, where, and what to do, in English.
  package func note(_ topic: String, _ words: String) {
    let isNew = kept.withLock { kept in
      defer { kept[topic] = words }
      return kept[topic] != words
    }
    if isNew { complain("booth: \(topic): \(advice: words)") }
  }

  /// It is right again.
  package func clear(_ topic: String) { kept.withLock { $0[topic] = nil } }

  /// In the order of their topics.
  package var parts: [BoothReport.Part] {
    kept.withLock { kept in kept.sorted { $0.key < $1.key }.map { .init($0.key, .warning, $0.value) } }
  }
}
