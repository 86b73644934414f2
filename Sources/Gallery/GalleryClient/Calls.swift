import BoothCore
import Synchronization

/// The contract's bodies. `gallery` is ours: `link` or `open`, left out where it is not known; a FotoX Worker does not look
/// at it.
struct PresignCall: Encodable {
  var eventID: EventID
  var sessionID: String
  var files: [UploadFile]
  var gallery: String?

  enum CodingKeys: String, CodingKey {
    case files, gallery
    case eventID = "event_id"
    case sessionID = "session_id"
  }
}

struct PresignAnswer: Decodable {
  var uploads: [UploadTarget]
  /// `merged` where the gallery adds a file of addresses to what other booths have brought; a Worker replaces it.
  var emails: String?
}

struct CompleteCall: Encodable {
  var eventID: EventID
  var sessionID: String
  var manifestPath: String
  var gallery: String?

  enum CodingKeys: String, CodingKey {
    case gallery
    case eventID = "event_id"
    case sessionID = "session_id"
    case manifestPath = "manifest_path"
  }
}

/// What `complete` and `health` answer.
struct ContractStatus: Decodable {
  var status: String
  /// Whose gallery it is, as one of ours proves where it is asked.
  var proof: String?
}

/// Which generation of paths the server has: `/api`, or none.
final class PathGeneration: Sendable {
  private let known = Mutex("/api")

  var prefix: String { known.withLock { $0 } }
  func remember(_ prefix: String) { known.withLock { $0 = prefix } }
}
