import BoothCore
import BoothSystem
import CommandSupport
import Logging
import StudioModel
import StudioServer

/// What a studio knows of all booths: one connection to its broker, for all who look. What is wrong with that keeps no studio from its
/// people.
struct StudioFleet {
  /// For the studio's page.
  let source: any FleetSource
  private let listener: FleetListener?

  init(_ settings: Settings, clock: any BoothClock, log: Logger) {
    do {
      let mark = BoothMark.known(in: settings.data) ?? "STUDIO"
      guard let choice = try BrokerChoice(settings, mark: mark) else {
        (source, listener) = (SilentFleet(connection: .unset, trouble: nil), nil)
        return
      }
      let made = try FleetListener(
        choice, file: FleetMemoryFile(data: settings.data), id: FleetListener.id(), clock: clock, log: log
      ) { log.warning("fleet", metadata: ["fleet.memory": "\($0)"]) }
      (source, listener) = (made, made)
    } catch {
      let words = CommandError(error)?.message ?? "\(error)"
      log.warning("fleet", metadata: ["fleet.trouble": "\(words)"])
      (source, listener) = (SilentFleet(connection: .unusable, trouble: words), nil)
    }
  }

  /// Hears until it is cancelled, or ``end()``.
  func run() async { await listener?.run() }

  /// Ends the connection, and writes down what was seen.
  func end() async { await listener?.end() }
}
