import BoothCore
import Documents

/// Tells open pages that something is new, as the browser's `EventSource` reads it (HTML, 9.2).
actor TrainingNews {
  /// A page that hears nothing for so long takes the studio for gone.
  private let heartbeat: Duration
  private var readers: [Int: ByteStream.Continuation] = [:]
  private var next = 0
  private var isOver = false

  init(heartbeat: Duration = .seconds(10)) { self.heartbeat = heartbeat }

  /// An event at once, and one for each change of what one of the queries finds, until the reader goes or the studio ends.
  /// - Parameters:
  ///   - documents: of who reads.
  ///   - heard: told of every change first.
  ///   - isStillIn: asked with every heartbeat; who is not is let go.
  func stream(
    of queries: [DocumentQuery], in documents: any DocumentStore,
    heard: @Sendable @escaping (DocumentChange) async -> Void,
    while isStillIn: @Sendable @escaping () async -> Bool
  ) -> ByteStream {
    let (stream, continuation) = ByteStream.makeStream(bufferingPolicy: .bufferingNewest(16))
    guard !isOver else {
      continuation.finish()
      return stream
    }
    let reader = next
    next += 1
    readers[reader] = continuation
    continuation.yield(Array("retry: 1000\n\n".utf8))
    let watching = queries.map { query in
      Task {
        var number = 0
        for await change in documents.watch(query) {
          await heard(change)
          number += 1
          continuation.yield(Array("id: \(number)\nevent: state\ndata: \(number)\n\n".utf8))
        }
      }
    }
    let beating = Task { [heartbeat] in
      while await isStillIn() {
        continuation.yield(Array(": still here\n\n".utf8))
        // A cancelled wait is a reader who has gone.
        do { try await Task.sleep(for: heartbeat) } catch { break }
      }
      continuation.finish()
    }
    continuation.onTermination = { [weak self] _ in
      for task in watching { task.cancel() }
      beating.cancel()
      Task { await self?.leave(reader) }
    }
    return stream
  }

  private func leave(_ reader: Int) { readers[reader] = nil }

  /// How many read.
  var count: Int { readers.count }

  /// Lets everybody go.
  func end() {
    isOver = true
    for reader in readers.values { reader.finish() }
    readers = [:]
  }
}
