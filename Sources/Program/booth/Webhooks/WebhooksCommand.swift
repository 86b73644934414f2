import ArgumentParser
import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import FoundationEssentials

struct WebhooksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "webhooks", abstract: "Receivers that are told of sessions, faults and evenings: try them.",
    subcommands: [WebhooksCheckCommand.self])
}

struct WebhooksCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Send a signed trial message to every receiver, and say what it answers.",
    discussion: """
      The message's `what` is `trial`; it is sent once, and not kept. A booth that runs is not disturbed. Exit code 0: every \
      receiver took it; 1: one did not.
      """)
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let settings = try await place.settings(data: .nothing)
    guard let choice = try WebhookChoice(settings) else {
      throw CommandError(
        "no receivers are set: set `webhooks` to a file that lists them; see Docs/manual/webhooks.md",
        code: CommandError.usage)
    }
    let clock = SystemClock()
    let mark = BoothMark.known(in: settings.data) ?? "CHECK"
    var answers: [WebhookCheckAnswer] = []
    for webhook in choice.webhooks {
      let time = clock.wallTime
      let message = try WebhookMessage(
        to: webhook.address.text,
        WebhookMessage.Body(id: WebhookMessage.newID(), what: .trial, booth: mark, time: TimeAnswer(time)), at: time)
      let outcome = await WebhookCall(webhook: webhook, message: message).send(
        at: Int64(min(max(time.unixSeconds, 0), 4e9)))
      answers.append(
        WebhookCheckAnswer(
          receiver: webhook.place, what: webhook.what.map(\.rawValue).sorted(),
          isFine: outcome.trouble(webhook.place) == nil, trouble: outcome.trouble(webhook.place)))
    }
    if output.json {
      try printJSON(WebhooksCheckAnswer(receivers: answers, notes: choice.notes))
    } else {
      for answer in answers {
        say("\(answer.receiver): \(advice: answer.trouble ?? "took the trial message")")
      }
      if answers.isEmpty { say("the file of webhooks lists no receiver") }
      for note in choice.notes { say("note  \(advice: note)") }
    }
    guard answers.allSatisfy(\.isFine) else { throw ExitCode(CommandError.failed) }
  }
}

/// What `webhooks check` says to programs.
struct WebhooksCheckAnswer: Encodable {
  var receivers: [WebhookCheckAnswer]
  var notes: [String]
}

struct WebhookCheckAnswer: Encodable {
  /// Its host and port.
  var receiver: String
  var what: [String]
  var isFine: Bool
  /// What is wrong; nil where nothing is.
  var trouble: String?
}
