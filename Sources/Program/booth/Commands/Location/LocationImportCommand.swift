import ArgumentParser
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Locations

extension LocationCommand {
  struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Import old pictures: a folder, or an export of a booth or of the app.",
      discussion: """
        With a table (CSV) each row is a location; without one, each picture that has a place in its EXIF. What is wrong is \
        named by line and column, and the right rows come in. The same folder imported again brings no doubles: a row is \
        known by its id, and one without an id by its picture and title. Files stay as they are. Exit code 0: all came in, \
        or was there; 1: something was left out.
        """)
    @Argument(help: "The folder, or the ZIP archive.") var path: String
    @Option(help: "The table in it, where there are several.") var table: String?
    @Flag(help: "Only say what would come in; nothing is kept.") var check = false
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let settings = try await place.settings(data: .begins)
      let source = try ImportSource(Settings.absolute(path))
      let store =
        check
        ? try FolderLocationStore.openForReading(folder: settings.data) : try await LocationCommand.open(settings)
      var importer = LocationImporter(source, into: store, checksOnly: check, now: SystemClock().wallTime)
      try await importer.run(table: table)
      guard importer.foundAny else {
        throw CommandError(
          "there is no table (CSV) and no picture in \(path); expected old pictures with a place in their EXIF, or a "
            + "table beside them", code: CommandError.usage)
      }
      let isWhole = !importer.problems.contains { $0.severity == .error }
      if output.json {
        try printJSON(
          LocationImportAnswer(
            table: importer.reading, checkedOnly: check, added: importer.added.map(\.text),
            known: importer.known.map(\.text), leftOut: importer.leftOut,
            problems: importer.problems.map(ImportProblemAnswer.init)))
      } else {
        if let reading = importer.reading, !reading.isEmpty { say("the table was read as \(reading)") }
        for problem in importer.problems { say("\(problem.severity.rawValue): \(problem)") }
        let count = importer.added.count
        say(
          "\(counted(count, "location")) \(check ? "would come in" : "came in"), "
            + "\(counted(importer.known.count, "was", "were")) there already, "
            + "\(importer.leftOut) left out")
        if count + importer.known.count + importer.problems.count == 0 {
          say("the table has no row below its column names")
        }
      }
      if !isWhole { throw ExitCode(CommandError.failed) }
    }
  }
}
