package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// HTTP/1.1 on one port, for any responder: bounded connections, careful answers, an end that does not wait for ever.
package struct WebServer<Responder: HTTPResponder>: Service where Responder.Context == WebContext {
  private let application: Application<Responder>
  private let address: String
  private let port: Int
  private let bound: BoundPort
  private let gate: ConnectionGate

  /// - Parameters:
  ///   - address: the address to listen on: `0.0.0.0` for the whole network, `127.0.0.1` for this machine.
  ///   - port: 0 takes any that is free; see ``boundPort()``.
  package init(
    responder: Responder, logger: Logger, address: String, port: Int, limits: ConnectionLimits = .fitting()
  ) {
    self.address = address
    self.port = port
    let bound = BoundPort()
    self.bound = bound
    let gate = ConnectionGate(limits, logger: logger)
    self.gate = gate
    var ending = logger
    ending.handler = EndingLog(logger.handler)
    let http = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionCare(gate: gate)],
      // Telephones keep connections open for nothing, and lose their network in the middle of a request.
      idleTimeout: .seconds(60),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
    application = Application(
      responder: responder,
      server: HTTPServerBuilder { AcceptedHTTP(http: HTTP1Channel(responder: $0, configuration: http)) },
      configuration: ApplicationConfiguration(address: .hostname(address, port: port)),
      onServerRunning: { channel in bound.set(.success(channel.localAddress?.port ?? port)) },
      logger: ending)
  }

  /// Serves until it is shut down gracefully or cancelled.
  /// - Throws: ``WebServerError`` when it cannot listen.
  package func run() async throws {
    do {
      try await application.run()
      bound.set(.failure(WebServerError(address: address, port: port, cause: .stopped)))
    } catch let error as CancellationError {
      bound.set(.failure(WebServerError(address: address, port: port, cause: .stopped)))
      throw error
    } catch {
      let error = WebServerError(address: address, port: port, cause: .init(error))
      bound.set(.failure(error))
      throw error
    }
  }

  /// How many connections are open.
  package var openConnections: Int { gate.openConnections }

  /// The port it listens on, as soon as it does.
  /// - Throws: ``WebServerError`` when it cannot, or has stopped.
  package func boundPort() async throws -> Int { try await bound.value() }
}
