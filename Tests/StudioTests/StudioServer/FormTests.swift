import BoothCore
import Documents
import FoundationEssentials
import NIOHTTP1
import StudioModel
import StudioStore
import Synchronization
import Testing

@testable import StudioServer

@Suite(.timeLimit(.minutes(15))) struct FormTests {
  @Test func `a form of ours is carried out, and what it said stands on the next page`() async throws {
    try await StudioLab.run { lab in
      let session = try await lab.join("anna", Standing(.admin))
      let reply = try await lab.post("/booth/pause", cookie: session)
      #expect(reply.status == 303 && reply.location == "/booth")
      #expect(lab.booth.notes.withLock { $0.orders } == [.pause])
      #expect(try await lab.get("/booth", cookie: session).text.contains("<p>The booth is paused.</p>"))
      #expect(try await !lab.get("/booth", cookie: session).text.contains("is paused"), "it is said once")
      let part = try await lab.send(
        .POST, "/booth/resume", cookie: session, [("Origin", lab.base), ("X-Booth-Part", "1")],
        form: [FormGuard.field: FormGuard.token(session)])
      #expect(part.status == 200 && part.text == #"{"ok":true,"said":"The booth is open for guests."}"#)
    }
  }

  @Test func `a form from elsewhere, or without its token, does nothing`() async throws {
    try await StudioLab.run { lab in
      let session = try await lab.join("anna", Standing(.admin))
      let other = try await lab.join("ben", Standing(.admin))
      let token = FormGuard.token(session)
      func send(_ headers: [(String, String)], _ form: [String: String]) async throws -> Int {
        try await lab.send(.POST, "/booth/pause", cookie: session, headers, form: form).status
      }
      let good = ["token": token]
      #expect(try await send([], good) == 403, "nobody says where it comes from")
      #expect(try await send([("Origin", "http://evil.example")], good) == 403)
      #expect(try await send([("Origin", "null")], good) == 403)
      #expect(try await send([("Origin", "http://127.0.0.1:1")], good) == 403, "another port is another origin")
      #expect(try await send([("Origin", lab.base), ("Sec-Fetch-Site", "cross-site")], good) == 403)
      #expect(try await send([("Origin", lab.base), ("Sec-Fetch-Site", "same-site")], good) == 403)
      #expect(try await send([("Origin", lab.base)], [:]) == 403)
      #expect(try await send([("Origin", lab.base)], ["token": FormGuard.token(other)]) == 403, "somebody else's")
      #expect(try await send([("Origin", lab.base), ("Content-Type", "text/plain")], good) == 403)
      #expect(try await lab.get("/booth/pause", cookie: session).status == 404)
      #expect(try await lab.send(.DELETE, "/booth", cookie: session).status == 405)
      #expect(lab.booth.notes.withLock { $0.orders }.isEmpty)
      #expect(try await send([("Sec-Fetch-Site", "same-origin")], good) == 303)
    }
  }

  @Test func `a body that is too large is refused, and the studio lives`() async throws {
    try await StudioLab.run { lab in
      let session = try await lab.join("anna", Standing(.admin))
      let reply = try await lab.post("/booth/pause", cookie: session, ["x": String(repeating: "x", count: 300_000)])
      #expect(reply.status == 413)
      #expect(try await lab.get("/health").status == 200)
    }
  }

  /// What each may do, over the network; the table itself is tried in `PermissionTests`.
  @Test func `everybody gets as far as their role`() async throws {
    try await StudioLab.run { lab in
      let orders: [(String, [String: String], BoothOrder)] = [
        ("pause", [:], .pause), ("resume", [:], .resume), ("press", ["button": "start"], .press("start")),
        ("event", ["event": "wedding"], .chooseEvent("wedding")), ("retry", [:], .retry(nil)),
        ("retry", ["job": "12"], .retry("12")), ("cancel", ["job": "12"], .cancel("12")), ("shutdown", [:], .shutDown),
        ("erase", ["session": "S"], .erase("S")), ("prints-pause", [:], .prints(.pause)),
        ("prints-resume", [:], .prints(.resume)), ("prints-refilled", ["sheets": "400"], .prints(.refilled(400))),
        ("prints-refilled", [:], .prints(.refilled(nil))),
        ("prints-refilled", ["sheets": "12x"], .prints(.refilled(0))),
        ("print-confirm", ["print": "P"], .prints(.confirm("P"))),
        ("print-again", ["print": "P"], .prints(.again("P"))), ("print-cancel", ["print": "P"], .prints(.giveUp("P"))),
      ]
      for standing in Standing.all {
        let session = try await lab.join(standing.name, standing)
        let principal = Principal(
          user: UserID("x"), organisation: lab.accounts.organisation, standing: standing)
        for (name, fields, order) in orders {
          lab.booth.notes.withLock { $0.orders = [] }
          let status = try await lab.post("/booth/\(name)", cookie: session, fields).status
          let may = principal.may(order.action)
          #expect(status == (may ? 303 : 403), "\(standing.name) \(name)")
          #expect(lab.booth.notes.withLock { $0.orders } == (may ? [order] : []), "\(standing.name) \(name)")
        }
        let page = try await lab.get("/booth", cookie: session)
        #expect(page.status == 200)
        #expect(page.text.contains("id=\"pause\"") == principal.may(.operateBooth))
        #expect(page.text.contains("id=\"shutdown\"") == principal.may(.shutDownBooth))
        #expect(page.text.contains("id=\"cancel-12\"") == principal.may(.cancelJob))
        #expect(page.text.contains("Needs attention") && page.text.contains("Tried 3 times"))
        #expect(!page.text.contains("refused"), "why it failed is for the log")
        let people = try await lab.get("/people", cookie: session)
        #expect(people.status == (principal.may(.seePeople) ? 200 : 403))
        #expect(people.text.contains("/people/invite") == principal.may(.managePeople))
        for path in ["invite", "standing", "password", "end", "withdraw"] {
          let reply = try await lab.post(
            "/people/\(path)", cookie: session, ["standing": "admin", "user": "nobody", "name": "new-\(standing.name)"])
          if !principal.may(.managePeople) { #expect(reply.status == 403, "\(standing.name) \(path)") }
        }
      }
      #expect(try await lab.accounts.people(of: lab.accounts.organisation).count == Standing.all.count)
    }
  }

  @Test func `sessions, check, log and invitations are for those who run the booth, and are text`() async throws {
    try await StudioLab.run { lab in
      lab.booth.notes.withLock { notes in
        notes.sessions = (0..<3).map { number in
          GuestSession(
            id: "S\(number)<i>", event: "wed<i>", state: number == 2 ? "discarded" : "uploaded",
            openedAt: 3600 * Double(number), secondsFromUTC: 0, link: "http://x/s/\(number)\"<i>", photos: 3)
        }
      }
      for standing in Standing.all {
        let session = try await lab.join(standing.name, standing)
        let principal = Principal(user: UserID("x"), organisation: lab.accounts.organisation, standing: standing)
        for path in [
          "/sessions", "/check", "/booth/examination", "/booth/session-photo?session=S1%3Ci%3E", "/log", "/booth/lines",
          "/booth/event-picture?event=wedding",
        ] {
          let reply = try await lab.get(path, cookie: session)
          let action: StudioAction = ["/log", "/booth/lines"].contains(path) ? .seeLog : .operateBooth
          #expect(reply.status == (principal.may(action) ? 200 : 403), "\(standing.name) \(path)")
          let isPage = reply.headers.first(name: "Content-Type")?.hasPrefix("text/html") ?? false
          #expect(!isPage || !reply.text.contains("<i>") && !reply.text.contains("<b>"), "\(path)")
        }
        let booth = try await lab.get("/booth", cookie: session).text
        #expect(booth.contains("href=\"/log\"") == principal.may(.seeLog))
        #expect(booth.contains("href=\"/check\"") == principal.may(.operateBooth))
        let page = try await lab.get("/sessions", cookie: session).text
        #expect(page.ranges(of: "action=\"/booth/erase\"").count == (principal.may(.eraseSession) ? 2 : 0))
      }
      let admin = try await lab.join("one more", Standing(.admin))
      let photo = try await lab.get("/booth/session-photo?session=S1%3Ci%3E", cookie: admin)
      #expect(photo.headers.first(name: "Content-Type") == "image/jpeg")
      #expect(photo.headers.first(name: "Cache-Control") == "private, no-cache")
      for path in ["/booth/session-photo?session=S9", "/booth/session-photo"] {
        #expect(try await lab.get(path, cookie: admin).status == 404, "\(path)")
      }
      let list = try await lab.get("/sessions", cookie: admin).text
      #expect(list.ranges(of: "<img src=\"/booth/session-photo?session=S").count == 2, "an erased session has none")
      #expect(try await lab.get("/booth/event-picture?event=../x", cookie: admin).status == 404)
      #expect(try await lab.get("/booth/event-picture", cookie: admin).status == 404)
      let erased = try await lab.post("/booth/erase", cookie: admin, ["session": "S1", "back": "/sessions"])
      #expect(erased.location == "/sessions" && lab.booth.notes.withLock { $0.orders } == [.erase("S1")])
    }
  }
}
