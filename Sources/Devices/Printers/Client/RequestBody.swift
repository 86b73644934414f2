import NIOCore
import Synchronization

/// A request's bytes, read piece by piece as the connection takes them: the message, and a sheet's file after it.
struct RequestBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  let message: [UInt8]
  let file: SheetFile?
  /// Told when the first byte is asked for, which the client does once a connection stands.
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
      body.progress.begin()
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

/// Whether any of a request went out. Guarded, as the client asks from its own threads.
final class SendProgress: Sendable {
  private let begun = Mutex(false)

  var hasBegun: Bool { begun.withLock { $0 } }
  func begin() { begun.withLock { $0 = true } }
}
