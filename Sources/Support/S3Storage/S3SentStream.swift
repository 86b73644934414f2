import BoothCore
import Crypto
import NIOCore
import Synchronization

/// A body on its way to a bucket, counted. Pulled by one reader, once.
final class S3SentStream: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  private let stream: ByteStream
  private let count: Int64
  private let state = Mutex(State())
  private static let piece = 1 << 16

  private struct State {
    var fault: String?
    var sum = Insecure.MD5()
    var isWhole = false
  }

  init(_ stream: ByteStream, count: Int64) {
    self.stream = stream
    self.count = count
  }

  /// Why the source was no good, in words.
  var fault: String? { state.withLock { $0.fault } }

  /// The MD5 of all bytes in hexadecimal digits, once the last was handed out: what most buckets name an object by that came in
  /// one request. Nil before.
  var digest: String? {
    state.withLock { $0.isWhole ? S3Text.hex($0.sum.finalize()) : nil }
  }

  func makeAsyncIterator() -> Iterator { Iterator(source: self, pieces: stream.makeAsyncIterator()) }

  struct BrokenFault: Error {}

  struct Iterator: AsyncIteratorProtocol {
    let source: S3SentStream
    var pieces: ByteStream.AsyncIterator
    var held: [UInt8] = []
    var taken: Int64 = 0
    var isOver = false

    /// The last bytes leave only when it is known that there are no more: an object is whole or not at all.
    mutating func next() async throws -> ByteBuffer? {
      while !isOver, held.count <= S3SentStream.piece {
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
      let piece = Array(held.prefix(S3SentStream.piece))
      held.removeFirst(piece.count)
      source.state.withLock { state in
        state.sum.update(data: piece)
        if isOver, held.isEmpty { state.isWhole = true }
      }
      return piece.isEmpty ? nil : ByteBuffer(bytes: piece)
    }

    private func fail(_ words: String) -> BrokenFault {
      source.state.withLock { $0.fault = words }
      return BrokenFault()
    }
  }
}
