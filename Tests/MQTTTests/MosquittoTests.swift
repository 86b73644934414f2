import BoothCore
import BoothRuntime
import BoothTesting
import FoundationEssentials
import Logging
import Testing

@testable import MQTT

/// The client against a real broker.
@Suite(.enabled(if: Mosquitto.isInstalled, "\(Mosquitto.missing)"), .timeLimit(.minutes(15)))
struct MosquittoTests {
  private func client(
    _ address: String, _ id: String, user: String? = nil, password: String? = nil, will: Message? = nil,
    farewell: Message? = nil, filters: [String] = [], authorities: String? = nil, keepsSession: Bool = true
  ) throws -> BrokerClient {
    let options = BrokerWatch.Options(
      clientID: id, user: user, password: password.map { Array($0.utf8) }, will: will, farewell: farewell,
      filters: filters, keepsSession: keepsSession)
    return try BrokerClient(
      try BrokerAddress(address), options: options, authorities: authorities, clock: SystemClock(), seed: 7,
      log: Logger(label: "test"))
  }

  private func comes(
    _ client: BrokerClient, _ isSo: (BrokerWatch.Condition) -> Bool
  ) async -> BrokerWatch.Condition? {
    for await condition in client.conditions where isSo(condition) { return condition }
    return nil
  }

  private func text(_ message: Message?) -> String? {
    message.map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" }
  }

  @Test func `what one client publishes reaches another, also after the broker was killed`() async throws {
    let broker = try Mosquitto()
    try await broker.start()
    let booth = try client(
      broker.address, "booth", will: Message("b/available", "offline"), farewell: Message("b/available", "offline"))
    let listener = try client(broker.address, "listener", filters: ["b/#"])
    let tasks = [booth, listener].map { client in Task { await client.run() } }
    defer { for task in tasks { task.cancel() } }
    var heard = listener.messages.makeAsyncIterator()
    #expect(await comes(listener) { $0 == .connected } != nil)
    await booth.publish(Message("b/available", "online"))
    #expect(text(await heard.next()) == "b/available online")
    for round in 0..<3 {
      broker.kill()
      // While it is away, only the newest counts.
      for number in 0..<100 { await booth.publish(Message("b/state", "\(round)-\(number)")) }
      try await broker.start()
      // The broker keeps nothing: all is told again, to the listener when it is back, too.
      var found: Set<String> = []
      while !found.isSuperset(of: ["b/available online", "b/state \(round)-99"]), let message = await heard.next() {
        found.insert(text(message) ?? "")
        #expect(!(text(message) ?? "").hasSuffix("-50"))
      }
    }
    #expect(await booth.end(within: .seconds(60)))
    while let message = await heard.next() { if text(message) == "b/available offline" { break } }
    #expect(await listener.end(within: .seconds(60)))
  }

  @Test func `its will is published where it vanishes`() async throws {
    let broker = try Mosquitto()
    try await broker.start()
    let listener = try client(broker.address, "listener", filters: ["b/#"])
    let booth = try client(broker.address, "booth", will: Message("b/available", "offline"))
    let tasks = [listener, booth].map { client in Task { await client.run() } }
    #expect(await comes(listener) { $0 == .connected } != nil)
    await booth.publish(Message("b/available", "online"))
    var heard = listener.messages.makeAsyncIterator()
    #expect(text(await heard.next()) == "b/available online")
    // Without a DISCONNECT.
    tasks[1].cancel()
    #expect(text(await heard.next()) == "b/available offline")
    #expect(await listener.end(within: .seconds(60)))
  }

  @Test func `a wrong password is told as one`() async throws {
    let broker = try Mosquitto(["allow_anonymous false"])
    try await broker.start()
    let booth = try client(broker.address, "booth", user: "booth", password: "wrong")
    let task = Task { await booth.run() }
    defer { task.cancel() }
    let condition = await comes(booth) { $0 != .connected }
    guard case .refused(let words)? = condition else {
      Issue.record("\(String(describing: condition))")
      return
    }
    #expect(!words.contains("wrong"))
  }

  /// A certificate made for the test: for 127.0.0.1 and, with the other, for another name.
  @Test(arguments: [("IP:127.0.0.1", true), ("DNS:elsewhere.example", false)])
  func `encrypts, and believes only the certificate that it should`(name: String, isRight: Bool) async throws {
    let broker = try Mosquitto([
      "allow_anonymous true", "certfile {folder}/cert.pem", "keyfile {folder}/key.pem",
    ])
    let openssl = ["/usr/bin/openssl"].first { FileManager.default.isExecutableFile(atPath: $0) }
    try #require(openssl != nil, "openssl is not installed; Scripts/setup test installs it")
    try await Shell.run([
      openssl ?? "", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
      "2",
      "-subj", "/CN=test", "-addext", "subjectAltName=\(name)", "-keyout", broker.folder.path("key.pem"), "-out",
      broker.folder.path("cert.pem"),
    ])
    try await broker.start()
    let address = "mqtts://127.0.0.1:\(broker.port)"
    let trusting = try client(address, "trusting", authorities: broker.folder.path("cert.pem"))
    let strict = try client(address, "strict")
    let tasks = [trusting, strict].map { client in Task { await client.run() } }
    defer { for task in tasks { task.cancel() } }
    await trusting.publish(Message("b/state", String(repeating: "x", count: 200_000)))
    if isRight {
      #expect(await comes(trusting) { $0 == .connected } != nil)
      #expect(await trusting.end(within: .seconds(60)))
    } else {
      #expect(await comes(trusting) { $0.trouble != nil }?.trouble?.contains("certificate") == true)
    }
    #expect(await comes(strict) { $0.trouble != nil }?.trouble?.contains("certificate") == true)
  }

  @Test func `removes what it had published`() async throws {
    let broker = try Mosquitto()
    try await broker.start()
    let booth = try client(broker.address, "booth")
    let task = Task { await booth.run() }
    await booth.publish(Message("b/state", "idle"))
    #expect(await booth.end(within: .seconds(60)))
    await task.value
    let remover = try client(broker.address, "booth", keepsSession: false)
    let removing = Task { await remover.run() }
    await remover.publish(Message("b/state", ""))
    #expect(await remover.end(within: .seconds(60)))
    await removing.value
    let listener = try client(broker.address, "listener", filters: ["b/#"])
    let listening = Task { await listener.run() }
    defer { listening.cancel() }
    #expect(await comes(listener) { $0 == .connected } != nil)
    let other = try client(broker.address, "other")
    let telling = Task { await other.run() }
    defer { telling.cancel() }
    await other.publish(Message("b/end", "now"))
    var heard = listener.messages.makeAsyncIterator()
    #expect(text(await heard.next()) == "b/end now", "something was left")
  }
}
