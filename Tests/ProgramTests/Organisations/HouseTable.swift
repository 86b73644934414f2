import Hummingbird

@testable import StudioPhotos
@testable import StudioReports
@testable import StudioServer
@testable import Training

/// What is known of a house's things, as a person might have heard of it.
struct HouseThings: Sendable {
  var source = ""
  var numbers: [Int64] = []
  var stamps: [String] = []
  var keys: [String] = []
  var album = ""
  var undo = ""
  var copy = ""
  var binned = ""
  var user = ""
  var invitation = ""
  /// The folder of its photographs.
  var folder = ""
}

/// One request about another house's things.
struct HouseRow: Sendable {
  var path: String
  /// Of a form; nil: it is read.
  var fields: [String: String]?
  /// What a script sends.
  var json: String?

  static func get(_ path: String) -> HouseRow { HouseRow(path: path) }
  static func form(_ path: String, _ fields: [String: String] = [:]) -> HouseRow {
    HouseRow(path: path, fields: fields)
  }
  static func script(_ path: String, _ json: String) -> HouseRow { HouseRow(path: path, json: json) }

  private var isRead: Bool { fields == nil && json == nil }
  private var plain: String { String(path.prefix { $0 != "?" }) }

  /// Of which feature's routes it is, and which.
  var route: (feature: String, name: String)? {
    if let route = PhotosRoute(isRead ? .get : .post, plain) { return ("photos", CodeRoutes.name(route)) }
    if let route = TrainingRoute(method: isRead ? .get : .post, path: plain) {
      return ("training", CodeRoutes.name(route))
    }
    if let route = ReportsRoute(isRead ? .get : .post, plain) { return ("reports", CodeRoutes.name(route)) }
    let route = StudioRoute(method: isRead ? .get : .post, path: BoothPath.split(plain)?.own ?? plain)
    return route == .notFound ? nil : ("studio", CodeRoutes.name(route))
  }

  /// Every route of every feature, about what another house has. Locations and the booth on this machine belong to none
  /// (Docs/manual/firebase.md); their pages are asked for the words as well.
  static func all(_ house: Houses.House, _ things: HouseThings) -> [HouseRow] {
    photos(things) + training(house) + reports(house) + studio(house, things) + places
  }

