import BoothCore

/// Those who wait for news of a page: events as the browser's `EventSource` reads them (HTML, 9.2). What is new they ask for themselves;
/// an event says only that there is something. A value of the actor that watches.
struct EventReaders {
  struct Reader {
    fileprivate var stream: ByteStream.Continuation
    /// Asked with every heartbeat; who is not is let go.
    var isStillIn: @Sendable () async -> Bool
  }

  /// A page that hears nothing for so long takes the studio for gone.
  static let heartbeat = Duration.seconds(10)

  /// Counts up with everything new.
  private(set) var number = 0
  private(set) var all: [Int: Reader] = [:]
  private var next = 0
  private var isOver = false

  /// Whether none waits, or none may any more.
  var isEmpty: Bool { all.isEmpty || isOver }

  private var event: [UInt8] { Array("id: \(number)\nevent: state\ndata: \(number)\n\n".utf8) }

  /// One more, who is told at once which number is the last.
  /// - Parameter leave: called with the reader's number when it is gone.
  mutating func join(
    while isStillIn: @Sendable @escaping () async -> Bool, leave: @Sendable @escaping (Int) -> Void
  ) -> ByteStream {
    let (stream, continuation) = ByteStream.makeStream(bufferingPolicy: .bufferingNewest(16))
    guard !isOver else {
      continuation.finish()
      return stream
    }
    let reader = next
    next += 1
    all[reader] = Reader(stream: continuation, isStillIn: isStillIn)
    continuation.onTermination = { _ in leave(reader) }
    continuation.yield(Array("retry: 2000\n".utf8) + event)
    return stream
  }

  mutating func leave(_ reader: Int) { all.removeValue(forKey: reader)?.stream.finish() }

  /// There is something new.
  mutating func tell() {
    number += 1
    send(event)
  }

  /// The studio is still there.
  func beat() { send(Array(": still here\n\n".utf8)) }

  private func send(_ bytes: [UInt8]) { for reader in all.values { reader.stream.yield(bytes) } }

  /// Lets all go, for good.
  mutating func end() {
    isOver = true
    for reader in all.values { reader.stream.finish() }
    all = [:]
  }
}
