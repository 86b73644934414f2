import BoothCore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import Synchronization
import WebSupport

/// An event's page is opened with its PIN.
///
/// How often it may be tried is counted for the event, not for an address, as a hall has but one; and in the store, so that it holds
/// for all servers together. No condition of the store's is needed: who tries notes it first, and looks then how many notes the minute
/// has. Of any number that try at once, each finds at least those notes that were written before its own, so that not more than
/// ``mostTries`` are let through. A store that lists late lets more through.
extension Gallery {
  /// In a minute, of those that were wrong. Six digits last for weeks.
  static let mostTries = 10

  enum PINOutcome: Sendable, Equatable { case right, wrong, tooMany }

  /// `POST /e/{id}`, with `pin` in the form.
  func openByPIN(_ event: EventID, _ call: WebCall, _ context: WebContext) async throws -> WebAnswer {
    let body = try await call.body(upTo: 1024, context)
    let shell = PageShell(self, event: event, languages: call.languages)
    let standing = try await standing(event)
    if standing.settings.isOver(at: now()) { return shell.ended() }
    guard standing.settings.hasPIN, let secret = configuration.uploadSecret else {
      return try await mayRead(event, standing, call) ? Self.toPage(event, call) : shell.needsLink()
    }
    let typed = Query(String(decoding: body, as: UTF8.self))["pin"] ?? ""
    switch try await tried(EventSettings.digits(typed), standing.settings, event, secret) {
    case .right:
      let pass = EventPass.make(event, standing.settings, until: now().addingTimeInterval(EventPass.lasts), secret)
      return Self.toPage(event, call).with([
        .setCookie: EventPass.cookie(event, pass, isSecure: call.base.hasPrefix("https://"))
      ])
    case .wrong: return shell.needsPIN(.wrong)
    case .tooMany:
      let seconds = 60 - Int(now().timeIntervalSince1970) % 60
      return shell.needsPIN(.tooMany).with([.retryAfter: "\(seconds)"])
    }
  }

  /// The event's page, asked for anew.
  private static func toPage(_ event: EventID, _ call: WebCall) -> WebAnswer {
    var answer = moved(to: "\(event)", call)
    answer.status = .seeOther
    return answer
  }

  /// - Parameter digits: nil for what can be no PIN: it counts like any other that is wrong.
  func tried(
    _ digits: String?, _ settings: EventSettings, _ event: EventID, _ secret: String
  ) async throws(ObjectStoreError) -> PINOutcome {
    let minute = Int64(now().timeIntervalSince1970) / 60
    // Nothing is written, nor asked, for those who go on.
    if pinTries.isFull(event, minute) { return .tooMany }
    return try await pinTurns.take(event) { () async throws(ObjectStoreError) in
      if pinTries.isFull(event, minute) { return .tooMany }
      guard let note = try await noteTry(event, minute) else {
        if pinTries.fill(event, minute) {
          logger.notice("an event's PIN was tried too often: no more this minute", metadata: ["event.id": "\(event)"])
        }
        return .tooMany
      }
      // Compared, whatever was typed.
      guard settings.isPIN(digits ?? "", of: event, secret: secret) else { return .wrong }
      // A hall may open the page as fast as it likes.
      try await store.delete(note)
      return .right
    }
  }

  /// Notes a try; nil where the minute has had enough.
  private func noteTry(_ event: EventID, _ minute: Int64) async throws(ObjectStoreError) -> ObjectKey? {
    let folder = EventNames.tries(event)
    let this = "\(folder)\(minute)-"
    let before = try await store.all(prefix: folder)
    for old in before.lazy.filter({ !$0.key.text.hasPrefix(this) }).prefix(Self.mostSwept) {
      // Those of a server whose clock is ahead are counted there.
      if let other = Self.minute(of: old.key, folder), other < minute - 1 { try await store.delete(old.key) }
    }
    guard before.count(where: { $0.key.text.hasPrefix(this) }) < Self.mostTries,
      let note = ObjectKey(this + String(UInt64.random(in: .min ... .max), radix: 36))
    else { return nil }
    _ = try await store.write(note, contentType: "application/json", bytes: Array("{}".utf8))
    return try await store.all(prefix: this).count <= Self.mostTries ? note : nil
  }

  private static let mostSwept = 50

  private static func minute(of key: ObjectKey, _ folder: String) -> Int64? {
    Int64(key.text.dropFirst(folder.utf8.count).prefix { $0 != "-" })
  }
}

extension EventNames {
  /// Below it, the tries of the event's PIN, by their minutes.
  static func tries(_ event: EventID) -> String { "private/tries/\(event)/" }
}

/// Which events have had enough tries of their PIN, as this server knows it.
final class PINTries: Sendable {
  private static let most = 1000
  private let full = Mutex<[EventID: Int64]>([:])

  func isFull(_ event: EventID, _ minute: Int64) -> Bool { full.withLock { $0[event] == minute } }

  /// Whether that is news.
  func fill(_ event: EventID, _ minute: Int64) -> Bool {
    full.withLock { full in
      if full.count >= Self.most { full = full.filter { $0.value >= minute } }
      return full.updateValue(minute, forKey: event) != minute
    }
  }
}

/// What a browser shows that has opened an event with its PIN: a time and a signature, in a cookie of the event's. It ends with the PIN.
enum EventPass {
  /// Seconds: an evening and the day after it.
  static let lasts: TimeInterval = 86_400

  static func make(_ event: EventID, _ settings: EventSettings, until end: Date, _ secret: String) -> String {
    let seconds = Int64(end.timeIntervalSince1970)
    return "\(seconds).\(signature(event, settings, seconds, secret))"
  }

  private static func signature(
    _ event: EventID, _ settings: EventSettings, _ seconds: Int64, _ secret: String
  ) -> String {
    Secrets.sign("event-pass\n\(event)\n\(seconds)\n\(settings.pin?.digest ?? "")", with: secret)
  }

  private static func name(_ event: EventID) -> String { "booth_event_\(event)" }

  static func cookie(_ event: EventID, _ pass: String, isSecure: Bool) -> String {
    "\(name(event))=\(pass); Path=/; HttpOnly; SameSite=Lax; Max-Age=\(Int(lasts))\(isSecure ? "; Secure" : "")"
  }

  /// Whether a request shows one that holds.
  static func isShown(
    in headers: HTTPFields, _ event: EventID, _ settings: EventSettings, at now: Date, _ secret: String
  ) -> Bool {
    guard settings.hasPIN else { return false }
    let own = name(event) + "="
    // More than some are no browser's.
    for cookie in headers[values: .cookie].flatMap({ $0.split(separator: ";") }).prefix(100) {
      let cookie = cookie.drop { $0 == " " }
      guard cookie.hasPrefix(own) else { continue }
      let parts = cookie.dropFirst(own.utf8.count).split(separator: ".", maxSplits: 1)
      guard parts.count == 2, let seconds = Int64(parts[0]), seconds > Int64(now.timeIntervalSince1970) else {
        continue
      }
      if Secrets.equal(signature(event, settings, seconds, secret), String(parts[1])) { return true }
    }
    return false
  }
}
