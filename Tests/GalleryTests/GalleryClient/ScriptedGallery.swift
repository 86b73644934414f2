import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// A gallery on loopback that answers what the test says, and remembers what it was asked.
final class ScriptedGallery: Sendable {
  struct Seen: Sendable, Equatable {
    var method: String
    var path: String
    var key: String?
    var contentType: String?
    var body: String
  }

  struct Reply: Sendable {
    var status: HTTPResponse.Status
    var body: String
    var headers: HTTPFields

    init(_ status: HTTPResponse.Status, _ body: String = "", json: Bool = true, headers: HTTPFields = [:]) {
      self.status = status
      self.body = body
      self.headers = headers
      self.headers[.contentType] = json ? "application/json" : "text/plain"
    }
  }

  private let requests = Mutex<[Seen]>([])
  private let reply: @Sendable (Seen) -> Reply

  init(_ reply: @escaping @Sendable (Seen) -> Reply) { self.reply = reply }

  var seen: [Seen] { requests.withLock { $0 } }

  /// Serves while `body` runs.
  func run(_ body: @escaping @Sendable (_ base: String) async throws -> Void) async throws {
    let (ports, announce) = AsyncStream.makeStream(of: Int.self)
    let responder = CallbackResponder<BasicRequestContext> { request, _ in
      var request = request
      let bytes = try await request.collectBody(upTo: 1 << 20)
      let seen = Seen(
        method: request.method.rawValue, path: request.uri.string,
        key: HTTPField.Name("X-FotoX-Key").flatMap { request.headers[$0] },
        contentType: request.headers[.contentType], body: String(buffer: bytes))
      self.requests.withLock { $0.append(seen) }
      let reply = self.reply(seen)
      // HEAD has no body, whatever the script says: the next answer would be read out of it.
      let body = seen.method == "HEAD" ? "" : reply.body
      return Response(status: reply.status, headers: reply.headers, body: .init(byteBuffer: ByteBuffer(string: body)))
    }
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let application = Application(
      responder: responder, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { announce.yield($0.localAddress?.port ?? 0) }, logger: logger)
    // Shut down, not cancelled: NIO ends the program over connections that were accepted and never served.
    let server = ServiceGroup(services: [application], logger: logger)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      for await port in ports {
        var failure: (any Error)?
        do { try await body("http://127.0.0.1:\(port)") } catch { failure = error }
        await server.triggerGracefulShutdown()
        try await group.next()
        if let failure { throw failure }
        break
      }
    }
  }
}
