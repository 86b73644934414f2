import Hummingbird
import Logging
import NIOCore
import Testing

@testable import WebSupport

@Suite(.timeLimit(.minutes(15))) struct OldClientTests {
  /// Answers with pieces of a number that is not known beforehand.
  private struct Pieces: HTTPResponder {
    func respond(to request: Request, context: WebContext) async throws -> Response {
      let body = ResponseBody { writer in
        for piece in ["one", "two"] { try await writer.write(ByteBuffer(string: piece)) }
        try await writer.finish(nil)
      }
      return Response(status: .ok, headers: [.contentType: "text/plain"], body: body)
    }
  }

  @Test func `who speaks HTTP of 1996 is sent no chunks, and the connection's end is the answer's`() async throws {
    let logger = Logger(label: "web") { _ in SwiftLogNoOpLogHandler() }
    let server = WebServer(responder: Pieces(), logger: logger, address: "127.0.0.1", port: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { do { try await server.run() } catch is CancellationError {} }
      group.addTask {
        let port = try await server.boundPort()
        for head in ["GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"] {
          let old = await (try await RawCall(port).send(head)).rest()
          #expect(old.hasPrefix("HTTP/1.0 200 OK\r\n") && old.hasSuffix("\r\n\r\nonetwo"), "\(old)")
          #expect(old.lowercased().contains("connection: close\r\n"))
          #expect(!old.lowercased().contains("transfer-encoding"))
        }
        let call = try await RawCall(port).send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let new = await call.rest()
        #expect(new.hasPrefix("HTTP/1.1 200 OK\r\n") && new.hasSuffix("3\r\ntwo\r\n0\r\n\r\n"), "\(new)")
      }
      try await group.next()
      group.cancelAll()
      try await group.waitForAll()
    }
  }
}
