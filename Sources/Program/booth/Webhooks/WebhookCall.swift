import AsyncHTTPClient
import BoothCore
import BoothSystem
import FoundationEssentials
import HTTPClientSupport
import NIOCore
import NIOHTTP1

/// One call of a receiver. It follows no redirect, reads no answer, and takes at most ``patience``, on the monotonic clock.
struct WebhookCall: Sendable {
  /// From the name's address to the answer's head.
  let patience: Duration
  static let longest = Duration.seconds(15)

  /// What a receiver answered, or why there is no answer.
  enum Outcome: Sendable, Equatable {
    case status(UInt, retryAfter: Duration?)
    case none(String)
  }

  let webhook: Webhook
  let message: WebhookMessage

  init(webhook: Webhook, message: WebhookMessage, patience: Duration = longest) {
    self.webhook = webhook
    self.message = message
    self.patience = patience
  }

  /// - Parameter seconds: since 1970, for the signature: receivers refuse old ones.
  func send(at seconds: Int64) async -> Outcome {
    var difference = HTTPClient.Difference()
    difference.connectsAgain = false
    difference.silence = patience
    if let fault = await pin(&difference) { return .none(fault) }
    let client = HTTPClient.program(connect: patience, difference)
    defer { client.end() }
    var request = HTTPClientRequest(to: webhook.address.text)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.headers.add(name: WebhookSignature.idHeader, value: message.id)
    request.headers.add(name: WebhookSignature.timeHeader, value: "\(seconds)")
    request.headers.add(
      name: WebhookSignature.header, value: WebhookSignature.of(message.body, at: seconds, secret: webhook.secret))
    request.body = .bytes(ByteBuffer(string: message.body))
    do {
      let response = try await client.execute(request, timeout: .nanoseconds(patience.wholeNanoseconds))
      let wait = response.headers.first(name: "Retry-After").flatMap { Int64($0) }.map {
        Duration.seconds(max(0, min($0, 86_400)))
      }
      return .status(response.status.code, retryAfter: wait)
    } catch {
      return .none(ConnectionWords.of(error))
    }
  }

  /// What is not encrypted stays in this network: its address is looked at, and connected to.
  /// - Returns: why it is not called, in words.
  private func pin(_ difference: inout HTTPClient.Difference) async -> String? {
    guard !webhook.isEncrypted else { return nil }
    let addresses = await PeerAddress.lookUp(webhook.host)
    guard let first = addresses.first else { return "no name server knows \(webhook.host)" }
    guard addresses.allSatisfy({ $0.reach == .thisMachine || $0.reach == .ownNetwork }) else {
      return "\(webhook.host) is not in this network: what is not encrypted does not leave it; use https://"
    }
    if PeerAddress(literal: webhook.host) == nil { difference.addresses = [webhook.host: first.text] }
    return nil
  }
}

extension WebhookCall.Outcome {
  /// In words, with what to do; nil for success.
  /// - Parameter place: the receiver's host.
  func trouble(_ place: String) -> String? {
    switch self {
    case .none(let words): "\(place): \(words)"
    case .status(200..<300, _): nil
    case .status(let code, _) where (300..<400).contains(code):
      "\(place) sends the booth elsewhere (\(code)), which it does not follow: put the new address into the file of webhooks"
    case .status(let code, _) where code == 401 || code == 403:
      "\(place) refuses the message (\(code)): compare its secret with the one in `secret_file`, and both clocks"
    case .status(let code, _) where code == 404 || code == 410:
      "\(place) has nothing at this address (\(code)): look at `url` in the file of webhooks"
    case .status(let code, _): "\(place) answered \(code)"
    }
  }

  /// What a job does about it; nil for success.
  func fault(_ place: String) -> JobFault? {
    guard let words = trouble(place) else { return nil }
    switch self {
    case .none: return JobFault(.mayPass, words)
    case .status(let code, let retryAfter):
      // What a person has to mend is asked for slowly, and told at once.
      guard (300..<500).contains(code), code != 408, code != 425, code != 429 else {
        return JobFault(.mayPass, words, retryAfter: retryAfter)
      }
      return JobFault(.mayPass, words, retryAfter: RetryPolicy.held, isToldAtOnce: true)
    }
  }
}
