import BoothWeb
public import Logging
public import ServiceLifecycle
public import StudioRules

/// The web server for everybody who is no guest.
public struct StudioServer: Service {
  private let server: WebServer<Studio>
  private let studio: Studio

  /// - Parameters:
  ///   - booth: the one on this machine.
  ///   - address: the address to listen on; `127.0.0.1` for this machine alone.
  ///   - port: 0 takes any that is free; see ``boundPort()``.
  ///   - wallClock: seconds since 1970.
  public init(
    configuration: StudioConfiguration, accounts: any AccountBook, booth: any OperatedBooth, logger: Logger,
    address: String, port: Int, wallClock: @escaping @Sendable () -> Double
  ) {
    studio = Studio(
      configuration: configuration, accounts: accounts, watch: BoothWatch(booth), logger: logger, wallClock: wallClock)
    server = WebServer(responder: studio, logger: logger, address: address, port: port)
  }

  /// Serves until it is shut down gracefully or cancelled; pages that wait for news are let go at once.
  /// - Throws: `WebServerError` when it cannot listen.
  public func run() async throws {
    let watch = studio.watch
    try await withGracefulShutdownHandler {
      try await server.run()
    } onGracefulShutdown: {
      Task { await watch.end() }
    }
  }

  /// The port it listens on, as soon as it does.
  /// - Throws: `WebServerError` when it cannot, or has stopped.
  public func boundPort() async throws -> Int { try await server.boundPort() }
}
