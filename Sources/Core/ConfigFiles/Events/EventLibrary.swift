public import BoothCore

/// All events that the booth can be set to, and every problem in their files.
public struct EventLibrary: Sendable, Equatable {
  /// By slug. Numbers and slugs are unique.
  public private(set) var events: [Event] = []
  /// Everything that is not as it should be, in files, artwork and sounds; empty for a library without faults.
  public private(set) var problems: [EventProblem] = []

  /// What was read whole and cannot be used, with something in place of what is missing; to look for further mistakes.
  public private(set) var unusable: [Event] = []

  /// The name of an event's file in its folder.
  public static let fileName = "event.json"

  /// Reads `<folder>/event.json` of every folder, in the order of their names, and looks at the artwork's files.
  /// Folders whose names begin with a point, and those that systems make, are passed over. Never fails: what cannot be used is a problem.
  /// - Parameter owners: asked only where two events say one number.
  public init(reading files: some EventFiles, owners: () -> EventOwners = { EventOwners() }) {
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
    var read: [Event] = []
    for folder in folders.sorted(by: Self.precedes) where !Self.isPassedOver(folder) {
      read += load(folder, from: files)
    }
    add(read, owners, files)
    events.sort { Self.precedes($0.slug, $1.slug) }
    for event in events + unusable { problems += files.artworkProblems(of: event) + files.soundProblems(of: event) }
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

  /// - Returns: the events that can be used as far as their file tells.
  private mutating func load(_ folder: String, from files: some EventFiles) -> [Event] {
    let file = files.path(of: Self.fileName, in: folder)
    guard folder.utf8.count <= 100, folder.printable(limit: 200) == folder else {
      problems.append(
        EventProblem(
          .error, file: files.path(of: nil, in: nil), key: "",
          expected: "folder names of at most 100 bytes that can be printed",
          found: "\"\(folder.printable(limit: 100))\""))
      return []
    }
    do {
      let bytes = try files.read(Self.fileName, in: folder, limit: EventFile.maximumBytes)
      let content = EventFile(bytes: bytes, file: file, folder: folder)
      problems += content.problems
      unusable += content.unusable
      return content.events
    } catch {
      problems.append(
        EventProblem(
          .error, file: file, key: "", expected: "an event file of at most \(EventFile.maximumBytes) bytes",
          found: error.detail
            + (Self.misnamed(in: folder, files).map { "; \($0) is there: rename it to \(Self.fileName)" } ?? "")))
      return []
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

  /// Numbers and short names are given once: of two that say one number the owner has it, of two that have one short name the first.
  private mutating func add(_ read: [Event], _ owners: () -> EventOwners, _ files: some EventFiles) {
    let byNumber = Dictionary(grouping: read.indices) { read[$0].id }
    let known = byNumber.contains { $1.count > 1 } ? owners() : EventOwners()
    let owner = byNumber.mapValues { places -> Int in
      let slug = known.owner(of: read[places[0]].id, among: places.map { read[$0].slug })
      return places.first { read[$0].slug == slug } ?? places[0]
    }
    for (place, event) in read.enumerated() where owner[event.id] == place {
      if let clash = events.first(where: { $0.slug == event.slug }) {
        refuse(event, named: clash, files)
      } else {
        events.append(event)
      }
    }
    let numbers = Set(byNumber.keys)
    for (place, event) in read.enumerated() {
      guard let index = owner[event.id], index != place else { continue }
      let free = (1...).first { !numbers.contains(event.id + $0) }.map { event.id + $0 }
      refuse(event, copyOf: read[index], free: free, known, files)
    }
  }

  private func place(of other: Event, besides file: String, _ files: some EventFiles) -> String {
    let place = files.path(of: Self.fileName, in: other.folder)
    return place == file ? "the same file" : place
  }

  private mutating func refuse(_ event: Event, named clash: Event, _ files: some EventFiles) {
    let file = files.path(of: Self.fileName, in: event.folder)
    unusable.append(event)
    problems.append(
      EventProblem(
        .error, file: file, key: "id", expected: "a short name that no other event has",
        found: "\(event.slug), which \(place(of: clash, besides: file, files)) has; rename one of the folders"))
  }

  private mutating func refuse(
    _ event: Event, copyOf other: Event, free: EventID?, _ owners: EventOwners, _ files: some EventFiles
  ) {
    let file = files.path(of: Self.fileName, in: event.folder)
    // Both have one gallery: closing it must not leave it open because of the other.
    let index = events.firstIndex { $0.id == event.id }
    let closes = event.gallery == .link && index.map { events[$0].gallery == .open } ?? false
    if closes, let index { events[index].gallery = .link }
    unusable.append(event)
    let sessions = owners.sessions(of: other.id, other.slug)
    let has = sessions == 0 ? "" : ", with \(sessions) session\(sessions == 1 ? "" : "s")"
    let remedy = free.map { "give it a number of its own, such as \($0), or remove it" } ?? "remove it"
    problems.append(
      EventProblem(
        .error, file: file, key: "id", expected: "a number that no other event has",
        found:
          "\(event.id), which \(place(of: other, besides: file, files)) has for \"\(other.name.printable(limit: 48))\"\(has)",
        consequence: "this one counts as its copy and cannot be used: \(remedy)"
          + (closes ? "; and the gallery of both is for those with its link, as the copy asks" : "")))
  }

  /// By bytes, the same on every machine and in every locale.
  private static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}
