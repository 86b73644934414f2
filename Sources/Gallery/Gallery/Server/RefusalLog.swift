import FoundationEssentials
import Logging
import Synchronization

/// Why the gallery turned a booth away, as its operator should read it.
enum RefusalReason: Hashable, Sendable {
  case wrongToken
  case expired
  case badSignature
  case tooLarge
  case tooOften
  case quota

  /// What happened, and what to do about it on the gallery's side.
  var words: Logger.Message {
    switch self {
    case .wrongToken:
      """
      a call was refused: its token is wrong; give the booth this gallery's (gallery.token there, PRESIGN_TOKEN or \
      gallery-secrets.json here)
      """
    case .expired:
      """
      an upload was refused: its URL has expired; if it happens again and again, set the clocks of all machines that \
      serve this gallery
      """
    case .badSignature:
      """
      an upload was refused: its URL was signed with another secret, or changed on its way; all servers of this address \
      need the same gallery.upload_secret (a Worker's UPLOAD_SECRET)
      """
    case .tooLarge: "an upload was refused: it is over the limit; gallery.max_upload_mb raises it"
    case .tooOften:
      """
      calls were refused for a minute: more came with one token than any number of booths makes; find the program that \
      has it, or end the token (booth gallery tokens)
      """
    case .quota:
      """
      a session was refused for now: its event has used up its quota, and the booth waits; raise it with \
      booth gallery events set ID --quota
      """
    }
  }
}

/// Logs refusals, each reason once in ten minutes, so that refused clients cannot fill a disk. Never names an object,
/// as its key holds the guests' link.
final class RefusalLog: Sendable {
  private static let pause: TimeInterval = 600
  private let logger: Logger
  private let last = Mutex<[RefusalReason: (at: Date, unsaid: Int)]>([:])

  init(_ logger: Logger) { self.logger = logger }

  func note(_ reason: RefusalReason, at now: Date, _ facts: Logger.Metadata = [:]) {
    let more: Int? = last.withLock { last in
      if let known = last[reason], abs(now.timeIntervalSince(known.at)) < Self.pause {
        last[reason]?.unsaid += 1
        return nil
      }
      defer { last[reason] = (now, 0) }
      return last[reason]?.unsaid ?? 0
    }
    guard let more else { return }
    var facts = facts
    if more > 0 { facts["refusals.before"] = "\(more)" }
    logger.warning(reason.words, metadata: facts)
  }
}
