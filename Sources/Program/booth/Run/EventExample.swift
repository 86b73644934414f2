import BoothCore
import BoothStore
import FoundationEssentials

/// What an event that was made of a copy of one that came with the program still says of that one.
enum EventExample {
  /// Of an event with a name of its own: a copy that was left as it is, is meant as it is.
  static func problems(of event: Event, in eventStore: FolderEventStore, examples: [Event]? = nil) -> [EventProblem] {
    let examples = examples ?? bundled(besides: eventStore.folder)
    guard !examples.contains(where: { $0.name == event.name }) else { return [] }
    var problems: [EventProblem] = []
    func report(_ key: String, _ expected: String, _ found: String, _ example: Event, _ consequence: String) {
      problems.append(
        EventProblem(
          .warning, file: eventStore.file(of: event), key: key, expected: expected,
          found: "\"\(found)\", as in the example \(example.slug)", consequence: consequence))
    }
    if let example = examples.first(where: { !$0.names.isEmpty && $0.names == event.names }) {
      let found = example.names.sorted { $0.key < $1.key }.map(\.value)
      report("names", "the event's own name in each language", found[0], example, "guests read that name")
    }
    if let footer = event.theme.footerText, !footer.isEmpty,
      let example = examples.first(where: { $0.theme.footerText == footer })
    {
      report("theme.strip_footer_text", "the event's own words", footer, example, "every print says that")
    }
    return problems
  }

  private static func bundled(besides folder: String) -> [Event] {
    let place = BundledPlaces.of("Events").first { FileManager.default.fileExists(atPath: $0) }
    guard let place else { return [] }
    let (one, other) = (
      URL(filePath: place).resolvingSymlinksInPath().path, URL(filePath: folder).resolvingSymlinksInPath().path
    )
    return one == other ? [] : FolderEventStore(folder: place).events
  }
}
