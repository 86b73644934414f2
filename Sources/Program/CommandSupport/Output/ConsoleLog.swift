import BoothCore
import FoundationEssentials
import Glibc
package import Logging

/// Log lines: time, level, message, facts. To standard error, or to a file while a terminal shows scenes. A terminal gets sentences in
/// local time, as only people read it:
///
///     2026-11-29T22:33:41Z info screen event=wedding scene=countdown strip=1 of 3     a file, a service's journal
///     23:33:41  Countdown (event wedding, strip 1 of 3)                                 a terminal
///
/// Whatever stands in them, no line has a whole session id, which opens the guests' page.
package struct ConsoleLog: LogHandler {
  package var metadata: Logger.Metadata = [:]
  package var logLevel: Logger.Level = .info
  private let file: LogFile?
  private let isForPeople: Bool

  /// - Parameter file: nil is standard error.
  package init(file: LogFile?) {
    self.file = file
    isForPeople = file == nil && isatty(STDERR_FILENO) == 1
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let facts = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }.map {
      ($0.key, "\($0.value)")
    }
    let line =
      isForPeople
      ? "\(LocalTime.clock(.now))  \(Self.sentence(event.level, "\(event.message)", facts))"
      : "\(Date.now.formatted(.iso8601)) \(event.level) \(event.message)\(facts.map { " \($0)=\($1)" }.joined())"
    let bytes = Array((line.harmless.withoutSessionIDs + "\n").utf8)
    if file?.append(bytes) != true { _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress!, $0.count) } }
  }

  /// What a person reads: `Warning: the last clip lost 40 of 304 frames`, `Countdown (event wedding, strip 1 of 3)`.
  /// - Parameter facts: by their names, such as `camera.report`, in the order in which they are told.
  static func sentence(_ level: Logger.Level, _ message: String, _ facts: [(name: String, value: String)]) -> String {
    var (head, facts) = (message, facts)
    // What stands on the screen; what a trouble is called.
    if message == "screen", let scene = facts.firstIndex(where: { $0.name == "scene" }) {
      head = facts.remove(at: scene).value
    } else if message == "trouble", !facts.isEmpty {
      head = facts.removeFirst().value
    }
    var words = head.prefix(1).uppercased() + head.dropFirst()
    let isSentence = facts.count == 1 && facts[0].value.contains(" ")
    if isSentence {
      words += ": " + facts[0].value
    } else if !facts.isEmpty {
      let told = facts.map { "\($0.name.split(separator: ".").last ?? "") \($0.value)" }
      words += " (" + told.joined(separator: ", ") + ")"
    }
    return switch level {
    case .trace, .debug, .info, .notice: words
    case .warning: "Warning: " + words
    case .error, .critical: "Error: " + words
    }
  }

  package static func make(_ label: String, level: String, file: LogFile? = nil) -> Logger {
    let handler = ConsoleLog(file: file)
    var logger = Logger(label: label) { _ in handler }
    logger.logLevel = Logger.Level(rawValue: level) ?? .info
    return logger
  }
}

extension String {
  /// With of each session's id (a UUID) its beginning only: enough to find it in `booth session list`.
  package var withoutSessionIDs: String {
    replacing(/([0-9A-Fa-f]{8})-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}/) { "\($0.1)…" }
  }
}
