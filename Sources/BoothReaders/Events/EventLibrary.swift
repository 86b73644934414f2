public import BoothCore

/// All events that the booth can be set to, and every problem in their files.
public struct EventLibrary: Sendable, Equatable {
  /// By slug. Numbers and slugs are unique.
  public private(set) var events: [Event] = []
  /// Everything that is not as it should be, in files, artwork and sounds; empty for a library without faults.
  public private(set) var problems: [EventProblem] = []

  /// The name of an event's file in its folder.
  public static let fileName = "event.json"

  /// Reads `<folder>/event.json` of every folder, in the order of their names, and looks at the artwork's files.
  /// Folders whose names begin with a point, and those that systems make, are passed over. Never fails: what cannot be used is a problem.
  public init(reading files: some EventFiles) {
    let folders: [String]
    do {
      folders = try files.folders()
    } catch {
      problems.append(
        EventProblem(
          .error, file: files.path(of: nil, in: nil), key: "", expected: "a folder with a folder for each event",
          found: error.detail, consequence: "there are no events"))
      return
    }
    for folder in folders.sorted(by: Self.precedes) where !Self.isPassedOver(folder) { load(folder, from: files) }
    events.sort { Self.precedes($0.slug, $1.slug) }
    for event in events { problems += files.artworkProblems(of: event) + files.soundProblems(of: event) }
  }

  /// The event of this slug, letter for letter; nil if there is none that can be used.
  public func event(slug: String) -> Event? { events.first { $0.slug == slug } }
  /// The event of this number; nil if there is none that can be used.
  public func event(id: EventID) -> Event? { events.first { $0.id == id } }

  /// What a disk or a stick has beside what people put there: of the file systems of Linux and Windows, and of archives
  /// and copies from macOS.
  private static let systemFolders: Set = ["lost+found", "System Volume Information", "$RECYCLE.BIN", "__MACOSX"]

  private static func isPassedOver(_ folder: String) -> Bool {
    folder.hasPrefix(".") || systemFolders.contains(folder)
  }

  private mutating func load(_ folder: String, from files: some EventFiles) {
    let file = files.path(of: Self.fileName, in: folder)
    guard folder.utf8.count <= 100, folder.printable(limit: 200) == folder else {
      problems.append(
        EventProblem(
          .error, file: files.path(of: nil, in: nil), key: "",
          expected: "folder names of at most 100 bytes that can be printed",
          found: "\"\(folder.printable(limit: 100))\""))
      return
    }
    do {
      let bytes = try files.read(Self.fileName, in: folder, limit: EventFile.maximumBytes)
      let content = EventFile(bytes: bytes, file: file, folder: folder)
      problems += content.problems
      for event in content.events { add(event, file: file, files) }
    } catch {
      problems.append(
        EventProblem(
          .error, file: file, key: "", expected: "an event file of at most \(EventFile.maximumBytes) bytes",
          found: error.detail
            + (Self.misnamed(in: folder, files).map { "; \($0) is there: rename it to \(Self.fileName)" } ?? "")))
    }
  }

  /// What editors and systems that hide the ends of names make of an event's file.
  private static let misnames = [
    "event.json.txt", "event.txt", "Event.json", "EVENT.JSON", "event.JSON", "event.json5", "event.jsonc",
    "event.json.json", "event.json.rtf", "event.json.docx", "event", "event .json", "events.json",
  ]

  private static func misnamed(in folder: String, _ files: some EventFiles) -> String? {
    misnames.first { name in
      do throws(EventFilesError) {
        _ = try files.head(name, in: folder, limit: EventFile.maximumBytes)
        return true
      } catch { return false }
    }
  }

  private mutating func add(_ event: Event, file: String, _ files: some EventFiles) {
    let clash = events.first { $0.id == event.id } ?? events.first { $0.slug == event.slug }
    guard let clash else { return events.append(event) }
    // Both have one gallery: whoever closes it must not find it open because of the other.
    let closes = clash.id == event.id && event.gallery == .link && clash.gallery == .open
    if closes { for index in events.indices where events[index].id == clash.id { events[index].gallery = .link } }
    let other = files.path(of: Self.fileName, in: clash.folder)
    let place = other == file ? "the same file" : other
    problems.append(
      clash.id == event.id
        ? EventProblem(
          .error, file: file, key: "id", expected: "a number that no other event has",
          found: "\(event.id), which \(place) has for \"\(clash.name.printable(limit: 48))\"",
          consequence: closes
            ? "the event cannot be used, and the gallery of both is for those with its link, as this one asks" : nil)
        : EventProblem(
          .error, file: file, key: "id", expected: "a short name that no other event has",
          found: "\(event.slug), which \(place) has; rename one of the folders"))
  }

  /// By bytes, the same on every machine and in every locale.
  private static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}
