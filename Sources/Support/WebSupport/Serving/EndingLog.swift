import Logging

/// A log in which the end of a server is no error: what is said in a task that was cancelled, such as that it was
/// cancelled, is for a close look.
struct EndingLog: LogHandler {
  private var base: any LogHandler

  init(_ base: any LogHandler) { self.base = base }

  var logLevel: Logger.Level {
    get { base.logLevel }
    set { base.logLevel = newValue }
  }

  var metadata: Logger.Metadata {
    get { base.metadata }
    set { base.metadata = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { base[metadataKey: key] }
    set { base[metadataKey: key] = newValue }
  }

  func log(event: LogEvent) {
    guard event.level > .debug, Task.isCancelled else { return base.log(event: event) }
    var event = event
    event.level = .debug
    if base.logLevel <= event.level { base.log(event: event) }
  }
}
