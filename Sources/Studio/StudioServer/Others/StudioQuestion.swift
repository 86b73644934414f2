import AsyncHTTPClient
import BoothCore
import Documents
import FoundationEssentials
import HTTPClientSupport
import NIOCore
import NIOHTTP1
import StudioModel
import WebSupport

/// What a studio answered another one.
struct OtherStudioReply: Sendable {
  var status: Int
  var bytes: [UInt8]
  /// Where it leads on to.
  var leads: String?
  /// The secret of the cookie that it sets.
  var secret: String?
  /// The number of a picture of the guests' screen.
  var picture: Int?
  /// It asks to be asked again later.
  var retries: Bool
}

/// A request to another studio.
enum StudioQuestion: Sendable {
  case get(String)
  /// A form, as one of its own pages sends it.
  case form(String, [String: String])

  /// The most that is read of an answer, in bytes.
  private static let longest = 16 << 20

  /// - Parameters:
  ///   - address: scheme and host, without a slash at the end.
  ///   - secret: of the cookie.
  ///   - lines: over which it goes.
  /// - Throws: where nothing answers in time, or may not be asked; which of them, only the log says.
  static func send(
    _ question: StudioQuestion, to address: String, secret: String, over lines: StudioLines, _ patience: Duration
  ) async throws(UnansweredFault) -> OtherStudioReply {
    var request: HTTPClientRequest
    switch question {
    case .get(let path): request = HTTPClientRequest(to: address + path)
    case .form(let path, var fields):
      request = HTTPClientRequest(to: address + path)
      request.method = .POST
      fields["token"] = StudioPass.token(secret)
      request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
      request.headers.add(name: "Origin", value: address)
      let body = fields.sorted { $0.key < $1.key }
        .map { "\(PercentEncoding.component($0.key))=\(PercentEncoding.component($0.value))" }
      request.body = .bytes(ByteBuffer(string: body.joined(separator: "&")))
    }
    request.headers.add(name: "Cookie", value: "\(StudioPass.cookie)=\(secret)")
    request.headers.add(name: "X-Booth-Part", value: "1")
    let client: HTTPClient
    do throws(StudioLines.LineFault) { client = try await lines.client(for: address) } catch {
      throw UnansweredFault(words: "\(error)")
    }
    do {
      let (response, bytes) = try await Self.whole(client, request, patience)
      return OtherStudioReply(
        status: Int(response.status.code), bytes: bytes, leads: response.headers.first(name: "Location"),
        secret: response.headers[canonicalForm: "Set-Cookie"].lazy.compactMap { StudioPass.secret(in: String($0)) }
          .first,
        picture: response.headers.first(name: "X-Booth-Picture").flatMap { Int($0) },
        retries: response.headers.contains(name: "Retry-After"))
    } catch {
      lines.failed(address)
      throw UnansweredFault(words: ConnectionWords.of(error))
    }
  }

  /// The client's own limit ends with the answer's head.
  private static func whole(
    _ client: HTTPClient, _ request: HTTPClientRequest, _ patience: Duration
  ) async throws -> (HTTPClientResponse, [UInt8]) {
    try await withThrowingTaskGroup(of: (HTTPClientResponse, [UInt8]).self) { group in
      group.addTask {
        let response = try await client.execute(request, timeout: .nanoseconds(patience.wholeNanoseconds))
        return (response, Array(buffer: try await response.body.collect(upTo: longest)))
      }
      group.addTask {
        try await Task.sleep(for: patience)
        throw HTTPClientError.deadlineExceeded
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() else { throw HTTPClientError.cancelled }
      return answer
    }
  }
}

/// No studio has answered. Why not is for the log alone: pages would tell what answers in a network.
struct UnansweredFault: Error, Sendable {
  var words: String
}
