import ArgumentParser
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Locations

extension LocationCommand {
  struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Write locations and pictures as the Then & Now app's export.",
      discussion: """
        A ZIP archive, or a new folder: locations.csv and the pictures as the app has them, and provenance.csv with what it \
        does not know. `booth location import` reads it again. It has its name when all of it is there; what has the \
        name already stays, unless --replace is said.
        """)
    @Argument(help: "Only these locations, by their ids. (default: all)") var ids: [String] = []
    @Option(help: "The archive (FILE.zip), or a new folder.") var out: String
    @Flag(help: "The archive may take the place of a file.") var replace = false
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      if out.isEmpty { throw ValidationError("--out is empty: name a file that ends in .zip, or a new folder") }
    }

    func run() async throws {
      let store = try FolderLocationStore.openForReading(folder: try await place.settings().data)
      var locations: [Location] = []
      for id in ids {
        let location = try await LocationCommand.find(id, in: store)
        // Named twice it is one.
        if !locations.contains(where: { $0.id == location.id }) { locations.append(location) }
      }
      if ids.isEmpty { locations = try await store.locations() }
      // Before anything is made.
      guard !locations.isEmpty else {
        throw CommandError("there are no locations in \(store.folder): nothing is exported, and \(out) is not made")
      }
      let target = try ExportTarget(Settings.absolute(out), mayReplace: replace)
      defer { target.giveUp() }
      var exporter = LocationExporter(store)
      try exporter.write(locations, { try target.put($0, $1, $2) }, now: SystemClock().wallTime)
      try target.finish()
      if output.json {
        try printJSON(
          LocationExportAnswer(
            path: target.path, locations: locations.count, pictures: exporter.pictures, sizeBytes: target.sizeBytes,
            notes: exporter.notes))
      } else {
        for note in exporter.notes { say("\(note)") }
        say("\(counted(locations.count, "location")) with \(counted(exporter.pictures, "picture")) → \(target.path)")
      }
      if !exporter.notes.isEmpty { throw ExitCode(CommandError.failed) }
    }
  }
}
