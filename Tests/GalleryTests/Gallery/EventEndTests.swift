import BoothCore
import BoothStore
import BoothTesting
import FoundationEssentials
import Logging
import Synchronization
import Testing

@testable import Gallery
@testable import WebSupport

/// Of an event that is over nothing is given any more; and its owner, and none else, deletes it.
@Suite struct EventEndTests {
  private static let logger = Logger(label: "owner") { _ in SwiftLogNoOpLogHandler() }
  private static let files = ["photo_0.jpg", "strip_photo.jpg", "video_0.mov", "manifest.json"]

  private static func end(_ owner: GalleryOwner, _ now: Date, of event: EventID = 7) async throws {
    var settings = try await owner.settings(of: event)
    settings.expiresAt = Int64(now.timeIntervalSince1970) - 10
    try await owner.set(settings, of: event)
  }

  private static func contents(_ store: any ObjectStore) async throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for object in try await store.all(prefix: "") {
      found[object.key.text] = try await store.readAll(object.key, limit: 1 << 20)?.1
    }
    return found
  }

  /// Two events, a session of one of which has a file in the other's folder too, and what is no gallery's.
  private static func furnish(_ lab: GalleryLab, _ store: any ObjectStore) async throws {
    for session in ["FIRST-7", "SECOND-7"] { try await lab.bring(session: session, says: "link") }
    try await lab.bring(event: 8, session: "OTHER-8")
    for (key, text) in [
      ("events/7/sessions/OTHER-8/photo_0.jpg", "strayed"), ("events/7/notes.txt", "a person's"),
      ("events/77/sessions/LIKE-77/photo_0.jpg", "another event"), ("sessions/FIRST-7/small/320-x.jpg", "small"),
      ("events/7/sessions/HALF-7/photo_0.jpg", "never complete"),
    ] {
      _ = try await store.write(try objectKey(key), contentType: "image/jpeg", bytes: Array(text.utf8))
    }
    _ = try await store.write(
      try objectKey("private/emails/emails_7.json"), contentType: "application/json", bytes: Array("[]".utf8))
  }

  @Test(arguments: FleetPlace.present)
  func `what an event has stored is not to be had by any key once it is over`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place) { fleet in
      let owner = GalleryOwner(fleet.store)
      try await Self.furnish(fleet.one, fleet.store)
      try await Self.end(owner, fleet.one.clock.now.addingTimeInterval(3600))
      let paths =
        Self.files.map { "events/7/sessions/FIRST-7/\($0)" } + [
          "sessions/FIRST-7/manifest.json", "sessions/FIRST-7/small/320-x.jpg",
        ]
      for lab in fleet.labs {
        for path in paths { #expect(try await lab.get("/asset?path=\(path)").status == 200, "\(path)") }
      }
      let token = [("X-FotoX-Key", GalleryLab.token)]
      for lab in fleet.labs {
        lab.clock.advance(3600)
        for path in paths {
          #expect(try await lab.get("/asset?path=\(path)").status == 410, "\(path)")
          #expect(try await lab.redirect("/api/media?path=\(path)").status == 410, "\(path)")
          #expect(try await lab.get("/asset?path=\(path)", token).status == 200, "\(path)")
        }
        #expect(try await lab.get("/asset?path=sessions/OTHER-8/manifest.json").status == 200)
      }
    }
  }

  @Test(arguments: FleetPlace.present)
  func `an event that is over is deleted by its owner, and nothing else is`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place) { fleet in
      let owner = GalleryOwner(fleet.store)
      try await Self.furnish(fleet.one, fleet.store)
      let before = try await Self.contents(fleet.store)
      await #expect(throws: EventDeletionFault.isOpen) {
        _ = try await owner.deleteSessions(of: 7, lists: .keys, at: fleet.one.clock.now, logger: Self.logger)
      }
      #expect(try await Self.contents(fleet.store) == before)
      try await Self.end(owner, fleet.one.clock.now)
      let held = try await owner.holdings(of: 7)
      #expect(held.sessions == 4 && held.foreign == 1)
      let deleted = try await owner.deleteSessions(of: 7, lists: .keys, at: fleet.one.clock.now, logger: Self.logger)
      #expect(deleted == held)
      let expected = before.filter { key, _ in
        let isOf7 = key.hasPrefix("events/7/") && key != "events/7/notes.txt"
        return !isOf7 && !key.hasPrefix("sessions/FIRST-7/") && !key.hasPrefix("sessions/SECOND-7/")
      }
      var after = try await Self.contents(fleet.store)
      #expect(after.removeValue(forKey: "private/events/7/settings.json") != nil)
      for session in ["FIRST-7", "SECOND-7", "HALF-7"] {
        let tombstone = try JSONReader.read(after.removeValue(forKey: "sessions/\(session)/erased.json") ?? [])
        #expect(tombstone["event_id"] == 7 && tombstone["session_id"] == .string(session))
      }
      #expect(after == expected)
      // Nothing is left to be deleted, and nothing comes back.
      let rest = try await owner.holdings(of: 7)
      #expect(rest.sessions == 0 && rest.objects == 0 && rest.foreign == 1)
      for lab in fleet.labs {
        #expect(try await lab.get("/e/7").status == 410)
        #expect(try await lab.get("/s/FIRST-7").status == 410)
        #expect(try await lab.complete(session: "FIRST-7").status == 410)
        #expect(try await lab.get("/s/OTHER-8").status == 200)
      }
      // Opened again, it is as closed as it was, and empty.
      var settings = try await owner.settings(of: 7)
      settings.expiresAt = nil
      try await owner.set(settings, of: 7)
      #expect(try await fleet.other.get("/e/7").status == 403)
      #expect(try await fleet.other.get("/api/events/7", [("X-FotoX-Key", GalleryLab.token)]).json["sessions"] == [])
    }
  }

  @Test func `a folder's gallery keeps who may see the event, and loses its sessions`() async throws {
    try await GalleryLab.run { lab in
      let owner = GalleryOwner(lab.store)
      try await Self.furnish(lab, lab.store)
      try await Self.end(owner, lab.clock.now)
      let deleted = try await owner.deleteSessions(of: 7, lists: .index, at: lab.clock.now, logger: Self.logger)
      #expect(deleted.sessions == 4 && deleted.objects >= 12)
      let index = try JSONReader.read(try #require(try await lab.store.readAll(EventNames.index(7), limit: 1 << 20)).1)
      #expect(index["sessions"] == [] && index["gallery"] == "link")
      #expect(try await lab.get("/s/SECOND-7").status == 410)
      #expect(try await lab.get("/s/OTHER-8").status == 200)
      var settings = try await owner.settings(of: 7)
      settings.expiresAt = nil
      try await owner.set(settings, of: 7)
      #expect(try await lab.get("/e/7").status == 403)
      let left = try await lab.store.all(prefix: "events/7/").map(\.key.text).sorted()
      #expect(left == ["events/7/index.json", "events/7/notes.txt"])
    }
  }

  /// A folder that fails for ever from one of its changes on.
  private final class FailingStore: WrappedStore {
    let inner: FolderObjectStore
    private let left: Mutex<Int>

    init(_ inner: FolderObjectStore, after changes: Int) {
      self.inner = inner
      left = Mutex(changes)
    }

    private func change(_ key: ObjectKey) throws(ObjectStoreError) {
      let isOver = left.withLock { left in
        left -= 1
        return left < 0
      }
      if isOver { throw ObjectStoreError(.unavailable, subject: key.text, detail: "it is away") }
    }

    func write(
      _ key: ObjectKey, contentType: String, condition: WriteCondition, sizeBytes: Int64?, body: ByteStream
    ) async throws(ObjectStoreError) -> ObjectInfo {
      try change(key)
      return try await inner.write(
        key, contentType: contentType, condition: condition, sizeBytes: sizeBytes, body: body)
    }

    func delete(_ key: ObjectKey) async throws(ObjectStoreError) {
      try change(key)
      try await inner.delete(key)
    }
  }

  @Test(arguments: [GalleryConfiguration.EventLists.index, .keys])
  func `a deletion that is cut off at any step is finished by the next`(_ lists: GalleryConfiguration.EventLists)
    async throws
  {
    var steps = 0
    let configure: @Sendable (inout GalleryConfiguration) -> Void = { $0.lists = lists }
    let done = Done()
    while !done.isSet {
      steps += 1
      let most = steps
      try await GalleryLab.run(configure: configure) { lab in
        let owner = GalleryOwner(lab.store)
        try await Self.furnish(lab, lab.store)
        try await Self.end(owner, lab.clock.now)
        let failing = GalleryOwner(FailingStore(lab.store, after: most))
        do {
          _ = try await failing.deleteSessions(of: 7, lists: lists, at: lab.clock.now, logger: Self.logger)
          done.set()
        } catch let error as ObjectStoreError {
          #expect(error.code == .unavailable)
        }
        _ = try await owner.deleteSessions(of: 7, lists: lists, at: lab.clock.now, logger: Self.logger)
        let rest = try await owner.holdings(of: 7)
        // A folder's list stays.
        #expect(rest.sessions == 0 && rest.objects == (lists == .index ? 1 : 0), "after \(most) steps: \(rest)")
        for session in ["FIRST-7", "SECOND-7", "HALF-7"] {
          #expect(
            try await lab.store.info(try SessionName(session).tombstone) != nil, "after \(most) steps: \(session)")
          #expect(try await lab.get("/s/\(session)").status == 410)
          let left = try await lab.store.all(prefix: "sessions/\(session)/").map(\.key.text)
          #expect(left == ["sessions/\(session)/erased.json"], "after \(most) steps: \(session)")
        }
        #expect(try await lab.get("/s/OTHER-8").status == 200)
      }
      try #require(steps < 60)
    }
    #expect(steps > 10)
  }

  private final class Done: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
  }
}
