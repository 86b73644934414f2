import BoothCore
import WebSupport

/// A session's place in its event's list, as the key of an object: `events/7/order/8261565984750-S.MjAyNS0…`.
///
/// A key begins with the time of completion counted down, in thirteen digits, so that a listing gives the newest first. What a list shows
/// stands behind it, so that a page of the list is one listing. The object itself has the same in JSON, for what finds no room in a key.
struct OrderEntry: Hashable, Sendable {
  var session: SessionName
  /// When it was completed: milliseconds since 1970.
  var completed: Int64
  var createdAt: String
  /// Keys below the session's folder.
  var thumbPath: String?
  /// The picture that stands for a clip that stands for the session.
  var posterPath: String?
}

extension OrderEntry {
  /// Of a manifest whose session is completed now.
  init(_ manifest: SessionManifest, of session: SessionName, completed: Int64, at time: String) {
    self.session = session
    self.completed = completed
    createdAt = manifest.createdAt ?? time
    thumbPath = manifest.thumbnail
    posterPath = manifest.cardPicture.flatMap { $0 == manifest.thumbnail ? nil : $0 }
  }

  /// As the pages and lists know a session.
  var listed: EventIndex.Entry {
    EventIndex.Entry(session: session.text, createdAt: createdAt, thumbPath: thumbPath, posterPath: posterPath)
  }

  /// The largest number of thirteen digits: in milliseconds the year 2286.
  private static let end: Int64 = 9_999_999_999_999

  /// What a name may have, with room in the 255 bytes of a part for the event's number before it in a note's name.
  private static let mostNameBytes = 220

  /// The last part of the key. Letters, digits, `-`, `_` and one `.`: all stores agree on their order.
  func name(in event: EventID) -> String {
    let down = String(Self.end - min(max(completed, 0), Self.end))
    let stem = String(repeating: "0", count: 13 - down.utf8.count) + down + "-" + session.text
    let folder = EventNames.folder(event, session)
    var texts = [createdAt]
    for path in [thumbPath, posterPath] {
      guard path?.hasPrefix(folder) ?? true else { return stem }
      texts.append(path.map { String($0.dropFirst(folder.count)) } ?? "")
    }
    guard texts.allSatisfy({ !$0.contains("\n") }) else { return stem }
    let text = texts.joined(separator: "\n")
    let name = stem + "." + URLBase64.encode(Array(text.utf8))
    return name.utf8.count <= Self.mostNameBytes ? name : stem
  }

  /// Reads a name; nil for what is none of ours.
  /// - Returns: The entry as far as the name tells it, and whether that is all.
  static func read(_ name: String, in event: EventID) -> (entry: OrderEntry, isWhole: Bool)? {
    let sides = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let stem = sides[0].utf8
    guard stem.count > 14, stem.prefix(13).allSatisfy({ (0x30...0x39).contains($0) }),
      stem[stem.index(stem.startIndex, offsetBy: 13)] == UInt8(ascii: "-"), let down = Int64(sides[0].prefix(13)),
      let session = SessionName(listed: String(sides[0].dropFirst(14)))
    else { return nil }
    var entry = OrderEntry(session: session, completed: end - down, createdAt: "")
    guard sides.count == 2 else { return (entry, false) }
    guard let bytes = URLBase64.decode(sides[1]), let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 3 else { return nil }
    let folder = EventNames.folder(event, session)
    func path(_ name: String) -> String? { name.isEmpty ? nil : folder + name }
    entry.createdAt = lines[0]
    entry.thumbPath = path(lines[1])
    entry.posterPath = path(lines[2])
    return (entry, true)
  }

  // MARK: The object

  /// As the object has it.
  var json: JSONDocument {
    .members([
      "version": 1, "session_id": .string(session.text), "created_at": .string(createdAt),
      "thumb_path": thumbPath.map { .string($0) }, "poster_path": posterPath.map { .string($0) },
    ])
  }

  /// With what its object says.
  func filled(_ json: JSONDocument) -> OrderEntry {
    var entry = self
    entry.createdAt = json["created_at"]?.string ?? ""
    entry.thumbPath = json["thumb_path"]?.string.flatMap { ObjectKey($0)?.text }
    entry.posterPath = json["poster_path"]?.string.flatMap { ObjectKey($0)?.text }
    return entry
  }
}

extension EventNames {
  /// Below it, the places of the event's sessions, the newest first.
  static func order(_ event: EventID) -> String { "events/\(event)/order/" }

  /// Below it, the places of a list.
  static func order(_ event: EventID, in list: OrderList) -> String {
    switch list {
    case .shown: order(event)
    case .waiting: "events/\(event)/waiting/"
    }
  }

  /// Nil for a name that no key can have.
  static func order(_ event: EventID, name: String, in list: OrderList = .shown) -> ObjectKey? {
    ObjectKey(order(event, in: list) + name)
  }

  /// Who may see the event, as a booth has said last.
  static func access(_ event: EventID) -> ObjectKey {
    guard let key = ObjectKey("private/events/\(event)/access.json") else {
      preconditionFailure("a number makes a key")
    }
    return key
  }
}

/// A note with a session of a place that it has, or had, in an event's list: `sessions/S/order/7-8261565984750-S.MjAyNS0…`. It is written
/// before the place, and taken away after it: a place without a note is none of ours. One of a place among those that wait for the host
/// has a `w` before the place's name: `7-w8261…`.
struct OrderNote: Hashable, Sendable {
  var event: EventID
  var name: String
  var list = OrderList.shown

  static func folder(_ session: SessionName) -> String { "sessions/\(session.text)/order/" }

  func key(_ session: SessionName) -> ObjectKey? {
    ObjectKey("\(Self.folder(session))\(event)-\(Self.sign(of: list))\(name)")
  }

  private static func sign(of list: OrderList) -> String {
    switch list {
    case .shown: ""
    case .waiting: "w"
    }
  }

  init(event: EventID, name: String, in list: OrderList = .shown) {
    (self.event, self.name, self.list) = (event, name, list)
  }

  /// Which of two counts: the later completion, and of one that is moved to the other list what is shown.
  static func isNewer(_ left: OrderNote, _ right: OrderNote) -> Bool {
    left.name == right.name ? left.list == .shown && right.list != .shown : left.name < right.name
  }

  /// Nil for what is none.
  init?(_ key: ObjectKey, of session: SessionName) {
    let folder = Self.folder(session)
    guard key.text.hasPrefix(folder) else { return nil }
    let parts = key.text.dropFirst(folder.count).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    do throws(RequestFault) { event = try EventNames.read(String(parts[0])) } catch { return nil }
    list = parts[1].hasPrefix("w") ? .waiting : .shown
    name = String(parts[1].dropFirst(Self.sign(of: list).utf8.count))
    guard OrderEntry.read(name, in: event)?.entry.session == session else { return nil }
  }

  /// When the session was completed, or moved: milliseconds since 1970.
  var completed: Int64 { OrderEntry.read(name, in: event)?.entry.completed ?? 0 }

  var place: ObjectKey? { EventNames.order(event, name: name, in: list) }
}
