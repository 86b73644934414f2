import Logging

/// What a command has started, to be ended in the reverse order, whatever happened meanwhile.
struct StartedParts {
  private var parts: [(name: String, end: () async throws -> Void)] = []

  /// Notes how a part that has just been started is ended.
  mutating func add(_ name: String, _ end: @escaping () async throws -> Void) { parts.append((name, end)) }

  /// Ends all of them, the last one first; one whose end fails stands in no other's way, and is told in the log.
  /// - Parameter step: called after each, for a watchdog.
  mutating func end(_ log: Logger, step: () -> Void = {}) async {
    while let part = parts.popLast() {
      do { try await part.end() } catch {
        log.warning("the end of \(part.name) was not in order", metadata: ["end.error": "\(error)"])
      }
      step()
    }
  }
}
