import Documents
import FoundationEssentials
package import Logging
public import ServiceLifecycle
package import StudioModel
package import WebSupport

/// The web server for everybody who is no guest.
public struct StudioServer: Service {
  private let server: WebServer<Studio>
  private let studio: Studio

  /// - Parameters:
  ///   - booth: the one on this machine.
  ///   - others: those on other machines; nil: none can be added.
  ///   - preferences: nil: nobody chooses anything for their pages.
  ///   - tenants: asked one after the other, in the order of their sections.
  ///   - uploads: where files come in; nil: in the system's folder for what passes.
  ///   - misplaced: asked before an answer goes out: what the studio holds open and is not at its path any more, in words; nil where
  ///     all is in its place.
  ///   - address: the address to listen on; `127.0.0.1` for this machine alone.
  ///   - port: 0 takes any that is free; see ``boundPort()``.
  ///   - wallClock: seconds since 1970.
  package init(
    configuration: StudioConfiguration, accounts: any AccountBook, booth: any OperatedBooth,
    others: BoothBook? = nil, preferences: (any PreferenceBook)? = nil, tenants: [any StudioTenant] = [],
    uploads: UploadDesk? = nil, misplaced: @escaping @Sendable () -> String? = { nil }, logger: Logger, address: String,
    port: Int,
    wallClock: @escaping @Sendable () -> Double
  ) {
    let passing = FileManager.default.temporaryDirectory.path + "/booth-studio-\(UUID().uuidString)"
    studio = Studio(
      shell: StudioShell(configuration, tenants: tenants, uploads: uploads ?? UploadDesk(folder: passing)),
      tenants: tenants, accounts: accounts, watches: BoothWatches(booth, others),
      preferences: PreferenceShelf(preferences), misplaced: misplaced, logger: logger, wallClock: wallClock)
    server = WebServer(responder: studio, logger: logger, address: address, port: port)
  }

  /// Serves until it is shut down gracefully or cancelled; pages that wait for news are let go at once.
  /// - Throws: `WebServerError` when it cannot listen.
  public func run() async throws {
    let (watches, tenants, wallClock) = (studio.watches, studio.tenants, studio.wallClock)
    let tending = Task {
      while !Task.isCancelled {
        for tenant in tenants { await tenant.tend(at: wallClock()) }
        do { try await Task.sleep(for: .seconds(3600)) } catch { return }
      }
    }
    defer { tending.cancel() }
    try await withGracefulShutdownHandler {
      try await server.run()
    } onGracefulShutdown: {
      Task {
        await watches.end()
        for tenant in tenants { await tenant.end() }
      }
    }
  }

  /// The port it listens on, as soon as it does.
  /// - Throws: `WebServerError` when it cannot, or has stopped.
  public func boundPort() async throws -> Int { try await server.boundPort() }
}
