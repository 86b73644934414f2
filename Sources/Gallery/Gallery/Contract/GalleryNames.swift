import BoothCore
import HTTPTypes
import WebSupport

/// A session's id by the contract's rules, which are wider than the booth's own ids.
struct SessionName: Hashable, Sendable {
  let text: String

  /// Takes 3 to 128 letters, digits, `_` and `-`, the first and last a letter or digit.
  init(_ text: String) throws(RequestFault) {
    if text.isEmpty { throw RequestFault("Session ID is required") }
    guard (3...128).contains(text.utf16.count) else { throw RequestFault("Session ID must be 3-128 characters") }
    func isAlphanumeric(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    guard text.utf8.allSatisfy({ isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }),
      let first = text.utf8.first, let last = text.utf8.last, isAlphanumeric(first), isAlphanumeric(last)
    else { throw RequestFault("Invalid Session ID format") }
    self.text = text
  }

  /// Under which the app files guests' e-mail addresses.
  static let emailCollection = "email-collection"

  /// What is left of an erased session: beside the manifest's copy, outside what is deleted.
  var tombstone: ObjectKey { key("sessions/\(text)/erased.json") }

  /// What is kept of a session from the moment its files are announced; deleted with it.
  var announcement: ObjectKey { key("sessions/\(text)/announced.json") }

  /// The session whose folder an object lies in: `events/{event}/sessions/{session}/…`.
  init?(of path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 5, parts[0] == "events", parts[2] == "sessions" else { return nil }
    do throws(RequestFault) { self = try SessionName(String(parts[3])) } catch { return nil }
  }

  /// As an index lists it; nil for what can be no session's.
  init?(listed text: String) {
    do throws(RequestFault) { self = try SessionName(text) } catch { return nil }
  }

  /// Where `/complete` puts the copy that the page reads.
  var manifestCopy: ObjectKey { key("sessions/\(text)/manifest.json") }
}

/// Where an event's objects lie.
enum EventNames {
  /// An event's number as it stands in a link: decimal digits and nothing else.
  static func read(_ text: String) throws(RequestFault) -> EventID {
    if text.isEmpty { throw RequestFault("Event ID is required") }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), text.first != "0",
      let number = EventID(text), number <= largest
    else { throw RequestFault("Event ID must be a valid positive integer") }
    return number
  }

  /// An event's number as it stands in JSON: a number, or a text of one. Zero stands for no event.
  static func read(_ value: JSONDocument?) throws(RequestFault) -> EventID {
    switch value {
    case .string("0"): return 0
    case .string(let text): return try read(text)
    case let value?:
      guard let number = value.integer, (0...Int64(largest)).contains(number) else {
        throw RequestFault("Event ID must be a valid positive integer")
      }
      return EventID(number)
    case nil: throw RequestFault("Event ID is required")
    }
  }

  /// The largest that JavaScript holds exactly.
  private static let largest = 9_007_199_254_740_991

  static func sessions(_ event: EventID) -> String { "events/\(event)/sessions/" }
  static func folder(_ event: EventID, _ session: SessionName) -> String { sessions(event) + session.text + "/" }
  static func manifest(_ event: EventID, _ session: SessionName) -> ObjectKey {
    key(folder(event, session) + "manifest.json")
  }
  static func index(_ event: EventID) -> ObjectKey { key("events/\(event)/index.json") }
  /// Where an index that was damaged is kept: under `private/`, as it may hold the links of a closed event.
  static func damagedIndex(_ event: EventID, digest: String) -> ObjectKey {
    key("private/damaged/events/\(event)/index-\(digest).json")
  }
  /// Where a file of addresses that was damaged is kept.
  static func damagedEmails(_ file: ObjectKey, digest: String) -> ObjectKey {
    key("private/damaged/emails/\(file.text.split(separator: "/").last ?? "emails")-\(digest)")
  }
  /// What the names of all damaged copies of files begin with whose own names begin so.
  static func damagedEmails(of file: String) -> String {
    "private/damaged/emails/\(file.split(separator: "/").last ?? "emails")"
  }
  /// What the names of all files of an event's addresses begin with: where a Worker merges none, each booth has its own.
  static func boothsEmails(_ event: EventID) -> String { "\(emailFolder)emails_\(event)." }
  static func emails(_ event: EventID) -> [String] {
    (event > 0 ? ["\(event)"] : []).map { "\(emailFolder)emails_\($0).json" } + ["\(emailFolder)emails_unknown.json"]
  }
  static let emailFolder = "private/emails/"
  /// Some hundred thousand addresses: what is stored can be read again, to take some out.
  static let mostEmailBytes = 32 << 20
}

/// A key made of names that were checked.
private func key(_ text: String) -> ObjectKey {
  guard let key = ObjectKey(text) else { preconditionFailure("\(text) is no object key") }
  return key
}

extension String {
  /// Whether nothing of it was lost before it came here: half a surrogate, or bytes that are no UTF-8, are read as U+FFFD,
  /// so that many names would become one.
  var isWholeText: Bool { !unicodeScalars.contains("\u{FFFD}") }
}

/// A request that is answered with this text, in the contract's form.
struct RequestFault: Error, Equatable {
  var text: String
  var status: HTTPResponse.Status
  init(_ text: String, _ status: HTTPResponse.Status = .badRequest) { (self.text, self.status) = (text, status) }
}
