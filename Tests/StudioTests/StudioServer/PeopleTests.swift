import Documents
import FoundationEssentials
import NIOHTTP1
import StudioModel
import Testing

@testable import StudioServer
@testable import StudioStore

@Suite(.timeLimit(.minutes(15))) struct PeopleTests {
  @Test func `the list marks the reader's own account, and an address is said once`() async throws {
    try await StudioLab.run { lab in
      let admin = try await lab.join("anna@example.org", Standing(.admin))
      _ = try await lab.join("ben@example.org", .photographer)
      let ben = try #require(try await person("ben@example.org", lab))
      try await lab.accounts.setDisplayName("Ben <b>", of: ben.id)
      let page = try await lab.get("/people", cookie: admin).text
      let rows = page.components(separatedBy: "<li class=\"person\">").dropFirst()
      #expect(rows.count == 2)
      let own = try #require(rows.first { $0.contains("<strong><bdi>anna@example.org</bdi></strong>") })
      #expect(own.contains("<span class=\"badge\">You</span><span class=\"quiet\">Administrator</span>"))
      let other = try #require(rows.first { $0.contains("<strong><bdi>Ben &lt;b&gt;</bdi></strong>") })
      #expect(
        other.contains(
          "</strong><span class=\"quiet\"><bdi>ben@example.org</bdi></span><span class=\"quiet\">Photographer</span>"))
      #expect(!other.contains(">You<"))
      // What can be done is behind one button a person, and removing an account takes a second press.
      #expect(page.ranges(of: "<details class=\"person-menu\" data-menu><summary").count == 2)
      let details = try #require(other.components(separatedBy: "<details>").last)
      #expect(details.contains("formaction=\"/people/end\"") && details.contains("signed out on all devices"))
    }
  }

  @Test func `an administrator changes name and role together, of a member who is there`() async throws {
    try await StudioLab.run { lab in
      let admin = try await lab.join("anna", Standing(.admin))
      _ = try await lab.join("ben", Standing(.employee))
      let id = try #require(try await person("ben", lab)).id.text
      func save(_ fields: [String: String]) async throws -> Int {
        try await lab.post("/people/standing", cookie: admin, fields.merging(["user": id]) { $1 }).status
      }
      #expect(try await save(["standing": "photographer", "shown": " Ben Ami "]) == 303)
      var ben = try await person("ben", lab)
      #expect(ben?.displayName == "Ben Ami" && ben?.standing == .photographer)
      // A form without the name, as an earlier page has it, leaves the name.
      #expect(try await save(["standing": "manager"]) == 303)
      ben = try await person("ben", lab)
      #expect(ben?.displayName == "Ben Ami" && ben?.standing == Standing(.manager))
      // A name that cannot be shown changes nothing, the role neither.
      #expect(try await save(["standing": "employee", "shown": "x\u{202E}y"]) == 303)
      #expect(try await lab.get("/people", cookie: admin).text.contains("characters that cannot be shown"))
      ben = try await person("ben", lab)
      #expect(ben?.displayName == "Ben Ami" && ben?.standing == Standing(.manager))
      #expect(try await lab.post("/people/end", cookie: admin, ["user": id]).status == 303)
      for fields in [["standing": "admin", "shown": "Eve"], ["standing": "admin"]] {
        #expect(try await save(fields) == 404, "\(fields)")
      }
      #expect(try await person("ben", lab)?.displayName == "Ben Ami")
    }
  }

  @Test func `a link says who it is for, and its end once`() async throws {
    try await StudioLab.run(publicBaseURL: "https://studio.example.org") { lab in
      let admin = try await lab.join("anna", Standing(.admin))
      _ = try await lab.join("ben", Standing(.employee))
      func page(after path: String, _ fields: [String: String]) async throws -> String {
        let sent = try await lab.send(
          .POST, path, cookie: admin, [("Origin", "https://studio.example.org")],
          form: fields.merging([FormGuard.field: FormGuard.token(admin)]) { $1 })
        #expect(sent.status == 303)
        return try await lab.get("/people", cookie: admin).text
      }
      let named = try await page(after: "/people/invite", ["standing": "photographer", "name": "Dana <i>"])
      #expect(named.contains("<h2>Invitation · <bdi>Dana &lt;i&gt;</bdi> · Photographer</h2>"))
      #expect(named.ranges(of: "xpires").count == 1 && named.contains("Expires in 7 days"))
      let nameless = try await page(after: "/people/invite", ["standing": "manager"])
      #expect(nameless.contains("<h2>Invitation · Manager</h2>"))
      let id = try #require(try await person("ben", lab)).id.text
      let password = try await page(after: "/people/password", ["user": id])
      #expect(password.contains("<h2>Reset password · <bdi>ben</bdi></h2>"))
      lab.moment.change { $0 += 6 * 86400 - 1800 }
      #expect(try await lab.get("/people", cookie: admin).text.contains("Expires tomorrow"))
      lab.moment.change { $0 += 86400 - 1800 }
      #expect(try await lab.get("/people", cookie: admin).text.contains("Expires in 1 hour<"))
    }
  }

  private func person(_ name: String, _ lab: StudioLab) async throws -> Person? {
    try await lab.accounts.people(of: lab.accounts.organisation).first { $0.name == name }
  }
}
