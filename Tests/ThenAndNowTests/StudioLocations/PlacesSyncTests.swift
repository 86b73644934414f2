import BoothCore
import Documents
import NIOHTTP1
import StudioModel
import Synchronization
import Testing

@testable import LocationLibrary
@testable import StudioLocations
@testable import StudioServer

/// A sync that is as it is told to be, and notes what it is asked.
private final class NotedSync: StudioSync {
  struct Notes: Sendable {
    var standing = SyncStanding(
      missing: [], project: "jerusalem", account: "a@example.org", needsPassword: false, lastAt: nil, run: nil)
    var begun: [SyncRequest] = []
    var passwords: [String?] = []
  }

  let notes = Mutex(Notes())

  func standing() async throws(PlaceError) -> SyncStanding { notes.withLock { $0.standing } }
  func begin(_ request: SyncRequest, password: String?) async throws(PlaceError) -> Bool {
    notes.withLock {
      guard !$0.standing.isUnderWay else { return false }
      $0.begun.append(request)
      $0.passwords.append(password)
      $0.standing.run = .underWay(request, done: 0, all: 0)
      return true
    }
  }
  func goOn() async {}
  func end() {}
}

@Suite(.timeLimit(.minutes(15))) struct PlacesSyncTests {
  private static func line(_ step: String, _ result: String, _ title: String) -> SyncResult.Line {
    SyncResult.Line(
      location: "id", title: title, step: step, why: "was changed <here>", result: result,
      failure: result == "failed" ? "no <room>" : nil)
  }

  @Test func `managers sync; others do not learn that there is one`() async throws {
    let sync = NotedSync()
    try await PlacesLab.run(sync: sync) { lab in
      for (name, standing, may) in [
        ("admin", Standing(.admin), true), ("manager", Standing(.manager), true),
        ("photographer", .photographer, false), ("employee", Standing(.employee), false),
      ] {
        let cookie = try await lab.join(name, standing)
        #expect(try await lab.get("/places/sync", cookie).status == (may ? 200 : 403), "\(name)")
        #expect(try await lab.get("/places/sync/progress", cookie).status == (may ? 204 : 403), "\(name)")
        let reply = try await lab.post("/places/sync", cookie, ["direction": "both", "do": "sync"])
        #expect(reply.status == (may ? 303 : 403), "\(name)")
        sync.notes.withLock { $0.standing.run = nil }
      }
      #expect(sync.notes.withLock { $0.begun.count } == 2)
      let photographer = try await lab.join("other", .photographer)
      #expect(try await !lab.get("/places/transfer", photographer).text.contains("/places/sync"))
    }
  }

  @Test func `what is missing is named, and nothing begins`() async throws {
    let sync = NotedSync()
    sync.notes.withLock { $0.standing.missing = ["firebase.project", "firebase.key"] }
    try await PlacesLab.run(sync: sync) { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      let page = try await lab.get("/places/sync", cookie).text
      #expect(page.contains("not set up yet") && page.contains("<code>firebase.key</code>"))
      #expect(!page.contains("name=\"direction\""))
      #expect(try await lab.post("/places/sync", cookie, ["direction": "both", "do": "sync"]).status == 303)
      #expect(sync.notes.withLock { $0.begun.isEmpty })
    }
  }

  @Test func `a way and a rehearsal are asked for as they were chosen, with the password where it is needed`()
    async throws
  {
    let sync = NotedSync()
    sync.notes.withLock { $0.standing.needsPassword = true }
    try await PlacesLab.run(sync: sync) { lab in
      let cookie = try await lab.join("anna", Standing(.manager))
      #expect(try await lab.get("/places/sync", cookie).text.contains("name=\"password\""))
      for (direction, act) in [("push", "rehearse"), ("pull", "sync")] {
        sync.notes.withLock { $0.standing.run = nil }
        let reply = try await lab.post(
          "/places/sync", cookie, ["direction": direction, "do": act, "password": act == "sync" ? "secret" : ""])
        #expect(reply.status == 303)
      }
      #expect(
        sync.notes.withLock { $0.begun } == [
          SyncRequest(.push, isRehearsal: true), SyncRequest(.pull, isRehearsal: false),
        ])
      #expect(sync.notes.withLock { $0.passwords } == [nil, "secret"])
      for fields in [["direction": "up", "do": "sync"], ["direction": "both", "do": "x"], [:]] {
        #expect(try await lab.post("/places/sync", cookie, fields).status == 404)
      }
    }
  }

  @Test func `how far it is stands on the page, and a second one waits`() async throws {
    let sync = NotedSync()
    let request = SyncRequest(.both, isRehearsal: false)
    sync.notes.withLock { $0.standing.run = .underWay(request, done: 3, all: 12) }
    try await PlacesLab.run(sync: sync) { lab in
      let cookie = try await lab.join("anna", Standing(.manager))
      let page = try await lab.get("/places/sync", cookie).text
      #expect(page.contains("3 of 12 done…") && page.contains("data-working=\"/places/sync/progress\""))
      #expect(!page.contains("name=\"direction\""))
      #expect(try await lab.get("/places/sync/progress", cookie).text == "3 of 12 done…")
      _ = try await lab.post("/places/sync", cookie, ["direction": "both", "do": "sync"])
      #expect(try await lab.get("/places/sync", cookie).text.contains("already running"))
      #expect(sync.notes.withLock { $0.begun.isEmpty })
    }
  }

  @Test func `what came of it is told location by location, as text`() async throws {
    let sync = NotedSync()
    let lines =
      [
        Self.line("push", "done", "<b>Gate</b>"), Self.line("pull", "failed", "Tower"),
        Self.line("leave", "planned", "Odd"),
      ]
      + (0..<300).map { Self.line("deleteHere", "overtaken", "Place \($0)") }
    let result = SyncResult(
      same: 7, picturesSent: 2, picturesReceived: 1, clockAheadSeconds: -600, failure: nil, whole: false,
      locations: lines)
    sync.notes.withLock { $0.standing.run = .ended(SyncRequest(.both, isRehearsal: false), result) }
    try await PlacesLab.run(sync: sync) { lab in
      let cookie = try await lab.join("anna", Standing(.manager))
      let page = try await lab.get("/places/sync", cookie).text
      #expect(page.contains("Not everything was synced") && page.contains("wrong by 10 minutes"))
      #expect(
        page.contains("&lt;b&gt;Gate&lt;/b&gt;") && page.contains("was changed &lt;here&gt;")
          && page.contains("no &lt;room&gt;"))
      #expect(page.contains("Same on both sides: 7") && page.contains("Pictures sent: 2, received: 1"))
      #expect(page.contains("Place 196") && !page.contains("Place 197") && page.contains("And 103 more."))
      sync.notes.withLock {
        var rehearsed = result
        rehearsed.locations = []
        $0.standing.run = .ended(SyncRequest(.both, isRehearsal: true), rehearsed)
      }
      let rehearsal = try await lab.get("/places/sync", cookie).text
      #expect(rehearsal.contains("Preview: nothing was changed.") && rehearsal.contains("Nothing to sync."))
      sync.notes.withLock { $0.standing.run = .failed(SyncRequest(.both, isRehearsal: true), "signing in: <no>") }
      #expect(try await lab.get("/places/sync", cookie).text.contains("signing in: &lt;no&gt;"))
    }
  }
}
