import BoothCore
import Documents
import StudioModel
import StudioStore
import Synchronization
import Testing

@testable import StudioServer

@Suite(.timeLimit(.minutes(15))) struct SettingsTests {
  @Test func `administrators set what the organisation is called, and others do not`() async throws {
    try await StudioLab.run { lab in
      let admin = try await lab.join("anna", Standing(.admin))
      #expect(try await lab.get("/account", cookie: admin).text.contains("href=\"/settings\""))
      let page = try await lab.get("/settings", cookie: admin)
      #expect(
        page.status == 200 && page.text.contains("<code>firebase.project</code></dt><dd><bdi dir=\"ltr\">jerusalem"))
      #expect(page.text.contains("<code>firebase.key</code></dt><dd><em>Not set</em>"))
      let name = "\u{2067}ארגון\u{2069} <b>"
      #expect(try await lab.post("/settings", cookie: admin, ["organisationName": name]).status == 303)
      #expect(try await lab.get("/settings", cookie: admin).text.contains("value=\"\u{2067}ארגון\u{2069} &lt;b&gt;\""))
      for (index, standing) in [Standing(.manager), .photographer, Standing(.employee)].enumerated() {
        let cookie = try await lab.join("other\(index)", standing)
        #expect(try await lab.get("/booth", cookie: cookie).text.contains("<bdi>ארגון &lt;b&gt;</bdi>"))
        #expect(try await lab.get("/settings", cookie: cookie).status == 403)
        #expect(try await lab.post("/settings", cookie: cookie, ["organisationName": "mine"]).status == 403)
        #expect(try await !lab.get("/account", cookie: cookie).text.contains("href=\"/settings\""))
      }
      #expect(try await lab.post("/settings", cookie: admin, ["organisationName": " "]).status == 303)
      #expect(try await lab.get("/booth", cookie: admin).text.contains("<bdi>Booth</bdi>"))
    }
  }

  @Test(arguments: [
    "tiles", "javascript:alert(1)//{z}{x}{y}", "http://tiles.example.org/{z}/{x}/{y}.png",
    "https://tiles.example.org/{z}/{x}.png", "https:///{z}/{x}/{y}", "https://a b/{z}/{x}/{y}",
  ])
  func `what is no address of tiles comes back with what is wrong, and is not kept`(_ text: String) async throws {
    try await StudioLab.run { lab in
      let admin = try await lab.join("anna", Standing(.admin))
      let reply = try await lab.post("/settings", cookie: admin, ["organisationName": "New", "tiles": text])
      #expect(
        reply.status == 422 && reply.text.contains("Enter an address that begins with https://")
          && reply.text.contains("value=\"New\""))
      #expect(try await lab.accounts.preferences(of: lab.accounts.organisation.text) == StudioPreferences())
    }
  }

  @Test func `tiles are kept, but not where the start has set them`() async throws {
    let tiles = "https://tiles.example.org/{z}/{x}/{y}.png"
    try await StudioLab.run { lab in
      let admin = try await lab.join("anna", Standing(.admin))
      #expect(try await lab.post("/settings", cookie: admin, ["tiles": tiles, "tilesAttribution": "us"]).status == 303)
      let kept = try await lab.accounts.preferences(of: lab.accounts.organisation.text)
      #expect(kept[.tiles] == tiles && kept[.tilesAttribution] == "us")
    }
    try await StudioLab.run(fixed: [.tiles: "https://set.example.org/{z}/{x}/{y}"]) { lab in
      let admin = try await lab.join("anna", Standing(.admin))
      let page = try await lab.get("/settings", cookie: admin).text
      #expect(
        page.contains("value=\"https://set.example.org/{z}/{x}/{y}\" readonly")
          && page.contains("This is set in the studio’s start settings."))
      #expect(try await lab.post("/settings", cookie: admin, ["tiles": tiles]).status == 303)
      #expect(try await lab.accounts.preferences(of: lab.accounts.organisation.text)[.tiles] == nil)
    }
  }

  @Test func `everybody chooses their own name and appearance, and nobody else's`() async throws {
    try await StudioLab.run { lab in
      let ben = try await lab.join("ben", Standing(.employee))
      let eva = try await lab.join("eva", Standing(.employee))
      #expect(try await lab.post("/account/name", cookie: ben, ["shown": "  Ben Ami "]).status == 303)
      #expect(try await lab.get("/account", cookie: ben).text.contains("<h1><bdi>Ben Ami</bdi></h1>"))
      #expect(try await lab.post("/account/name", cookie: ben, ["shown": "x\u{202E}y"]).status == 303)
      #expect(try await lab.get("/account", cookie: ben).text.contains("contains characters that cannot be shown"))
      #expect(try await lab.post("/account/look", cookie: ben, ["look": "dark"]).status == 303)
      #expect(try await lab.get("/booth", cookie: ben).text.contains("dir=\"ltr\" data-look=\"dark\">"))
      let hers = try await lab.get("/account", cookie: eva).text
      #expect(hers.contains("<h1><bdi>eva</bdi></h1>") && !hers.contains("data-look=\""))
      #expect(try await lab.post("/account/look", cookie: ben, ["look": "\"><script>"]).status == 303)
      #expect(try await !lab.get("/booth", cookie: ben).text.contains("data-look"))
      #expect(try await lab.post("/account/name", cookie: ben, ["shown": ""]).status == 303)
      #expect(try await lab.get("/account", cookie: ben).text.contains("<h1><bdi>ben</bdi></h1>"))
    }
  }

  @Test func `where nobody has an account yet, nobody is told to ask an administrator`() async throws {
    try await StudioLab.run { lab in
      let first = try await lab.get("/sign-in").text
      #expect(first.contains("There are no accounts yet.") && !first.contains("Ask an administrator for a link."))
      _ = try await lab.join("anna", Standing(.admin))
      #expect(try await lab.get("/sign-in").text.contains("Ask an administrator for a link."))
    }
  }

  @Test func `a session of which nothing is uploaded is not said to be on its way`() async throws {
    try await StudioLab.run { lab in
      lab.booth.notes.withLock { notes in
        notes.sessions = ["https://example.org/s/1", nil].map {
          GuestSession(
            id: $0 == nil ? "S2" : "S1", event: "wedding", state: "finished", openedAt: 0, secondsFromUTC: 0, link: $0,
            photos: 1)
        }
      }
      let cookie = try await lab.join("anna", Standing(.admin))
      let page = try await lab.get("/sessions", cookie: cookie).text
      #expect(page.ranges(of: "Waiting to upload").count == 1)
      #expect(page.ranges(of: "Only on this machine").count == 1)
    }
  }

  @Test func `a booth's event that is a location is called by its title`() async throws {
    try await StudioLab.run { lab in
      var report = NotedBooth.report()
      (report.event, report.events) = ("location:GATE", ["location:GATE", "wedding"])
      report.titles = ["location:GATE": "Jaffa <Gate>"]
      let told = report
      lab.booth.notes.withLock {
        $0.report = .success(told)
        $0.sessions = [
          GuestSession(
            id: "S1", event: "location:GATE", state: "uploaded", openedAt: 0, secondsFromUTC: 0, link: nil, photos: 1)
        ]
        $0.sessions[0].title = "Jaffa <Gate>"
      }
      let cookie = try await lab.join("anna", Standing(.admin))
      let page = try await lab.get("/booth", cookie: cookie).text
      #expect(page.contains("<bdi>Jaffa &lt;Gate&gt;</bdi>") && !page.contains(">location:GATE<"))
      #expect(page.contains("<option value=\"location:GATE\" selected>Jaffa &lt;Gate&gt;</option>"))
      #expect(try await lab.get("/sessions", cookie: cookie).text.contains("<bdi>Jaffa &lt;Gate&gt;</bdi>"))
    }
  }
}
