public import BoothCore
public import FoundationEssentials
import WebSupport

/// What an event's owner has said of its gallery with `booth gallery events set`: the object `private/events/7/settings.json`.
///
/// Whatever store it lies in, no condition is needed: it is written as a whole, and the last word counts.
public struct EventSettings: Sendable, Equatable {
  /// What a PIN is compared with.
  struct PIN: Sendable, Equatable {
    /// New with each PIN that is set.
    var salt: String
    var digest: String
  }

  var pin: PIN?
  /// From this second on (Unix time) its pages say that it is over, and pictures and clips are not given any more; nil for ever.
  public var expiresAt: Int64?
  /// A session is in the event's list only after the host has said so.
  public var isModerated = false
  /// What the event's sessions may amount to, in bytes; nil for any amount.
  public var quotaBytes: Int64?
  /// What is there can be read no more: it counts as closed.
  var isDamaged = false

  /// What holds of an event of which its owner has said nothing.
  public init() {}

  /// Whether guests may open the event's page with a PIN.
  public var hasPIN: Bool { pin != nil }

  /// Whether what is there can be read no more, and is to be said anew.
  public var needsAll: Bool { isDamaged }

  /// Whether it is over.
  public func isOver(at now: Date) -> Bool { expiresAt.map { Int64(now.timeIntervalSince1970) >= $0 } ?? false }

  // MARK: The PIN

  /// Six digits are tried for weeks at ten a minute; no person types more than twelve.
  public static let pinDigits = 6...12

  /// The digits of what was typed, in any script's; nil where that can be no PIN.
  public static func digits(_ typed: String) -> String? {
    var digits = ""
    for sign in typed where !sign.isWhitespace && sign != "-" {
      guard let digit = sign.wholeNumberValue, (0...9).contains(digit), digits.utf8.count < pinDigits.upperBound else {
        return nil
      }
      digits += "\(digit)"
    }
    return pinDigits.contains(digits.utf8.count) ? digits : nil
  }

  /// - Parameters:
  ///   - digits: as ``digits(_:)`` gives them; nil for none.
  ///   - secret: the galleries' upload secret: without it, nothing in the store tells the PIN.
  public mutating func setPIN(_ digits: String?, of event: EventID, secret: String) {
    pin = digits.map { digits in
      let salt = URLBase64.encode((0..<9).map { _ in UInt8.random(in: .min ... .max) })
      return PIN(salt: salt, digest: Self.digest(digits, event, salt: salt, secret: secret))
    }
  }

  func isPIN(_ digits: String, of event: EventID, secret: String) -> Bool {
    guard let pin else { return false }
    return Secrets.equal(Self.digest(digits, event, salt: pin.salt, secret: secret), pin.digest)
  }

  private static func digest(_ digits: String, _ event: EventID, salt: String, secret: String) -> String {
    Secrets.sign("event-pin\n\(event)\n\(salt)\n\(digits)", with: secret)
  }

  // MARK: The object

  init(_ bytes: [UInt8]) {
    let json: JSONDocument
    do throws(JSONReader.Fault) { json = try JSONReader.read(bytes) } catch {
      isDamaged = true
      return
    }
    isDamaged = !json.isObject
    switch json["pin"] {
    case nil, .null?: break
    case let value?:
      if let salt = value["salt"]?.string, let digest = value["digest"]?.string {
        pin = PIN(salt: salt, digest: digest)
      } else {
        isDamaged = true
      }
    }
    switch json["expires"] {
    case nil, .null?: break
    case let value?:
      expiresAt = value.integer
      isDamaged = isDamaged || expiresAt == nil
    }
    switch json["quota_bytes"] {
    case nil, .null?: break
    case let value?:
      quotaBytes = value.integer
      isDamaged = isDamaged || (quotaBytes ?? -1) < 0
    }
    switch json["moderated"] {
    case nil, .null?: break
    case .bool(let value)?: isModerated = value
    case .number?, .string?, .array?, .object?: isDamaged = true
    }
  }

  var json: JSONDocument {
    .members([
      "version": 1,
      "pin": pin.map { .members(["salt": .string($0.salt), "digest": .string($0.digest)]) },
      "expires": expiresAt.map { .integer($0) }, "moderated": isModerated ? true : nil,
      "quota_bytes": quotaBytes.map { .integer($0) },
    ])
  }
}

extension EventNames {
  /// Below it, what is known of the event itself.
  static func facts(_ event: EventID) -> String { "private/events/\(event)/" }

  static func settings(_ event: EventID) -> ObjectKey {
    guard let key = ObjectKey(facts(event) + "settings.json") else { preconditionFailure("a number makes a key") }
    return key
  }
}

/// The owner's desk: settings of events in the galleries' store.
public struct GalleryOwner: Sendable {
  let store: any ObjectStore

  /// - Parameter store: the galleries'.
  public init(_ store: any ObjectStore) { self.store = store }

  /// What was said of an event; nothing where nothing was. Of what is damaged only that it is closed is known.
  public func settings(of event: EventID) async throws(ObjectStoreError) -> EventSettings {
    guard let (_, bytes) = try await store.readAll(EventNames.settings(event), limit: 1 << 16) else {
      return EventSettings()
    }
    return EventSettings(bytes)
  }

  /// Holds at all galleries with the next page, and for pictures within five seconds.
  public func set(_ settings: EventSettings, of event: EventID) async throws(ObjectStoreError) {
    if settings == EventSettings() { return try await store.delete(EventNames.settings(event)) }
    _ = try await store.write(
      EventNames.settings(event), contentType: "application/json", bytes: settings.json.bytes)
  }
}
