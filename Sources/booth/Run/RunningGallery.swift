import BoothGallery
import Logging
import ServiceLifecycle

/// Our own gallery, listening.
struct RunningGallery {
  let port: Int
  private let group: ServiceGroup
  private let task: Task<Void, any Error>

  /// Starts the server and returns when it listens; throws in words when it cannot.
  static func start(_ gallery: OwnGallery?, log: Logger) async throws -> RunningGallery? {
    guard let gallery else { return nil }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: [.init(service: gallery.server)], logger: log))
    let task = Task { try await group.run() }
    do {
      let port = try await gallery.server.boundPort()
      if gallery.isLocalOnly(port: port) {
        log.notice("links open on this machine only; for guests' phones set gallery.public_url or a network")
      }
      return RunningGallery(port: port, group: group, task: task)
    } catch {
      task.cancel()
      throw CommandFailure("the gallery cannot start: \(error)")
    }
  }

  /// Answers what is under way, and ends.
  func stop() async throws {
    await group.triggerGracefulShutdown()
    try await task.value
  }
}
