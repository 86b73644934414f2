import BoothCore
import StudioModel

/// Tells all who look at the fleet's page when it has changed.
actor FleetWatch {
  nonisolated let source: any FleetSource
  /// How often it is looked at while a page shows it.
  private let interval: Duration
  private var readers = EventReaders()
  private var polling: Task<Void, Never>?
  private var last: FleetReport?

  /// Whether it is looked at.
  var isPolling: Bool { polling != nil }

  init(_ source: any FleetSource, interval: Duration = .seconds(1)) {
    self.source = source
    self.interval = interval
  }

  /// Events as the browser's `EventSource` reads them (HTML, 9.2), until the reader goes or the studio ends.
  /// - Parameter isStillIn: asked with every heartbeat; who is not is let go.
  func news(while isStillIn: @Sendable @escaping () async -> Bool) -> ByteStream {
    let stream = readers.join(while: isStillIn) { [weak self] reader in Task { await self?.leave(reader) } }
    if polling == nil, !readers.isEmpty { polling = Task { await poll() } }
    return stream
  }

  private func leave(_ reader: Int) { readers.leave(reader) }

  private func poll() async {
    var spoken = ContinuousClock.now
    while !readers.isEmpty {
      let report = (await source.report()).shown
      if report != last {
        last = report
        readers.tell()
      }
      if ContinuousClock.now - spoken >= EventReaders.heartbeat {
        for (number, reader) in readers.all where await !reader.isStillIn() { readers.leave(number) }
        readers.beat()
        spoken = .now
      }
      do { try await Task.sleep(for: interval) } catch { break }
    }
    polling = nil
  }

  /// Lets all go who wait for news.
  func end() {
    polling?.cancel()
    readers.end()
  }
}

extension FleetReport {
  /// With what a page shows alone: ages in minutes, and not the moments that they are of.
  fileprivate var shown: FleetReport {
    var shown = self
    shown.at = connection == .away && told > 0 ? at : 0
    for index in shown.booths.indices {
      let seen = shown.booths[index].lastSeen
      shown.booths[index].lastSeen = seen.map { ((at - $0) / 60).rounded(.down) }
      shown.booths[index].message?.at = nil
    }
    return shown
  }
}
