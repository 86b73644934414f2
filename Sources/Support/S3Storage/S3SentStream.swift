import BoothCore
import NIOCore
import Synchronization

/// A body on its way to a bucket: counted, and in signed chunks where it is signed. Pulled by one reader, once.
final class S3SentStream: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  private let stream: ByteStream
  private let count: Int64
  private let state = Mutex(State())

  private struct State {
    var signer: ChunkSigner?
    var chunk = 1 << 16
    var fault: String?
  }

  init(_ stream: ByteStream, count: Int64) {
    self.stream = stream
    self.count = count
  }

  func sign(with signer: ChunkSigner, chunk: Int) {
    state.withLock { ($0.signer, $0.chunk) = (signer, chunk) }
  }

  /// Why the source was no good, in words.
  var fault: String? { state.withLock { $0.fault } }

  func makeAsyncIterator() -> Iterator { Iterator(source: self, pieces: stream.makeAsyncIterator()) }

  struct BrokenFault: Error {}

  struct Iterator: AsyncIteratorProtocol {
    let source: S3SentStream
    var pieces: ByteStream.AsyncIterator
    var held: [UInt8] = []
    var taken: Int64 = 0
    var isOver = false
    var isEnded = false

    /// The last bytes leave only when it is known that there are no more: an object is whole or not at all.
    mutating func next() async throws -> ByteBuffer? {
      guard !isEnded else { return nil }
      let size = source.state.withLock { $0.chunk }
      while !isOver, held.count <= size {
        let piece: [UInt8]?
        do { piece = try await pieces.next() } catch is CancellationError { throw CancellationError() } catch {
          throw fail("the writer broke off (\(error))")
        }
        if let piece {
          taken += Int64(piece.count)
          held += piece
          guard taken <= source.count else {
            throw fail("the writer sent more than the \(source.count) bytes it promised")
          }
        } else {
          if Task.isCancelled { throw CancellationError() }
          isOver = true
          guard taken == source.count else {
            throw fail("the writer sent \(taken) of the \(source.count) bytes it promised")
          }
        }
      }
      let chunk = Array(held.prefix(size))
      held.removeFirst(chunk.count)
      return source.state.withLock { state in
        guard state.signer != nil else {
          isEnded = chunk.isEmpty
          return chunk.isEmpty ? nil : ByteBuffer(bytes: chunk)
        }
        isEnded = chunk.isEmpty
        return state.signer.map { _ in ByteBuffer(bytes: state.signer?.chunk(chunk) ?? []) }
      }
    }

    private func fail(_ words: String) -> BrokenFault {
      source.state.withLock { $0.fault = words }
      return BrokenFault()
    }
  }
}
