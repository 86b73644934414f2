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
      gallery: Gallery(configuration: configuration, store: store, logger: logger, smallPictures: smallPictures),
      logger: logger, address: address, port: port)
  }

  init(
    gallery: Gallery, logger: Logger, address: String, port: Int, limits: ConnectionLimits = .fitting()
  ) {
    self.gallery = gallery
    server = WebServer(responder: gallery, logger: logger, address: address, port: port, limits: limits)
  }

  /// Serves until it is shut down gracefully or cancelled.
  /// - Throws: `WebServerError` when it cannot listen.
  public func run() async throws {
    await gallery.smallPictureQueue.open()
    await gallery.derivedIndexes.open()
    do { try await server.run() } catch {
      await close()
      throw error
    }
    await close()
  }

  /// Returns when nothing is written any more.
  private func close() async {
    await gallery.smallPictureQueue.close()
    await gallery.derivedIndexes.close()
  }

  /// The port it listens on, as soon as it does.
  /// - Throws: `WebServerError` when it cannot, or has stopped.
  public func boundPort() async throws -> Int { try await server.boundPort() }
}
