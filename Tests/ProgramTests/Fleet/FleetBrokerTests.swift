import BoothCore
import BoothRuntime
import BoothSystem
import BoothTesting
import FoundationEssentials
import Glibc
import Logging
import MQTT
import StudioModel
import StudioServer
import Testing

@testable import CommandSupport
@testable import booth

/// Real booths, a real studio and a real broker.
@Suite(.enabled(if: Mosquitto.isInstalled, "\(Mosquitto.missing)"), .timeLimit(.minutes(15)))
struct FleetBrokerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    // The data folder of the machine that looks. No booth runs on it.
    try folder.put("host/booth-mark", Array("AAAABBBB99\n".utf8))
  }

  private struct Answer: Decodable {
    struct Booth: Decodable {
      var mark: String
      var name: String?
      var standing: String
      var needsAttention: Bool
      var state: String?
      var version: String?
      var troubles: [String]?
      var lastSeen: String?
    }
    var booths: [Booth]
    var needsAttention: Bool

    subscript(_ name: String) -> Booth? { booths.first { $0.name == name } }
  }

  private func fleet(_ broker: Mosquitto, _ more: [String] = []) async throws -> (
    answer: Answer?, code: Int32, errors: String
  ) {
    let outcome = try await Program.run(
      ["fleet", "--json", "--data", folder.path("host")] + more, environment: ["BOOTH_MQTT_URL": broker.address])
    let answer =
      outcome.output.contains("booths") ? try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8)) : nil
    return (answer, outcome.code, outcome.errors)
  }

  /// Asks until it is so, and gives the last answer. A broker says not when it has told all that it keeps: an answer of a busy machine may
  /// lack some of it.
  private func fleet(
    _ broker: Mosquitto, until isSo: (Answer) -> Bool
  ) async throws -> (answer: Answer?, code: Int32, errors: String) {
    var last = try await fleet(broker)
    _ = try await Program.until {
      if let answer = last.answer, isSo(answer) { return true }
      last = try await fleet(broker)
      return false
    }
    return last
  }

  private func start(_ name: String, _ broker: Mosquitto) throws -> RunningProgram {
    try RunningProgram(
      [
        "run", "--mock-camera", "--lab", "--data", folder.path(name), "--events", try Program.putPlainEvents(folder),
        "--event", "wedding", "--screen", "log", "--gallery-host", "127.0.0.1", "--gallery-port", "0",
      ], environment: ["BOOTH_MQTT_URL": broker.address, "BOOTH_FLEET_NAME": name])
  }

  @Test func `two booths are listed, one ends, one is lost, and one is forgotten`() async throws {
    let broker = try Mosquitto()
    try await broker.start()
    let (left, right) = (try start("left", broker), try start("right", broker))
    defer {
      left.end()
      right.end()
    }
    let all = try await fleet(broker) { answer in
      ["left", "right"].allSatisfy { answer[$0]?.state == "ready" && answer[$0]?.standing == "well" }
    }
    #expect(all.code == 0, "\(all.errors)")
    #expect(all.answer?["left"]?.state == "ready" && all.answer?["right"]?.state == "ready")
    #expect(all.answer?.booths.map(\.standing) == ["well", "well"])
    #expect(all.answer?["right"]?.version == ProgramVersion.text && all.answer?["right"]?.troubles == [])
    #expect(all.answer?.booths.allSatisfy { $0.lastSeen != nil } == true)
    let mark = try #require(BoothMark.known(in: folder.path("right")))
    let table = try await Program.run(
      ["fleet", "--data", folder.path("host")], environment: ["BOOTH_MQTT_URL": broker.address])
    #expect(table.output.contains(mark) && table.output.hasPrefix("NAME"), "\(table.output)")
    #expect(table.output.split(separator: "\n").allSatisfy { $0.count <= 80 })

    // One that is ended says so; that is as it should be.
    #expect(try await Program.run(["shutdown", "--data", folder.path("right")]).code == 0)
    #expect(await right.code == 0)
    let gone = try await fleet(broker) { $0["right"]?.standing == "gone" && $0["right"]?.state == "stopped" }
    #expect(gone.code == 0 && gone.answer?["right"]?.standing == "gone", "\(gone)")
    #expect(gone.answer?["right"]?.state == "stopped")

    // One whose power is cut says nothing.
    left.end(SIGKILL)
    let lost = try await fleet(broker) { $0["left"]?.standing == "lost" }
    #expect(lost.code == 1 && lost.answer?["left"]?.standing == "lost", "\(lost)")

    // A broker that has forgotten everything: what was seen before is missed.
    broker.kill()
    #expect(try await fleet(broker).code == 69)
    try await broker.start()
    let missing = try await fleet(broker) { $0.booths.map(\.standing) == ["missing", "missing"] }
    #expect(missing.code == 1 && missing.answer?.booths.map(\.standing) == ["missing", "missing"], "\(missing)")
    let forgotten = try await Program.run(["fleet", "forget", mark, "--data", folder.path("host")])
    #expect(forgotten.code == 0 && forgotten.output.contains("1 booth missed no more"), "\(forgotten)")
    #expect(try await fleet(broker).answer?.booths.map(\.name) == ["left"])
    let unknown = try await Program.run(["fleet", "forget", "AAAABBBB22", "--data", folder.path("host")])
    #expect(unknown.output.contains("Not known"))
    #expect(try await Program.run(["fleet", "forget", "x", "--data", folder.path("host")]).code == 64)
  }

  @Test func `messages of any kind and size, and ten thousand marks, leave an answer that is bounded`() async throws {
    let broker = try Mosquitto()
    try await broker.start()
    var limits = BrokerWatch.Limits()
    limits.mostTopics = 20_000
    limits.mostBytes = 64 << 20
    limits.mostFlights = 100
    // Each message is acknowledged.
    limits.mostPackets = 100_000
    let client = try BrokerClient(
      try BrokerAddress(broker.address),
      options: .init(clientID: "vandal", keepsSession: false), limits: limits, clock: SystemClock(), seed: 1,
      log: Logger(label: "test"))
    let running = Task { await client.run() }
    let good = "K7RM3WQ2XZ"
    await client.publish(Message("booth/\(good)/availability", "online"))
    await client.publish(
      Message(
        "booth/\(good)/state",
        #"{"state":"ready","problem":false,"name":"\u001b[31mGood","at":\#(Int(Date.now.timeIntervalSince1970))}"#))
    await client.publish(Message("booth/AAAABBBB22/state", [UInt8](repeating: 0x7B, count: 2 << 20)))
    await client.publish(Message("booth/AAAABBBB33/state", [0xFF, 0x00, 0x1B]))
    await client.publish(Message("booth/kitchen/state", "on"))
    #expect(await client.end(within: .seconds(600)))
    await running.value
    let few = try await fleet(broker) { $0.booths.count == 2 }
    #expect(few.answer?.booths.count == 2, "\(few)")
    #expect(few.answer?.booths.first { $0.mark == good }?.name == "\\u{1b}[31mGood")
    #expect(few.answer?.booths.first { $0.mark == "AAAABBBB33" }?.standing == "unknown")

    var random = SeededRandom(seed: 3)
    let flood = try BrokerClient(
      try BrokerAddress(broker.address), options: .init(clientID: "flood", keepsSession: false), limits: limits,
      clock: SystemClock(), seed: 1, log: Logger(label: "test"))
    let flooding = Task { await flood.run() }
    for _ in 0..<10_000 {
      let mark = String((0..<10).map { _ in FleetMark.signs.randomElement(using: &random) ?? "A" })
      await flood.publish(Message("booth/\(mark)/state", #"{"state":"ready"}"#))
    }
    #expect(await flood.end(within: .seconds(600)))
    await flooding.value
    let many = try await fleet(broker) { $0.booths.count == Fleet.mostBooths }
    #expect(many.answer?.booths.count == Fleet.mostBooths, "\(many.errors)")
    #expect(many.answer?.booths.contains { $0.mark == good } == true, "one of before is pushed out by none")
  }

  @Test func `a studio shows the booths, over one connection`() async throws {
    let broker = try Mosquitto()
    try await broker.start()
    let booth = try start("left", broker)
    defer { booth.end() }
    let ready = try await fleet(broker) { $0["left"]?.state == "ready" }
    #expect(ready.answer?["left"]?.state == "ready", "\(ready)")
    let settings = try await Settings(
      flags: [.data: folder.path("studio"), .mqttURL: broker.address], environment: [:], file: nil)
    let studio = StudioFleet(settings, clock: SystemClock(), log: Logger(label: "test"))
    let running = Task { await studio.run() }
    #expect(
      try await Program.until {
        let booths = await studio.source.report().booths
        return booths.map(\.name) == ["left"] && booths.map(\.standing) == [.well]
      })
    #expect(await studio.source.report().connection == .connected)
    broker.kill()
    #expect(try await Program.until { await studio.source.report().connection == .away })
    let away = await studio.source.report()
    #expect(away.booths.map(\.name) == ["left"] && away.booths.map(\.standing) == [.well], "as it was")
    try await broker.start()
    #expect(try await Program.until { await studio.source.report().connection == .connected })
    await studio.end()
    await running.value
    let unset = StudioFleet(
      try await Settings(flags: [.data: folder.path("studio")], environment: [:], file: nil), clock: SystemClock(),
      log: Logger(label: "test"))
    #expect(await unset.source.report().connection == .unset)
    let wrong = StudioFleet(
      try await Settings(
        flags: [.data: folder.path("studio"), .mqttURL: "nonsense"], environment: [:], file: nil),
      clock: SystemClock(), log: Logger(label: "test"))
    #expect(await wrong.source.report().connection == .unusable)
  }
}
