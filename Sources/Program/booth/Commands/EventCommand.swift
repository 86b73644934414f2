import ArgumentParser
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import BoothVault
import CommandSupport

struct EventCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "event", abstract: "Manage the events of this booth.",
    subcommands: [List.self, Select.self, Check.self, Preview.self, Layout.self, Export.self, Emails.self],
    defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the events that can be used.")
    @OptionGroup var place: PlaceOptions
    @OptionGroup var gallery: GalleryOptions
    @OptionGroup var output: OutputOptions

    private struct Line: Encodable {
      var slug: String
      var id: Int
      var name: String
      var date: String
      var gallery: String
      var link: String?
    }

    func run() async throws {
      let settings = try await place.settings(gallery.flags, data: .nothing)
      let eventStore = try EventPlaces.load(settings)
      let running = await Console(settings: settings).runningLinkBase()
      let links = try EventLinks(settings: settings, events: eventStore.events, running: running)
      let unknown = eventStore.events.map(\.id).filter { links.link($0) == nil }
      let asked = await EventLinks.asked(of: settings, for: unknown)
      let trouble = await OwnPlace(settings)?.trouble(data: settings.data)
      if let trouble { complain("booth: there are no links now: \(advice: trouble.words); \(advice: trouble.remedy)") }
      let lines = OrderedEvents(eventStore, settings, at: SystemClock().wallTime).events.map {
        Line(
          slug: $0.slug, id: $0.id, name: $0.name, date: $0.date, gallery: $0.gallery.rawValue,
          link: trouble == nil ? links.link($0.id) ?? asked[$0.id] : nil)
      }
      if running == nil, settings.text(.galleryURL) == nil {
        let isKnown = GalleryListens.read(settings.data) != nil
        complain(
          "booth: no booth runs on \(settings.data); the links are those of "
            + (isKnown ? "the one that ran last" : "one that starts with these settings"))
      }
      if running == nil, eventStore.folder == EventPlaces.remembered(settings) {
        complain(
          "booth: the events are those of the booth that ran last, in \(eventStore.folder); --events names others")
      }
      if let words = EventPlaces.lost(settings), running == nil { complain("booth: \(advice: words)") }
      if output.json { return try printJSON(lines) }
      // The first start makes the keys of the booth's own gallery.
      let isBegun = settings.text(.galleryURL) != nil || OwnGallery.isBegun(in: settings.data)
      let noKey =
        trouble.map { "none, as \($0.words)" }
        ?? (isBegun ? "its key is not on this machine" : "no booth was started here yet: its first start makes the key")
      printTable(
        header: ["event", "id", "date", "name", "gallery", "link"],
        lines.map { line in
          let access = line.gallery == Event.GalleryAccess.open.rawValue ? "open to all" : "by link"
          return [line.slug, "\(line.id)", line.date, line.name, access, line.link ?? noKey]
        })
      if eventStore.events.isEmpty, eventStore.problems.isEmpty {
        complain("booth: \(EventPlaces.none(in: eventStore.folder))")
      }
      let count = eventStore.problems.count { $0.severity != .advice }
      if count > 0 {
        complain("booth: \(counted(count, "problem")) in \(eventStore.folder); see: booth event check")
      }
    }
  }

  struct Select: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "select", abstract: "Change the event. A running session finishes first.")
    @Argument(help: "The event's folder name.") var slug: String
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await Console(settings: place.settings(data: .nothing)).send(.selectEvent(slug), json: output.json)
    }
  }

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Read and draw every event and list what is wrong: file, key, what was expected.",
      discussion: "Exits with 1 where a file says something that cannot be; advice alone is no failure.")
    @Argument(help: "Only this event.") var slug: String?
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let settings = try await place.settings(data: .nothing)
      let eventStore = try EventPlaces.load(settings)
      let problems = EventCheck.problems(of: eventStore, slug: slug, settings)
      if eventStore.events.isEmpty, eventStore.problems.isEmpty {
        throw CommandError(EventPlaces.none(in: eventStore.folder))
      }
      if let slug, problems.isEmpty { _ = try EventPlaces.event(slug, in: eventStore) }
      if output.json {
        try printJSON(problems.map { ProblemAnswer($0) })
      } else {
        var file: String?
        for problem in problems.inOrderOfFiles {
          if problem.file != file {
            file = problem.file
            say("\(problem.file):")
          }
          say("  \(problem.severity.rawValue): \(problem.wordsInFile)")
        }
        let usable = eventStore.events.count { event in slug.map { $0 == event.slug } ?? true }
        // The exit code goes by problems alone.
        let advice = problems.count { $0.severity == .advice }
        let count = problems.count - advice
        say(
          "\(usable) usable event\(usable == 1 ? "" : "s"), \(count) problem\(count == 1 ? "" : "s")"
            + (advice == 0 ? "" : ", \(advice) to think about"))
      }
      if problems.contains(where: { $0.severity != .advice }) { throw ExitCode(CommandError.failed) }
    }
  }
}
