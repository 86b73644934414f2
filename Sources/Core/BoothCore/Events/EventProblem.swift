/// Something in an event's file, or in its artwork, that is not as it should be.
public struct EventProblem: Sendable, Equatable, Codable, CustomStringConvertible {
  /// How bad it is for the event.
  public enum Severity: String, Sendable, Codable {
    /// The event, or the whole file, cannot be used.
    case error
    /// The event is used, with something else in place of what the file says.
    case warning
    /// Nothing is wrong with the file, but guests may miss something; the booth mends it as well as it can.
    case advice
  }

  /// How bad it is; see ``isError``.
  public var severity: Severity
  /// The file's path, as the loader was asked for it.
  public var file: String
  /// Where in the file: `theme.primary_color`, `events[1].timings.clip_seconds`, `line 3, column 7`; empty for the
  /// whole file.
  public var key: String
  /// What could stand there, to be read after "expected": `a whole number from 0 to 3650, or null`.
  public var expected: String
  /// What does stand there, to be read after "found".
  public var found: String
  /// What the booth does instead; nil where the event is left out.
  public var consequence: String?

  /// A problem of the file at `file`. Without a `consequence` the description says what follows from the severity.
  public init(
    _ severity: Severity, file: String, key: String, expected: String, found: String, consequence: String? = nil
  ) {
    self.severity = severity
    self.file = file
    self.key = key
    self.expected = expected
    self.found = found
    self.consequence = consequence
  }

  /// Whether the event, or the whole file, is left out because of it.
  public var isError: Bool { severity == .error }

  /// `Events/wedding/event.json: theme.primary_color: expected a colour, found "pinkish"; #FF4081 is used.`
  public var description: String { file.isEmpty ? wordsInFile : "\(file): \(wordsInFile)" }

  /// The same below the file's name: `theme.primary_color: expected a colour, …`.
  public var wordsInFile: String {
    let end = consequence ?? (severity == .error ? "the event cannot be used" : "it is ignored")
    return (key.isEmpty ? "" : "\(key): ") + "expected \(expected), found \(found); \(end)."
  }
}

extension [EventProblem] {
  /// Those of one file together, the files and the problems of each in the order in which they were found.
  public var inOrderOfFiles: [EventProblem] {
    var files: [String] = []
    var byFile: [String: [EventProblem]] = [:]
    for problem in self {
      if byFile[problem.file] == nil { files.append(problem.file) }
      byFile[problem.file, default: []].append(problem)
    }
    return files.flatMap { byFile[$0] ?? [] }
  }
}
