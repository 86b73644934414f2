import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import Logging
import MQTT

/// Tries whether a broker takes the booth, as `booth mqtt check` does, within ``patience``.
enum BrokerTrial {
  static let patience = Duration.seconds(5)

  enum Outcome: Equatable {
    case taken
    case away(String)
    case refused(String)
  }

  /// - Throws: `CommandError` where its certificates cannot be read.
  static func outcome(
    _ choice: BrokerChoice, patience: Duration = patience, clock: any BoothClock = SystemClock()
  ) async throws(CommandError) -> Outcome {
    let client = try choice.client(
      id: "doctor", filters: choice.takesCommands ? [choice.topics.command] : [], keepsSession: false, clock: clock,
      log: Logger(label: "broker") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { await client.run() }
    await client.publish(Message(choice.topics.state + "/check", "check", isRetained: false))
    let ending = Task { await client.end(within: patience) }
    // The first that is wrong is enough; without any, they end with the client.
    var trouble: BrokerWatch.Condition?
    for await condition in client.conditions where condition.trouble != nil {
      trouble = condition
      break
    }
    if trouble != nil { _ = await client.end(within: .zero) }
    let isSettled = await ending.value
    await running.value
    switch trouble {
    case .away(let words): return .away(words)
    case .deaf(let words), .refused(let words): return .refused(words)
    case .connected, nil:
      return isSettled ? .taken : .away("it acknowledges nothing within \(patience.components.seconds) s")
    }
  }
}
