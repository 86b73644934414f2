import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import Logging
import WebSupport

/// Answers `/metrics` beside a booth. A port that is taken, or an address that the machine does not have, is a trouble and tried
/// again; no booth waits for it.
struct MetricsServing: Sendable {
  static let topic = "metrics"
  private static let pause = Duration.seconds(10)

  let address: ListenAddress
  let figures: BoothFigures
  let clock: any BoothClock
  let log: Logger

  /// Nil where it is not set.
  /// - Throws: `CommandError` for what is no address.
  static func address(_ settings: Settings) throws(CommandError) -> ListenAddress? {
    guard let text = settings.text(.metrics) else { return nil }
    return try prove(text)
  }

  /// - Throws: `CommandError` for what is no address.
  @discardableResult static func prove(_ text: String) throws(CommandError) -> ListenAddress {
    guard let address = ListenAddress(text) else {
      throw CommandError(
        "\"\(text)\": expected ADDRESS:PORT, such as 127.0.0.1:9101 or [::1]:9101", code: CommandError.usage)
    }
    return address
  }

  /// Runs until it is cancelled.
  func run(_ booth: Booth) async {
    while !Task.isCancelled {
      let server = WebServer(
        responder: MetricsPage { [figures] in await figures.text() }, logger: log, address: address.host,
        port: address.port, limits: .ofMetrics)
      let listening = Task {
        do {
          let port = try await server.boundPort()
          log.notice("metrics", metadata: ["metrics.address": "\(address.host)", "metrics.port": "\(port)"])
          await booth.noteTrouble(Self.topic, nil)
        } catch {
          // Told below, by what ends the server.
        }
      }
      var words = "the server has ended"
      do { try await server.run() } catch { words = "\(error)" }
      await listening.value
      guard !Task.isCancelled else { return }
      await booth.noteTrouble(Self.topic, "/metrics is not answered: \(words); it is tried again (setting metrics)")
      do { try await clock.sleep(until: clock.now + Self.pause) } catch { return }
    }
  }
}
