import BoothCore
import BoothTesting
import Documents
import FoundationEssentials
import NIOHTTP1
import StudioModel
import StudioTesting
import Synchronization
import Testing

@testable import Firebase
@testable import StudioServer
@testable import StudioStore

/// People of an organisation sign in with the accounts that they have there, at a stand-in for Identity Toolkit and Firestore.
@Suite(.timeLimit(.minutes(15))) struct FirebaseAccountTests {
  @Test(arguments: Language.allCases) func `every sentence is there in every language`(_ language: Language) {
    let table = WaitingText.table(language)
    for text in WaitingText.allCases {
      #expect(table[text]?.isEmpty == false, "\(text.rawValue) in \(language.rawValue)")
    }
  }

  @Test func `the page has a door for the organisation, and the role is what its apps have`() async throws {
    try await FirebaseLab.run { lab in
      try lab.enlist("mia", Standing(.manager, isPhotographer: true))
      let page = try await lab.send(.GET, "/sign-in", nil)
      #expect(page.text.contains("The School") && page.text.contains("name=\"at\""))
      let cookie = String(
        try #require(page.headers["Set-Cookie"].first).dropFirst(StudioContext.cookie.utf8.count + 1).prefix {
          $0 != ";"
        })
      let wrong = try await lab.form(
        "/sign-in", cookie, ["at": "school", "name": "mia@example.org", "password": "no", "to": "/training"])
      #expect(wrong.status == 401 && wrong.text.contains("Incorrect name or password."))
      let right = try await lab.form(
        "/sign-in", cookie,
        ["at": "school", "name": " mia@example.org ", "password": "a long password", "to": "/training"])
      #expect(right.status == 303 && right.headers["Location"] == ["/training"])
      let session = String(
        try #require(right.headers["Set-Cookie"].first).dropFirst(StudioContext.cookie.utf8.count + 1).prefix {
          $0 != ";"
        })
      let (person, _) = try #require(try await lab.studio.accounts.signedIn(session, at: 1000))
      #expect(person.id == UserID("mia") && person.organisation == FirebaseLab.organisation)
      #expect(person.standing == Standing(.manager, isPhotographer: true) && person.displayName == "Mia Doe")
      #expect(try await lab.send(.GET, "/training", session).status == 200)
      // What lets the place go on is in no file of the studio's in the clear.
      for name in ["studio.sqlite", "studio.sqlite-wal"] {
        let bytes = FileManager.default.contents(atPath: lab.folder.path(name)) ?? Data()
        #expect(bytes.firstRange(of: Data("refresh-mia".utf8)) == nil)
      }
    }
  }

  @Test func `who cannot be let in hears why in a sentence`() async throws {
    try await FirebaseLab.run { lab in
      func trouble(_ name: String) async -> AccountError? {
        do throws(AccountError) {
          _ = try await lab.signIn(name)
          return nil
        } catch { return error }
      }
      try lab.enlist("mia", Standing(.manager))
      lab.standIn.enlist("stranger", email: "stranger@example.org", password: "a long password")
      #expect(await trouble("nobody") == .wrong)
      #expect(await trouble("stranger") == .elsewhere(.noMember))
      lab.standIn.forbid(["*"])
      lab.standIn.setRules(false)
      #expect(await trouble("mia") == .elsewhere(.notSetUp))
      lab.standIn.setAway(true)
      #expect(await trouble("mia") == .elsewhere(.unreachable))
      lab.standIn.setAway(false)
      lab.standIn.forbid([])
      lab.standIn.setDisabled(true, email: "mia@example.org")
      #expect(await trouble("mia") == .wrong)
      #expect(lab.words.all.withLock { $0.contains { $0.contains("rules forbid it") } })
      #expect(lab.words.all.withLock { $0.allSatisfy { !$0.contains("mia") } }, "logs name nobody")
      await #expect(throws: AccountError.wrong) {
        _ = try await lab.studio.accounts.signIn(
          at: "nowhere", name: "mia@example.org", password: "a long password", address: "a", agent: "", at: 1000)
      }
    }
  }

  @Test func `guessing is slowed as with the studio's own accounts`() async throws {
    try await FirebaseLab.run { lab in
      try lab.enlist("mia", Standing(.manager))
      var waits = 0
      for _ in 0..<7 {
        do throws(AccountError) { _ = try await lab.signIn("mia", password: "guess") } catch {
          if case .wait = error { waits += 1 } else { #expect(error == .wrong) }
        }
      }
      #expect(waits == 2)
      // Right would be right, and is not looked at before its time.
      await #expect(throws: AccountError.self) { _ = try await lab.signIn("mia") }
    }
  }

  @Test(arguments: ["disabled", "revoked", "removed", "somebody else's"])
  func `an account that ends there ends here`(_ how: String) async throws {
    try await FirebaseLab.run { lab in
      let mia = try await lab.join("mia", Standing(.manager), at: .firebase)
      #expect(try await lab.get("/training/team", as: mia).status == 200)
      switch how {
      case "disabled": lab.standIn.setDisabled(true, email: "mia@example.org")
      // What its tokens were good for, they are no more.
      case "revoked": lab.standIn.revoke(email: "mia@example.org")
      case "removed": try lab.standIn.write([.delete(try DocumentPath("users/mia"))])
      default:
        try lab.enlist("eve", Standing(.admin))
        let place = try #require(try await lab.accounts.elsewherePlaces().first)
        // A person has put another's pass into the place, and the studio was started again.
        let seal = try SecretSeal(path: lab.folder.path(SecretSeal.name))
        try await lab.accounts.keep(
          sealed: try seal.seal("refresh-eve", for: "\(StandInFirestore.project) mia"), for: place.place)
        await lab.studio.end()
      }
      // The organisation is asked behind an answer; the next one knows.
      try await lab.until { try await lab.get("/training/team", as: mia).status == 303 }
      #expect(try await lab.accounts.elsewherePlaces().isEmpty)
      // Nothing that was copied for them stays.
      try await lab.until { !FileManager.default.fileExists(atPath: lab.copy(of: mia)) }
    }
  }

  @Test func `another role there is another role here`() async throws {
    try await FirebaseLab.run { lab in
      let mia = try await lab.join("mia", Standing(.manager), at: .firebase)
      try lab.enlist("mia", Standing(.employee))
      try await lab.until { try await lab.get("/training/team", as: mia).status == 403 }
    }
  }

  @Test func `the network's failure signs nobody out for three days`() async throws {
    try await FirebaseLab.run { lab in
      let mia = try await lab.join("mia", Standing(.manager), at: .firebase)
      lab.standIn.setAway(true)
      #expect(try await lab.studio.accounts.signedIn(mia.cookie, at: 1000 + 86_400) != nil)
      await lab.studio.end()
      #expect(try await lab.studio.accounts.signedIn(mia.cookie, at: 1000 + 2 * 86_400) != nil)
      await lab.studio.end()
      try await lab.until { try await lab.studio.accounts.signedIn(mia.cookie, at: 1000 + 4 * 86_400) == nil }
    }
  }

  @Test func `people, roles and passwords of the organisation are not changed here`() async throws {
    try await FirebaseLab.run { lab in
      let admin = try await lab.join("ada", Standing(.admin), at: .firebase)
      try lab.enlist("dana", .photographer)
      let page = try await lab.get("/people", as: admin)
      #expect(page.status == 200 && page.text.contains("Dana Doe") && !page.text.contains("/people/invite"))
      for (path, fields) in [
        ("/people/invite", ["standing": "admin", "name": "eve"]), ("/people/end", ["user": "dana"]),
        ("/people/standing", ["user": "dana", "standing": "admin"]), ("/people/password", ["user": "dana"]),
      ] {
        #expect(try await lab.form(path, admin.cookie, fields).status == 303)
        #expect(
          try await lab.get("/people", as: admin).text.contains("accounts, roles and passwords in its own apps"),
          "\(path)")
      }
      let old = ["old": "a long password", "password": "another password", "again": "another password"]
      _ = try await lab.form("/account/password", admin.cookie, old)
      #expect(try await lab.get("/account", as: admin).text.contains("accounts, roles and passwords in its own apps"))
      // Its administrator is none of this studio's: the first one is still asked for.
      #expect(try await lab.accounts.inviteFirst(at: 1000) != nil)
    }
  }

  @Test func `local accounts are beside it, and each sees their own organisation's people`() async throws {
    try await FirebaseLab.run { lab in
      let own = try await lab.join("owner", Standing(.admin), at: .here)
      let far = try await lab.join("mia", Standing(.manager), at: .firebase)
      #expect(try await lab.get("/people", as: own).text.contains("owner"))
      #expect(try await !lab.get("/people", as: own).text.contains("Mia Doe"))
      #expect(try await lab.get("/people", as: far).text.contains("Mia Doe"))
      #expect(try await !lab.get("/people", as: far).text.contains("owner"))
      #expect(try await lab.form("/sign-out", far.cookie).status == 303)
      #expect(try await lab.get("/people", as: far).status == 303)
      #expect(try await lab.get("/people", as: own).status == 200)
    }
  }
}

extension FirebaseLab {
  func copy(of guest: Guest) -> String {
    folder.path + "/elsewhere/\(StandInFirestore.project)/" + FirebaseHouse.folderName(guest.person.id)
      + "/" + SQLiteDocumentStore.name
  }
}
