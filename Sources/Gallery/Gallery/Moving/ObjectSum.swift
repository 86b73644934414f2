import BoothCore
import Crypto
import Synchronization

/// What an object's bytes amount to. Most buckets name what came in one request by its MD5 ("Checking object integrity", Amazon S3); by that
/// alone nothing is compared that a stranger may have made.
struct ObjectSum: Sendable, Equatable {
  var sizeBytes: Int64
  /// In 32 small hexadecimal digits.
  var md5: String
  var sha256: [UInt8]

  /// Of what a store has now; nil where there is no such object.
  static func of(_ key: ObjectKey, in store: any ObjectStore) async throws -> ObjectSum? {
    guard let (_, stream) = try await store.read(key, range: nil) else { return nil }
    let sum = RunningSum()
    for try await piece in stream { sum.add(piece) }
    return sum.value
  }

  /// Whether a tag has the form of one.
  static func isMD5(_ tag: String) -> Bool {
    tag.utf8.count == 32 && tag.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

/// A sum that grows with the pieces that it sees.
final class RunningSum: Sendable {
  private struct State {
    var size: Int64 = 0
    var md5 = Insecure.MD5()
    var sha256 = SHA256()
  }

  private let state = Mutex(State())

  func add(_ piece: [UInt8]) {
    state.withLock { state in
      state.size += Int64(piece.count)
      state.md5.update(data: piece)
      state.sha256.update(data: piece)
    }
  }

  /// Of what was seen until now.
  var value: ObjectSum {
    state.withLock { state in
      let digits = Array("0123456789abcdef")
      return ObjectSum(
        sizeBytes: state.size,
        md5: String(state.md5.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }),
        sha256: Array(state.sha256.finalize()))
    }
  }

  /// The same stream, with its bytes seen. It is read once.
  func reading(_ stream: ByteStream) -> ByteStream {
    let pieces = SourcePieces(stream)
    return ByteStream(unfolding: {
      guard let piece = try await pieces.next() else { return nil }
      self.add(piece)
      return piece
    })
  }
}

/// `@unchecked`: a stream is pulled by one reader, piece after piece.
private final class SourcePieces: @unchecked Sendable {
  private var iterator: ByteStream.AsyncIterator

  init(_ stream: ByteStream) { iterator = stream.makeAsyncIterator() }

  func next() async throws -> [UInt8]? { try await iterator.next() }
}
