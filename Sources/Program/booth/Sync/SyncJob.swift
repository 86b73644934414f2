import FoundationEssentials
import LocationLibrary
import StudioLocations

/// What is kept of the newest sync, so that a studio that was killed goes on with it, and still tells what came of it.
struct SyncJob: Codable, Equatable {
  enum State: String, Codable {
    case underWay, ended, failed
  }

  var request: SyncRequest
  var state: State
  var result: SyncResult?
  /// Why it could not begin, in English.
  var words: String?

  private enum CodingKeys: String, CodingKey {
    // The name of the key in files that earlier versions have written.
    case request = "wish"
    case state, result, words
  }

  init(_ request: SyncRequest) { (self.request, state) = (request, .underWay) }

  /// As it ended.
  func ended(_ result: SyncResult) -> SyncJob {
    var job = self
    (job.state, job.result, job.words) = (.ended, result, nil)
    return job
  }

  /// As it failed before it began.
  func failed(_ words: String) -> SyncJob {
    var job = self
    (job.state, job.result, job.words) = (.failed, nil, words)
    return job
  }
}
