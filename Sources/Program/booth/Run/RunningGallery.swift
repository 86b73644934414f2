import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import Gallery
import Logging
import ServiceLifecycle

/// Our own gallery, listening.
struct RunningGallery {
  /// How long answers under way may take when the booth ends; then their connections are cut.
  static let patience = Duration.seconds(10)
  /// How long that may take.
  private static let cutPatience = Duration.seconds(5)

  private(set) var port = 0
  private let patience: Duration
  private let group: ServiceGroup
  private let task: Task<Void, any Error>

  /// Starts the server and returns when it listens; throws in words when it cannot.
  static func start(_ gallery: OwnGallery, port: Int? = nil, log: Logger) async throws -> RunningGallery {
    let server = try gallery.server(port: port)
    var running = RunningGallery(server, log: log)
    do {
      running.port = try await server.boundPort()
      if gallery.isLocalOnly(port: running.port) {
        log.notice("links open on this machine only; for guests' phones set gallery.public_url or a network")
      }
      return running
    } catch {
      running.task.cancel()
      throw CommandError("the gallery cannot start: \(advice: error)")
    }
  }

  init(_ service: any Service, port: Int = 0, patience: Duration = patience, log: Logger) {
    self.port = port
    var configuration = ServiceGroupConfiguration(services: [.init(service: service)], logger: log)
    configuration.maximumGracefulShutdownDuration = patience
    let group = ServiceGroup(configuration: configuration)
    self.patience = patience
    self.group = group
    task = Task { try await group.run() }
  }

  /// Waits until it has ended, by itself or as it was told to.
  /// - Returns: why, in words, where it says so.
  func ended() async -> String? {
    switch await task.result {
    case .success: nil
    case .failure(let error): "\(error)"
    }
  }

  /// Answers what is under way, and ends. What takes longer than the patience is cut off; what does not even let itself be
  /// cut off is left to the program's end.
  func stop(clock: any BoothClock = SystemClock()) async throws {
    await group.triggerGracefulShutdown()
    let deadline = clock.now + patience + Self.cutPatience
    switch await withDeadline(deadline, clock, { [task] in await task.result }) {
    case .returned(let result): try result.get()
    case .missed: throw CommandError("the gallery does not end; it is left")
    }
  }
}
