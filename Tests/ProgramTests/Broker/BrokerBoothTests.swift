import BoothCore
import BoothRuntime
import BoothTesting
import FoundationEssentials
import Logging
import MQTT
import Testing

@testable import CommandSupport
@testable import booth

/// The real booth and a real broker.
@Suite(.enabled(if: Mosquitto.isInstalled, "\(Mosquitto.missing)"), .timeLimit(.minutes(15)))
struct BrokerBoothTests {
  private let folder: TemporaryFolder
  private var data: String { folder.path("data") }

  init() throws { folder = try TemporaryFolder() }

  /// Another client of the broker, who hears everything and keeps the newest of each topic.
  private actor Listener {
    private let client: BrokerClient
    private var tasks: [Task<Void, Never>] = []
    private(set) var newest: [String: String] = [:]
    private(set) var heard: [String] = []

    init(_ broker: Mosquitto, user: String? = nil, password: String? = nil) throws {
      var limits = BrokerWatch.Limits()
      limits.deliveryBurst = 10_000
      limits.mostLength = 1 << 20
      client = try BrokerClient(
        try BrokerAddress(broker.address),
        options: BrokerWatch.Options(
          clientID: "listener\(UInt32.random(in: 0...9999))", user: user, password: password.map { Array($0.utf8) },
          filters: ["#"], keepsSession: false), limits: limits, clock: SystemClock(), seed: 1,
        log: Logger(label: "test"))
    }

    func start() async {
      tasks = [Task { [client] in await client.run() }, Task { await self.follow() }]
      for await condition in client.conditions where condition == .connected { return }
    }

    private func follow() async {
      for await message in client.messages {
        // What this one asks is no news of the booth's.
        newest[message.topic] = String(decoding: message.payload.prefix(20_000), as: UTF8.self)
        heard.append(message.topic)
      }
    }

    func send(_ topic: String, _ text: String, isRetained: Bool = false) async {
      await client.publish(Message(topic, text, isRetained: isRetained))
    }

    func forget() { newest = [:] }

    func end() async {
      _ = await client.end(within: .seconds(10))
      for task in tasks { task.cancel() }
    }
  }

  private func ask(_ command: [String], _ environment: [String: String] = [:]) async throws -> Program.Outcome {
    try await Program.run(command + ["--data", data], environment: environment)
  }

  private func start(_ broker: Mosquitto, _ more: [String: String] = [:], readingLog: Bool = true) throws
    -> RunningProgram
  {
    try RunningProgram(
      [
        "run", "--mock-camera", "--lab", "--data", data, "--events", try Program.putPlainEvents(folder), "--event",
        "wedding", "--screen", "log", "--gallery-host", "127.0.0.1", "--gallery-port", "0",
      ], environment: ["BOOTH_MQTT_URL": broker.address].merging(more) { $1 }, readingLog: readingLog)
  }

  private func topic(_ name: String) throws -> String {
    "booth/\(try #require(BoothMark.known(in: data)))/\(name)"
  }

  private func becomes(_ listener: Listener, _ name: String, _ words: String) async throws -> Bool {
    try await Program.until {
      guard BoothMark.known(in: data) != nil else { return false }
      return try await listener.newest[topic(name)]?.contains(words) == true
    }
  }

  @Test func `a booth is told, asked, told again to a broker that forgot, and removed`() async throws {
    let broker = try Mosquitto()
    try await broker.start()
    let listener = try Listener(broker)
    await listener.start()
    let booth = try start(broker)
    defer { booth.end() }
    #expect(try await becomes(listener, "state", #""state":"ready""#))
    #expect(try await becomes(listener, "availability", "online"))
    let config = "homeassistant/device/booth_\(try #require(BoothMark.known(in: data)))/config"
    let place = #""availability_topic":"\#(try topic("availability"))""#
    #expect(try await Program.until { await listener.newest[config]?.contains(place) == true })
    #expect(await listener.newest[config]?.contains(#""platform":"image""#) == false, "guests' pictures are not shown")

    // The buttons.
    await listener.send(try topic("command"), "pause")
    #expect(try await becomes(listener, "state", #""state":"paused""#))
    #expect(try await ask(["status", "--json"]).output.contains("\"state\" : \"paused\""))
    await listener.send(try topic("command"), "resume")
    #expect(try await becomes(listener, "state", #""state":"ready""#))
    await listener.send(try topic("command"), "next")
    #expect(try await becomes(listener, "state", #""sessions_tonight":1"#))

    // Home Assistant begins anew.
    await listener.forget()
    await listener.send("homeassistant/status", "online")
    #expect(try await Program.until { await listener.newest[config]?.isEmpty == false })

    // A broker that keeps nothing is killed, and comes back.
    broker.kill()
    await listener.forget()
    try await broker.start()
    #expect(try await becomes(listener, "availability", "online"))
    #expect(try await becomes(listener, "state", #""sessions_tonight":1"#))
    #expect(try await Program.until { await listener.newest[config]?.isEmpty == false })

    // Nothing of guests: no id of a session, no link, no event.
    let sessions = try await ask(["session", "list", "--json"]).output
    let id = try #require(sessions.firstMatch(of: /"id" : "([0-9A-F]{8}[0-9A-F-]*)"/)).1
    for (topic, text) in await listener.newest {
      #expect(!text.contains(id) && !text.contains("wedding") && !text.contains("http://"), "\(topic): \(text)")
    }

    // One that runs is not removed.
    let environment = ["BOOTH_MQTT_URL": broker.address]
    #expect(try await ask(["mqtt", "remove"], environment).errors.contains("a booth runs on"))
    #expect(try await ask(["mqtt", "check"], environment).code == 0)
    #expect(await listener.newest[try topic("availability")] == "online", "the trial has thrown the booth out")

    #expect(try await ask(["shutdown"]).code == 0)
    #expect(await booth.code == 0)
    #expect(try await becomes(listener, "availability", "offline"))
    // By itself, and not by its last will.
    let mark = try #require(BoothMark.known(in: data))
    var said = ""
    // The booth may have ended before the broker has read its last word.
    let hasLeft = try await Program.until {
      said = String(decoding: try broker.folder.read("log"), as: UTF8.self)
      return said.contains("Client booth\(mark) disconnected.")
    }
    #expect(hasLeft, "\(said)")
    let removal = try await ask(["mqtt", "remove", "--json"], environment)
    #expect(removal.code == 0 && removal.output.contains("is removed from"), "\(removal.errors)")
    await listener.end()
    // What is kept is all that a new client hears.
    let late = try Listener(broker)
    await late.start()
    await late.send("end", "now")
    #expect(try await Program.until { await late.newest["end"] != nil })
    #expect(await late.heard == ["end"])
    await late.end()
  }

