import Documents
import FoundationEssentials
package import Logging
public import ServiceLifecycle
package import StudioModel
package import WebSupport

/// The web server for everybody who is no guest.
///
/// ```swift
/// let studio = StudioServer(
///   configuration: configuration, accounts: accounts, booth: booth, features: [training], logger: logger,
///   address: "127.0.0.1", port: 8090, wallClock: { Date().timeIntervalSince1970 })
/// try await studio.run()
/// ```
public struct StudioServer: Service {
  private let server: WebServer<Studio>
  private let studio: Studio

  /// - Parameters:
  ///   - booth: the one on this machine.
  ///   - others: those on other machines; nil: none can be added.
  ///   - fleet: how all booths at a broker are; nil: there is no page of them.
  ///   - preferences: nil: nothing can be chosen for pages.
  ///   - features: asked one after the other, in the order of their sections.
  ///   - uploads: where files come in; nil: in the system's folder for what passes.
  ///   - misplaced: asked before an answer goes out: what the studio holds open and is not at its path any more, in words; nil where
  ///     all is in its place.
  ///   - address: the address to listen on; `127.0.0.1` for this machine alone.
  ///   - port: 0 takes any that is free; see ``boundPort()``.
  ///   - wallClock: seconds since 1970.
  package init(
    configuration: StudioConfiguration, accounts: any AccountStore, booth: any OperatedBooth,
    others: OtherBoothStore? = nil, fleet: (any FleetSource)? = nil, preferences: (any PreferenceStore)? = nil,
    features: [any StudioFeature] = [],
    uploads: UploadReceiver? = nil, misplaced: @escaping @Sendable () -> String? = { nil }, logger: Logger,
    address: String,
    port: Int,
    wallClock: @escaping @Sendable () -> Double
  ) {
    let passing = FileManager.default.temporaryDirectory.path + "/booth-studio-\(UUID().uuidString)"
    let watches = BoothWatches(booth, others)
    studio = Studio(
      shell: StudioShell(configuration, features: features, uploads: uploads ?? UploadReceiver(folder: passing)),
      features: features, accounts: accounts, watches: watches,
      fleet: fleet.map { FleetWatches($0, watches, wallClock: wallClock) },
      preferences: PreferenceCache(preferences), misplaced: misplaced, logger: logger, wallClock: wallClock)
    server = WebServer(responder: studio, logger: logger, address: address, port: port)
  }

  /// Serves until it is shut down gracefully or cancelled; pages that wait for news are let go at once.
  /// - Throws: `WebServerError` when it cannot listen.
  public func run() async throws {
    let (watches, fleet) = (studio.watches, studio.fleet)
    let (features, wallClock) = (studio.features, studio.wallClock)
    let tending = Task {
      while !Task.isCancelled {
        for feature in features { await feature.tend(at: wallClock()) }
        do { try await Task.sleep(for: .seconds(3600)) } catch { return }
      }
    }
    defer { tending.cancel() }
    try await withGracefulShutdownHandler {
      try await server.run()
    } onGracefulShutdown: {
      Task {
        await watches.end()
        await fleet?.end()
        for feature in features { await feature.end() }
      }
    }
  }

  /// The port it listens on, as soon as it does.
  /// - Throws: `WebServerError` when it cannot, or has stopped.
  public func boundPort() async throws -> Int { try await server.boundPort() }
}
