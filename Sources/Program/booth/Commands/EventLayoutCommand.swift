import ArgumentParser
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import ConfigFiles
import Imaging

extension EventCommand {
  struct Layout: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "layout", abstract: "Draw an event's composite with drawn guests, to look at before the event.",
      discussion: """
        The picture is what guests would get today, with the event's own artwork, words and code. What is wrong with the \
        event's file is told beside it: booth event check lists it again. --preset tries one of the layouts that have \
        names, whatever the event's file says.
        """)
    @Argument(help: "The event's folder name.") var slug: String
    @Option(help: "The picture to write: FILE.jpg, or FILE.png.") var out: String
    @Option(help: "What guests would have chosen: none, bw, sepia or warm; as the event offers without.")
    var filter: String?
    @Option(help: "Another layout: strip, \(PrintLayout.Preset.allCases.map(\.rawValue).joined(separator: ", ")).")
    var preset: String?
    @Flag(help: "With --preset: with the link's code.") var qr = false
    @OptionGroup var place: PlaceOptions
    @OptionGroup var gallery: GalleryOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      if let filter, PhotoFilter(rawValue: filter) == nil {
        let known = PhotoFilter.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--filter \(filter): expected one of \(known)")
      }
      if let preset, preset != "strip", PrintLayout.Preset(rawValue: preset) == nil {
        let known = PrintLayout.Preset.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--preset \(preset): expected one of strip, \(known)")
      }
    }

    func run() async throws {
      let kind = try NamedPicture.check(out, [.jpeg, .png])
      let settings = try await place.settings(gallery.flags, data: .nothing)
      let eventStore = try EventPlaces.load(settings)
      var event = try EventPlaces.event(slug, in: eventStore)
      let problems = EventCheck.problems(of: eventStore, slug: slug, settings)
      if !output.json { for problem in problems { complain("\(problem.description)") } }
      if let preset { change(&event, to: preset) }
      if let filter = filter.flatMap(PhotoFilter.init(rawValue:)) { event.filters = [filter] }
      let base = EventLinks.base(settings, running: await Console(settings: settings).runningLinkBase())
      let picture: [UInt8]
      do throws(ImageError) {
        let jpeg = try LayoutPreview.jpeg(
          of: event, artwork: eventStore.artwork(of: event), at: SystemClock().wallTime,
          link: GalleryPath.sampleLink(base: base))
        picture = kind == .png ? try PNG.encode(try Bitmap(decoding: jpeg, subject: slug)) : jpeg
      } catch {
        throw CommandError("the composite of \(slug) cannot be drawn: \(error)")
      }
      let target = Settings.absolute(out)
      try writeFile(picture, to: target)
      if output.json {
        return try printJSON(
          DrawnAnswer(event: slug, files: [target], problems: problems.map { ProblemAnswer($0) }))
      }
      say("\(out): \(Self.words(for: event))")
    }

    private func change(_ event: inout Event, to preset: String) {
      let strips = event.plan.strips.count
      event.printLayout = PrintLayout.Preset(rawValue: preset).map { .preset($0, strips: strips, hasCode: qr) }
      event.layout =
        event.printLayout?.outline(strips: strips) ?? .standard(slots: strips, hasLogo: event.theme.hasLogoFile)
    }

    private static func words(for event: Event) -> String {
      guard let layout = event.printLayout else { return "\(event.layout.size) pixels" }
      let paper = layout.paper
      return "\(layout.scale.pixels(paper)) pixels, \(paper.width.formatted) x \(paper.height.formatted) mm at "
        + "\(layout.scale.dpi) dpi"
    }
  }
}

extension Double {
  /// `152.4`, `100`.
  fileprivate var formatted: String { Int(exactly: self).map(String.init) ?? String(self) }
}
