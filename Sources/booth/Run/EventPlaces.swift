import BoothCore
import BoothStore
import FoundationEssentials

/// Where the events are: the configured folder, the data folder's own, or those that came with the program.
enum EventPlaces {
  static func load(_ settings: Settings, bundledOnly: Bool = false) throws -> FolderEventBook {
    FolderEventBook(folder: try folder(settings, bundledOnly: bundledOnly))
  }

  static func folder(_ settings: Settings, bundledOnly: Bool = false) throws -> String {
    if !bundledOnly {
      if let named = settings.values[.events] {
        let path = Settings.absolute(named.text)
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder else {
          throw CommandFailure(
            "events (\(named.source)): there is no folder \(path); expected one with a folder for each event, in each an "
              + "event.json", code: CommandFailure.usage)
        }
        return path
      }
      let own = settings.data + "/events"
      if FileManager.default.fileExists(atPath: own) { return own }
    }
    for candidate in bundled where FileManager.default.fileExists(atPath: candidate) { return candidate }
    throw CommandFailure(
      "no folder of events was found; name one with --events (each event is FOLDER/<slug>/event.json)")
  }

  /// Beside the program, in its share folder, or in the folders above it, as in a checkout.
  private static var bundled: [String] {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    var places = [program.appending(path: "Events").path, program.appending(path: "../share/booth/Events").path]
    var above = program
    for _ in 0..<5 {
      above = above.deletingLastPathComponent()
      places.append(above.appending(path: "Events").path)
    }
    return places
  }
}
