import BoothCore
import FoundationEssentials
import WebSupport

/// An event's `index.json`, with all that other versions wrote into it.
struct EventIndex: Sendable, Equatable {
  fileprivate(set) var json: JSONDocument

  /// A session in it.
  struct Entry: Sendable, Equatable {
    var session: String
    var createdAt: String?
    var thumbPath: String?
    /// The picture that stands for a clip, where the list knows it.
    var posterPath: String?
  }

  /// A hundred thousand sessions.
  static let mostBytes = 32 << 20

  init(newFor event: EventID) {
    json = .members(["version": 1, "event_id": .integer(event), "updated_at": .null, "sessions": []])
  }

  /// The bytes are no index.
  struct Fault: Error, Equatable { var words: String }

  init(_ bytes: [UInt8]) throws(Fault) {
    do throws(JSONReader.Fault) { json = try JSONReader.read(bytes) } catch {
      throw Fault(words: "it is not JSON: \(error)")
    }
    guard json.isObject, json["sessions"]?.array != nil else { throw Fault(words: "it has no sessions array") }
  }

  /// Who may see the event, as a booth or its definition said last; nil if neither has. It stays so when a definition
  /// can no longer be read. The mark stands first, where it outlives most of what may damage a file; one that can be read
  /// no more counts as closed.
  var access: Event.GalleryAccess? {
    get {
      json[Self.markName].map { value in
        value.string.flatMap(Event.GalleryAccess.init) ?? .link
      }
    }
    set {
      json[Self.markName] = nil
      guard let newValue, case .object(let members) = json else { return }
      json = .object([JSONDocument.Member(name: Self.markName, value: .string(newValue.rawValue))] + members)
    }
  }

  static let markName = "gallery"

  /// Whether bytes that are no index any more still have the mark of a closed one, however it is written.
  static func isMarkedClosed(_ damaged: [UInt8]) -> Bool {
    damaged.indices.contains { start in
      guard damaged[start] == UInt8(ascii: "\"") else { return false }
      // With every letter escaped, and blanks between, it is shorter than this.
      let end = min(start + 256, damaged.count)
      return JSONReader.leadingMember(Array(damaged[start..<end])).map {
        $0 == (markName, Event.GalleryAccess.link.rawValue)
      } ?? false
    }
  }

  var updatedAt: JSONDocument { json["updated_at"] ?? .null }

  /// The newest completed first.
  var entries: [Entry] {
    (json["sessions"]?.array ?? []).compactMap { entry in
      entry["session_id"]?.string.map {
        Entry(session: $0, createdAt: entry["created_at"]?.string, thumbPath: entry["thumb_path"]?.string)
      }
    }
  }

  /// An index of these, the newest first.
  init(newFor event: EventID, _ sessions: [(SessionName, SessionManifest)], at time: String) {
    self.init(newFor: event)
    guard !sessions.isEmpty else { return }
    json["sessions"] = .array(sessions.map { Self.entry($0.1, of: $0.0, replacing: nil, at: time) })
    json["updated_at"] = .string(time)
  }

  /// An index of what another list has, the newest first.
  init(of event: EventID, _ entries: [Entry], updatedAt: String?, access: Event.GalleryAccess?) {
    self.init(newFor: event)
    json["updated_at"] = updatedAt.map { .string($0) } ?? .null
    json["sessions"] = .array(
      entries.map { entry in
        .members([
          "session_id": .string(entry.session), "created_at": entry.createdAt.map { .string($0) },
          "thumb_path": entry.thumbPath.map { .string($0) }, "gallery_path": .string("s/\(entry.session)"),
        ])
      })
    self.access = access
  }

  /// Puts a session on top and takes its old entry away.
  mutating func put(_ manifest: SessionManifest, of session: SessionName, event: EventID, at time: String) {
    let all = json["sessions"]?.array ?? []
    // What others wrote of the session stays (`public_gallery_path`, and what is not known here).
    let entry = Self.entry(
      manifest, of: session, replacing: all.first { $0["session_id"]?.string == session.text }, at: time)
    json["sessions"] = .array([entry] + all.filter { $0["session_id"]?.string != session.text })
    json["event_id"] = .integer(event)
    json["updated_at"] = .string(time)
  }
}

