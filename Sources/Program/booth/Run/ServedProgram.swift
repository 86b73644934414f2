import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import Logging
import ServiceLifecycle
import UnixSignals

/// A web server as a program of its own: it serves until it is asked to end, and then ends, whatever its clients and disks do.
struct ServedProgram {
  /// What is said of it: `gallery`, `studio`.
  var name: String
  /// How long answers under way may take when it is asked to end; slow readers are cut off then.
  var patience: Duration
  /// How long cutting them off may take. With ``patience`` less than the ten seconds after which many a supervisor kills.
  static let cutPatience = Duration.seconds(2)

  /// - Parameter announce: says where it is reached; run beside it, and waits for its port.
  /// - Throws: `CommandError` where it cannot serve.
  func run(
    _ server: any Service, log: Logger, announce: @Sendable @escaping () async throws -> Void
  ) async throws {
    var configuration = ServiceGroupConfiguration(
      services: [.init(service: NamedService(name: name, service: server)), .init(service: MemoryCare())],
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: log)
    configuration.maximumGracefulShutdownDuration = patience
    let group = ServiceGroup(configuration: configuration)
    let announcing = Task {
      try await announce()
      fflush(nil)
      MemoryCare.giveBack()
    }
    // A disk that does not come back from a flush does not hold the end up: what it has not flushed was not promised.
    let ending = Task {
      for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint) {
        try await Task.sleep(for: patience + Self.cutPatience)
        complain("booth: the \(name) does not end; it is left")
        _exit(CommandError.failed)
      }
    }
    defer { ending.cancel() }
    do {
      try await group.run()
    } catch is CancellationError {
      // Asked to end, and what was still under way after the patience was cut: an end like any other.
      announcing.cancel()
    } catch {
      announcing.cancel()
      throw CommandError("the \(name) cannot run: \(advice: error)")
    }
  }
}

/// A service that is called by its name. The group asks each service for its description, and that of a struct is all that it
/// holds: of a web server, every byte of the files that its pages load.
private struct NamedService: Service, CustomStringConvertible {
  var name: String
  var service: any Service

  var description: String { name }
  func run() async throws { try await service.run() }
}
