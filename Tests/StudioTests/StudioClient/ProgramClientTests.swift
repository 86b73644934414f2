import AsyncHTTPClient
import BoothTesting
import HTTPClientSupport
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

/// What all clients of the program have in common, and in what one may differ.
@Suite(.timeLimit(.minutes(15))) struct ProgramClientTests {
  private static let empty = "Content-Length: 0\r\nConnection: close\r\n\r\n"

  private static func ask(_ client: HTTPClient, _ url: String) async throws -> HTTPClientResponse {
    try await client.execute(HTTPClientRequest(to: url), timeout: .minutes(10))
  }

  @Test func `a server that sends a request elsewhere is not followed there`() async throws {
    let beyond = Mutex(0)
    let target = try RawServer { exchange in
      beyond.withLock { $0 += 1 }
      exchange.send("HTTP/1.1 200 OK\r\n" + Self.empty)
      return false
    }
    let server = try RawServer { exchange in
      exchange.send("HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:\(target.port)/\r\n" + Self.empty)
      return false
    }
    let client = HTTPClient.program(connect: .seconds(10))
    #expect(try await Self.ask(client, "http://127.0.0.1:\(server.port)/").status == .temporaryRedirect)
    #expect(beyond.withLock { $0 } == 0)
    try await client.shutdown()
    server.stop()
    target.stop()
  }

  @Test func `a name whose address was looked at before leads to that address`() async throws {
    let server = try RawServer { exchange in
      exchange.send("HTTP/1.1 200 OK\r\n" + Self.empty)
      return false
    }
    var difference = HTTPClient.Difference()
    difference.addresses = ["booth.invalid": "127.0.0.1"]
    let client = HTTPClient.program(connect: .seconds(10), difference)
    #expect(try await Self.ask(client, "http://booth.invalid:\(server.port)/").status == .ok)
    try await client.shutdown()
    server.stop()
  }

  @Test func `a server that takes a request and says nothing is given up, where a client says so`() async throws {
    let server = try RawServer { exchange in
      exchange.untilGone(seconds: 60)
      return false
    }
    var difference = HTTPClient.Difference()
    difference.silence = .milliseconds(100)
    let client = HTTPClient.program(connect: .seconds(10), difference)
    let error = await #expect(throws: HTTPClientError.self) {
      try await Self.ask(client, "http://127.0.0.1:\(server.port)/")
    }
    #expect(error == .readTimeout)
    try await client.shutdown()
    server.stop()
  }
}
