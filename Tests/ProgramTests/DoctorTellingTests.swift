import BoothTesting
import FoundationEssentials
import StudioModel
import Synchronization
import Testing

@testable import CommandSupport
@testable import booth

/// What the doctor finds of a broker and of receivers of messages.
@Suite(.timeLimit(.minutes(15))) struct DoctorTellingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func examination(_ environment: [String: String]) async throws -> Examination {
    Examination(
      settings: try await Settings(
        flags: [.data: folder.path("data")], environment: environment, file: nil, manner: .lenient))
  }

  private func broker(_ environment: [String: String]) async throws -> [Finding] {
    await (try await examination(environment)).broker()
  }

  @Test func `nothing is said where none are set`() async throws {
    let examination = try await examination([:])
    let findings = await examination.broker() + examination.webhooks()
    #expect(findings.isEmpty)
  }

  @Test(.enabled(if: Mosquitto.isInstalled, "\(Mosquitto.missing)"))
  func `a broker that takes the booth is fine, with a note where others need no password either`() async throws {
    let broker = try Mosquitto()
    try await broker.start()
    let settings = ["BOOTH_MQTT_URL": broker.address]
    let open = try #require(try await self.broker(settings).first)
    #expect(open.verdict == .warning && open.condition == .init(.brokerOpen), "\(open)")
    #expect("\(open.words)".contains("takes the booth; the booth shows the broker no password"), "\(open.words)")
    let fine = try await self.broker(settings.merging(["BOOTH_MQTT_COMMANDS": "off"]) { $1 })
    #expect(fine.count == 1 && fine[0].verdict == .fine && fine[0].condition == .init(.brokerReady), "\(fine)")
  }

  @Test(.enabled(if: Mosquitto.isInstalled, "\(Mosquitto.missing)"))
  func `a broker that refuses the password is told as that`() async throws {
    let broker = try Mosquitto(["allow_anonymous false"])
    try await broker.start()
    try folder.put("password", Array("wrong\n".utf8))
    let found = try await self.broker([
      "BOOTH_MQTT_URL": broker.address, "BOOTH_MQTT_USER": "booth", "BOOTH_MQTT_PASSWORD_FILE": folder.path("password"),
    ])
    #expect(found.first?.verdict == .bad && found.first?.condition == .init(.brokerRefused), "\(found)")
  }

  @Test func `a broker that is away, silent, or set wrongly is told apart`() async throws {
    let port = try RefusingPort()
    let away = try await broker(["BOOTH_MQTT_URL": "mqtt://127.0.0.1:\(port.number)"])
    #expect(away.first?.verdict == .bad && away.first?.condition == .init(.brokerAway), "\(away)")
    let wrong = try await broker([
      "BOOTH_MQTT_URL": "mqtt://127.0.0.1:\(port.number)", "BOOTH_MQTT_USER": "booth",
      "BOOTH_MQTT_PASSWORD_FILE": folder.path("none"),
    ])
    #expect(wrong.first?.condition == .init(.brokerWrong), "\(wrong)")
    // It takes the connection, waits for HTTP, and never says anything.
    let silent = try RawServer { _ in false }
    defer { silent.stop() }
    let settings = try await Settings(
      flags: [:], environment: ["BOOTH_MQTT_URL": "mqtt://127.0.0.1:\(silent.port)"], file: nil, manner: .lenient)
    let choice = try #require(try BrokerChoice(settings, mark: "CHECK"))
    let outcome = try await BrokerTrial.outcome(choice, patience: .milliseconds(300))
    guard case .away(let words) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(!words.isEmpty)
  }

  @Test func `receivers are counted, and secrets that others can read are told; none is called`() async throws {
    let calls = Mutex(0)
    let server = try RawServer { exchange in
      calls.withLock { $0 += 1 }
      exchange.send("HTTP/1.1 204 Fine\r\nContent-Length: 0\r\n\r\n")
      return true
    }
    defer { server.stop() }
    try folder.put("secret", Array("0123456789abcdef0123456789abcdef".utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("secret"))
    try folder.put(
      "webhooks.json", Array("[{url: 'http://127.0.0.1:\(server.port)/k3y', secret_file: 'secret'}]".utf8))
    let examination = try await examination(["BOOTH_WEBHOOKS": folder.path("webhooks.json")])
    #expect(examination.webhooks().map(\.verdict) == [.fine])
    #expect(examination.webhooks().first?.condition == .init(.webhooksReady, count: 1))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path("secret"))
    let open = try #require(examination.webhooks().first)
    #expect(open.verdict == .warning && open.condition == .init(.webhooksOpen) && "\(open.words)".contains("chmod 600"))
    try folder.remove("secret")
    let gone = try #require(examination.webhooks().first)
    #expect(gone.verdict == .bad && gone.condition == .init(.webhooksWrong) && !"\(gone.words)".contains("k3y"))
    #expect(calls.withLock { $0 } == 0)
  }
}
