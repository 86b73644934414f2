import BoothCore
import BoothProgram
import BoothStore
import FoundationEssentials
import Glibc

/// Where the events are: the configured folder, the data folder's own, or those that came with the program.
enum EventPlaces {
  static func load(
    _ settings: Settings, bundledOnly: Bool = false, for use: DataFolder.Use = .beside
  ) throws -> FolderEventBook {
    FolderEventBook(folder: try folder(settings, bundledOnly: bundledOnly, for: use))
  }

  /// For commands that look at events, also after the booth has ended: those that it had, where nobody names others.
  static func lastUsed(_ settings: Settings) throws -> FolderEventBook {
    guard settings.values[.events] == nil, let last = RunningEvents.lastFolder(of: settings.data) else {
      return try load(settings)
    }
    return FolderEventBook(folder: last)
  }

  /// Whether the events are those that came with the program, as nobody has named others.
  static func areBundled(_ settings: Settings) -> Bool {
    settings.values[.events] == nil && !isThere(settings.data + "/events")
  }

  private static func isThere(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  /// The event that somebody named; throws in words, with those that there are.
  static func event(_ slug: String, in book: FolderEventBook) throws(CommandError) -> Event {
    if let event = book.event(slug: slug) { return event }
    let known = book.events.map(\.slug).joined(separator: ", ")
    throw CommandError(
      "there is no usable event \"\(slug)\" in \(book.folder); "
        + (known.isEmpty
          ? "no event there can be used: booth event check"
          : "expected one of \(known); `booth event check` says what is wrong with others"),
      code: CommandError.usage)
  }

  /// That a folder has no event, not even a broken one; and what was expected.
  static func none(in folder: String) -> String {
    FileManager.default.fileExists(atPath: folder + "/event.json")
      ? "\(folder) is an event itself; name the folder around it: --events \(URL(filePath: folder).deletingLastPathComponent().path)"
      : "there is no event in \(folder); expected a folder for each, and in it an event.json: \(folder)/wedding/event.json"
  }

  /// - Parameter use: who is asked beside a running booth is asked about that one's events; a booth that begins looks for its own, as
  ///   what another before it has noted is nobody's word.
  static func folder(
    _ settings: Settings, bundledOnly: Bool = false, for use: DataFolder.Use = .beside
  ) throws -> String {
    if !bundledOnly {
      if let named = settings.values[.events] {
        let path = Settings.absolute(named.text)
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder else {
          throw CommandError(
            "events (\(named.source)): there is no folder \(path); expected one with a folder for each event, in each an "
              + "event.json", code: CommandError.usage)
        }
        return path
      }
      if use == .beside, let running = RunningEvents.folder(of: settings.data) { return running }
      let own = settings.data + "/events"
      // Also a link to a disk that is not mounted yet: its events are meant, and no others.
      if isThere(own) { return own }
    }
    for candidate in BundledPlaces.of("Events") where FileManager.default.fileExists(atPath: candidate) {
      return candidate
    }
    if bundledOnly {
      throw CommandError(
        "the bundled events of --use-mock-data are not beside this program; with events of your own: booth run "
          + "--mock-camera --events FOLDER")
    }
    throw CommandError(
      "no folder of events was found; name one with --events (each event is FOLDER/<slug>/event.json)")
  }
}
