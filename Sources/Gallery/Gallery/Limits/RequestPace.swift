import BoothCore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Synchronization
import WebSupport

/// How often one token, or one link, is answered within a minute by this server. Never by address: a hall of guests has a single one.
///
/// The numbers are far beyond what booths and guests do. They keep a program that runs wild, or a link that robots have found, from taking
/// the server from the others.
final class RequestPace: Sendable {
  /// Requests a minute. A session of three strips takes a booth about twenty.
  enum Limit {
    /// Of a booth's own token.
    static let token = 600
    /// Of the token that all booths share.
    static let commonToken = 6000
    /// Pages of one session's link.
    static let session = 3000
    /// Pages of one event's link: thousands of phones come within a minute.
    static let event = 30_000
    /// Downloads as ZIP by one link, each of them of any number of pictures. What goes on with one, or loads it in parts, counts as pages.
    static let archive = 120
  }

  private struct State {
    var minute: Int64 = 0
    var counts: [String: Int] = [:]
  }

  /// Beyond so many keys in a minute new ones are not counted, so memory stays small.
  private static let mostKeys = 50_000

  private let state = Mutex(State())

  /// - Returns: the seconds after which to come again; nil where the request is answered.
  func wait(_ key: String, most: Int, at now: Date) -> Int? {
    let seconds = Int64(now.timeIntervalSince1970.rounded(.down))
    return state.withLock { state in
      if state.minute != seconds / 60 { state = State(minute: seconds / 60) }
      guard let count = state.counts[key] else {
        if state.counts.count < Self.mostKeys { state.counts[key] = 1 }
        return nil
      }
      guard count < most else { return Int(60 - seconds % 60) }
      state.counts[key] = count + 1
      return nil
    }
  }
}

extension Gallery {
  /// The answer to one who asks too often by one link; nil for others. `/health`, uploads, and files are not counted: what
  /// leads to them is.
  func tooOften(_ route: GalleryRoute, _ call: WebCall) -> WebAnswer? {
    guard configuration.hasLimits else { return nil }
    let isPart = call.request.headers[.range] != nil
    let (key, most): (String, Int)
    switch route {
    case .sessionPage(let id), .strips(let id), .sessionPrint(let id):
      (key, most) = ("s \(id)", RequestPace.Limit.session)
    case .sessionArchive(let id):
      (key, most) = isPart ? ("s \(id)", RequestPace.Limit.session) : ("sz \(id)", RequestPace.Limit.archive)
    case .eventPage(let id), .eventIndex(let id), .eventThumbnails(let id), .eventNews(let id), .showPage(let id),
      .hostPage(let id), .moderation(let id), .eventPIN(let id):
      (key, most) = ("e \(id)", RequestPace.Limit.event)
    case .eventArchive(let id):
      (key, most) = isPart ? ("e \(id)", RequestPace.Limit.event) : ("ez \(id)", RequestPace.Limit.archive)
    case .health, .ready, .presign, .upload, .complete, .erase, .asset, .assetPreflight, .media, .small, .home,
      .eventLink, .stripsPreflight, .staticFile, .notFound:
      return nil
    }
    // What is longer is no name.
    guard key.utf8.count < 200, let seconds = pace.wait(key, most: most, at: now()) else { return nil }
    switch route {
    case .sessionPage, .eventPage, .eventPIN:
      return troublePage(.tooManyRequests, call).with([.retryAfter: "\(seconds)"])
    case .hostPage, .moderation, .showPage, .sessionPrint:
      return troublePage(.tooManyRequests, call, depth: 3).with([.retryAfter: "\(seconds)"])
    default: return Self.tooOften(seconds)
    }
  }

  /// The answer to a booth whose token is shown too often; nil for others.
  func tooOften(_ call: WebCall) -> WebAnswer? {
    guard configuration.hasLimits, let shown = call.token else { return nil }
    let isCommon = configuration.presignToken.map { Secrets.equal(shown, $0) } ?? false
    let key = isCommon ? "t" : "t \(BoothToken.hash(shown))"
    let most = isCommon ? RequestPace.Limit.commonToken : RequestPace.Limit.token
    guard let seconds = pace.wait(key, most: most, at: now()) else { return nil }
    refusals.note(.tooOften, at: now())
    return Self.tooOften(seconds)
  }

  private static func tooOften(_ seconds: Int) -> WebAnswer {
    WebAnswer.error(.tooManyRequests, "Too many requests: try again in \(seconds) s")
      .with([.retryAfter: "\(seconds)", .cacheControl: "no-store"])
  }
}
