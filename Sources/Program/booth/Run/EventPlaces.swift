import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import ConfigFiles
import FoundationEssentials
import Glibc

/// Where the events are. One rule for every command and every start:
///
/// 1. the folder that the command's own flag, variable or file of settings names;
/// 2. beside a booth that runs, that one's;
/// 3. the folder that a flag or a variable of the booth that ran last has named (``RunningEvents``), while it is there;
/// 4. `events` in the data folder;
/// 5. those that came with the program.
enum EventPlaces {
  /// - Parameter owners: asked where two events say one number; nil asks the data folder's database.
  static func load(
    _ settings: Settings, bundledOnly: Bool = false, for use: DataFolder.Use = .beside, owners: EventOwners? = nil
  ) throws -> FolderEventStore {
    let folder = try folder(settings, bundledOnly: bundledOnly, for: use)
    let eventStore = FolderEventStore(folder: folder) {
      if let owners { return owners }
      // Without a database none has sessions; a database that cannot be read are said elsewhere.
      do throws(StoreError) { return try VaultSessionStore.eventOwners(in: settings.data) } catch {
        return EventOwners()
      }
    }
    if eventStore.events.isEmpty, isEvent(folder) { throw CommandError(none(in: folder)) }
    return eventStore
  }

  /// Whether the events are the bundled ones, because no other folder is named.
  static func areBundled(_ settings: Settings) -> Bool {
    settings.values[.events] == nil && remembered(settings) == nil && !isThere(settings.data + "/events")
  }

  /// The folder that the booth before was told, where it counts and is there.
  static func remembered(_ settings: Settings) -> String? {
    guard settings.values[.events] == nil, let folder = RunningEvents.remembered(in: settings.data), isThere(folder)
    else { return nil }
    return folder
  }

  /// That the folder which the booth before was told is gone, in words; nil where it is there, or another is named.
  static func lost(_ settings: Settings) -> String? {
    guard settings.values[.events] == nil, let folder = RunningEvents.remembered(in: settings.data), !isThere(folder)
    else { return nil }
    return
      "\(folder), the folder of events that the booth before was told, is not there: attach its disk, or name another with --events"
  }

  private static func isEvent(_ folder: String) -> Bool { isThere(folder + "/" + EventLibrary.fileName) }

  private static func isThere(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  /// Finds the event with the given name. Throws an error that lists the events there are.
  static func event(_ slug: String, in eventStore: FolderEventStore) throws(CommandError) -> Event {
    if let event = eventStore.event(slug: slug) { return event }
    let known = eventStore.events.map(\.slug).joined(separator: ", ")
    throw CommandError(
      "there is no usable event \"\(slug)\" in \(eventStore.folder); "
        + (known.isEmpty
          ? "no event there can be used: booth event check"
          : "expected one of \(known); `booth event check` says what is wrong with others"),
      code: CommandError.usage)
  }

  /// That a folder has no event, not even a broken one; and what was expected.
  static func none(in folder: String) -> CommandText {
    isEvent(folder)
      ? "\(folder) is an event itself; name the folder around it: --events \(parent(of: folder))"
      : "there is no event in \(folder); expected a folder for each, and in it an event.json: \(folder)/wedding/event.json"
  }

  private static func parent(of path: String) -> String {
    URL(filePath: path).standardizedFileURL.deletingLastPathComponent().path
  }

  /// Returns why the given path cannot hold events, or nil if it is a folder.
  private static func refusal(_ path: String, _ source: String) -> CommandText? {
    let expected: CommandText = "expected a folder with a folder for each event, in each an event.json"
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      return "events (\(source)): there is no folder \(path); \(expected)"
    }
    guard !isFolder else { return nil }
    guard URL(filePath: path).lastPathComponent == EventLibrary.fileName else {
      return "events (\(source)): \(path) is a file and no folder; \(expected)"
    }
    return "events (\(source)): \(path) is one event's file; \(expected): --events \(parent(of: parent(of: path)))"
  }

  /// - Parameter use: who is asked beside a running booth is asked about that one's events; a booth that begins looks for its own, as
  ///   what another before it has noted does not count.
  static func folder(
    _ settings: Settings, bundledOnly: Bool = false, for use: DataFolder.Use = .beside
  ) throws -> String {
    if !bundledOnly {
      if let named = settings.values[.events] {
        let path = Settings.absolute(named.text)
        if let words = refusal(path, named.source) { throw CommandError(words, code: CommandError.usage) }
        return path
      }
      if use == .beside, let running = RunningEvents.folder(of: settings.data) { return running }
      if let remembered = remembered(settings) { return remembered }
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
