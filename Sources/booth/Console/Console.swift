import BoothControl
import BoothCore
import BoothRuntime
import FoundationEssentials

/// The console commands' way to a running booth.
struct Console {
  let settings: Settings

  /// Asks the booth on this data folder; throws in words when there is none or it refuses.
  func ask(_ command: String, _ arguments: [String: String] = [:]) async throws -> ControlResponse {
    let client = ControlClient(path: ControlPath.of(data: settings.data))
    let response: ControlResponse
    do {
      response = try await client.send(ControlRequest(command: command, arguments: arguments), timeout: .seconds(10))
    } catch {
      throw CommandFailure("\(error)", code: CommandFailure.unavailable)
    }
    guard response.ok else { throw CommandFailure(response.message, code: Int32(clamping: response.code)) }
    return response
  }

  /// Asks, and prints the answer's sentence.
  func tell(_ command: String, _ arguments: [String: String] = [:], json: Bool) async throws {
    let response = try await ask(command, arguments)
    if json { try printJSON(["message": response.message]) } else { say(response.message) }
  }

  func status() async throws -> BoothStatus {
    guard let data = try await ask("status").data else { throw CommandFailure("the booth told nothing") }
    return try data.decode(BoothStatus.self)
  }
}