  private static func photos(_ things: HouseThings) -> [HouseRow] {
    let numbers = things.numbers.map(String.init).joined(separator: ",")
    let chosen = ["photos": numbers, "known": numbers]
    var rows: [HouseRow] = [
      .get("/photos"), .get("/photos?in=\(things.source)"), .get("/photos?album=\(things.album)"),
      .get("/photos?album=basket"), .get("/photos/layout.json"), .get("/photos/layout.json?in=\(things.source)"),
      .get("/photos/layout.json?album=\(things.album)"), .get("/photos/news.json"),
      .get("/photos/window.json?from=0&count=100"), .get("/photos/window.json?numbers=\(numbers)"),
      .get("/photos/window.json?from=0&count=100&in=\(things.source)"),
      .get("/photos/window.json?from=0&count=100&album=\(things.album)"),
      .get("/photos/numbers.json?from=0&count=100&in=\(things.source)"),
      .get("/photos/sources"), .get("/photos/albums"), .get("/photos/albums.json"), .get("/photos/copies"),
      .get("/photos/copies.json"), .get("/photos/bin"), .get("/photos/terms.json"), .get("/photos/links"),
      .get("/photos/links?album=\(things.album)"),
      .form("/photos/links/make", ["album": things.album, "days": "30"]),
      .form("/photos/links/remove", ["link": things.album]),
      .form("/photos/chosen", chosen.merging(["album": things.album, "in": things.source]) { $1 }),
      .form("/photos/mark", chosen.merging(["star": "0", "add": "1"]) { $1 }),
      .form("/photos/export", chosen.merging(["size": "original"]) { $1 }),
      .form("/photos/albums/make", chosen.merging(["title": "Mine"]) { $1 }),
      .form("/photos/albums/add", chosen.merging(["album": things.album]) { $1 }),
      .form("/photos/albums/move", chosen.merging(["album": things.album, "to": "last"]) { $1 }),
      .form("/photos/albums/take", chosen.merging(["album": things.album]) { $1 }),
      .form("/photos/albums/rename", ["album": things.album, "title": "Ours"]),
      .form("/photos/albums/remove", ["album": things.album]),
      .form("/photos/copy", chosen.merging(["size": "original", "folder": things.folder]) { $1 }),
      .form("/photos/copy", chosen.merging(["size": "original", "folder": things.folder + "/new"]) { $1 }),
      .form("/photos/copies/cancel", ["copy": things.copy]),
      .form("/photos/trash", chosen), .form("/photos/undo", ["undo": things.undo]),
      .form("/photos/bin/restore", ["chosen-0": things.binned, "page": "1"]),
      .form("/photos/bin/restore", ["all": "1", "shown-0": things.binned, "page": "1"]),
      .form("/photos/sources/add", ["folder": things.folder]),
      .form("/photos/sources/add", ["folder": things.folder + "/.."]),
      .form("/photos/sources/scan", ["source": things.source]),
      .form("/photos/sources/uploads", ["source": things.source]),
      .script("/photos/upload?name=x.jpg&modified=1", "no picture"),
      .get("/photos/folders.json"), .get("/photos/folders.json?at=" + things.folder),
      .form("/photos/sources/remove", ["source": things.source]),
    ]
    for (number, (stamp, key)) in zip(things.numbers, zip(things.stamps, things.keys)) {
      let photo = "\(number)/\(stamp)"
      rows += [
        .get("/photos/about/\(number)"), .get("/photos/at/\(key)"), .get("/photos/at/\(photo)"),
        .get("/photos/picture/\(photo)/256.jpg"), .get("/photos/picture/\(photo)/1024.jpg"),
        .get("/photos/part/\(photo)/0-0-0-1-1.jpg"), .get("/photos/original/\(photo)"), .get("/photos/film/\(photo)"),
        .get("/photos/moving/\(photo)"),
        .get("/photos/place.json?photo=\(number)"),
      ]
    }
    return rows
  }

