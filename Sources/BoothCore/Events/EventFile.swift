/// What one event file says: the events that can be used, and everything that is not as it should be.
///
/// The format is FotoX's (JSON: `{"events": […]}`, `[…]` or one event alone), read as JSON5, with optional keys of our
/// own. <doc:EventFile> explains every key.
///
/// An event with any of our keys is *ours*, and its gallery is reached by link unless it says otherwise. An event with none
/// is FotoX's, and its gallery is open to all, as it always was.
public struct EventFile: Sendable, Equatable {
  /// In the order of the file.
  public var events: [Event]
  public var problems: [EventProblem]

  /// Larger files are refused unread.
  public static let maximumBytes = 1 << 20
  /// How many events one file may hold; the rest is refused.
  public static let maximumEvents = 200

  /// Reads a file's bytes; never fails, however hostile they are.
  /// - Parameters:
  ///   - file: the path that problems name.
  ///   - folder: the name of the folder that the file is in; the first event's slug.
  public init(bytes: [UInt8], file: String, folder: String) {
    var reader = EventReader(file: file, folder: folder)
    events = reader.read(bytes)
    problems = reader.problems
  }
}

/// Takes an event file apart, and notes every problem with its key.
struct EventReader {
  /// Warnings beyond this are only counted, so that a hostile file cannot fill a screen or a log.
  static let maximumWarnings = 100

  let file: String
  let folder: String
  private(set) var problems: [EventProblem] = []
  private var unlisted = 0

  init(file: String, folder: String) {
    self.file = file
    self.folder = folder
  }

  mutating func read(_ bytes: [UInt8]) -> [Event] {
    guard bytes.count <= EventFile.maximumBytes else {
      refuse("", expected: "at most \(EventFile.maximumBytes) bytes", found: "\(bytes.count) bytes")
      return []
    }
    let document: JSON5Value
    do {
      document = try JSON5Parser.parse(bytes)
    } catch {
      refuse("line \(error.line), column \(error.column)", expected: error.expected, found: error.found)
      return []
    }
    let events = read(document)
    if unlisted > 0 {
      problems.append(
        EventProblem(
          .warning, file: file, key: "", expected: "at most \(Self.maximumWarnings) mistakes in a file",
          found: "\(unlisted) more", consequence: "they are not listed"))
    }
    return events
  }

  private mutating func read(_ document: JSON5Value) -> [Event] {
    switch document {
    case .array(let items): return events(in: items, at: "")
    case .object(let object):
      guard object.keys.contains("events") else { return event(in: document, at: "", isFirst: true).map { [$0] } ?? [] }
      let fields = EventFields(object, at: "")
      checkKeys(of: fields, known: ["events"])
      guard case .array(let items) = object["events"] else {
        refuse("events", expected: "a list of events", found: fields.found("events"))
        return []
      }
      return events(in: items, at: "events")
    default:
      refuse("", expected: "an event, a list of events, or {\"events\": […]}", found: document.summary)
      return []
    }
  }

  private mutating func events(in items: [JSON5Value], at path: String) -> [Event] {
    if items.isEmpty { refuse(path, expected: "at least one event", found: "an empty list") }
    if items.count > EventFile.maximumEvents {
      refuse(path, expected: "at most \(EventFile.maximumEvents) events in a file", found: "\(items.count)")
    }
    var events: [Event] = []
    for (index, item) in items.prefix(EventFile.maximumEvents).enumerated() {
      if let event = event(in: item, at: "\(path)[\(index)]", isFirst: index == 0) { events.append(event) }
    }
    return events
  }

  // MARK: Problems

  /// Notes that something cannot be used at all.
  mutating func refuse(_ key: String, expected: String, found: String) {
    problems.append(EventProblem(.error, file: file, key: key, expected: expected, found: found))
  }

  /// Notes that something else is used in place of what the file says.
  mutating func warn(
    _ key: String, expected: String, found: String, _ consequence: String,
    _ severity: EventProblem.Severity = .warning
  ) {
    guard problems.count < Self.maximumWarnings else {
      unlisted += 1
      return
    }
    problems.append(
      EventProblem(severity, file: file, key: key, expected: expected, found: found, consequence: consequence))
  }

  mutating func checkKeys(of fields: EventFields, known: [String]) {
    for key in fields.object.keys where !known.contains(key) {
      warn(
        fields.path(key.printable(limit: 48)), expected: "one of \(known.joined(separator: ", "))",
        found: "a key that is not known", "it is ignored")
    }
    for key in fields.object.repeatedKeys {
      warn(
        fields.path(key.printable(limit: 48)), expected: "the key once", found: "it more than once",
        "the last one counts")
    }
  }
}

/// An object of the file and where it stands.
struct EventFields {
  let object: JSON5Object
  let prefix: String

  init(_ object: JSON5Object, at prefix: String) {
    self.object = object
    self.prefix = prefix
  }

  func path(_ key: String) -> String { prefix.isEmpty ? key : "\(prefix).\(key)" }
  func found(_ key: String) -> String { object[key]?.summary ?? (object.keys.contains(key) ? "null" : "nothing") }
}