  @Test func `commands that are old, senseless or too many are not carried out`() async throws {
    let broker = try Mosquitto()
    try await broker.start()
    let listener = try Listener(broker)
    await listener.start()
    try folder.put("data/booth-mark", Array("K7RM3WQ2XZ\n".utf8))
    await listener.send(try topic("command"), "pause", isRetained: true)
    #expect(try await becomes(listener, "command", "pause"))
    let booth = try start(broker)
    defer { booth.end() }
    #expect(try await becomes(listener, "state", #""state":"ready""#))
    for text in ["shutdown", "", String(repeating: "x", count: 30_000), "pause\u{0}"] {
      await listener.send(try topic("command"), text)
    }
    // What comes after it has been seen: the booth still takes guests, and obeys.
    #expect(try await Program.until { try await ask(["status"]).code == 0 })
    #expect(try await ask(["status", "--json"]).output.contains("\"state\" : \"idle\""))
    // A packet of more than the booth reads ends the connection, not the booth.
    await listener.send(try topic("command"), String(repeating: "x", count: 200_000))
    await listener.send(try topic("command"), "", isRetained: true)
    #expect(
      try await Program.until {
        await listener.send(try topic("command"), "pause")
        return try await listener.newest[topic("state")]?.contains(#""state":"paused""#) == true
      })
    #expect(try await ask(["shutdown"]).code == 0)
    #expect(await booth.code == 0)
    await listener.end()
  }

  @Test func `a password is shown to the broker alone, and the newest picture where the operator allows it`()
    async throws
  {
    let broker = try Mosquitto(["allow_anonymous false", "password_file {folder}/passwords"])
    try #require(Program.tool("mosquitto_passwd") != nil)
    let made = try await Program.run(
      Program.tool("mosquitto_passwd") ?? "", ["-b", "-c", broker.folder.path("passwords"), "booth", "s3cretw0rd"])
    #expect(made.code == 0)
    try await broker.start()
    try folder.put("password", Array("s3cretw0rd\n".utf8))
    let environment = [
      "BOOTH_MQTT_USER": "booth", "BOOTH_MQTT_PASSWORD_FILE": folder.path("password"), "BOOTH_MQTT_PHOTO": "on",
      "BOOTH_LOG_LEVEL": "trace",
    ]
    let booth = try start(broker, environment)
    defer { booth.end() }
    let listener = try Listener(broker, user: "booth", password: "s3cretw0rd")
    await listener.start()
    #expect(try await becomes(listener, "state", #""state":"ready""#))
    #expect(try await ask(["press", "start"]).code == 0)
    #expect(try await Program.until { (try await listener.newest[topic("photo")] ?? "").utf8.count > 1000 })
    // Erased, it is gone there, too.
    let id = try #require(try await ask(["session", "list", "--json"]).output.firstMatch(of: /"id" : "([0-9A-F]{8})/)).1
    #expect(try await ask(["session", "erase", String(id), "--yes"]).code == 0)
    #expect(try await Program.until { try await listener.newest[topic("photo")] == "" })
    #expect(try await ask(["shutdown"]).code == 0)
    var said = ""
    while let line = await booth.nextLine() { said += line + "\n" }
    #expect(!said.contains("s3cretw0rd"))
    #expect(said.contains("broker"))
    let config = try await ask(["config", "show"], environment)
    #expect(!config.output.contains("s3cretw0rd"))
    await listener.end()
  }

  @Test func `without a broker the booth takes photos, and says later that it is away`() async throws {
    let broker = try Mosquitto()
    try folder.put("password", Array("\n".utf8))
    let booth = try start(broker)
    defer { booth.end() }
    #expect(try await Program.until { try await ask(["status", "--json"]).output.contains("\"state\" : \"idle\"") })
    #expect(try await ask(["press", "start"]).code == 0)
    #expect(
      try await Program.until {
        try await ask(["session", "list", "--json"]).output.contains("\"state\" : \"uploaded\"")
      })
    let check = try await ask(["mqtt", "check", "--json"], ["BOOTH_MQTT_URL": broker.address])
    #expect(check.code == 1 && check.output.contains(#""isFine" : false"#))
    #expect(try await ask(["shutdown"]).code == 0)
    #expect(await booth.code == 0)
    // Nor does a setting that cannot be used keep it from its guests.
    let other = try start(
      broker, ["BOOTH_MQTT_USER": "booth", "BOOTH_MQTT_PASSWORD_FILE": folder.path("password")])
    defer { other.end() }
    #expect(try await Program.until { try await ask(["status", "--json"]).output.contains("\"state\" : \"idle\"") })
    #expect(
      try await Program.until { try await ask(["status"]).output.contains("expected a password in its first line") })
    #expect(try await ask(["shutdown"]).code == 0)
  }
}
