import ArgumentParser
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Logging
import MQTT

struct MQTTCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mqtt", abstract: "The MQTT broker and Home Assistant: try the connection, remove the booth there.",
    subcommands: [MQTTCheckCommand.self, MQTTRemoveCommand.self])
}

struct MQTTCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Try whether the broker takes the booth and its messages.",
    discussion: """
      Signs in as the booth does, subscribes, and publishes one message that is not kept, below the booth's topics. A booth \
      that runs is not disturbed. Exit code 0: all is well; 1: something is not.
      """)
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  private static let patience = Duration.seconds(20)

  func run() async throws {
    let settings = try await place.settings(data: .nothing)
    let choice = try BrokerChoice.required(settings, mark: BoothMark.known(in: settings.data) ?? "CHECK")
    let trouble = try await BrokerTrial.outcome(choice, id: "check", patience: Self.patience).trouble
    let answer = MQTTCheckAnswer(
      address: "\(choice.address)", isEncrypted: choice.address.isEncrypted, isFine: trouble == nil, trouble: trouble,
      notes: choice.notes)
    if output.json {
      try printJSON(answer)
    } else {
      say("\(choice.address): \(advice: trouble ?? "takes the booth and its messages")")
      for note in choice.notes { say("note  \(advice: note)") }
    }
    guard trouble == nil else { throw ExitCode(CommandError.failed) }
  }
}

/// What `mqtt check` says to programs.
struct MQTTCheckAnswer: Encodable {
  var address: String
  var isEncrypted: Bool
  var isFine: Bool
  /// What is wrong; nil where nothing is.
  var trouble: String?
  var notes: [String]
}

struct MQTTRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove the booth from Home Assistant, and all that the broker keeps of it.",
    discussion: """
      For when the booth goes, or mqtt.url is to be taken out of its settings. End the booth first: one that runs would tell \
      everything again.
      """)
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  private static let patience = Duration.seconds(20)

  func run() async throws {
    let settings = try await place.settings(data: .nothing)
    let mark = BoothMark.known(in: settings.data)
    let choice = try BrokerChoice.required(settings, mark: mark ?? "CHECK")
    guard mark != nil else {
      throw CommandError("no booth on \(settings.data) was ever at a broker: there is nothing to remove")
    }
    guard !VaultSessionStore.isOwned(folder: settings.data) else {
      throw CommandError(
        "a booth runs on \(settings.data), and would tell everything again; end it first: booth shutdown",
        code: CommandError.unavailable)
    }
    let client = try choice.client(keepsSession: false, clock: SystemClock(), log: QuietLog.make())
    // An empty message that is kept is how a kept message is removed [MQTT 3.1.1, 3.3.1.3].
    for topic in choice.topics.kept { await client.publish(Message(topic, [UInt8]())) }
    let running = Task { await client.run() }
    let isSettled = await client.end(within: Self.patience)
    await running.value
    var trouble: String?
    for await condition in client.conditions { trouble = condition.trouble ?? trouble }
    guard isSettled else {
      throw CommandError("it is not removed: \(advice: trouble ?? "the broker acknowledges nothing")")
    }
    let words = "The booth is removed from \(choice.address). Take mqtt.url out of its settings, or it comes back."
    if output.json { try printJSON(["message": words]) } else { say("\(advice: words)") }
  }
}

extension BrokerTopics {
  /// Those of messages that the broker keeps, Home Assistant's first.
  var kept: [String] { (discovery.map { [$0.config] } ?? []) + [state, availability, photo] }
}

extension BrokerChoice {
  /// - Throws: `CommandError` where none is set, or it cannot be used as it is set.
  fileprivate static func required(_ settings: Settings, mark: String) throws -> BrokerChoice {
    guard let choice = try BrokerChoice(settings, mark: mark) else {
      throw CommandError("no broker is set: set mqtt.url, such as mqtt://broker.example", code: CommandError.usage)
    }
    return choice
  }
}

/// The command says itself what its client finds.
enum QuietLog {
  static func make() -> Logger { Logger(label: "broker") { _ in SwiftLogNoOpLogHandler() } }
}
