import ArgumentParser
import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Logging
import Screens

extension EventCommand {
  struct Preview: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "preview",
      abstract: "Paint every scene of an event in every language, and a page to look through them.")
    @Argument(help: "The event's folder name.") var slug: String
    @Option(help: "The folder for the pictures and index.html; made if it is not there.") var out: String
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let eventStore = try EventPlaces.load(try await place.settings(data: .nothing))
      let event = try EventPlaces.event(slug, in: eventStore)
      let target = Settings.absolute(out)
      do {
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
      } catch {
        throw CommandError("\(target) cannot be made: \(error)", code: CommandError.cannotCreate)
      }
      let preview = EventPreview(event)
      let folder = eventStore.folder + "/" + event.folder
      for item in preview.items {
        let png = try preview.png(item, eventFolder: { _ in folder }, logger: Logger(label: "preview"))
        try writeFile(png, to: target + "/" + item.fileName)
      }
      try writeFile(Array(preview.page.utf8), to: target + "/index.html")
      if output.json {
        return try printJSON(
          DrawnAnswer(
            event: event.slug, files: preview.items.map { target + "/" + $0.fileName } + [target + "/index.html"]))
      }
      say("\(counted(preview.items.count, "picture")): \(target)/index.html")
    }
  }
}
