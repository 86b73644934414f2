import BoothCore
import Documents
import Locations
import NIOHTTP1
import StudioModel
import Synchronization
import Testing
import WebSupport

@testable import LocationLibrary
@testable import StudioLocations
@testable import StudioServer

@Suite(.timeLimit(.minutes(15))) struct PlacesPagesTests {
  static let id = LocationID("gate")!

  private static func fill(_ lab: PlacesLab) {
    lab.places.notes.withLock { notes in
      notes.locations[id] = Samples.location("gate", title: "Jaffa <Gate>", versions: 2)
    }
  }

  static let standings: [(String, Standing, mayEdit: Bool, mayDelete: Bool)] = [
    ("admin", Standing(.admin), true, true), ("manager", Standing(.manager), true, true),
    ("photographer", Standing(name: "photographer")!, true, false), ("employee", Standing(.employee), false, false),
  ]

  /// What needs which right; a form of it, and what it does.
  static let edits: [(path: String, fields: [String: String])] = [
    ("/places/at/gate/status", ["status": "inaccessible"]), ("/places/at/gate/choose", ["version": "v0"]),
    ("/places/at/gate/notes", ["notes": "new", "seen": PlacesPages.mark(of: "")]),
    ("/places/at/gate/edit", ["title": "Gate", "at": "31, 35"]), ("/places/at/gate/products", [:]),
    ("/places/transfer/export", [:]), ("/places/at/gate/camera", ["order": "start"]),
  ]

  @Test func `every role may do what the table says, and no more`() async throws {
    try await PlacesLab.run { lab in
      for (name, standing, mayEdit, mayDelete) in Self.standings {
        Self.fill(lab)
        let cookie = try await lab.join(name, standing)
        for path in ["/places", "/places/map", "/places/map.json", "/places/at/gate", "/places/at/gate/compare"] {
          #expect(try await lab.get(path, cookie).status == 200, "\(name) \(path)")
        }
        for path in ["/places/new", "/places/transfer", "/places/at/gate/edit", "/places/at/gate/camera"] {
          #expect(try await lab.get(path, cookie).status == (mayEdit ? 200 : 403), "\(name) \(path)")
        }
        for (path, fields) in Self.edits {
          lab.places.notes.withLock { $0.done = [] }
          #expect(try await lab.post(path, cookie, fields).status == (mayEdit ? 303 : 403), "\(name) \(path)")
          if !mayEdit { #expect(lab.places.notes.withLock { $0.done }.isEmpty, "\(name) \(path)") }
        }
        let sent = try await lab.upload("/places/new", cookie, ["title": "New", "at": "31,35"], [1, 2, 3])
        #expect(sent.status == (mayEdit ? 200 : 403))
        #expect(try await lab.upload("/places/transfer/import", cookie, [:], [1]).status == (mayEdit ? 200 : 403))
        let deleted = try await lab.post("/places/at/gate/delete", cookie)
        #expect(deleted.status == (mayDelete ? 303 : 403))
        #expect((lab.places.notes.withLock { $0.locations[Self.id] } == nil) == mayDelete)
      }
    }
  }

  @Test func `a stranger learns nothing, whether a place is there or not`() async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab)
      for path in [
        "/places", "/places/at/gate", "/places/at/none", "/places/map.json",
        "/places/at/gate/picture/\(String(repeating: "a", count: 64))/320.jpg", "/places/leaflet/leaflet.css",
      ] {
        let reply = try await lab.get(path, nil)
        #expect(reply.status == 303 && reply.location?.hasPrefix("/sign-in?to=") == true, "\(path)")
      }
      #expect(
        try await lab.upload("/places/new", "AAAAAAAAAAAAAAAAAAAAAAAAAAAA", ["title": "x", "at": "1,1"], [1]).status
          == 401)
      #expect(lab.places.notes.withLock { $0.received.isEmpty })
    }
  }

  @Test func `forms and files from elsewhere do nothing`() async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab)
      let cookie = try await lab.join("anna", Standing(.admin))
      for (path, _) in Self.edits + [("/places/at/gate/delete", [:])] {
        #expect(try await lab.send(.POST, path, cookie, [("Origin", lab.base)], []).status == 403, "\(path)")
      }
      #expect(try await lab.upload("/places/new", cookie, ["title": "x", "at": "1,1"], [1], token: "x").status == 403)
      let foreign = [
        ("Origin", "http://evil.example"), ("Content-Type", "multipart/form-data; boundary=x"),
      ]
      #expect(try await lab.send(.POST, "/places/transfer/import", cookie, foreign, [1]).status == 403)
      #expect(lab.places.notes.withLock { $0.done.isEmpty && $0.received.isEmpty })
    }
  }

  @Test(arguments: [
    "/places/at/", "/places/at/..", "/places/at/%2e%2e", "/places/at/all", "/places/at/-x", "/places/at/gate%00",
    "/places/at/gate/picture/a/320.jpg", "/places/at/gate/nothing", "/places/leaflet/..%2fleaflet.css",
    "/places/leaflet/leaflet.js", "/places/at/gate/products/..%2f..%2fstudio.sqlite",
    "/places/at/gate/pair/x/then-320.jpg",
    "/places/transfer/export.zip", "/places/at/\(String(repeating: "x", count: 65))", "/placesx",
    "/places/progress/x/y",
  ])
  func `hostile and wrong addresses are nothing`(_ path: String) async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab)
      let cookie = try await lab.join("anna", Standing(.admin))
      #expect(try await lab.get(path, cookie).status == 404)
      #expect(lab.places.notes.withLock { $0.pictures.isEmpty })
    }
  }

  @Test func `pictures come in the ladder's sizes, are tagged by their bytes, and asked for each time`() async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab)
      let cookie = try await lab.join("anna", Standing(.employee))
      let stem = "/places/at/gate/picture/\(String(repeating: "a", count: 64))/"
      for side in PictureLadder.sides {
        let reply = try await lab.get("\(stem)\(side).jpg", cookie)
        #expect(reply.status == 200 && reply.headers.first(name: "Content-Type") == "image/jpeg")
        #expect(reply.headers.first(name: "Cache-Control") == "private, no-cache")
        let tag = try #require(reply.headers.first(name: "ETag"))
        #expect(!tag.hasPrefix("W/") && tag.contains("\(side)"))
        #expect(try await lab.get("\(stem)\(side).jpg", cookie, [("If-None-Match", tag)]).status == 304)
      }
      #expect(
        lab.places.notes.withLock { $0.pictures.count } == PictureLadder.sides.count, "known ones are not made again")
      for file in ["321.jpg", "0320.jpg", "+320.jpg", "320.png", "320", "99999.jpg"] {
        #expect(try await lab.get(stem + file, cookie).status == 404, "\(file)")
      }
    }
  }

  @Test func `a list goes on behind the last one, whatever comes or goes between`() async throws {
    try await PlacesLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.employee))
      lab.places.notes.withLock { notes in
        for number in 0..<120 {
          let location = Samples.location("p\(number)", title: "Place \(number)", createdAt: Double(number))
          notes.locations[location.id] = location
        }
      }
      var (address, seen): (String?, [String]) = ("/places?sort=date", [])
      while let path = address {
        let page = try await lab.get(path, cookie).text
        seen += page.split(separator: "href=\"/places/at/p").dropFirst().map { String($0.prefix { $0 != "\"" }) }
        address = page.split(separator: "rel=\"next\" href=\"").dropFirst().first.map {
          String($0.prefix { $0 != "\"" }).replacing("&amp;", with: "&")
        }
        // The last one of the page goes, and a newer one comes.
        lab.places.notes.withLock { notes in
          if let last = seen.last { notes.locations[LocationID("p\(last)")!] = nil }
          let new = Samples.location("n\(seen.count)", title: "New", createdAt: 1e6)
          notes.locations[new.id] = new
        }
      }
      #expect(seen == (0..<120).reversed().map { "\($0)" })
    }
  }

  @Test func `a page says what is there, in words, with its mark and colour, and as text`() async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab)
      let cookie = try await lab.join("anna", Standing(.admin))
      let list = try await lab.get("/places?near=31.7767,35.2376", cookie).text
      #expect(list.contains("Jaffa &lt;Gate&gt;") && !list.contains("<Gate>"))
      #expect(list.contains("class=\"is notVisited\">Not done\u{2003}\u{2066}945 m\u{2069}"))
      #expect(LocationStatus.notVisited.picture.contains("%23007AFF"))
      let style = try #require(WebAssets(["locations"]).text("locations/locations.css"))
      for status in LocationStatus.allCases {
        #expect(style.contains(".is.\(status.rawValue)::before { background-image: \(status.picture); }"))
      }
      let page = try await lab.get("/places/at/gate", cookie).text
      #expect(page.contains("31.776700, 35.227600"))
      #expect(page.contains("https://www.google.com/maps/search/?api=1&amp;query=31.7767,35.2276"))
      #expect(page.contains("Shown next to the old picture"))
      #expect(list.contains("<option value=\"distance\" selected>Sort: Distance</option>"))
      #expect(
        !list.contains("Not visited") && list.contains(">Done</a>")
          && list.contains("class=\"menu-item\" href=\"/places/transfer\""))
      let typed = try await lab.get("/places?search=31.7767,35.2376", cookie).text
      #expect(typed.contains("\u{2066}945 m\u{2069}"), "a position in the search")
      let none = try await lab.get("/places?search=nothing", cookie).text
      #expect(none.contains("No results"))
      #expect(try await lab.get("/places?near=100,0", cookie).text.contains("Enter a valid position."))
    }
  }

  @Test func `notes that somebody else has changed are not written over`() async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab)
      let cookie = try await lab.join("anna", Standing(.admin))
      let seen = PlacesPages.mark(of: "")
      #expect(try await lab.post("/places/at/gate/notes", cookie, ["notes": "one\r\ntwo", "seen": seen]).status == 303)
      #expect(lab.places.notes.withLock { $0.locations[Self.id]?.notes } == "one\ntwo")
      let refused = try await lab.post("/places/at/gate/notes", cookie, ["notes": "mine", "seen": seen])
      #expect(refused.status == 409 && refused.text.contains("mine") && refused.text.contains("one\ntwo"))
      #expect(lab.places.notes.withLock { $0.locations[Self.id]?.notes } == "one\ntwo")
    }
  }

  @Test func `an old edit page changes what was edited on it, and nothing else`() async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab)
      let cookie = try await lab.join("anna", Standing(.admin))
      let old = PlaceFields(try #require(lab.places.notes.withLock { $0.locations[Self.id] }))
      func fields(_ fields: PlaceFields, _ prefix: String) -> [String: String] {
        var all = ["title": fields.title, "at": fields.at, "bearing": fields.bearing]
        for field in fields.provenance { all[field.key.rawValue] = field.value }
        return Dictionary(uniqueKeysWithValues: all.map { (prefix + $0.key, $0.value) })
      }
      let page = try await lab.get("/places/at/gate/edit", cookie).text
      #expect(page.contains("name=\"was-title\""))
      var (mine, theirs) = (old, old)
      theirs.title = "Their title"
      mine.bearing = "90"
      let was = fields(old, "was-")
      let first = try await lab.post("/places/at/gate/edit", cookie, fields(theirs, "").merging(was) { a, _ in a })
      let second = try await lab.post("/places/at/gate/edit", cookie, fields(mine, "").merging(was) { a, _ in a })
      #expect(first.status == 303 && second.status == 303)
      let now = lab.places.notes.withLock { $0.locations[Self.id] }
      #expect(now?.title == "Their title")
      #expect(now?.bearing == 90)
    }
  }

  @Test func `of two who save at once the second sees the first`() async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab)
      let cookie = try await lab.join("anna", Standing(.admin))
      let seen = PlacesPages.mark(of: "")
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<8 {
          group.addTask {
            try await lab.post("/places/at/gate/notes", cookie, ["notes": "note \(number)", "seen": seen]).status
          }
        }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 303 } == 1)
      #expect(statuses.count { $0 == 409 } == 7)
    }
  }

  @Test func `what is no picture is said, and nothing is added`() async throws {
    try await PlacesLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      lab.places.notes.withLock { $0.refusal = .noPicture("found a PDF") }
      let reply = try await lab.upload("/places/new", cookie, ["title": "Gate", "at": "31,35"], [1, 2])
      #expect(reply.status == 422 && reply.text.contains("Choose a JPEG or PNG") && reply.text.contains("found a PDF"))
      lab.places.notes.withLock { $0.refusal = nil }
      #expect(try await lab.upload("/places/new", cookie, ["title": "", "at": "31,35"], [1]).status == 422)
      #expect(try await lab.upload("/places/new", cookie, ["title": "Gate", "at": "310,35"], [1]).status == 422)
      #expect(lab.places.notes.withLock { $0.done.isEmpty })
      let good = try await lab.upload("/places/new", cookie, ["title": "Gate", "at": "31,35"], [1, 2, 3])
      #expect(good.status == 200 && good.text.contains("/places/at/new-one"))
      #expect(lab.places.notes.withLock { $0.received.last } == [1, 2, 3])
    }
  }

  @Test func `without Leaflet the map says what to install; with tiles their origin alone is allowed`() async throws {
    try await PlacesLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.employee))
      let page = try await lab.get("/places/map", cookie)
      #expect(page.text.contains("apt install libjs-leaflet"))
      #expect(try await lab.get("/places/leaflet/leaflet.css", cookie).status == 404)
    }
    let map = MapSources(tiles: "https://tiles.example.org/{z}/{x}/{y}.png", attribution: "<b>us</b>") { _ in [1] }
    try await PlacesLab.run(map: map) { lab in
      Self.fill(lab)
      let cookie = try await lab.join("anna", Standing(.employee))
      // The list fetches the map's part where there is room for it: its policy allows the same.
      let part = try await lab.get("/places/map/pane?status=completed", cookie).text
      #expect(part.contains("data-map=\"/places/map.json?status=completed\"") && !part.contains("<html"))
      #expect(!part.contains("shows positions only"))
      let list = try await lab.get("/places", cookie)
      #expect(list.headers.first(name: "Content-Security-Policy")?.contains("https://tiles.example.org;") == true)
      #expect(list.text.contains("data-view=\"list\"") && !list.text.contains("/places/leaflet/"))
      let page = try await lab.get("/places/map", cookie)
      let policy = try #require(page.headers.first(name: "Content-Security-Policy"))
      #expect(policy.contains("img-src 'self' blob: data: https://tiles.example.org;"))
      #expect(page.text.contains("&lt;b&gt;us&lt;/b&gt;") && page.text.contains("/places/leaflet/leaflet.min.js"))
      #expect(try await lab.get("/places/leaflet/leaflet.css", cookie).status == 200)
    }
  }

  @Test func `the map's files come packed where that is accepted, and once for each of their versions`() async throws {
    let map = MapSources { _ in Array(repeating: 0x61, count: 4000) }
    try await PlacesLab.run(map: map) { lab in
      let cookie = try await lab.join("anna", Standing(.employee))
      let path = "/places/leaflet/leaflet.min.js"
      let plain = try await lab.get(path, cookie)
      #expect(plain.text.count == 4000 && plain.headers.first(name: "Content-Encoding") == nil)
      let packed = try await lab.get(path, cookie, [("Accept-Encoding", "gzip")])
      #expect(packed.headers.first(name: "Content-Encoding") == "gzip" && packed.text.utf8.count < 400)
      #expect(packed.headers.first(name: "Vary") == "Accept-Encoding, Cookie")
      let tag = try #require(packed.headers.first(name: "ETag"))
      #expect(tag != plain.headers.first(name: "ETag"))
      let again = try await lab.get(path, cookie, [("Accept-Encoding", "gzip"), ("If-None-Match", tag)])
      #expect(again.status == 304)
    }
  }

  @Test func `without any location there is nothing but the way to the first one`() async throws {
    try await PlacesLab.run(map: MapSources { _ in [1] }) { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      let page = try await lab.get("/places", cookie).text
      #expect(page.contains("No locations yet") && page.contains("href=\"/places/new\""))
      for absent in ["id=\"search\"", "data-pane", "Locations: 0"] { #expect(!page.contains(absent), "\(absent)") }
      #expect(try await lab.get("/places?search=x", cookie).text.contains("id=\"search\""), "there it can be changed")
    }
  }

  @Test func `a map without tiles says that they can be set, and leads there who may`() async throws {
    try await PlacesLab.run(map: MapSources { _ in [1] }) { lab in
      let reader = try await lab.get("/places/map", try await lab.join("ben", Standing(.employee))).text
      #expect(reader.contains("An administrator can set a map server") && !reader.contains("/settings#tiles"))
      let admin = try await lab.get("/places/map", try await lab.join("anna", Standing(.admin))).text
      #expect(admin.contains("href=\"/settings#tiles\""))
    }
  }

  @Test func `the map has the places that the list is narrowed down to`() async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab)
      lab.places.notes.withLock { notes in
        let done = Samples.location("done", title: "Tower", status: .completed)
        notes.locations[done.id] = done
      }
      let cookie = try await lab.join("anna", Standing(.employee))
      let some = try await lab.get("/places/map.json?status=completed", cookie).text
      #expect(some.contains("Tower") && !some.contains("Jaffa"))
      #expect(try await lab.get("/places/map.json?search=jaffa", cookie).text.contains("Jaffa"))
      let list = try await lab.get("/places?status=completed", cookie).text
      #expect(
        list.contains("href=\"/places/map?status=completed\"")
          && list.contains("data-pane=\"/places/map/pane?status=completed\""))
    }
  }

  @Test func `an import tells its sums and what was wrong; an export that fails tells why`() async throws {
    try await PlacesLab.run { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      lab.places.notes.withLock {
        $0.outcome.problems = (1...250).map { .init("<i>line \($0)</i>", isError: true) }
      }
      #expect(try await lab.upload("/places/transfer/import", cookie, [:], [1]).status == 200)
      var page = ""
      for _ in 0..<1000 where !page.contains("Imported: 1.") {
        page = try await lab.get("/places/transfer", cookie).text
      }
      #expect(page.contains("Already there: 2. Skipped: 3.") && page.contains("&lt;i&gt;line 200&lt;/i&gt;"))
      #expect(!page.contains("line 201") && page.contains("And 50 more."))
      #expect(try await lab.post("/places/transfer/export", cookie).status == 303)
      for _ in 0..<1000 where !page.contains("no room") { page = try await lab.get("/places/transfer", cookie).text }
      #expect(page.contains("no room &lt;b&gt;left&lt;/b&gt;"))
      let other = try await lab.join("ben", Standing(.admin))
      #expect(try await !lab.get("/places/transfer", other).text.contains("no room"), "it is anna's")
    }
  }

  @Test func `the camera's page shows what can be done now, and does it`() async throws {
    try await PlacesLab.run { lab in
      Self.fill(lab)
      let cookie = try await lab.join("anna", Standing(name: "photographer")!)
      let page = "/places/at/gate/camera"
      let away = try await lab.get(page, cookie).text
      #expect(away.contains("is not running or not responding") && away.contains("Add today’s photo"))
      lab.booth.set(event: "wedding", events: ["wedding"], state: "idle")
      let wedding = try await lab.get(page, cookie).text
      #expect(wedding.contains("does not have this location") && !wedding.contains("id=\"screen\""))
      #expect(wedding.contains("<code class=\"command\" dir=\"ltr\" tabindex=\"0\">booth run --location all</code>"))
      let admin = try await lab.join("ben", Standing(.admin))
      func offers(_ cookie: String) async throws -> (link: Bool, command: Bool) {
        let page = try await lab.get("/places/at/gate", cookie).text
        return (page.contains("href=\"/places/at/gate/camera\""), page.contains("booth run --location all"))
      }
      #expect(try await offers(cookie) == (false, false))
      #expect(try await offers(admin) == (false, true))
      lab.booth.set(event: "location:gate", events: ["location:gate"], state: "idle")
      #expect(try await offers(cookie) == (true, false))
      #expect(try await offers(admin) == (true, false))
      lab.booth.set(event: "location:other", events: ["location:gate", "location:other"], state: "idle")
      #expect(try await lab.get(page, cookie).text.contains("Use this location next"))
      let stages: [(String, String?, shows: [String], hides: [String])] = [
        ("idle", nil, ["order-start"], ["order-retake", "order-guide-stronger"]),
        ("capture", "aiming", ["order-start", "order-cancel", "order-guide-stronger"], ["order-retake"]),
        ("capture", "countdown", [], ["order-start"]),
        ("capture", "review", ["order-start", "order-retake", "order-cancel"], ["order-guide-stronger"]),
        ("upload", nil, [], ["order-start"]),
      ]
      for (state, phase, shows, hides) in stages {
        lab.booth.set(event: "location:gate", events: ["location:gate"], state: state, phase: phase)
        let part = try await lab.get(page + "/state", cookie).text
        for name in shows { #expect(part.contains("id=\"\(name)\""), "\(state) \(name)") }
        for name in hides { #expect(!part.contains("id=\"\(name)\""), "\(state) \(name)") }
      }
      for order in ["choose", "start", "retake", "cancel", "guide-nextEffect"] {
        #expect(try await lab.post(page, cookie, ["order": order]).status == 303)
      }
      #expect(
        lab.booth.orders.withLock { $0 } == [
          .chooseEvent("location:gate"), .press("start"), .press("retake"), .press("cancel"), .turnGuide("nextEffect"),
        ])
      for order in ["", "next", "shutdown", "guide-", "guide-off", "erase"] {
        #expect(try await lab.post(page, cookie, ["order": order]).status == 404)
      }
    }
  }
}
