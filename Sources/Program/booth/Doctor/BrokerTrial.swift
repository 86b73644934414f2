import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import MQTT

/// Tries whether a broker takes the booth and its messages. A booth that runs is not disturbed.
enum BrokerTrial {
  static let patience = Duration.seconds(5)

  enum Outcome: Equatable {
    case taken
    case away(String)
    case refused(String)

    /// What is wrong; nil where nothing is.
    var trouble: String? {
      switch self {
      case .taken: nil
      case .away(let words), .refused(let words): words
      }
    }
  }

  /// - Parameter id: other than those of each other client beside this booth.
  /// - Throws: `CommandError` where its certificates cannot be read.
  static func outcome(
    _ choice: BrokerChoice, id: String = "doctor", patience: Duration = patience, clock: any BoothClock = SystemClock()
  ) async throws(CommandError) -> Outcome {
    let client = try choice.client(
      id: id, filters: choice.takesCommands ? [choice.topics.command] : [], keepsSession: false, clock: clock,
      log: QuietLog.make())
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
