import BoothCore

/// Takes an event file apart, leniently: of what is not as it should be the booth makes the best, and says what.
struct EventReader: FieldReader {
  package let maximumBytes = EventFile.maximumBytes
  let folder: String
  private let file: String
  private var list = ProblemList<EventProblem>()

  init(file: String, folder: String) {
    self.file = file
    self.folder = folder
  }

  var problems: [EventProblem] { list.listed }

  /// What was read whole, and cannot be used: without a number, or in a file with slips.
  private(set) var unusable: [Event] = []

  mutating func read(_ bytes: [UInt8]) -> [Event] {
    guard let (document, isSound) = mended(bytes) else { return [] }
    var events = events(in: document)
    if !isSound {
      unusable += events
      events = []
    }
    if list.unlisted > 0 {
      list.add(
        EventProblem(
          .warning, file: file, key: "", expected: "at most \(FileBounds.problems) mistakes in a file",
          found: "\(list.unlisted) more", consequence: "they are not listed"), always: true)
    }
    return events
  }

  /// The whole file, and whether it was without slips; all of them are noted, and what can be guessed at is read on.
  private mutating func mended(_ bytes: [UInt8]) -> (document: FileValue, isSound: Bool)? {
    guard bytes.count <= maximumBytes else { return document(bytes).map { ($0, true) } }
    let mended = MendedJSON5(bytes)
    for fault in mended.faults {
      note("line \(fault.line), column \(fault.column)", expected: fault.expected, found: fault.found, nil)
    }
    return mended.value.map { (FileValue($0, at: ""), mended.faults.isEmpty) }
  }

  mutating func leaveOut(_ event: Event) { unusable.append(event) }

  private mutating func events(in document: FileValue) -> [Event] {
    if let items = document.items { return events(items, at: document.path) }
    guard let fields = FileFields(document) else {
      refuse("", expected: "an event, a list of events, or {\"events\": […]}", found: document.summary)
      return []
    }
    guard fields.object.keys.contains("events") else { return event(in: document, isFirst: true).map { [$0] } ?? [] }
    checkKeys(of: fields, known: ["events"])
    guard let items = value("events", in: fields, expected: "a list of events", isRequired: true, { $0.items }) else {
      return []
    }
    return events(items, at: fields.path("events"))
  }

  private mutating func events(_ items: [FileValue], at path: String) -> [Event] {
    if items.isEmpty { refuse(path, expected: "at least one event", found: "an empty list") }
    if items.count > EventFile.maximumEvents {
      refuse(path, expected: "at most \(EventFile.maximumEvents) events in a file", found: "\(items.count)")
    }
    return items.prefix(EventFile.maximumEvents).enumerated().compactMap { event(in: $1, isFirst: $0 == 0) }
  }

  // MARK: Problems

  mutating func note(_ path: String, expected: String, found: String, _ consequence: String?) {
    guard let consequence else { return refuse(path, expected: expected, found: found) }
    warn(path, expected: expected, found: found, consequence)
  }

  /// Notes that something cannot be used at all.
  mutating func refuse(_ key: String, expected: String, found: String) {
    list.add(EventProblem(.error, file: file, key: key, expected: expected, found: found), always: true)
  }

  /// Notes that something else is used in place of what the file says.
  mutating func warn(
    _ key: String, expected: String, found: String, _ consequence: String,
    _ severity: EventProblem.Severity = .warning
  ) {
    list.add(
      EventProblem(severity, file: file, key: key, expected: expected, found: found, consequence: consequence))
  }
}
