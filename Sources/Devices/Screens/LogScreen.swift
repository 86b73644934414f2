public import BoothCore
public import Logging
import Synchronization

/// A screen where there is none to draw on: each change of scene is one line in the log. The guests' link is in none, as
/// logs are copied about; the code's line has the beginning of the session's id, by which `booth session list` finds it.
public final class LogScreen: ScreenDriver {
  private let logger: Logger
  private let last = Mutex("")

  /// Writes each change of scene to `logger`, at level info.
  public init(logger: Logger) { self.logger = logger }

  /// Logs on the caller's thread, and only what differs from the line before: remaining times and counts are no
  /// change.
  public func show(_ picture: ScreenPicture) {
    let (line, facts) = Self.line(of: picture)
    // One line per change: remaining times and counts of the same scene are none.
    let key = "\(line) \(facts.sorted { $0.key < $1.key })"
    let isNew = last.withLock { last in
      defer { last = key }
      return last != key
    }
    guard isNew else { return }
    logger.info(
      "screen",
      metadata: Logger.Metadata(
        uniqueKeysWithValues: facts.map { ($0.key, .string($0.value)) }
          + [("scene", .string(line))]))
  }

  /// Lets the frame go at once, so that its bytes are the camera's again.
  public func receive(_ frame: Frame) {}
  /// Returns at once: nothing is held.
  public func close() async {}

  /// What stands on the screen, and the facts that make it another one.
  static func line(of picture: ScreenPicture) -> (scene: String, facts: [String: String]) {
    var facts: [String: String] = [:]
    if let event = picture.scene.event { facts["event"] = event }
    if let strip = picture.scene.strip, let strips = picture.scene.strips {
      facts["strip"] = "\(strip + 1) of \(strips)"
    }
    if let language = picture.scene.language { facts["language"] = language }
    if picture.scene.cancelAskedUntil != nil { facts["asked"] = "cancel" }
    if let pending = picture.scene.pending { facts["pending"] = "\(pending)" }
    let scene: String
    switch picture.scene.content {
    case .starting: scene = "starting"
    case .eventSelection(let highlighted):
      scene = "choosing an event"
      if picture.events.indices.contains(highlighted) { facts["highlighted"] = picture.events[highlighted].slug }
    case .attract: scene = "waiting for guests"
    case .consent(let question, let highlighted, _):
      scene = "asking for consent"
      facts["question"] = question.version
      facts["highlighted"] = highlighted.rawValue
    case .look(_, let highlighted, _, _):
      scene = "asking for a look"
      facts["highlighted"] = highlighted.rawValue
    case .getReady: scene = "get ready"
    case .aim(let guide):
      scene = "aiming"
      facts["guide"] = guide
    case .mark(let marking, _):
      scene = "marking points"
      facts["pairs"] = "\(marking.pairs.count)"
    case .recording: scene = "recording"
    case .countdown: scene = "countdown"
    case .shutter: scene = "taking the photo"
    case .review: scene = "review"
    case .tryAgain(let kind, _):
      scene = "another try"
      facts["fault"] = kind.rawValue
    case .finishing(let storageTrouble): scene = storageTrouble ? "saving, the disk refuses" : "saving"
    case .qr(let link, _):
      scene = link == nil ? "no code, as there is no network" : "code"
      if let link { facts["session"] = "\((link.split(separator: "/").last ?? "").prefix(8))…" }
    case .printLayout(_, let highlighted, _, _):
      scene = "asking for the print's layout"
      facts["highlighted"] = highlighted ?? "none"
    case .print(_, let highlighted, _, _, _):
      scene = "asking for prints"
      facts["highlighted"] = "\(highlighted)"
    case .address: scene = "e-mail address"
    case .keptHere: scene = "kept here"
    case .resumeOffer(let taken, let total, _):
      scene = "resume offer"
      facts["taken"] = "\(taken) of \(total)"
    case .settings: scene = "settings"
    case .paused:
      scene = picture.scene.closing == nil ? "paused" : "closed"
      facts["until"] = picture.scene.closing?.words
    case .outOfOrder(let reason):
      scene = "out of order"
      switch reason {
      case .camera(let words): facts["camera"] = words
      case .storage(let words, _, _), .noRoom(let words, _): facts["storage"] = words
      case .noEvents: facts["events"] = "none"
      }
    case .stopped: scene = "stopped"
    }
    return (scene, facts)
  }
}