extension EventIndex {
  private static func entry(
    _ manifest: SessionManifest, of session: SessionName, replacing old: JSONDocument?, at time: String
  ) -> JSONDocument {
    var entry = old ?? .members([:])
    entry["session_id"] = .string(session.text)
    entry["created_at"] = .string(manifest.createdAt ?? time)
    entry["thumb_path"] = manifest.thumbnail.map { .string($0) }
    entry["gallery_path"] = .string("s/\(session.text)")
    return entry
  }

  /// As it is stored. Where it would grow beyond what can be read again, its oldest sessions go out of the list; their own
  /// pages stay.
  mutating func fittingBytes() -> [UInt8] {
    while true {
      let bytes = json.bytes
      let all = json["sessions"]?.array ?? []
      guard bytes.count > Self.mostBytes, !all.isEmpty else { return bytes }
      json["sessions"] = .array(Array(all.prefix(all.count * 9 / 10)))
    }
  }

  /// Takes several sessions' entries away; false when none of them has any.
  mutating func remove(_ sessions: [SessionName]) -> Bool { sessions.reduce(false) { remove($1) || $0 } }

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
  /// Puts a session into its event's index, with who may see the event.
  func addToIndex(
    _ manifest: SessionManifest, _ event: EventID, _ session: SessionName, said: Event.GalleryAccess?
  ) async throws(ObjectStoreError) {
    let time = timestamp
    try await changeIndex(event) { index in
      self.note(said, of: event, in: &index)
      index.put(manifest, of: session, event: event, at: time)
      return true
    }
  }

  /// Keeps who may see the event, before a booth that says so has an answer: a closed event's first session is not
  /// seen. Saying nothing loosens nothing.
  func keep(_ said: Event.GalleryAccess?, of event: EventID) async throws {
    guard let said, event > 0, !(configuration.definitionsDecide && configuration.events[event] != nil) else { return }
    if configuration.lists == .keys { return try await keepAccess(said, of: event) }
    let known = try await index(event)?.access
    guard configuration.access(event, said: known) != configuration.access(event, said: said) else { return }
    try await changeIndex(event) { self.note(said, of: event, in: &$0) }
  }

  @discardableResult
  func note(_ said: Event.GalleryAccess?, of event: EventID, in index: inout EventIndex) -> Bool {
    let before = index.access
    let after = noted(said, of: event, before: before)
    if after != before { index.access = after }
    return after != before
  }

  /// Who may see an event from now on.
  /// - Parameters:
  ///   - said: what a booth says with what it brings; nil for nothing.
  ///   - before: what is kept of what was said before.
  func noted(
    _ said: Event.GalleryAccess?, of event: EventID, before: Event.GalleryAccess?
  ) -> Event.GalleryAccess? {
    if configuration.definitionsDecide, let defined = configuration.events[event]?.gallery {
      // What a booth says stands for when the definition is gone; an open one needs no mark but for that.
      return defined == .link ? .link : said ?? (before == .link ? nil : before)
    }
    if let said { return said }
    return before ?? (configuration.events[event]?.gallery == .link ? .link : nil)
  }

  /// Changes an event's index, also while others do the same: a write that finds another version than it read reads
  /// again. One that is damaged is set aside, and made anew.
  /// - Parameter change: false leaves it as it is.
  func changeIndex(
    _ event: EventID, _ change: @Sendable (inout EventIndex) -> Bool
  ) async throws(ObjectStoreError) {
    let key = EventNames.index(event)
    try await indexTurns.take(event) { () async throws(ObjectStoreError) in
      // Each round some writer has succeeded, so this ends; the bound is for a store whose conditions do not work.
      for _ in 0..<1000 {
        let found = try await indexBytes(event)
        var index = EventIndex(newFor: event)
        var isMended = false
        if let found {
          do throws(EventIndex.Fault) { index = try EventIndex(found.1) } catch {
            index = try await indexMadeAnew(event, insteadOf: found.1, error)
            isMended = true
          }
        }
        guard change(&index) || isMended else { return }
        do throws(ObjectStoreError) {
          _ = try await store.write(
            key, contentType: "application/json", condition: found.map { .ifMatch($0.0.etag) } ?? .ifAbsent,
            bytes: index.fittingBytes())
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
