import ArgumentParser
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import Locations

/// Old photographs and the places where they are to be taken again.
struct LocationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "location", abstract: "Manage old photographs and where they were taken.",
    discussion: """
      Works beside a running booth: changes wait for their turn, and looking waits for nobody. Ids may be cut to their \
      first eight signs where no other begins so.
      """,
    subcommands: [
      List.self, Show.self, Add.self, Edit.self, Delete.self, Import.self, Export.self, Site.self,
      LocationPairCommand.self, LocationAlign.self, LocationAdvise.self, LocationPoints.self, LocationMatches.self,
      LocationSyncCommand.self,
    ],
    defaultSubcommand: List.self)

  /// The location of that id, or of the only one that begins so.
  static func find(_ text: String, in store: FolderLocationStore) async throws -> Location {
    let beginning = text.hasSuffix("…") ? String(text.dropLast()) : text
    guard let id = LocationID(beginning) else {
      throw CommandError(
        "\"\(text)\" is no location's id; expected 1 to 64 letters, digits, - and _, as `booth location list` prints them",
        code: CommandError.usage)
    }
    if let location = try await store.location(id) { return location }
    let found = try await store.locations().filter {
      beginning.count >= 8 && $0.id.text.lowercased().hasPrefix(beginning.lowercased())
    }.sorted { $0.id < $1.id }
    guard let location = found.first else {
      throw CommandError(
        "there is no location \(beginning) in \(store.folder) (booth location list)", code: CommandError.usage)
    }
    guard found.count == 1 else {
      throw CommandError(
        "\(found.count) locations begin with \(beginning): \(found.prefix(5).map(\.id.text).joined(separator: ", ")); "
          + "give more of the id", code: CommandError.usage)
    }
    return location
  }

  /// For changing; what had to be found again is said.
  static func open(_ settings: Settings) async throws -> FolderLocationStore {
    let store = try FolderLocationStore.open(folder: settings.data)
    for note in await store.notes() { complain("booth: \(advice: note)") }
    return store
  }

  static func place(_ text: String, _ option: String) throws -> Coordinate {
    do throws(CoordinateText.Fault) { return try CoordinateText.pair(text) } catch {
      throw CommandError("\(option): expected \(error.expected); found \(error.found)", code: CommandError.usage)
    }
  }

  static func status(_ text: String) throws -> LocationStatus {
    guard let status = LocationStatus(rawValue: text) else {
      throw CommandError(
        "--status: expected \(LocationStatus.allCases.map(\.rawValue).joined(separator: ", ")); found \"\(text)\"",
        code: CommandError.usage)
    }
    return status
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the locations, the newest first.")
    @Option(help: "The nearest to this place first: LAT,LON, or gps for where this machine is.") var near: String?
    @Option(help: "distance (with --near), status or date.") var sort: String?
    @Option(help: "Only those with these words in title, notes or provenance.") var search: String?
    @Option(help: "Only those of this status: notVisited, completed or inaccessible.") var status: String?
    @OptionGroup var position: PositionOptions
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let settings = try await self.place.settings(position.flags, data: .nothing)
      var here: Coordinate?
      if let near { here = try await TypedPlace.read(near, "--near", settings).coordinate }
      let order: LocationOrder
      switch sort ?? (here == nil ? "date" : "distance") {
      case "distance": order = .distance(from: here)
      case "status": order = .status
      case "date": order = .date
      case let other:
        throw CommandError("--sort: expected distance, status or date; found \"\(other)\"", code: CommandError.usage)
      }
      let wanted = try status.map { try LocationCommand.status($0) }
      try settings.checkData(.ours)
      let store = try FolderLocationStore.openForReading(folder: settings.data)
      let found = try await store.locations(matching: LocationSearch(search ?? ""))
      let list = order.sorted(wanted.map { wanted in found.filter { $0.status == wanted } } ?? found)
      if output.json { return try printJSON(list.map { LocationAnswer($0, in: store, near: here) }) }
      if sort == "distance", here == nil {
        complain("booth: no position is known (--near LAT,LON or gps): the newest first")
      }
      if list.isEmpty {
        let isAll = search == nil && wanted == nil
        complain("booth: \(isAll ? "there are no locations yet in \(settings.data)" : "no location matches")")
      }
      printTable(
        header: ["location", "status", here == nil ? "position" : "distance", "title"],
        list.map { location in
          let distance = here.flatMap { here in location.coordinate.map { here.distance(to: $0) } }
          return [
            location.id.text, location.status.words, distance.map(Coordinate.words) ?? location.coordinate?.words ?? "",
            location.title,
          ]
        })
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show all that is known about a location.")
    @Argument(help: "The location's id, or its first eight signs.") var id: String
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let store = try FolderLocationStore.openForReading(folder: try await place.settings().data)
      let location = try await LocationCommand.find(id, in: store)
      if output.json { return try printJSON(LocationAnswer(location, in: store, near: nil)) }
      var rows = [["location", location.id.text]]
      if location.pair != location.id.text { rows.append(["pair", location.pair]) }
      rows += [
        ["title", location.title], ["status", location.status.words],
        ["place", location.coordinate?.words ?? "nowhere on the earth"],
        ["map", location.coordinate?.googleMapsLink ?? ""],
      ]
      if let bearing = location.bearing { rows.append(["camera looks", "\(bearing)° clockwise from north"]) }
      if let accuracy = location.accuracy { rows.append(["place is within", Coordinate.words(ofDistance: accuracy)]) }
      if !location.notes.isEmpty {
        for (index, line) in location.notes.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
          rows.append([index == 0 ? "notes" : "", String(line)])
        }
      }
      rows += location.provenance.texts.map { [$0.name, $0.text] }
      rows += [["added", location.createdAt.words], ["changed", location.updatedAt.words]]
      rows.append(["old picture", Self.words(location.old, store.path(of: location.old, in: location.id))])
      if let crop = location.crop {
        let words = crop.part == nil ? "all of it is the photograph" : "the photograph is at \(crop.text)"
        rows.append(["", words + (crop.isFound ? ", found by itself" : ", as a person says")])
      }
      for version in location.versions {
        rows.append([
          version.id == location.chosen ? "new, chosen" : "new",
          "\(version.id), \(version.takenAt.words), "
            + Self.words(version.picture, store.path(of: version.picture, in: location.id)),
        ])
        if let place = version.fix?.coordinate {
          let accuracy = version.fix?.accuracy.map { ", within " + Coordinate.words(ofDistance: $0) } ?? ""
          rows.append(["", "taken at \(place.words)\(accuracy)"])
        }
        if let kept = version.registration {
          let isCurrent = kept.isOf(location.old, version.picture)
          rows.append([
            "",
            (kept.isAccepted ? "lies on the old picture" : "not laid on the old picture: \(kept.verdict)")
              + ", by \(kept.method), \(Int((kept.confidence * 100).rounded())) % sure"
              + (kept.region.map { ", found in \(Int(($0.share * 100).rounded())) % of it" } ?? "")
              + (isCurrent ? "" : "; of other files than those that are here"),
          ])
        }
      }
      if let marks = location.marks {
        rows.append([
          "marked",
          counted(marks.points.count, "point") + ", "
            + Self.words(marks.anchor, store.path(of: marks.anchor, in: location.id)),
        ])
      }
      let times = [location.createdAt, location.updatedAt] + location.versions.map(\.takenAt)
      printTable(rows + WallTime.clockRow(times))
    }

    private static func words(_ picture: LocationPicture, _ path: String) -> String {
      let size = picture.size.map { ", \($0.width)x\($0.height)" } ?? ""
      let isThere = access(path, R_OK) == 0 ? "" : " (is not there any more)"
      return "\(picture.bytes) bytes\(size), \(path)\(isThere)"
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete a location with its old picture and every new one.")
    @Argument(help: "The location's id, or its first eight signs.") var id: String
    @Flag(help: "Do not ask.") var yes = false
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let store = try await LocationCommand.open(try await place.settings())
      let location = try await LocationCommand.find(id, in: store)
      if !yes { try confirm(location) }
      try await store.delete(location.id, at: SystemClock().wallTime)
      let words = "\(location.id) (\(location.title)) is deleted with its pictures"
      if output.json { try printJSON(["message": words]) } else { say("\(words)") }
    }

    private func confirm(_ location: Location) throws {
      guard isatty(STDIN_FILENO) == 1 else {
        throw CommandError(
          "deleting cannot be undone. To delete without a question, add --yes", code: CommandError.usage)
      }
      say("\(location.title), \(location.id): the old picture and \(location.versions.count) new ones.")
      print("Delete it for ever? [y/N] ", terminator: "")
      fflush(nil)
      guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
        throw CommandError("nothing was deleted")
      }
    }
  }
}
