import BoothTesting
import Documents
import FoundationEssentials
import StudioModel
import Testing
import WebSupport

@testable import StudioServer

/// Every route of every feature, every role, three organisations on one real studio, two of them with Firebases of their own: nothing of another
/// is told or changed.
@Suite(.serialized, .timeLimit(.minutes(20))) struct OrganisationTableTests {
  private typealias House = Houses.House

  @Test func `the table of organisations has a row for every route of every feature`() throws {
    let features = [
      ("photos", "PhotosRoute", "Photos/StudioPhotos/PhotosFeature.swift", 30),
      ("training", "TrainingRoute", "Studio/Training/TrainingFeature.swift", 12),
      ("reports", "ReportsRoute", "Studio/StudioReports/ReportsFeature.swift", 25),
      ("studio", "StudioRoute", "Studio/StudioServer/Server/StudioRoute.swift", 30),
    ]
    let things = HouseThings(
      source: "s", numbers: [1], stamps: ["0123456789ab"], keys: [String(repeating: "a", count: 32) + "-1"])
    var named: [String: Set<String>] = [:]
    for row in HouseRow.all(.own, things) {
      guard let route = row.route else { continue }
      named[route.feature, default: []].insert(route.name)
    }
    for (feature, type, file, least) in features {
      let all = try CodeRoutes.names(of: type, in: file)
      #expect(all.count >= least, "\(type) was not found whole: \(all.sorted())")
      let missing = all.subtracting(named[feature] ?? [])
      #expect(missing.isEmpty, "\(feature) has routes without a row: \(missing.sorted())")
    }
  }

  @Test func `nobody of one organisation is told, shown or can change anything of another's`() async throws {
    try await Houses.run { houses in
      var things: [House: HouseThings] = [:]
      for house in House.allCases { things[house] = try await Self.settle(houses, house) }
      // What is theirs is there, for them.
      for house in House.allCases {
        let admin = try houses.cookie(house, Standing(.admin))
        for path in [
          "/photos/window.json?from=0&count=100", "/photos/albums.json", "/photos/bin", "/booths", "/people",
          "/reports/report/\(house.report)", "/reports/forms", "/reports/schools",
          "/training/critiques/\(house.critique)",
        ] {
          #expect(try await houses.ask(path, admin).text.contains(house.word), "\(house) \(path)")
        }
      }
      // Names and passwords of members elsewhere are changed there: here they would come back by themselves.
      for house in House.allCases {
        let (admin, isOwn) = (try houses.cookie(house, Standing(.admin)), house == .own)
        let account = try await houses.ask("/account", admin).text
        for form in ["/account/name", "/account/password"] {
          #expect(account.contains("action=\"\(form)\"") == isOwn, "\(house) \(form)")
        }
        #expect(account.contains("accounts, roles and passwords in its own apps") != isOwn, "\(house)")
        _ = try await houses.ask("/account/name", admin, ["shown": "\(house.word) again"])
        #expect(try await houses.ask("/account", admin).text.contains("\(house.word) again") == isOwn, "\(house)")
      }
      var asked = 0
      for house in House.allCases {
        for other in house.others {
          let theirs = try #require(things[other])
          let (before, files) = (try await Self.all(houses, other), Self.files(houses, other))
          #expect(files.count > 2, "\(files)")
          for standing in Standing.all {
            let cookie = try houses.cookie(house, standing)
            for row in HouseRow.all(other, theirs) {
              var fields = row.fields
              // As the page has them: without them, a member's own name is gone as soon as the organisation is asked again.
              if row.path == "/reports/details" { fields?.merge(["first": house.word, "last": standing.name]) { $1 } }
              let reply = try await houses.ask(row.path, cookie, fields, json: row.json)
              asked += 1
              let place =
                "\(house) \(standing.name) \(row.fields == nil ? "reads" : "sends") \(row.path): \(reply.status)"
              #expect(!reply.text.contains(other.word), "\(place) tells of \(other)")
              let isPicture = reply.status == 200 && reply.type.hasPrefix("image/")
              #expect(!isPicture, "\(place) shows a picture")
            }
          }
          let after = try await Self.all(houses, other)
          for (path, text) in before { #expect(after[path] == text, "\(other) \(path) was changed by \(house)") }
          #expect(Self.files(houses, other) == files, "\(house) changed files of \(other)")
        }
      }
      print("three organisations: \(asked) requests about another's things")
    }
  }

  // MARK: Lab

  /// Photos that are read, an album, a star, one in the basket, one in the bin, a copy, and how the house is called.
  private static func settle(_ houses: Houses, _ house: House) async throws -> HouseThings {
    let admin = try houses.cookie(house, Standing(.admin))
    var things = HouseThings(folder: houses.folder.path(house.rawValue))
    _ = try await houses.ask("/settings", admin, ["organisationName": house.word])
    _ = try await houses.ask("/photos/sources/add", admin, ["folder": things.folder])
    var cells: [[JSONDocument]] = []
    let end = ContinuousClock.now + .seconds(600)
    while cells.count < 3 {
      guard ContinuousClock.now < end else { throw CancellationError() }
      let layout = try await houses.ask("/photos/layout.json", admin)
      guard layout.text.contains("\"scanning\":false"), layout.text.contains("\"unread\":0") else { continue }
      let window = try await houses.ask("/photos/window.json?from=0&count=100", admin)
      cells = try JSONReader.read(Array(Self.body(window.text).utf8)).array?.compactMap(\.array) ?? []
    }
    for cell in cells {
      let number = try #require(cell[0].integer)
      things.numbers.append(number)
      things.stamps.append(try #require(cell[1].string))
      let page = try await houses.ask("/photos/about/\(number)", admin)
      let link = try #require(try JSONReader.read(Array(Self.body(page.text).utf8))["link"]?.string)
      things.keys.append(String(link.dropFirst("/photos/at/".count)))
    }
    let numbers = ["photos": things.numbers.map(String.init).joined(separator: ",")]
    let made = try await houses.ask("/photos/albums/make", admin, numbers.merging(["title": house.word]) { $1 })
    things.album = try #require(try JSONReader.read(Array(Self.body(made.text).utf8))["album"]?.string)
    _ = try await houses.ask("/photos/mark", admin, numbers.merging(["star": "1"]) { $1 })
    _ = try await houses.ask("/photos/albums/add", admin, numbers.merging(["album": "basket"]) { $1 })
    let copy = try await houses.ask(
      "/photos/copy", admin,
      numbers.merging(["size": "original", "folder": houses.folder.path("copies-\(house.rawValue)")]) { $1 })
    things.copy = try #require(try JSONReader.read(Array(Self.body(copy.text).utf8))["copy"]?.string)
    while try await houses.ask("/photos/copies.json", admin).text.contains("\"over\":false") {
      guard ContinuousClock.now < end else { throw CancellationError() }
    }
    let gone = try await houses.ask("/photos/trash", admin, ["photos": "\(things.numbers[1])"])
    things.undo = try #require(try JSONReader.read(Array(Self.body(gone.text).utf8))["undo"]?.string)
    let bin = try await houses.ask("/photos/bin", admin)
    things.binned = value("shown-0", bin.text)
    things.source = String(things.binned.prefix { $0 != "/" })
    let people = try await houses.ask("/people", admin)
    things.invitation = value("link", people.text)
    things.user = house == .own ? value("user", people.text) : house.user(Standing(.admin))
    return things
  }

  private static func body(_ text: String) -> Substring {
    text[(text.firstRange(of: "\n\n")?.upperBound ?? text.startIndex)...]
  }

  private static func value(_ field: String, _ text: String) -> String {
    text.split(separator: "name=\"\(field)\" value=\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) } ?? ""
  }

  /// All that a house's administrator sees, without what changes by itself.
  private static func all(_ houses: Houses, _ house: House) async throws -> [String: String] {
    let admin = try #require(houses.watchers[house])
    var found: [String: String] = [:]
    for path in [
      "/photos/window.json?from=0&count=100", "/photos/window.json?from=0&count=100&album=basket",
      "/photos/albums.json",
      "/photos/sources", "/photos/bin", "/photos/copies.json", "/booths", "/people", "/settings",
      "/reports?whose=all&year=2024", "/reports/report/\(house.report)", "/reports/forms", "/reports/schools",
      "/training/critiques/\(house.critique)",
    ] {
      var reply = try await houses.ask(path, admin)
      // What is looked through at this moment says so, and is ready a moment later, without anything being asked of it.
      while reply.text.contains(">Reading</span>") { reply = try await houses.ask(path, admin) }
      #expect(reply.status == 200, "\(house) \(path): \(reply.status)")
      let text = body(reply.text).split(separator: "data-made=\"")
      found[path] = text.enumerated().map { $0 == 0 ? String($1) : String($1.drop { $0 != "\"" }) }.joined()
    }
    return found
  }

  /// What lies in a house's folder, its bin included, and in that of its copies.
  private static func files(_ houses: Houses, _ house: House) -> Set<String> {
    var found: Set<String> = []
    for place in [house.rawValue, "copies-\(house.rawValue)"] {
      do {
        let names = try FileManager.default.contentsOfDirectory(atPath: houses.folder.path(place))
        found.formUnion(names.map { "\(place)/\($0)" })
      } catch { found.insert("\(place): \(error)") }
    }
    return found
  }
}
