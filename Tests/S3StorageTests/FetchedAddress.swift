import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// What comes of an address, asked as a browser or a booth asks: with no headers but those that are said.
struct FetchedAddress {
  let address: String

  init(_ address: String) { self.address = address }

  struct Answer {
    var status: Int
    var type: String?
    var bytes: [UInt8]
  }

  /// - Parameter putting: what is written; nil reads.
  func answer(putting bytes: [UInt8]? = nil, headers: [String: String] = [:]) async throws -> Answer {
    var request = HTTPClientRequest(url: address)
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    if let bytes {
      request.method = .PUT
      request.body = .bytes(ByteBuffer(bytes: bytes))
    }
    let answer = try await HTTPClient.shared.execute(request, timeout: .minutes(10))
    return Answer(
      status: Int(answer.status.code), type: answer.headers.first(name: "Content-Type"),
      bytes: Array(buffer: try await answer.body.collect(upTo: 1 << 20)))
  }
}
