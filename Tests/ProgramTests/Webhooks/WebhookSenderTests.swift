import BoothCore
import BoothSystem
import BoothTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import booth

/// Receivers that take messages, and such as no receiver should be.
@Suite(.timeLimit(.minutes(15))) struct WebhookSenderTests {
  private struct WallClock: BoothClock {
    var wallTime: WallTime
    var now: Instant { Instant(nanoseconds: 0) }
    func sleep(until instant: Instant) async throws {}
  }

  private final class Seen: Sendable {
    let requests = Mutex<[(head: String, body: [UInt8])]>([])
  }

  private let folder: TemporaryFolder
  private let outbox: WebhookOutbox
  private static let secret = Array("0123456789abcdef0123456789abcdef".utf8)
  private static let time = WallTime(unixSeconds: 1_795_896_000)

  init() throws {
    folder = try TemporaryFolder()
    outbox = WebhookOutbox(folder: folder.path("data"))
  }

  private func webhook(_ url: String, host: String = "127.0.0.1") throws -> Webhook {
    Webhook(
      address: try WebAddress(url), place: "receiver", host: host, isEncrypted: url.hasPrefix("https"),
      secret: Self.secret, what: Set(WebhookEvent.choices))
  }

  /// - Parameter patience: what answers has the time that a busy machine takes.
  private func sender(
    _ webhooks: [Webhook], at time: WallTime = time, patience: Duration = .seconds(300)
  ) -> WebhookSender {
    var sender = WebhookSender(outbox: outbox, webhooks: webhooks, clock: WallClock(wallTime: time))
    sender.patience = patience
    return sender
  }

  /// A message that waits, with its job.
  private func job(to url: String, at time: WallTime = time) throws -> Job {
    let message = try WebhookMessage(
      to: url,
      WebhookMessage.Body(
        id: WebhookMessage.newID(), what: .sessionFinished, booth: "ABCDEFGHJK", time: TimeAnswer(time),
        session: .init(photos: 3, prints: 0, finishedWithoutGuests: false)), at: time)
    #expect(try outbox.put(message))
    return Job(id: 1, kind: .webhook, subject: .other(kind: JobPolicy.webhookSubject, id: message.id))
  }

  @Test func `a message is signed, comes whole, and leaves the disk`() async throws {
    let seen = Seen()
    let server = try RawServer { exchange in
      seen.requests.withLock { $0.append((exchange.head, exchange.body)) }
      exchange.send("HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n")
      return true
    }
    defer { server.stop() }
    let url = "http://127.0.0.1:\(server.port)/hook?key=k"
    let job = try job(to: url)
    let message = try #require(outbox.message(job.subject.id))
    let sender = sender([try webhook(url)])
    #expect(await sender.work(on: job, progress: {}) == nil)
    let request = try #require(seen.requests.withLock { $0.first })
    #expect(String(decoding: request.body, as: UTF8.self) == message.body)
    #expect(request.head.hasPrefix("POST /hook?key=k HTTP/1.1"))
    let head = request.head.lowercased()
    #expect(head.contains("booth-message: \(message.id)") && head.contains("booth-timestamp: 1795896000"))
    let signature = WebhookSignature.of(message.body, at: 1_795_896_000, secret: Self.secret)
    #expect(head.contains("booth-signature: \(signature)"))
    #expect(!head.contains("0123456789abcdef0123456789abcdef"))
    #expect(outbox.ids().isEmpty)
    // Done twice, as by a process that died before its record: it is not sent again.
    #expect(await sender.work(on: job, progress: {}) == nil)
    #expect(seen.requests.withLock { $0.count } == 1)
  }

  @Test(arguments: [
    ("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", "elsewhere"),
    ("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n", "secret"),
    ("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", "url"),
    ("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n", "500"),
    ("HTTP/1.1 503 Busy\r\nRetry-After: 99999999999999\r\nContent-Length: 0\r\n\r\n", "503"),
    ("SSH-2.0-OpenSSH_9.2\r\n", "receiver"), ("", "receiver"),
  ]) func `what is no success is told in words without address or secret, and the message stays`(
    _ answer: String, _ word: String
  ) async throws {
    let server = try RawServer { exchange in
      exchange.send(answer)
      exchange.finish()
      return false
    }
    defer { server.stop() }
    let url = "http://127.0.0.1:\(server.port)/hook?key=k3y"
    let job = try job(to: url)
    let fault = try #require(await sender([try webhook(url)]).work(on: job, progress: {}))
    #expect(fault.kind == .mayPass && fault.detail.contains(word), "\(fault.detail)")
    #expect(!fault.detail.contains("k3y") && !fault.detail.contains("0123456789abcdef"))
    #expect(outbox.message(job.subject.id) != nil)
  }

  @Test func `one that never answers, and one that floods, take a bounded time`() async throws {
    let silent = try RawServer { exchange in
      exchange.untilGone(seconds: 300)
      return false
    }
    defer { silent.stop() }
    let flooding = try RawServer { exchange in
      exchange.send("HTTP/1.1 200 OK\r\n")
      let piece = Array(String(repeating: "X-More: \(String(repeating: "a", count: 1000))\r\n", count: 100).utf8)
      for _ in 0..<1000 { if !exchange.send(piece) { break } }
      return false
    }
    defer { flooding.stop() }
    let endless = try RawServer { exchange in
      exchange.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      let piece = Array("10000\r\n\(String(repeating: "a", count: 0x10000))\r\n".utf8)
      while exchange.send(piece) {}
      return false
    }
    defer { endless.stop() }
    let began = ContinuousClock.now
    for (server, patience, isTaken) in [
      (silent, Duration.seconds(1), false), (flooding, Duration.seconds(300), false),
      (endless, Duration.seconds(300), true),
    ] {
      let url = "http://127.0.0.1:\(server.port)/"
      let fault = await sender([try webhook(url)], patience: patience).work(on: try job(to: url), progress: {})
      #expect((fault == nil) == isTaken, "\(fault?.detail ?? "taken")")
    }
    #expect(ContinuousClock.now - began < .seconds(20))
  }

  @Test func `what is too old, or has no receiver any more, ends with a sentence`() async throws {
    let url = "http://127.0.0.1:1/"
    let old = try job(to: url)
    let late = WallTime(unixSeconds: Self.time.unixSeconds + 48 * 3600 + 1)
    let tooOld = try #require(await sender([try webhook(url)], at: late).work(on: old, progress: {}))
    #expect(tooOld.kind == .impossible && tooOld.detail.contains("48 hours"))
    #expect(outbox.message(old.subject.id) == nil)
    // A clock that was not set says nothing of age.
    let unsure = try job(to: url)
    let unset = WallTime(unixSeconds: late.unixSeconds, trusted: false)
    #expect(await sender([try webhook(url)], at: unset).work(on: unsure, progress: {})?.kind == .mayPass)
    let gone = try #require(await sender([]).work(on: unsure, progress: {}))
    #expect(gone.kind == .impossible && outbox.ids().isEmpty)
    #expect(await sender([]).work(on: unsure, progress: {}) == nil, "nothing is left to do")
  }

  @Test func `what is not encrypted does not leave this network`() async throws {
    let url = "http://receiver.example/"
    // A name in place of which the system knows an address of the internet: an address itself stands for it.
    let fault = await sender([try webhook(url, host: "8.8.8.8")]).work(on: try job(to: url), progress: {})
    #expect(fault?.detail.contains("https://") == true)
  }
}
