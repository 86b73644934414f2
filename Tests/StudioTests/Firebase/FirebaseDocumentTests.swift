import BoothCore
import BoothTesting
import Documents
import FoundationEssentials
import NIOHTTP1
import Reports
import StudioModel
import StudioTesting
import Synchronization
import Testing
import Training

@testable import Firebase
@testable import StudioServer
@testable import StudioStore

/// What features write goes to the organisation's Firestore and bucket with the rights of who writes, at a stand-in with the existing
/// apps' rules.
@Suite(.timeLimit(.minutes(15))) struct FirebaseDocumentTests {
  static let key = "AAAAAAAAAAAAAAAAAAAA"
  static let other = "BBBBBBBBBBBBBBBBBBBB"

  @Test func `a critique is there as the apps read it, its pictures in the bucket`() async throws {
    try await FirebaseLab.run { lab in
      let mia = try await lab.join("mia", Standing(.manager), at: .firebase)
      let dana = try await lab.join("dana", .photographer, at: .firebase)
      for _ in 0..<2 { #expect(try await lab.publish(Self.key, from: mia, to: dana).status != 500) }
      let document = try #require(lab.standIn.table[try Critique.path(Self.key)])
      #expect(document.fields["organizationId"] == "org1" && document.fields["submitterId"] == "mia")
      #expect(document.fields["targetPhotographerId"] == "dana" && document.fields["status"] == "published")
      let address = try #require(document.fields["imageUrl"]?.text)
      #expect(address.hasPrefix("http://\(lab.standIn.host)/v0/b/test-bucket/o/organizations%2Forg1%2Fcritiques%2F"))
      #expect(lab.standIn.picture(at: address) == Array("picture of \(Self.key)".utf8))
      #expect(document.fields["imageUrls"] == .array([.string(address)]))
      #expect(document.fields["thumbnailUrl"]?.text?.contains("%2Fthumb_") == true)
      #expect(lab.standIn.pictures.count == 2)
      // Every request had its own person's token.
      let owners = Set(lab.standIn.requests.filter { $0.verb == "commit" }.map { lab.standIn.owner(of: $0.token) })
      #expect(owners == ["mia"])
      // She reads it on our pages, with our addresses.
      let page = try await lab.get("/training/critiques/\(Self.key)", as: dana)
      #expect(page.status == 200 && page.text.contains("/training/pictures/\(Self.key)/"))
      #expect(!page.text.contains("/v0/b/"))
      // That she has opened it is kept here: the organisation's rules know nothing of it.
      #expect(try await lab.documents.document(at: try CritiqueSeen.path(Self.key, by: UserID("dana"))) != nil)
      let allowed = OrganisedDocumentStore.shared
      #expect(
        lab.standIn.requests.allSatisfy { request in
          !String(decoding: request.body.bytes, as: UTF8.self).contains("critiqueSeen") || request.verb != "commit"
        } && !allowed.contains("critiqueSeen"))
      // The document goes with its pictures.
      #expect(try await lab.form("/training/critiques/\(Self.key)/delete", mia.cookie).status == 303)
      #expect(lab.standIn.table[try Critique.path(Self.key)] == nil && lab.standIn.pictures.isEmpty)
    }
  }

  @Test func `pictures that are not here come from the bucket, once, an app's among them`() async throws {
    try await FirebaseLab.run { lab in
      let mia = try await lab.join("mia", Standing(.manager), at: .firebase)
      let dana = try await lab.join("dana", .photographer, at: .firebase)
      _ = try await lab.publish(Self.key, from: mia, to: dana)
      // Another machine has none of the files.
      try FileManager.default.removeItem(atPath: lab.folder.path("pictures"))
      func pictures(_ id: String) async throws -> [String] {
        let page = try await lab.get("/training/critiques/\(id)", as: dana).text
        let start = "/training/pictures/\(id)/"
        return page.ranges(of: start).map { range in
          start + page[range.upperBound...].prefix { $0 != "\"" && $0 != "&" && $0 != " " }
        }
      }
      let path = try #require(try await pictures(Self.key).first { !$0.contains("small") })
      #expect(try await lab.get(path, as: dana).text == "picture of \(Self.key)")
      // As the iOS app and the web page name them.
      let name = "organizations/org1/critiques/temp_1705_0/1705_IMG 1.JPG"
      let address = lab.standIn.put(Array("an app's".utf8), as: name)
      try lab.standIn.write([
        .set(
          try Critique.path(Self.other),
          [
            "organizationId": "org1", "submitterId": "mia", "targetPhotographerId": "dana", "managerNotes": "x",
            "imageUrls": [.string(address)], "thumbnailUrls": [.string(address)], "status": "published",
          ], serverTimes: ["createdAt"])
      ])
      let far = try #require(try await pictures(Self.other).first)
      for _ in 0..<2 { #expect(try await lab.get(far, as: dana).text == "an app's") }
      let loads = lab.standIn.requests.count { $0.verb.hasPrefix("GET") && $0.verb.contains("temp_1705_0") }
      #expect(loads == 1)
    }
  }

  @Test func `without a network the copy answers and says so, and what is written is sent once`() async throws {
    try await FirebaseLab.run { lab in
      let mia = try await lab.join("mia", Standing(.manager), at: .firebase)
      let dana = try await lab.join("dana", .photographer, at: .firebase)
      _ = try await lab.publish(Self.key, from: mia, to: dana)
      for guest in [mia, dana] {
        #expect(try await lab.get("/training/critiques/\(Self.key)", as: guest).status == 200)
      }
      _ = try await lab.get("/training/new", as: mia)
      _ = try await lab.get("/training/team/dana", as: mia)
      lab.standIn.setAway(true)
      let page = try await lab.get("/training/critiques/\(Self.key)", as: dana)
      #expect(page.status == 200 && page.text.contains("is not responding"))
      #expect(try await lab.publish(Self.other, from: mia, to: dana, notes: "Later").status == 200)
      let team = try await lab.get("/training/team/dana", as: mia)
      #expect(team.text.contains(Self.other) && team.text.contains("waiting to be sent: 1"))
      #expect(try await lab.get("/waiting", as: mia).text.contains("Training photo"))
      #expect(lab.standIn.table[try Critique.path(Self.other)] == nil)
      lab.standIn.setAway(false)
      // By itself; without viewers.
      try await lab.until { lab.standIn.table[try Critique.path(Self.other)] != nil }
      let commits = lab.standIn.requests.filter { $0.verb == "commit" }
        .count { String(decoding: $0.body.bytes, as: UTF8.self).contains("photoCritiques/\(Self.other)") }
      #expect(lab.standIn.pictures.count == 4 && commits >= 1)
      #expect(lab.standIn.table[try Critique.path(Self.other)]?.fields["imageUrl"]?.text?.contains("/v0/b/") == true)
      try await lab.until { try await !lab.get("/training/team/dana", as: mia).text.contains("id=\"away\"") }
    }
  }

  @Test func `what was entered before a kill is sent after the next start, by nobody's doing`() async throws {
    let folder = try TemporaryFolder()
    let standIn = try StandInFirestore()
    standIn.setRules(true)
    try await FirebaseLab.run(in: folder, at: standIn) { lab in
      let mia = try await lab.join("mia", Standing(.manager), at: .firebase)
      let dana = try await lab.join("dana", .photographer, at: .firebase)
      _ = try await lab.get("/training/new", as: mia)
      standIn.setAway(true)
      #expect(try await lab.publish(Self.key, from: mia, to: dana).status == 200)
    }
    try await FirebaseLab.run(in: folder, at: standIn) { lab in
      // Clearing away what was not published leaves what waits.
      let unpublished = try await lab.studio.pictures.store(for: .studio).albums(untouchedSince: .infinity)
      #expect(unpublished.isEmpty)
    }
    standIn.setAway(false)
    try await FirebaseLab.run(in: folder, at: standIn) { lab in
      try await lab.until { standIn.table[try Critique.path(Self.key)] != nil }
      #expect(standIn.pictures.count == 2)
      try await lab.until {
        try await lab.studio.pictures.store(for: .studio).albums(untouchedSince: .infinity).count == 1
      }
    }
    standIn.stop()
  }

  @Test func `what the organisation refuses later is the person's to decide about`() async throws {
    try await FirebaseLab.run { lab in
      let mia = try await lab.join("mia", Standing(.manager), at: .firebase)
      let dana = try await lab.join("dana", .photographer, at: .firebase)
      _ = try await lab.get("/training/new", as: mia)
      lab.standIn.setAway(true)
      #expect(try await lab.publish(Self.key, from: mia, to: dana).status == 200)
      lab.standIn.forbid(["photoCritiques"])
      lab.standIn.setAway(false)
      try await lab.until { try await lab.get("/waiting", as: mia).text.contains("/waiting/forget") }
      let page = try await lab.get("/waiting", as: mia).text
      #expect(page.contains("rules") || page.contains("permissions"))
      let start = try #require(page.firstRange(of: "name=\"key\" value=\""))
      let key = String(page[start.upperBound...].prefix { $0 != "\"" })
      #expect(try await lab.form("/waiting/forget", dana.cookie, ["key": key]).status == 404, "it is not hers")
      lab.standIn.forbid([])
      #expect(try await lab.form("/waiting/again", mia.cookie, ["key": key]).status == 303)
      try await lab.until { lab.standIn.table[try Critique.path(Self.key)] != nil }
      try await lab.until { try await lab.get("/waiting", as: mia).text.contains("Everything has been sent.") }
    }
  }

  /// Who reads, publishes, oversees, changes and deletes: the same with the studio's own documents and with the organisation's.
  @Test(arguments: Home.allCases)
  func `role by action by owner by organisation, wherever documents are`(_ home: Home) async throws {
    try await FirebaseLab.run { lab in
      let admin = try await lab.join("admin", Standing(.admin), at: home)
      let mia = try await lab.join("mia", Standing(.manager), at: home)
      let max = try await lab.join("max", Standing(.manager), at: home)
      let dana = try await lab.join("dana", .photographer, at: home)
      let ben = try await lab.join("ben", Standing(.employee), at: home)
      try await lab.put(Self.key, at: home, from: mia, to: dana)
      try await lab.put(Self.other, at: home, from: mia, to: dana, organisation: OrganisationID("elsewhere"))
      let (own, foreign) = ("/training/critiques/\(Self.key)", "/training/critiques/\(Self.other)")
      for (guest, letters) in [(admin, "roed"), (mia, "rpoed"), (max, "rpo"), (dana, "rp"), (ben, "r")] {
        func expect(_ letter: Character, _ status: Int) {
          #expect((status == 200) == letters.contains(letter), "\(guest.person.name) \(letter): \(status)")
          #expect(status == 200 || status == 403, "\(guest.person.name) \(letter): \(status)")
        }
        expect("r", try await lab.get(own, as: guest).status)
        expect("p", try await lab.get("/training/new", as: guest).status)
        expect("p", try await lab.script("/training/uploads/CCCCCCCCCCCCCCCCCCCC", as: guest, "abc").status)
        expect("o", try await lab.get("/training/team", as: guest).status)
        expect("e", try await lab.get(own + "/edit", as: guest).status)
        if !letters.contains("e") {
          #expect(try await lab.form(own + "/edit", guest.cookie, ["notes": "x"]).status == 403)
          #expect(try await lab.form(own + "/delete", guest.cookie).status == 403)
        }
        for path in [foreign, foreign + "/edit"] {
          // Of a document that the organisation's own rules hide it is said no more than of one that ours hide.
          #expect([404, 403].contains(try await lab.get(path, as: guest).status))
        }
        #expect([404, 403].contains(try await lab.form(foreign + "/delete", guest.cookie).status))
      }
      #expect(
        try await lab.form(own + "/edit", admin.cookie, ["notes": "Better", "kind": "improvement"]).status == 303)
      #expect(try await lab.get(own, as: dana).text.contains("Better"))
      #expect(try await lab.form(own + "/delete", mia.cookie).status == 303)
      #expect(try await lab.get(own, as: dana).status == 404)
      let there =
        home == .here
        ? try await lab.documents.document(at: try Critique.path(Self.other))
        : lab.standIn.table[try Critique.path(Self.other)]
      #expect(there != nil)
    }
  }

  /// Reports as their forms send them, and as lists read them.
  @Test(arguments: Home.allCases) func `a report is kept once, wherever documents are`(_ home: Home) async throws {
    try await FirebaseLab.run { lab in
      let ben = try await lab.join("ben", .photographer, at: home)
      let mia = try await lab.join("mia", Standing(.manager), at: home)
      let template = ReportTemplate(
        id: "fall", name: "Fall", shootType: "sports", organisation: ben.person.organisation.text,
        fields: [TemplateField("notes", .textarea, "Notes")])
      let hash = String(repeating: "cd", count: 32)
      let submission = ReportSubmission(
        key: String(repeating: "0a", count: 16), date: "2024-01-15", answers: ["notes": "Fine"],
        attachments: [ReportAttachment(sha256: hash, sizeBytes: 7, type: "image/jpeg", name: "a.jpg", field: "")])
      let document = submission.document(template, by: ben.person.principal, photographer: "Ben")
      let path = try DocumentPath("dailyJobReports/\(submission.key)")
      let write = DocumentWrite.set(path, document.fields, if: .doesNotExist, serverTimes: document.serverTimes)
      let place = try #require(try await lab.accounts.places(of: ben.person.id, at: 1000).first)
      let bens = lab.studio.documents.store(for: .person(ActingPerson(ben.person.principal, place: place.id)))
      _ = try await bens.commit([write])
      await #expect(throws: DocumentStoreError.self) { _ = try await bens.commit([write]) }
      let found = try await ReportFinder(lab.documents(as: mia)).reports(of: mia.person.organisation)
      #expect(found.map(\.id) == [submission.key] && found.first?.photos == ["/reports/picture/\(hash)"])
      #expect(found.first?.user == ben.person.id.text)
      guard home == .firebase else { return }
      let there = try #require(lab.standIn.table[path])
      guard case .array(let photos)? = there.fields["photoURLs"], let address = photos.first?.text else {
        Issue.record("no pictures")
        return
      }
      #expect(address.contains("templateReports%2Fben%2F\(hash).jpg"))
      #expect(lab.standIn.picture(at: address) == Array("jpeg of cd".utf8))
      #expect(try await lab.documents.document(at: path) == nil)
    }
  }

  @Test func `a report's picture that is not here comes from the bucket, for who has read of it`() async throws {
    try await FirebaseLab.run { lab in
      _ = try await lab.join("ben", .photographer, at: .firebase)
      let mia = try await lab.join("mia", Standing(.manager), at: .firebase)
      let anna = try await lab.join("anna", Standing(.admin), at: .here)
      // Nothing of it is on this machine.
      let hash = String(repeating: "00", count: 32)
      let address = lab.standIn.put(Array("sent elsewhere".utf8), as: "templateReports/ben/\(hash).jpg")
      let path = try DocumentPath("dailyJobReports/elsewhere")
      let fields: DocumentFields = [
        "organizationID": "org1", "userId": "ben", "photoURLs": .array([.string(address)]), "date": "2024-01-15",
      ]
      try lab.standIn.write([.set(path, fields)])
      func picture(_ guest: FirebaseLab.Guest) async throws -> [UInt8]? {
        try await lab.studio.reportPicture(
          hash, in: FirebaseLab.organisation, for: .person(ActingPerson(guest.person.principal, place: "")))
      }
      #expect(try await picture(mia) == nil, "she has read of none")
      let read = try #require(try await lab.documents(as: mia).document(at: path))
      #expect(read.fields["photoURLs"] == .array([.string("/reports/picture/\(hash)")]))
      #expect(try await picture(mia) == Array("sent elsewhere".utf8))
      #expect(try await picture(anna) == nil, "she is none of theirs")
      for requester in [Requester.studio, .anonymous] {
        let found = try await lab.studio.reportPicture(hash, in: FirebaseLab.organisation, for: requester)
        #expect(found == nil, "\(requester)")
      }
      // A change of the report here leaves the picture where it is.
      let photos: DocumentFields = ["photoURLs": .array([.string("/reports/picture/\(hash)")])]
      _ = try await lab.documents(as: mia).commit([.update(path, photos)])
      try await lab.until { lab.standIn.table[path]?.fields["photoURLs"] == .array([.string(address)]) }
      #expect(lab.standIn.table[path]?.fields["photoURLs"] == .array([.string(address)]))
    }
  }

  @Test
  func `a request without a person has no documents, and what the studio does for itself has the studio's own alone`()
    async throws
  {
    try await FirebaseLab.run { lab in
      let mia = try await lab.join("mia", Standing(.manager), at: .firebase)
      let there = try DocumentPath("dailyJobReports/there")
      let here = try DocumentPath("dailyJobReports/here")
      let fields: DocumentFields = ["organizationID": "org1", "userId": "mia", "date": "2024-01-15"]
      try lab.standIn.write([.set(there, fields)])
      _ = try await lab.documents.commit([.set(here, fields)])
      func read(_ requester: Requester, _ path: DocumentPath) async throws -> Bool {
        try await lab.studio.documents.store(for: requester).document(at: path) != nil
      }
      let mias = Requester.person(ActingPerson(mia.person.principal, place: ""))
      #expect(try await read(mias, there))
      #expect(try await read(.studio, here))
      #expect(try await !read(.studio, there))
      for path in [there, here] {
        let refusal = await #expect(throws: DocumentStoreError.self) { try await read(.anonymous, path) }
        #expect(refusal?.kind == .unauthenticated)
      }
      let anonymous = lab.studio.documents.store(for: .anonymous)
      await #expect(throws: DocumentStoreError.self) { _ = try await anonymous.commit([.delete(here)]) }
      #expect(try await read(.studio, here))
      var changes = anonymous.watch(DocumentQuery(try DocumentCollection("dailyJobReports"))).makeAsyncIterator()
      #expect(await changes.next()?.failure?.kind == .unauthenticated)
      #expect(try await lab.studio.accounts.people(of: FirebaseLab.organisation, for: .anonymous).isEmpty)
      #expect(try await lab.studio.accounts.people(of: FirebaseLab.organisation, for: .studio).isEmpty)
    }
  }

  @Test func `what another program writes is in the studio's own list at once, also beside organisations`() async throws
  {
    try await FirebaseLab.run { lab in
      let anna = try await lab.join("anna", Standing(.admin), at: .here)
      let catalogue = ReportCatalogue(lab.documents(as: anna))
      let own = anna.person.organisation
      func listed() async throws -> [String] {
        try await catalogue.page(ReportFilter(), of: own, limit: 9, now: 1000).rows.map(\.id)
      }
      #expect(try await listed() == [])
      let path = try DocumentPath("dailyJobReports/late")
      let fields: DocumentFields = ["organizationID": .string(own.text), "userId": "x", "date": "2024-01-15"]
      _ = try await lab.documents.commit([.set(path, fields)])
      #expect(try await listed() == ["late"])
      _ = try await lab.documents.commit([.delete(path)])
      #expect(try await listed() == [])
    }
  }

  @Test func `while somebody looks, the organisation is asked once a minute`() async throws {
    try await FirebaseLab.run(again: .seconds(3600)) { lab in
      let dana = try await lab.join("dana", .photographer, at: .firebase)
      let place = try #require(try await lab.accounts.places(of: dana.person.id, at: 1000).first)
      let query = try CritiqueView().query(of: dana.person.id, in: FirebaseLab.organisation, limit: 10)
      let before = lab.standIn.requests.count
      let danas = lab.studio.documents.store(for: .person(ActingPerson(dana.person.principal, place: place.id)))
      var changes = danas.watch(query).makeAsyncIterator()
      #expect(await changes.next()?.failure == nil)
      #expect(lab.standIn.requests.count == before + 1)
      #expect(FirebaseLab.settings("x").firestore.polling == .seconds(60))
    }
  }

  // MARK: Moving

  /// All of an organisation's documents that lie in a store.
  private func all(_ store: any DocumentStore, _ organisation: String) async throws -> [StoredDocument] {
    var found: [StoredDocument] = []
    for name in OrganisedDocumentStore.shared.sorted() {
      for field in ["organizationId", "organizationID"] {
        var query = DocumentQuery(
          try DocumentCollection(name), where: [.init(DocumentFieldPath(field: field), is: .string(organisation))],
          limit: 7)
        repeat {
          let page = try await store.page(query)
          found += page.documents
          query.after = page.next
        } while query.after != nil
      }
    }
    return found
  }

  @Test func `a whole organisation moves to Firebase and back, and nobody else's documents with it`() async throws {
    let standIn = try StandInFirestore()
    let folder = try TemporaryFolder()
    let here = try SQLiteDocumentStore(path: folder.path("here.sqlite"))
    let again = try SQLiteDocumentStore(path: folder.path("again.sqlite"))
    var settings = FirebaseLab.settings(standIn.host).firestore
    settings.request = .seconds(60)
    let there = FirestoreDocumentStore(settings, tokens: FixedToken("owner"))
    var writes: [DocumentWrite] = []
    for (number, value) in DocumentConformance.ladder.flatMap(\.self).enumerated() {
      for (name, field) in [
        ("photoCritiques", "organizationId"), ("dailyJobReports", "organizationID"), ("schools", "organizationID"),
        ("users", "organizationID"), ("reportTemplates", "organizationID"), ("critiqueFeedback", "organizationId"),
      ] {
        let mine = number % 5 != 0
        writes.append(
          .set(try DocumentPath("\(name)/d\(number)"), [field: mine ? "org1" : "other", "value": value]))
      }
    }
    _ = try await here.commit(writes.map { DocumentWrite($0.path, $0.action) })
    for (from, to) in [(here as any DocumentStore, there as any DocumentStore), (there, again)] {
      _ = try await to.commit(try await all(from, "org1").map { .set($0.path, $0.fields, if: .doesNotExist) })
    }
    let (before, after) = (try await all(here, "org1"), try await all(again, "org1"))
    #expect(
      before.count > 200 && before.map(\.path) == after.map(\.path) && before.map(\.fields) == after.map(\.fields))
    #expect(try await all(again, "other").isEmpty)
    try await there.shutdown()
    here.close()
    again.close()
    standIn.stop()
  }
}
