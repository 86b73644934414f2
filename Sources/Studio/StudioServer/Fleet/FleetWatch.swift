import BoothCore
import StudioModel

/// Tells all who look at the fleet's page when it has changed.
actor FleetWatch {
  nonisolated let source: any FleetSource
  /// How often it is looked at while a page shows it.
  private let interval: Duration
  /// A page that hears nothing for so long takes the studio for gone.
  private static let heartbeat = Duration.seconds(10)

  private struct Reader {
    var stream: ByteStream.Continuation
    var isStillIn: @Sendable () async -> Bool
  }

  private var readers: [Int: Reader] = [:]
  private var nextReader = 0
  private var polling: Task<Void, Never>?
  private var last: FleetReport?
  /// Counts up whenever the page shows something else.
  private var number = 0
  private var isOver = false

  /// Whether it is looked at.
  var isPolling: Bool { polling != nil }

  init(_ source: any FleetSource, interval: Duration = .seconds(1)) {
    self.source = source
    self.interval = interval
  }

  /// Events as the browser's `EventSource` reads them (HTML, 9.2), until the reader goes or the studio ends.
  /// - Parameter isStillIn: asked with every heartbeat; who is not is let go.
  func news(while isStillIn: @Sendable @escaping () async -> Bool) -> ByteStream {
    let (stream, continuation) = ByteStream.makeStream(bufferingPolicy: .bufferingNewest(16))
    guard !isOver else {
      continuation.finish()
      return stream
    }
    let reader = nextReader
    nextReader += 1
    readers[reader] = Reader(stream: continuation, isStillIn: isStillIn)
    continuation.onTermination = { [weak self] _ in Task { await self?.leave(reader) } }
    continuation.yield(Array("retry: 2000\nid: \(number)\nevent: state\ndata: \(number)\n\n".utf8))
    if polling == nil { polling = Task { await poll() } }
    return stream
  }

  private func leave(_ reader: Int) { readers[reader] = nil }

  private func poll() async {
    var spoken = ContinuousClock.now
    while !readers.isEmpty, !isOver {
      let report = (await source.report()).shown
      if report != last {
        last = report
        number += 1
        send("id: \(number)\nevent: state\ndata: \(number)\n\n")
      }
      if ContinuousClock.now - spoken >= Self.heartbeat {
        for (number, reader) in readers where await !reader.isStillIn() {
          reader.stream.finish()
          readers[number] = nil
        }
        send(": still here\n\n")
        spoken = .now
      }
      do { try await Task.sleep(for: interval) } catch { break }
    }
    polling = nil
  }

  private func send(_ event: String) {
    let bytes = Array(event.utf8)
    for reader in readers.values { reader.stream.yield(bytes) }
  }

  /// Lets all go who wait for news.
  func end() {
    isOver = true
    polling?.cancel()
    for reader in readers.values { reader.stream.finish() }
    readers = [:]
  }
}

extension FleetReport {
  /// With what a page shows alone: ages in minutes, and not the moments that they are of.
  fileprivate var shown: FleetReport {
    var shown = self
    shown.at = connection == .connected ? 0 : at
    for index in shown.booths.indices {
      let seen = shown.booths[index].lastSeen
      shown.booths[index].lastSeen = seen.map { ((at - $0) / 60).rounded(.down) }
      shown.booths[index].message?.at = nil
    }
    return shown
  }
}
