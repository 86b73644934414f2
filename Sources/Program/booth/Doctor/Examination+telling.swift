import BoothCore
import BoothSystem
import CommandSupport
import StudioModel

/// Whether a broker and web servers can be told of the booth. Nothing is said where none are set.
extension Examination {
  func broker() async -> [Finding] {
    guard settings.text(.mqttURL) != nil else { return [] }
    let choice: BrokerChoice
    let outcome: BrokerTrial.Outcome
    do {
      guard let set = try BrokerChoice(settings, mark: BoothMark.known(in: settings.data) ?? "CHECK") else { return [] }
      choice = set
      outcome = try await BrokerTrial.outcome(choice)
    } catch {
      return [.bad("broker", CommandText(of: error), "correct it; photos do not wait for it", .init(.brokerWrong))]
    }
    switch outcome {
    case .away(let words):
      return [
        .bad(
          "broker", "\(choice.address): \(advice: words)",
          "check the network and mqtt.url; the booth tries again by itself, and photos do not wait for it",
          .init(.brokerAway))
      ]
    case .refused(let words):
      return [
        .bad(
          "broker", "\(choice.address): \(advice: words)",
          "check mqtt.user, mqtt.password_file and what the broker allows them; see: booth mqtt check",
          .init(.brokerRefused))
      ]
    case .taken:
      guard choice.notes.isEmpty else {
        return [
          .warning(
            "broker", "\(choice.address) takes the booth; \(advice: choice.notes.joined(separator: "; "))",
            "see: booth mqtt check", .init(.brokerOpen))
        ]
      }
      return [.fine("broker", "\(choice.address) takes the booth and its messages", .init(.brokerReady))]
    }
  }

  /// Reads the file and the secrets; calls no receiver.
  func webhooks() -> [Finding] {
    do throws(CommandError) {
      guard let choice = try WebhookChoice(settings) else { return [] }
      guard choice.notes.isEmpty else {
        return [
          .warning(
            "webhooks", CommandText(advice: choice.notes.joined(separator: "; ")),
            "a secret that others know signs for them, too: make it readable for the booth's user alone",
            .init(.webhooksOpen))
        ]
      }
      return [
        .fine(
          "webhooks", "\(counted(choice.webhooks.count, "receiver")); to try them: booth webhooks check",
          .init(.webhooksReady, count: choice.webhooks.count))
      ]
    } catch {
      return [
        .bad("webhooks", error.words, "until then nothing is sent; see Docs/manual/webhooks.md", .init(.webhooksWrong))
      ]
    }
  }
}
