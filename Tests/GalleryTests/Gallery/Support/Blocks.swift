import AsyncHTTPClient
import FoundationEssentials
import NIOCore

/// What a request does.
enum LabMethod: String, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case delete = "DELETE"
  case options = "OPTIONS"
}

/// What a request carries.
enum LabBody: Sendable {
  case text(String)
  case bytes([UInt8])
  /// Chunks of blanks, without a Content-Length.
  case blocks(Int, size: Int)

  var sent: HTTPClientRequest.Body {
    switch self {
    case .text(let text): .bytes(ByteBuffer(string: text))
    case .bytes(let bytes): .bytes(ByteBuffer(bytes: bytes))
    case .blocks(let count, let size): .stream(Blocks(count: count, size: size), length: .unknown)
    }
  }
}

/// A body of unknown length: so many blocks of blanks.
struct Blocks: AsyncSequence, Sendable {
  var count: Int
  var size: Int

  struct AsyncIterator: AsyncIteratorProtocol {
    var left: Int
    var block: ByteBuffer
    mutating func next() async throws -> ByteBuffer? {
      left -= 1
      return left >= 0 ? block : nil
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(left: count, block: ByteBuffer(repeating: UInt8(ascii: " "), count: size))
  }
}

extension [UInt8] {
  /// By the library's own base 64, to check ours by.
  var base64URL: String {
    String(
      Data(self).base64EncodedString().filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
  }
}
