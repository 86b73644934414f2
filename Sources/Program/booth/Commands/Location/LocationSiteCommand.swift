import ArgumentParser
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import Locations
import StudioLocations
import StudioServer

extension LocationCommand {
  struct Site: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "site", abstract: "Write locations as a web site of plain files, with a map.",
      discussion: """
        A new or empty folder: index.html with a map and a list, and a page for each location with its old picture and its new \
        one under a slider. It can be opened as it is, or uploaded to any web server. No page asks another server for \
        anything, and all can be read without scripts. Pairs that are not aligned are shown beside each other; booth \
        location pair aligns one.
        """)
    @Argument(help: "Only these locations, by their ids. (default: all with a new picture)") var ids: [String] = []
    @Option(help: "The folder: a new one, or an empty one.") var out: String
    @Option(help: "What the site is called. (default: Then and now, in its language)") var title: String?
    @Option(help: "Of the pages: en, de, fr, es, he, ar.") var language = "en"
    @Flag(help: "Also locations without a new picture.") var all = false
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      if out.isEmpty { throw ValidationError("--out is empty: name a new folder") }
      if out.lowercased().hasSuffix(".zip") { throw ValidationError("--out \(out): expected a folder, not an archive") }
      if Language(code: language) == nil {
        throw ValidationError("--language \(language): expected one of en, de, fr, es, he, ar")
      }
    }

    /// A web server is another user than the one who makes the site, and what is drafted is closed to others: it is opened for
    /// reading. One that cannot be is the person's to open.
    private static func open(_ folder: String) {
      let names: [String]
      do { names = try FileManager.default.subpathsOfDirectory(atPath: folder) } catch {
        return complain("booth: \(folder) stays closed to others: \(error)")
      }
      for path in [folder] + names.map({ "\(folder)/\($0)" }) {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { continue }
        let isFolder = facts.st_mode & S_IFMT == S_IFDIR
        guard isFolder || facts.st_mode & S_IFMT == S_IFREG else { continue }
        if chmod(path, isFolder ? 0o755 : 0o644) != 0 {
          complain("booth: \(path) stays closed to others: \(SystemWords.of(errno))")
        }
      }
    }

    func run() async throws {
      let store = try FolderLocationStore.openForReading(folder: try await place.settings().data)
      var locations: [Location] = []
      for id in ids {
        let location = try await LocationCommand.find(id, in: store)
        if !locations.contains(where: { $0.id == location.id }) { locations.append(location) }
      }
      if ids.isEmpty { locations = try await store.locations() }
      guard locations.contains(where: { all || $0.chosenVersion != nil }) else {
        throw CommandError(
          locations.isEmpty
            ? "there are no locations in \(store.folder): no site is made"
            : "none of these locations has a new picture: no site is made; --all shows their old pictures alone")
      }
      let language = Language(code: language) ?? .english
      let target = try ExportTarget(Settings.absolute(out), mayReplace: false)
      defer { target.giveUp() }
      let shows = !output.json && isatty(STDERR_FILENO) == 1
      var site = LocationSite(
        store, title: title.flatMap { $0.isEmpty ? nil : $0 } ?? SiteWords(language)[.title], language: language,
        all: all)
      try site.write(
        locations, { try target.put($0, $1, $2) }, now: SystemClock().wallTime,
        progress: { if shows { complain("\($0)") } })
      guard !site.pages.isEmpty else {
        throw CommandError("no location could be shown: \(site.notes.joined(separator: "; "))")
      }
      try target.finish()
      Self.open(target.path)
      if output.json {
        try printJSON(
          LocationSiteAnswer(
            path: target.path, index: target.path + "/index.html", locations: site.pages.count,
            sizeBytes: target.sizeBytes, notAligned: site.notAligned.map(\.text), notes: site.notes))
      } else {
        for note in site.notes { say("\(note)") }
        if !site.notAligned.isEmpty {
          let names = site.notAligned.prefix(5).map(\.text).joined(separator: ", ")
          say(
            "\(counted(site.notAligned.count, "pair is", "pairs are")) not aligned (booth location pair ID): \(names)")
        }
        say("\(counted(site.pages.count, "location")) → \(target.path)/index.html")
      }
      if !site.notes.isEmpty { throw ExitCode(CommandError.failed) }
    }
  }
}

/// What `location site` has written, for programs.
struct LocationSiteAnswer: Encodable {
  /// The folder.
  var path: String
  /// Its first page.
  var index: String
  /// How many have a page.
  var locations: Int
  var sizeBytes: Int64
  /// Those whose two pictures are not aligned, by their ids.
  var notAligned: [String]
  /// What could not be shown, a sentence each.
  var notes: [String]
}
