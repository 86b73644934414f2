import Documents
import NIOHTTP1
import StudioModel
import StudioStore
import Synchronization
import Testing

@testable import StudioServer

@Suite struct OtherBoothTests {
  @Test(arguments: ["/booth", "/booth/state", "/booth/pause", "/sessions", "/check", "/log"])
  func `a page of another booth is this machine's, elsewhere`(own: String) {
    let path = BoothPath.of("b2", own)
    #expect(path.hasPrefix("/booths/b2"))
    let split = BoothPath.split(path)
    #expect(split?.id == "b2")
    #expect(split?.own == own)
    #expect(BoothPath.of(nil, own) == own)
  }

  @Test(arguments: ["/booth", "/booths", "/booths/", "/sessions", "", "/", "/people"])
  func `other paths are of no other booth`(path: String) { #expect(BoothPath.split(path) == nil) }

  @Test func `what another studio may ask is what its account may`() async throws {
    try await StudioLab.run { lab in
      let (employee, photographer) = (
        try await lab.join("eve", Standing(.employee)), try await lab.join("paul", .photographer)
      )
      // The log is for those who keep the studio.
      let manager = try await lab.join("mia", Standing(.manager))
      for (path, isForAll) in [
        ("/booth/report", true), ("/booth/guests", false), ("/booth/examination", false), ("/booth/lines", false),
      ] {
        let allowed = path == "/booth/lines" ? manager : photographer
        #expect(try await lab.get(path, cookie: employee).status == (isForAll ? 200 : 403), "\(path)")
        let answer = try await lab.get(path, cookie: allowed)
        #expect(answer.status == 200, "\(path)")
        #expect(answer.headers.first(name: "Content-Type") == "application/json")
        #expect(try await lab.get(path).status != 200, "\(path)")
      }
      #expect(try await lab.get("/booth/lines", cookie: photographer).status == 403)
      #expect(try await lab.get("/booth/lines?count=-9999999999999999999", cookie: manager).status == 200)
    }
  }

  @Test func `a booth that nobody added is not there, and cannot be told anything`() async throws {
    try await StudioLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      for path in ["/booths", "/booths/b2", "/booths/b2/state", "/booths/b2/sessions", "/booths/b2/nothing"] {
        #expect(try await lab.get(path, cookie: cookie).status == 404, "\(path)")
      }
      #expect(try await lab.post("/booths/b2/pause", cookie: cookie).status == 404)
      #expect(lab.booth.notes.withLock { $0.orders }.isEmpty)
    }
  }

  @Test func `a link for a person's new password lets no studio in`() async throws {
    try await StudioLab.run { lab in
      _ = try await lab.join("anna", Standing(.admin))
      let person = try #require(try await lab.accounts.people(of: lab.accounts.organisation).first)
      let secret = try await lab.accounts.invite(
        .password(person.id, name: person.name), to: lab.accounts.organisation, by: nil, at: lab.moment.value)
      let key = String(repeating: "k", count: 32)
      let fields = ["name": "studio-x", "password": "another password", "again": "another password"]
      let refused = try await lab.post("/join/\(secret)", cookie: key, fields.merging(["machine": "1"]) { $1 })
      #expect(refused.status == 404)
      #expect(refused.cookie == nil)
      // It is still good for the person.
      #expect(try await lab.post("/join/\(secret)", cookie: key, fields).status == 303)
    }
  }

  @Test func `the secret is read out of the right cookie only`() {
    #expect(StudioPass.secret(in: "booth_studio=abc; Path=/; HttpOnly") == "abc")
    #expect(StudioPass.secret(in: "booth_studio=; Max-Age=0") == nil)
    #expect(StudioPass.secret(in: "other=abc") == nil)
  }
}
