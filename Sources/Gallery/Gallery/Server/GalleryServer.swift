public import BoothCore
public import Logging
public import ServiceLifecycle
import WebSupport

/// The guests' web server: the FotoX Worker's contract, and pages, over any object store.
///
/// ```swift
/// let server = GalleryServer(configuration: configuration, store: store, logger: logger, address: "0.0.0.0", port: 8080)
/// try await ServiceGroup(services: [server], logger: logger).run()
/// ```
public struct GalleryServer: Service {
  private let server: WebServer<Gallery>
  private let metricsServer: WebServer<MetricsPage>?
  let gallery: Gallery

  /// - Parameters:
  ///   - address: the address to listen on: `0.0.0.0` for the whole network, `127.0.0.1` for this machine.
  ///   - port: 0 takes any that is free; see `boundPort()`.
  ///   - smallPictures: makes what lists show; nil shows pictures there as they came.
  public init(
    configuration: GalleryConfiguration, store: any ObjectStore, logger: Logger, address: String = "0.0.0.0",
    port: Int = 8080, smallPictures: (any SmallPictureMaker)? = nil
  ) {
    self.init(
      gallery: Gallery(
        configuration: configuration, store: store, logger: logger, smallPictures: smallPictures,
        metrics: configuration.metrics.map { _ in GalleryMetrics() }),
      logger: logger, address: address, port: port)
  }

  init(
    gallery: Gallery, logger: Logger, address: String, port: Int, limits: ConnectionLimits = .fitting()
  ) {
    self.gallery = gallery
    let server = WebServer(responder: gallery, logger: logger, address: address, port: port, limits: limits)
    self.server = server
    metricsServer = gallery.metrics.flatMap { metrics in
      gallery.configuration.metrics.map { place in
        WebServer(
          responder: MetricsPage { metrics.text(connections: server.openConnections) }, logger: logger,
          address: place.address,
          port: place.port)
      }
    }
  }

  /// Serves until it is shut down gracefully or cancelled.
  /// - Throws: `WebServerError` when it cannot listen.
  public func run() async throws {
    await gallery.smallPictureQueue.open()
    await gallery.derivedIndexes.open()
    do { try await serve() } catch {
      await close()
      throw error
    }
    await close()
  }

  /// Both, until one of them cannot.
  private func serve() async throws {
    guard let metricsServer else { return try await server.run() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      group.addTask { try await metricsServer.run() }
      try await group.waitForAll()
    }
  }

  /// The port of `/metrics`, as soon as it listens; nil where there is none.
  /// - Throws: `WebServerError` when it cannot, or has stopped.
  public func metricsPort() async throws -> Int? { try await metricsServer?.boundPort() }

  /// Returns when nothing is written any more.
  private func close() async {
    await gallery.smallPictureQueue.close()
    await gallery.derivedIndexes.close()
  }

  /// The port it listens on, as soon as it does.
  /// - Throws: `WebServerError` when it cannot, or has stopped.
  public func boundPort() async throws -> Int { try await server.boundPort() }
}
