import BoothCore
import BoothSystem
import BoothTesting
import Glibc
import Testing

@testable import CommandSupport
@testable import booth

@Suite struct BrokerChoiceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func choice(_ flags: [SettingKey: String]) async throws -> BrokerChoice? {
    var flags = flags
    flags[.data] = folder.path("data")
    return try BrokerChoice(try await Settings(flags: flags, environment: [:], file: nil), mark: "K7RM3WQ2XZ")
  }

  private func refusal(_ flags: [SettingKey: String]) async -> String {
    do {
      return try await choice(flags) == nil ? "none" : "taken"
    } catch { return CommandError(error)?.message.description ?? "\(error)" }
  }

  @Test func `without an address there is no broker`() async throws {
    #expect(try await choice([.mqttUser: "booth"]) == nil)
  }

  @Test func `the password is the first line of its file, and is said nowhere`() async throws {
    try folder.put("password", Array("s3cret word \r\nanother line\n".utf8))
    chmod(folder.path("password"), 0o600)
    let choice = try #require(
      try await choice([
        .mqttURL: "mqtts://broker.example", .mqttUser: "booth", .mqttPasswordFile: folder.path("password"),
      ]))
    #expect(choice.password == Array("s3cret word".utf8))
    #expect(choice.notes == [])
    #expect(choice.topics.command == "booth/K7RM3WQ2XZ/command")
    #expect(choice.takesCommands && !choice.showsPhoto)
  }

  @Test func `what leaves the booth open is noted`() async throws {
    #expect(try await choice([.mqttURL: "mqtt://broker"])?.notes.first?.contains("no password") == true)
    #expect(try await choice([.mqttURL: "mqtt://broker", .mqttCommands: "off"])?.notes == [])
    try folder.put("password", Array("s3cret".utf8))
    chmod(folder.path("password"), 0o644)
    let notes = try await choice([
      .mqttURL: "mqtt://broker", .mqttUser: "booth", .mqttPasswordFile: folder.path("password"),
    ])?.notes
    #expect(notes?.count == 2 && notes?[0].contains("chmod 600") == true && notes?[1].contains("mqtts://") == true)
    #expect(notes?.contains { $0.contains("s3cret") } == false)
  }

  @Test func `says what is wrong with its settings`() async throws {
    #expect(await refusal([.mqttURL: "broker"]).contains("mqtt://HOST"))
    #expect(await refusal([.mqttURL: "mqtt://me:s3cret@broker"]).contains("have no place"))
    #expect(!(await refusal([.mqttURL: "mqtt://me:s3cret@broker"]).contains("s3cret")))
    let file = [SettingKey.mqttURL: "mqtt://broker", .mqttPasswordFile: folder.path("password")]
    #expect(await refusal(file).contains("no mqtt.user"))
    #expect(await refusal(file.merging([.mqttUser: "booth"]) { $1 }).contains("there is no"))
    try folder.put("password", Array("\n".utf8))
    #expect(await refusal(file.merging([.mqttUser: "booth"]) { $1 }).contains("expected a password in its first line"))
  }

  @Test(arguments: [
    ("home/booth-1", true), ("booth", true), ("", false), ("a/#", false), ("a+", false), ("/a", false), ("a/", false),
    ("a b", false), ("é", false),
  ])
  func `topics begin with plain words`(prefix: String, isFine: Bool) {
    do {
      try BrokerTopics.prove(prefix)
      #expect(isFine)
    } catch { #expect(!isFine, "\(error.message)") }
  }

  @Test func `three commands are taken at once, and then one every two seconds`() {
    var pace = CommandPace()
    var now = Instant(nanoseconds: 1_000_000_000_000)
    #expect((0..<100).count { _ in pace.takes(at: now) } == 3)
    now = now + .seconds(6)
    #expect((0..<100).count { _ in pace.takes(at: now) } == 3)
    let taken = (0..<600).count { _ in
      now = now + .milliseconds(100)
      return pace.takes(at: now)
    }
    #expect((27...33).contains(taken), "\(taken) within a minute")
  }

  @Test func `a command is one of four words`() {
    #expect(BrokerCommand(payload: Array("pause".utf8)) == .pause)
    for text in ["", "PAUSE", "pause ", "shutdown", String(repeating: "pause", count: 100_000)] {
      #expect(BrokerCommand(payload: Array(text.utf8)) == nil)
    }
    #expect(BrokerCommand(payload: [0xFF, 0xFE]) == nil)
  }
}
