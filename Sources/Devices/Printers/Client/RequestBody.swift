import NIOCore
import Synchronization

/// A request's bytes, read piece by piece as the connection takes them: the message, and a sheet's file after it.
struct RequestBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  let message: [UInt8]
  let file: SheetFile?
  /// Told of each piece that is asked for, which the client does once a connection stands and takes more.
  let progress: SendProgress

  var length: Int64 { Int64(message.count) + (file?.sizeBytes ?? 0) }

  func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  struct Iterator: AsyncIteratorProtocol {
    private static let pieceBytes = 1 << 16

    let body: RequestBody
    private var isMessageSent = false
    private var offset: Int64 = 0

    init(body: RequestBody) { self.body = body }

    mutating func next() async throws -> ByteBuffer? {
      body.progress.move()
      if !isMessageSent {
        isMessageSent = true
        return ByteBuffer(bytes: body.message)
      }
      guard let file = body.file, offset < file.sizeBytes else { return nil }
      let piece = try file.piece(at: offset, of: Int(Swift.min(Int64(Self.pieceBytes), file.sizeBytes - offset)))
      guard !piece.isEmpty else { throw SheetFile.Fault(words: "it became shorter while it was sent") }
      offset += Int64(piece.count)
      return ByteBuffer(bytes: piece)
    }
  }
}

/// How far a request has come: whether any of it went out, and when anything moved for the last time. Guarded, as the client
/// tells from its own threads.
///
/// The client's own timeouts do not watch this: that of writing only runs while the connection would take more
/// (AsyncHTTPClient 1.37, `IdleWriteStateMachine`), and so not while a printer takes nothing.
final class SendProgress: Sendable {
  private let state = Mutex((hasBegun: false, movedAt: ContinuousClock.now))

  var hasBegun: Bool { state.withLock { $0.hasBegun } }
  var movedAt: ContinuousClock.Instant { state.withLock { $0.movedAt } }
  func move() { state.withLock { $0 = (true, .now) } }
}
