import AsyncHTTPClient
import BoothCore
import Documents
import Glibc
import HTTPClientSupport
import NIOCore
import NIOHTTP1
import NIOPosix
import StudioModel

/// Sends one request at a time over connections that are kept. Nothing is tried again here.
///
/// What others say is bounded: the answer in bytes, the whole of it in time, from the connection to the last byte.
final class FirestoreLine: Sendable {
  private let http: HTTPClient
  private let limit: Duration
  private let answerBytes: Int

  init(limit: Duration, answerBytes: Int) {
    self.limit = limit
    self.answerBytes = answerBytes
    var difference = HTTPClient.Difference()
    difference.speaksHTTP2 = false
    // Whether to try again is decided elsewhere.
    difference.connectsAgain = false
    http = .program(connect: min(limit, .seconds(10)), difference)
  }

  deinit { http.end() }

  func shutdown() async throws { try await http.shutdown() }

  /// - Parameters:
  ///   - type: of the body.
  ///   - token: the person's; nil, or empty, where there is none yet.
  func post(_ url: String, _ body: [UInt8], type: String = "application/json", token: String?) async -> FirestoreOutcome
  {
    var request = HTTPClientRequest(to: url)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: type)
    if let token, !token.isEmpty { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
    request.body = .bytes(ByteBuffer(bytes: body))
    return await send(request)
  }

  func get(_ url: String, token: String?, deleting isDeleting: Bool = false) async -> FirestoreOutcome {
    var request = HTTPClientRequest(to: url)
    if isDeleting { request.method = .DELETE }
    if let token, !token.isEmpty { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
    return await send(request)
  }

  /// Whether the bytes are those whose checksum Google's storage names beside them (`x-goog-hash: crc32c=…`), if any.
  private static func isWhole(_ bytes: [UInt8], _ headers: HTTPHeaders) -> Bool {
    let hashes = headers["x-goog-hash"].flatMap { text in
      text.split(separator: ",").map { String($0.drop { $0 == " " }) }
    }
    guard let named = hashes.first(where: { $0.hasPrefix("crc32c=") }) else { return true }
    return CRC32C.read(String(named.dropFirst("crc32c=".count))) == CRC32C.of(bytes)
  }

  private func send(_ request: HTTPClientRequest) async -> FirestoreOutcome {
    await withTaskGroup(of: FirestoreOutcome.self) { [limit] group in
      group.addTask { await self.exchange(request) }
      group.addTask {
        do { try await Task.sleep(for: limit) } catch { return .cancelled }
        return .cut("no whole answer came within \(limit.components.seconds) s")
      }
      defer { group.cancelAll() }
      let outcome = await group.next() ?? .cancelled
      // Both end when the caller's own task is cancelled; which is heard first is no matter.
      return Task.isCancelled ? .cancelled : outcome
    }
  }

  private func exchange(_ request: HTTPClientRequest) async -> FirestoreOutcome {
    do {
      // The client's own limit ends with the answer's head; the whole of it has another, which is to be heard first.
      let answer = try await http.execute(request, timeout: .nanoseconds((limit * 2).wholeNanoseconds))
      let body = try await answer.body.collect(upTo: answerBytes)
      let bytes = Array(body.readableBytesView)
      if answer.status == .ok || answer.status == .noContent {
        return Self.isWhole(bytes, answer.headers)
          ? .answered(bytes) : .cut("what came is not what the storage keeps, by its checksum")
      }
      let wait = answer.headers.first(name: "Retry-After").flatMap { Int($0) }.map { Duration.seconds(max($0, 0)) }
      return .refused(FirestoreRefusal(code: Int(answer.status.code), body: bytes, retryAfter: wait))
    } catch is NIOTooManyBytesError {
      return .tooLarge("the answer has more than \(answerBytes) bytes")
    } catch is CancellationError {
      return .cancelled
    } catch let error as HTTPClientError {
      return Self.outcome(error)
    } catch let error as NIOPosix.NIOConnectionError {
      return .notSent(ConnectionWords.of(error))
    } catch let error as IOError {
      // These come before there is a connection alone (connect(2)).
      let words = ConnectionWords.of(error)
      return [ECONNREFUSED, EADDRNOTAVAIL].contains(error.errnoCode) ? .notSent(words) : .cut(words)
    } catch {
      // Never the error's own words: they may hold the address, which has a key in it.
      return .cut(ConnectionWords.of(error))
    }
  }

  private static func outcome(_ error: HTTPClientError) -> FirestoreOutcome {
    switch error {
    case .cancelled: .cancelled
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .httpProxyHandshakeTimeout,
      .socksHandshakeTimeout, .invalidURL, .emptyHost, .emptyScheme:
      .notSent(ConnectionWords.of(error))
    default: .cut(ConnectionWords.of(error))
    }
  }
}
