import BoothCore
import GalleryClient

/// A gallery that is asked a few questions and then left: by the doctor, and for the links of events. Uploads go through
/// ``GalleryChoice``.
struct AskedGallery: Sendable {
  private let client: HTTPGalleryClient

  /// A person waits before it: what has no connection within this time has none.
  static let connecting = Duration.seconds(5)

  /// Runs the questions with connections of their own, which are closed in the end. A connection is tried once.
  /// - Parameters:
  ///   - base: the gallery's address.
  ///   - token: the booth's for this gallery; nothing for questions that anybody may ask.
  ///   - patience: how long each answer may take; nil is the client's own limit.
  static func at<Answer: Sendable>(
    _ base: String, token: String = "", patience: Duration? = nil,
    _ questions: (AskedGallery) async -> Answer
  ) async -> Answer {
    var timeouts = HTTPGalleryClient.Timeouts()
    (timeouts.connect, timeouts.connectsAgain) = (connecting, false)
    if let patience { timeouts.request = patience }
    let client = HTTPGalleryClient(base: base, token: token, timeouts: timeouts)
    let answer = await questions(AskedGallery(client: client))
    // All is asked; a connection that cannot be closed changes nothing of what was answered.
    do { try await client.shutdown() } catch { return answer }
    return answer
  }

  /// Returns where a gallery answers.
  func health() async throws(GalleryError) { try await client.health() }

  /// The same of one that is to say whose it is; nil where it does not.
  func health(challenge: String) async throws(GalleryError) -> String? { try await client.health(challenge: challenge) }

  /// Returns where the gallery takes the token: an empty list of files is allowed by the contract, and leaves nothing there.
  func takesToken() async throws(GalleryError) {
    _ = try await client.presign(event: 0, session: SessionID(randomBytes: Array(repeating: 0, count: 16)), files: [])
  }

  /// Whether an event's page opens for anybody who knows its number.
  func opensWithoutKey(_ event: EventID) async throws(GalleryError) -> Bool { try await client.opensWithoutKey(event) }

  /// Returns where a guest's phone is shown its page.
  func opensForPhones() async throws(GalleryError) { try await client.opensForPhones() }

  /// How many of an event's sessions anybody may list.
  func sessionsWithoutKey(_ event: EventID) async throws(GalleryError) -> Int {
    try await client.sessionsWithoutKey(event)
  }

  /// Whether it is a gallery of ours, which makes links with keys. A FotoX Worker does not.
  func makesLinks(to event: EventID) async throws(GalleryError) -> Bool {
    do throws(GalleryError) { return try await client.eventLink(event) != nil } catch {
      // It knows the question, whatever it thinks of the token.
      guard error.code == .unauthorized else { throw error }
      return true
    }
  }

  /// The link to an event's page, with its key where it needs one; nil where the gallery gives none.
  func link(to event: EventID) async throws(GalleryError) -> String? { try await client.eventLink(event)?.url }
}
