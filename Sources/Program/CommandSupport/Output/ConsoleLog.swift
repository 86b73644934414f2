import BoothCore
import FoundationEssentials
import Glibc
package import Logging

/// Log lines for people: time, level, message, facts. To standard error, or to a file while a terminal shows scenes.
///
/// Whatever stands in them, no line has a whole session id, which opens the guests' page.
package struct ConsoleLog: LogHandler {
  package var metadata: Logger.Metadata = [:]
  package var logLevel: Logger.Level = .info
  private let file: LogFile?

  /// - Parameter file: nil is standard error.
  package init(file: LogFile?) { self.file = file }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let facts = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let words = facts.map { " \($0.key)=\($0.value)" }.joined()
    let line = "\(Date.now.formatted(.iso8601)) \(event.level) \(event.message)\(words)"
    let bytes = Array((line.harmless.withoutSessionIDs + "\n").utf8)
    if file?.append(bytes) != true { _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress!, $0.count) } }
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
