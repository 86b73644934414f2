import ArgumentParser
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Imaging
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
      let settings = try await place.settings(data: .nothing)
      let eventStore = try EventPlaces.load(settings)
      let event = try EventPlaces.event(slug, in: eventStore)
      let target = Settings.absolute(out)
      do {
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
      } catch {
        throw CommandError("\(target) cannot be made: \(error)", code: CommandError.cannotCreate)
      }
      let folder = eventStore.folder + "/" + event.folder
      let (prints, papers) = try prints(of: event, eventStore.artwork(of: event), settings, in: target)
      let preview = EventPreview(event, prints: prints)
      for item in preview.items {
        let png = try preview.png(item, eventFolder: { _ in folder }, logger: Logger(label: "preview"))
        try writeFile(png, to: target + "/" + item.fileName)
      }
      try writeFile(Array(preview.page(papers: papers).utf8), to: target + "/index.html")
      if output.json {
        return try printJSON(
          DrawnAnswer(
            event: event.slug,
            files: (preview.items.map(\.fileName) + papers.map(\.fileName) + ["index.html"]).map { target + "/" + $0 }))
      }
      say("\(counted(preview.items.count + papers.count, "picture")): \(target)/index.html")
    }

    /// The event's layouts as guests choose among them, and all of its prints as the printer's paper has them, in files.
    private func prints(
      of event: Event, _ artwork: Artwork, _ settings: Settings, in folder: String
    ) throws -> (prints: [String: [UInt8]], papers: [(fileName: String, words: String)]) {
      let paper = PrinterChoice.Paper(try PrinterChoice.choice(settings))
      var prints: [String: [UInt8]] = [:]
      var papers: [(fileName: String, words: String)] = []
      do throws(ImageError) {
        for choice in event.layouts {
          prints[choice.id] = try LayoutPreview.jpeg(of: event.laidOut(choice.id), artwork: artwork)
        }
      } catch {
        throw CommandError("a layout of \(slug) cannot be drawn: \(error)")
      }
      var all: [(id: String?, name: String)] = [(nil, "the event's print")]
      for choice in event.layouts { all.append((choice.id, choice.name)) }
      for layout in all {
        let png: [UInt8]
        do throws(ImageError) {
          png = try PaperPreview.png(
            of: try LayoutPreview.request(of: event.laidOut(layout.id), artwork: artwork), canvas: paper.sheet.canvas,
            paper: paper.sheet.paper, dpi: paper.sheet.dpi)
        } catch {
          throw CommandError("the print of \(slug) cannot be drawn: \(error)")
        }
        let fileName = layout.id.map { "paper-\($0).png" } ?? "paper.png"
        try writeFile(png, to: folder + "/" + fileName)
        papers.append((fileName, "\(layout.name), \(paper.size), \(paper.sheet.canvas) pixels"))
      }
      return (prints, papers)
    }
  }
}
