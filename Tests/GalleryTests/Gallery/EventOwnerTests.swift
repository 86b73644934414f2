import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@testable import Gallery
@testable import WebSupport

/// What an event's owner has said holds at all galleries of a store, whatever store it is.
@Suite struct EventOwnerTests {
  private static let pin = "482913"

  private static func settings(pin: String? = nil, endsIn seconds: Double? = nil, _ clock: LabClock) -> EventSettings {
    var settings = EventSettings()
    if let pin { settings.setPIN(pin, of: 7, secret: GalleryLab.secret) }
    settings.expiresAt = seconds.map { Int64((clock.now.timeIntervalSince1970 + $0).rounded()) }
    return settings
  }

  private static func cookie(_ reply: Reply) throws -> (String, String) {
    let set = try #require(reply["Set-Cookie"])
    #expect(set.contains("; HttpOnly; SameSite=Lax; Max-Age=86400") && set.hasPrefix("booth_event_7="))
    return ("Cookie", "other=1; " + String(set.prefix { $0 != ";" }) + "; more=2")
  }

  @Test(arguments: FleetPlace.present)
  func `an event with a PIN is opened by it, at all galleries, until it has another`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place) { fleet in
      let (one, other, owner) = (fleet.one, fleet.other, GalleryOwner(fleet.store))
      try await one.bring(says: "open")
      #expect(try await one.get("/e/7").status == 200)
      #expect(try await other.get("/e/7").status == 200)
      try await owner.set(Self.settings(pin: Self.pin, one.clock), of: 7)
      for lab in [one, other] {
        let page = try await lab.get("/e/7", [("Accept", "text/html")])
        #expect(page.status == 403 && page.text.contains("name=\"pin\"") && page["Cache-Control"] == "no-store")
        #expect(page["Content-Security-Policy"]?.contains("form-action 'self'") == true)
        #expect(!page.text.contains(Sample.session))
        for path in [
          "/api/events/7", "/api/events/7/thumbnails", "/api/events/7/all.zip", "/asset?path=events/7/index.json",
        ] {
          #expect(try await lab.get(path).status == 403, "\(path)")
        }
        // A session's own link is as it was, and leads there.
        let session = try await lab.get("/s/\(Sample.session)")
        #expect(session.status == 200 && session.text.contains("e/7\""))
      }
      var another = EventSettings()
      another.setPIN(Self.pin, of: 9, secret: GalleryLab.secret)
      try await owner.set(another, of: 9)
      let wrong = try await one.type(pin: "482914")
      #expect(wrong.status == 403 && wrong.text.contains("not the PIN") && wrong["Set-Cookie"] == nil)
      let right = try await one.type(pin: "482%20913")
      #expect(right.status == 303 && right["Location"] == "7" && right["Cache-Control"] == "no-store")
      let pass = try Self.cookie(right)
      for lab in [one, other] {
        let page = try await lab.get("/e/7", [pass])
        #expect(page.status == 200 && page.text.contains(Sample.session))
        #expect(page["Cache-Control"]?.contains("private") == true)
        #expect(try await lab.get("/api/events/7/all.zip", [pass]).status == 200)
        let renamed = pass.1.replacing("booth_event_7", with: "booth_event_9")
        #expect(try await lab.get("/e/9", [("Cookie", renamed)]).status == 403, "it is another event's")
      }
      // Not with a changed end, and not after it.
      let forged = pass.1.replacing(/booth_event_7=([0-9]+)/) { "booth_event_7=\(Int64($0.1)! + 1000)" }
      #expect(try await other.get("/e/7", [("Cookie", forged)]).status == 403)
      other.clock.advance(86_401)
      #expect(try await other.get("/e/7", [pass]).status == 403)
      try await owner.set(Self.settings(pin: Self.pin, one.clock), of: 7)
      #expect(try await one.get("/e/7", [pass]).status == 403, "the PIN was set anew")
      // The link and the booths' token open it as ever.
      let token = [("X-FotoX-Key", GalleryLab.token)]
      let link = try await one.get("/api/events/7/link", token).json
      #expect(link["gallery"] == "link")
      let key = try #require(link["url"]?.string?.firstMatch(of: /\?key=.*/)).0
      #expect(try await other.get("/e/7" + key).status == 200)
      #expect(try await other.get("/api/events/7", token).status == 200)
      try await owner.set(EventSettings(), of: 7)
      #expect(try await one.get("/e/7").status == 200)
      #expect(try await other.get("/e/7").status == 200)
      let left = try await fleet.store.all(prefix: EventNames.facts(7)).map(\.key.text)
      #expect(!left.contains { $0.hasSuffix("settings.json") }, "\(left)")
    }
  }

  @Test(arguments: FleetPlace.present)
  func `a PIN is tried ten times a minute at all galleries together, however many come at once`(
    _ place: FleetPlace
  ) async throws {
    try await FleetLab.run(place) { fleet in
      let labs = [fleet.one, fleet.other]
      try await fleet.one.bring()
      try await GalleryOwner(fleet.store).set(Self.settings(pin: Self.pin, fleet.one.clock), of: 7)
      // A hall opens the page: right ones do not count.
      for number in 0..<24 { #expect(try await labs[number % 2].type(pin: Self.pin).status == 303, "\(number)") }
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<60 { group.addTask { try await labs[number % 2].type(pin: "\(100_000 + number)").status } }
        return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect((1...Gallery.mostTries).contains(statuses[403] ?? 0), "\(statuses)")
      #expect((statuses[403] ?? 0) + (statuses[429] ?? 0) == 60, "\(statuses)")
      // Those who come one after the other have used up what was left.
      for number in 0..<20 { _ = try await labs[number % 2].type(pin: "\(200_000 + number)") }
      let notes = try await fleet.store.all(prefix: EventNames.tries(7)).count
      for lab in labs {
        let reply = try await lab.type(pin: Self.pin)
        #expect(reply.status == 429 && reply.text.contains("too often") && reply["Set-Cookie"] == nil, "no oracle")
        #expect((1...60).contains(reply["Retry-After"].flatMap { Int($0) } ?? 0))
      }
      // Nothing more is written for those who go on.
      for number in 0..<30 { #expect(try await labs[number % 2].type(pin: "1").status == 429) }
      #expect(try await fleet.store.all(prefix: EventNames.tries(7)).count == notes)
      for lab in labs { lab.clock.advance(180) }
      #expect(try await fleet.other.type(pin: Self.pin).status == 303)
      #expect(try await fleet.store.all(prefix: EventNames.tries(7)).isEmpty, "old notes go")
    }
  }

  @Test func `what is typed may be anything, and is no fault of the server's`() async throws {
    try await FleetLab.run(.bucket) { fleet in
      let lab = fleet.one
      try await lab.bring()
      try await GalleryOwner(fleet.store).set(Self.settings(pin: Self.pin, lab.clock), of: 7)
      let typed = [
        "", "%00", "%FF%FE", "482913482913482913", "-1", "4829١٣", "%", "&&&=", String(repeating: "9", count: 900),
      ]
      for (number, text) in typed.enumerated() {
        lab.clock.advance(120)
        let reply = try await lab.type(pin: text)
        // The digits of every script are digits.
        #expect(reply.status == (text == "4829١٣" ? 303 : 403), "\(number)")
      }
      #expect(try await lab.type(pin: String(repeating: "9", count: 2000)).status == 413)
      #expect(try await lab.type(pin: Self.pin, event: 0).status == 400)
      #expect(try await lab.send(.post, "/e/x", body: .text("pin=1")).status == 400)
      #expect(try await lab.send(.post, "/s/\(Sample.session)", body: .text("pin=1")).status == 404)
      // An event without a PIN answers as its page does.
      #expect(try await lab.type(pin: Self.pin, event: 9).status == 303)
      for cookie in [
        "booth_event_7", "booth_event_7=", "booth_event_7=.", "booth_event_7=99999999999.", "booth_event_7=x.y", ";;;=",
      ] {
        #expect(try await lab.get("/e/7", [("Cookie", cookie)]).status == 403, "\(cookie)")
      }
    }
  }

  private static func gone(_ lab: GalleryLab) async throws -> [String: Int] {
    let picture = Sample.folder() + "strip_photo.jpg"
    var statuses: [String: Int] = [:]
    for path in [
      "/s/\(Sample.session)", "/e/7", "/api/events/7", "/api/events/7/thumbnails", "/api/events/7/all.zip",
      "/api/s/\(Sample.session)/all.zip", "/api/s/\(Sample.session)/strips", "/asset?path=events/7/index.json",
      "/asset?path=\(picture)", "/api/asset?path=\(picture)&download=1", "/api/small?path=\(picture)&width=480",
    ] { statuses[path] = try await lab.get(path).status }
    statuses["media"] = try await lab.redirect("/api/media?path=\(picture)").status
    statuses["pin"] = try await lab.type(pin: pin).status
    return statuses
  }

  @Test(arguments: FleetPlace.present)
  func `an event that is over says so everywhere, gives no picture, and takes what booths still bring`(
    _ place: FleetPlace
  ) async throws {
    try await FleetLab.run(place) { fleet in
      let (one, other, owner) = (fleet.one, fleet.other, GalleryOwner(fleet.store))
      try await one.bring(says: "open")
      let before = try await fleet.store.all(prefix: "events/7/sessions/").count
      try await owner.set(Self.settings(pin: Self.pin, endsIn: 3600, one.clock), of: 7)
      let picture = "/asset?path=\(Sample.folder())strip_photo.jpg"
      #expect(try await one.get("/s/\(Sample.session)").status == 200)
      #expect(try await one.get(picture).status == 200)
      let pass = try Self.cookie(try await one.type(pin: Self.pin))
      for lab in [one, other] {
        lab.clock.advance(3601)
        let statuses = try await Self.gone(lab)
        #expect(statuses.values.allSatisfy { $0 == 410 }, "\(statuses)")
        #expect(try await lab.get("/e/7", [pass]).status == 410)
        for (language, words) in [
          ("en", "ended"), ("de", "zu Ende"), ("fr", "fermée"), ("es", "terminado"), ("he", "נסגרה"), ("ar", "انتهى"),
        ] {
          let page = try await lab.get(
            "/s/\(Sample.session)", [("Accept-Language", language), ("Accept", "text/html")])
          #expect(page.status == 410 && page.text.contains(words) && page["Cache-Control"] == "no-store", "\(language)")
          #expect(!page.text.contains("strip_photo"))
        }
        // Other events, and those who have the token, are as ever.
        #expect(try await lab.get("/health").status == 200)
        let token = [("X-FotoX-Key", GalleryLab.token)]
        #expect(try await lab.get("/api/events/7", token).status == 200)
        #expect(try await lab.get(picture, token).status == 200)
      }
      // Nothing is lost that comes late, nor anything that was there.
      try await other.bring(session: "LATE-SESSION")
      #expect(try await other.get("/s/LATE-SESSION").status == 410)
      #expect(try await fleet.store.all(prefix: "events/7/sessions/").count == 2 * before)
      try await owner.set(Self.settings(pin: Self.pin, endsIn: 3600, one.clock), of: 7)
      #expect(try await one.get("/s/LATE-SESSION").status == 200)
      #expect(try await other.get("/s/\(Sample.session)").status == 200)
    }
  }

  @Test(arguments: FleetPlace.present)
  func `settings that are damaged keep an event closed`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place) { fleet in
      try await fleet.one.bring(says: "open")
      for bytes in ["", "[]", "{\"pin\":7}", "{\"pin\":{}}", "{\"expires\":\"soon\"}"] {
        _ = try await fleet.store.write(
          EventNames.settings(7), contentType: "application/json", bytes: Array(bytes.utf8))
        #expect(try await fleet.other.get("/e/7").status == 403, "\(bytes)")
        #expect(try await fleet.other.get("/s/\(Sample.session)").status == 200)
        #expect(try await GalleryOwner(fleet.store).settings(of: 7).needsAll)
      }
    }
  }

  @Test func `a folder's gallery of today holds to it, too, and shows no page that was kept`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring(says: "open")
      for _ in 0..<3 { #expect(try await lab.get("/s/\(Sample.session)").status == 200) }
      let owner = GalleryOwner(lab.store)
      try await owner.set(Self.settings(endsIn: 60, lab.clock), of: 7)
      for _ in 0..<3 { #expect(try await lab.get("/s/\(Sample.session)").status == 200) }
      lab.clock.advance(61)
      #expect(try await lab.get("/s/\(Sample.session)").status == 410)
      #expect(try await lab.get("/e/7").status == 410)
      try await owner.set(Self.settings(pin: Self.pin, lab.clock), of: 7)
      #expect(try await lab.get("/s/\(Sample.session)").status == 200)
      #expect(try await lab.get("/e/7").status == 403)
      let pass = try Self.cookie(try await lab.type(pin: Self.pin))
      #expect(try await lab.get("/e/7", [pass]).status == 200)
    }
  }

  @Test func `a PIN has six to twelve digits of any script, and no two are kept alike`() throws {
    #expect(EventSettings.digits("482913") == "482913" && EventSettings.digits("48 29-13") == "482913")
    #expect(EventSettings.digits("٤٨٢٩١٣") == "482913")
    for text in ["", "48291", "4829134829134", "48291a", "½½½½½½", "+482913", "四八二九一三二八万"] {
      #expect(EventSettings.digits(text) == nil, "\(text)")
    }
    var (first, second) = (EventSettings(), EventSettings())
    first.setPIN("482913", of: 7, secret: "s")
    second.setPIN("482913", of: 7, secret: "s")
    #expect(first != second && !String(decoding: first.json.bytes, as: UTF8.self).contains("482913"))
    #expect(first.isPIN("482913", of: 7, secret: "s") && !first.isPIN("482913", of: 8, secret: "s"))
    #expect(!first.isPIN("482913", of: 7, secret: "t") && !first.isPIN("", of: 7, secret: "s"))
    first.expiresAt = 1_800_000_000
    #expect(EventSettings(first.json.bytes) == first && EventSettings(EventSettings().json.bytes) == EventSettings())
    #expect(first.isOver(at: Date(timeIntervalSince1970: 1_800_000_000)))
    #expect(!first.isOver(at: Date(timeIntervalSince1970: 1_799_999_999.5)))
  }

  @Test func `the words of all languages of the pages are there`() {
    for words in PageWords.all where words.language != "en" {
      let (own, english) = (words.access, PageWords.english.access)
      #expect(own.ended != english.ended && own.needsPINText != english.needsPINText, "\(words.language)")
      #expect(own.wrongPIN != english.wrongPIN && own.tooManyPINs != english.tooManyPINs && own.open != english.open)
    }
  }
}
