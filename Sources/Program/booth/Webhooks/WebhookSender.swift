import BoothCore
import BoothStore
import BoothSystem
import BoothVault

/// Brings messages to their receivers, one job each. A message may come twice, as a booth can end between a receiver's answer and
/// its record: receivers know it by its id.
struct WebhookSender: JobWorker {
  /// What is older is of no use to a receiver.
  static let mostHours = 48.0

  let outbox: WebhookOutbox
  let webhooks: [Webhook]
  let clock: any BoothClock
  /// Why the receivers are not known, in words: then none is taken for gone.
  var trouble: String?
  /// How long a receiver may take.
  var patience = WebhookCall.longest

  func work(on job: Job, progress: @escaping @Sendable () -> Void) async -> JobFault? {
    // What is not there was sent before, or given up.
    guard job.subject.kind == JobPolicy.webhookSubject, let message = outbox.message(job.subject.id) else { return nil }
    return await send(message)
  }

  /// Sends a message that waits; once it is there, or is not to be sent any more, it leaves the disk.
  func send(_ message: WebhookMessage) async -> JobFault? {
    let now = clock.wallTime
    if let trouble { return JobFault(.mayPass, trouble, retryAfter: RetryPolicy.held) }
    guard let webhook = webhooks.first(where: { $0.address.text == message.url }) else {
      return giveUp(message, "no receiver in the file of webhooks has its address any more: it is not sent")
    }
    if now.trusted, message.at.trusted, now.unixSeconds - message.at.unixSeconds > Self.mostHours * 3600 {
      return giveUp(
        message, "\(webhook.place) did not take it within \(Int(Self.mostHours)) hours: it is not sent any more")
    }
    let seconds = Int64(min(max(now.unixSeconds, 0), 4e9))
    let outcome = await WebhookCall(webhook: webhook, message: message, patience: patience).send(at: seconds)
    if let fault = outcome.fault(webhook.place) { return fault }
    return remove(message)
  }

  private func giveUp(_ message: WebhookMessage, _ words: String) -> JobFault {
    remove(message) ?? JobFault(.impossible, words)
  }

  private func remove(_ message: WebhookMessage) -> JobFault? {
    do throws(StoreError) { try outbox.remove(message.id) } catch {
      guard error.code == .notFound else { return JobFault(.mayPass, "\(error)") }
    }
    return nil
  }
}