  private static func training(_ house: Houses.House) -> [HouseRow] {
    let id = house.critique
    let draft =
      #"{"key":"\#(id)","photographer":"x","kind":"example","notes":"x","pictures":[{"picture":"a.jpg","thumbnail":"a-small.jpg","name":"x"}]}"#
    return [
      .get("/training"), .get("/training/newest"), .get("/training/kept?ids=\(id)"), .get("/training/events"),
      .get("/training/team"), .get("/training/team/far-photographer"), .get("/training/new"),
      .get("/training/new?photos=1,2"), .get("/training/critiques/\(id)"), .get("/training/critiques/\(id)/edit"),
      .get("/training/pictures/\(id)/a.jpg"),
      .form("/training/critiques/\(id)/edit", ["notes": "x", "kind": "example"]),
      .form("/training/critiques/\(id)/delete"), .script("/training/critiques/\(id)/marks", #"{"pictures":[]}"#),
      .get("/training/unread"),
      .script("/training/critiques/\(id)/answers", #"{"key":"CCCCCCCCCCCCCCCCCCCC","text":"x","isDone":false}"#),
      .script("/training/publish", draft), .script("/training/uploads/\(id)", "no picture"),
    ]
  }

  private static func reports(_ house: Houses.House) -> [HouseRow] {
    let (id, hash, report) = (house.id, house.hash, house.report)
    let sent =
      #"{"key":"\#(report)","template":"\#(id)","date":"2024-01-15","answers":{"notes":"x"},"schools":["\#(id)"],"attachments":[{"sha256":"\#(hash)","size":7,"type":"image/jpeg","name":"a.jpg","field":""}]}"#
    return [
      .get("/reports?whose=all"), .get("/reports/new"), .get("/reports/new/\(id)"),
      .get("/reports/export.csv?whose=all"), .get("/reports/export.xlsx?whose=all"), .get("/reports/mileage?whose=all"),
      .get("/reports/mileage.csv?whose=all"), .get("/reports/details"), .get("/reports/drafts"),
      .get("/reports/draft/\(report)"), .get("/reports/forms"), .get("/reports/forms/new"),
      .get("/reports/forms/edit/\(id)"), .get("/reports/schools"), .get("/reports/pdf/\(report)"),
      .get("/reports/report/\(report)"), .get("/reports/amend/\(report)"), .get("/reports/picture/\(hash)"),
      .get("/reports/original/\(report)/\(hash)"), .form("/reports/details", ["home": "1,1"]),
      .form("/reports/delete", ["r0": report, "sure": "yes"]),
      .form("/reports/amend/\(report)", ["notes": "x"]),
      .script("/reports/smart", #"{"template":"\#(id)","schools":["\#(id)"],"position":"1,1"}"#),
      .script("/reports/send", sent), .script("/reports/draft", sent), .form("/reports/draft/\(report)/discard"),
      .form("/reports/schools", ["id": id, "name": "Ours"]), .form("/reports/schools/\(id)/delete"),
      .script("/reports/forms/check", #"{"id":"\#(id)","name":"x","fields":[]}"#),
      .script("/reports/forms/save", #"{"id":"\#(id)","name":"x","fields":[]}"#),
      .form("/reports/forms/act/\(id)/delete"), .script("/reports/attachment/\(hash)", "no picture"),
    ]
  }

  private static func studio(_ house: Houses.House, _ things: HouseThings) -> [HouseRow] {
    let booth = "/booths/\(house.booth)"
    let person = ["user": things.user]
    return [
      .get("/"), .get("/health"), .get("/worker.js"), .get("/offline"), .get("/session"), .get("/sign-in"),
      .get("/design"), .get("/static/none.css"), .get("/join/none"), .get("/booth"), .get("/booth/state"),
      .get("/booth/events"),
      .get("/booth/screen"), .get("/booth/report"), .get("/booth/event-picture"), .get("/sessions"), .get("/check"),
      .get("/booth/session-photo?session=S1"), .get("/shared/AAAAAAAAAAAAAAAAAAAAAA"),
      .get("/fleet"), .get("/fleet/state"), .get("/fleet/events"),
      .get("/log"), .get("/booths"), .get(booth), .get(booth + "/state"), .get(booth + "/events"),
      .get(booth + "/screen"), .get(booth + "/report"), .get(booth + "/guests"), .get(booth + "/sessions"),
      .get(booth + "/check"), .get(booth + "/log"), .form(booth + "/pause"), .form("/booth/press", ["button": "none"]),
      .form("/booths", ["remove": house.booth]), .get("/people"), .get("/account"), .get("/settings"),
      .form("/people/invite", ["standing": "employee", "name": "x"]),
      .form("/people/standing", person.merging(["standing": "employee"]) { $1 }), .form("/people/password", person),
      .form("/people/end", person), .form("/people/withdraw", ["link": things.invitation]),
      .form("/account/password", ["old": "wrong", "password": "another password", "again": "another password"]),
      .form("/account/language", ["language": "en"]), .form("/account/place", ["place": things.user]),
      .form("/account/name", ["shown": "x"]), .form("/account/look", ["look": "dark"]),
      .form("/home/hide", ["card": "booth"]), .form("/home/show", ["card": "booth"]),
      .form("/settings", ["organisationName": "Ours"]), .form("/join/none", ["name": "x"]),
      .form("/sign-in", ["name": "x", "password": "x"]), .form("/sign-out"),
    ]
  }

  private static let places: [HouseRow] = [
    .get("/places"), .get("/places/map"), .get("/places/map.json"), .get("/places/new"), .get("/places/transfer"),
    .get("/places/sync"), .get("/waiting"),
  ]
}
