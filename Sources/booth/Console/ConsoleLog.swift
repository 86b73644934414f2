import BoothCore
import FoundationEssentials
import Glibc
import Logging

/// Log lines for people: time, level, message, facts. To standard error, or to a file while a terminal shows scenes.
struct ConsoleLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .info
  private let file: Int32

  /// - Parameter path: appended to; nil is standard error.
  init(path: String?) {
    file = path.map { open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) } ?? STDERR_FILENO
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let facts = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let words = facts.map { " \($0.key)=\($0.value)" }.joined()
    let line = "\(Date.now.formatted(.iso8601)) \(event.level) \(event.message)\(words)"
    let bytes = Array((line.harmless + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(file < 0 ? STDERR_FILENO : file, $0.baseAddress!, $0.count) }
  }

  static func make(_ label: String, level: String, path: String? = nil) -> Logger {
    let handler = ConsoleLog(path: path)
    var logger = Logger(label: label) { _ in handler }
    logger.logLevel = Logger.Level(rawValue: level) ?? .info
    return logger
  }
}
