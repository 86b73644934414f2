import BoothCore
import BoothWeb
import FoundationEssentials

/// An event's `index.json`, with all that other versions wrote into it.
struct EventIndex: Sendable, Equatable {
  fileprivate(set) var json: JSONValue

  /// A session in it.
  struct Entry: Sendable, Equatable {
    var session: String
    var createdAt: String?
    var thumbPath: String?
  }

  /// A hundred thousand sessions.
  static let mostBytes = 32 << 20

  init(newFor event: EventID) {
    json = .members(["version": 1, "event_id": .integer(event), "updated_at": .null, "sessions": []])
  }

  /// The bytes are no index.
  struct Damage: Error, Equatable { var words: String }

  init(_ bytes: [UInt8]) throws(Damage) {
    do throws(JSONReader.Fault) { json = try JSONReader.read(bytes) } catch {
      throw Damage(words: "it is not JSON: \(error)")
    }
    guard json.isObject, json["sessions"]?.array != nil else { throw Damage(words: "it has no sessions array") }
  }

  /// Whether the event was one for link holders only when a session was last completed: it stays so when its definition
  /// can no longer be read. The mark stands first, where it outlives most of what may damage a file.
  var isClosed: Bool {
    get { json[Self.mark.name]?.string == Self.mark.value }
    set {
      json[Self.mark.name] = nil
      guard newValue, case .object(let members) = json else { return }
      json = .object([JSONValue.Member(name: Self.mark.name, value: .string(Self.mark.value))] + members)
    }
  }

  private static let mark = (name: "gallery", value: Event.GalleryAccess.link.rawValue)

  /// Whether bytes that are no index any more still have the mark of a closed one, however it is written.
  static func isMarkedClosed(_ damaged: [UInt8]) -> Bool {
    damaged.indices.contains { start in
      guard damaged[start] == UInt8(ascii: "\"") else { return false }
      // With every letter escaped, and blanks between, it is shorter than this.
      let end = min(start + 256, damaged.count)
      return JSONReader.leadingMember(Array(damaged[start..<end])).map { $0 == mark } ?? false
    }
  }

  var updatedAt: JSONValue { json["updated_at"] ?? .null }

  /// The newest completed first.
  var entries: [Entry] {
    (json["sessions"]?.array ?? []).compactMap { entry in
      entry["session_id"]?.string.map {
        Entry(session: $0, createdAt: entry["created_at"]?.string, thumbPath: entry["thumb_path"]?.string)
      }
    }
  }

  /// Puts a session on top and takes its old entry away.
  mutating func put(_ manifest: SessionManifest, of session: SessionName, event: EventID, at time: String) {
    let all = json["sessions"]?.array ?? []
    // What others wrote of the session stays (`public_gallery_path`, and what is not known here).
    var entry = all.first { $0["session_id"]?.string == session.text } ?? .members([:])
    entry["session_id"] = .string(session.text)
    entry["created_at"] = .string(manifest.createdAt ?? time)
    entry["thumb_path"] = manifest.thumbnail.map { .string($0) }
    entry["gallery_path"] = .string("s/\(session.text)")
    json["sessions"] = .array([entry] + all.filter { $0["session_id"]?.string != session.text })
    json["event_id"] = .integer(event)
    json["updated_at"] = .string(time)
  }
}

extension EventIndex {
  /// Takes a session's entry away; false when it has none.
  mutating func remove(_ session: SessionName) -> Bool {
    let all = json["sessions"]?.array ?? []
    let others = all.filter { $0["session_id"]?.string != session.text }
    guard others.count < all.count else { return false }
    json["sessions"] = .array(others)
    return true
  }
}

extension Gallery {
  /// Puts a session into its event's index.
  func addToIndex(_ manifest: SessionManifest, _ event: EventID, _ session: SessionName) async throws(ObjectStoreError)
  {
    let time = timestamp
    let access = configuration.events[event]?.gallery
    try await changeIndex(event) { index in
      if let access { index.isClosed = access == .link }
      index.put(manifest, of: session, event: event, at: time)
      return true
    }
  }

  /// Changes an event's index, whoever else does the same: a write that finds another version than it read reads again.
  /// One that is damaged is set aside, and made anew.
  /// - Parameter change: false leaves it as it is.
  func changeIndex(
    _ event: EventID, _ change: @Sendable (inout EventIndex) -> Bool
  ) async throws(ObjectStoreError) {
    let key = EventNames.index(event)
    try await indexTurns.take(event) { () async throws(ObjectStoreError) in
      // Each round some writer has succeeded, so this ends; the bound is for a store whose conditions do not work.
      for _ in 0..<1000 {
        let found = try await store.readAll(key, limit: EventIndex.mostBytes)
        var index = EventIndex(newFor: event)
        var isMended = false
        if let found {
          do throws(EventIndex.Damage) { index = try EventIndex(found.1) } catch {
            index = try await indexMadeAnew(event, insteadOf: found.1, error)
            isMended = true
          }
        }
        guard change(&index) || isMended else { return }
        do throws(ObjectStoreError) {
          _ = try await store.write(
            key, contentType: "application/json", condition: found.map { .ifMatch($0.0.etag) } ?? .ifAbsent,
            bytes: index.json.bytes)
          return
        } catch let error where error.code == .conditionFailed {
          continue
        }
      }
      throw ObjectStoreError(.unavailable, subject: key.text, detail: "1000 writers came before this one")
    }
  }

  /// Now, as JavaScript's `toISOString` has it: UTC with milliseconds.
  var timestamp: String { Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(now()) }
}
