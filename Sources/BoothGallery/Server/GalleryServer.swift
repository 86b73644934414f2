public import BoothCore
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import ServiceLifecycle
import Synchronization

/// The guests' web server: the FotoX Worker's contract, and pages, over any object store.
///
/// ```swift
/// let server = GalleryServer(configuration: configuration, store: store, logger: logger, address: "0.0.0.0", port: 8080)
/// try await ServiceGroup(services: [server], logger: logger).run()
/// ```
public struct GalleryServer: Service {
  private let application: Application<Gallery>
  private let address: String
  private let port: Int
  private let bound: Bound

  /// - Parameters:
  ///   - address: the address to listen on: `0.0.0.0` for the whole network, `127.0.0.1` for this machine.
  ///   - port: 0 takes any that is free; see `boundPort()`.
  public init(
    configuration: GalleryConfiguration, store: any ObjectStore, logger: Logger, address: String = "0.0.0.0",
    port: Int = 8080
  ) {
    self.init(
      gallery: Gallery(configuration: configuration, store: store, logger: logger), logger: logger, address: address,
      port: port)
  }

  init(
    gallery: Gallery, logger: Logger, address: String, port: Int, limits: ConnectionLimits = ConnectionLimits()
  ) {
    self.address = address
    self.port = port
    let bound = Bound()
    self.bound = bound
    let gate = ConnectionGate(limits, logger: logger)
    let http = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionCare(gate: gate)],
      // Telephones keep connections open for nothing, and lose their network in the middle of a request.
      idleTimeout: .seconds(60),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
    application = Application(
      responder: gallery,
      server: HTTPServerBuilder { AcceptedHTTP(http: HTTP1Channel(responder: $0, configuration: http)) },
      configuration: ApplicationConfiguration(address: .hostname(address, port: port)),
      onServerRunning: { channel in bound.set(.success(channel.localAddress?.port ?? port)) },
      logger: logger)
  }

  /// Serves until it is shut down gracefully or cancelled.
  /// - Throws: `GalleryServerError` when it cannot listen.
  public func run() async throws {
    do {
      try await application.run()
      bound.set(.failure(GalleryServerError(address: address, port: port, cause: .stopped)))
    } catch let error as CancellationError {
      bound.set(.failure(GalleryServerError(address: address, port: port, cause: .stopped)))
      throw error
    } catch {
      let error = GalleryServerError(address: address, port: port, cause: .init(error))
      bound.set(.failure(error))
      throw error
    }
  }

  /// The port it listens on, as soon as it does.
  /// - Throws: `GalleryServerError` when it cannot, or has stopped.
  public func boundPort() async throws -> Int { try await bound.value() }
}

/// A value that comes once, and those who wait for it.
private final class Bound: Sendable {
  typealias Value = Result<Int, GalleryServerError>
  private enum State {
    case waiting([CheckedContinuation<Value, Never>])
    case set(Value)
  }
  private let state = Mutex(State.waiting([]))

  func set(_ value: Value) {
    let waiting: [CheckedContinuation<Value, Never>] = state.withLock { state in
      // A port that was bound is not any more once the server has stopped.
      defer { state = .set(value) }
      if case .waiting(let continuations) = state { return continuations }
      return []
    }
    for continuation in waiting { continuation.resume(returning: value) }
  }

  func value() async throws -> Int {
    let value = await withCheckedContinuation { continuation in
      let known: Value? = state.withLock { state in
        switch state {
        case .set(let value): return value
        case .waiting(let continuations):
          state = .waiting(continuations + [continuation])
          return nil
        }
      }
      if let known { continuation.resume(returning: known) }
    }
    return try value.get()
  }
}
