import BoothCore
import BoothRuntime
import BoothSystem
import BoothTesting
import FoundationEssentials
import Glibc
import Imaging
import Logging
import MQTT
import Testing

@testable import CommandSupport
@testable import booth

/// The documentation's page of what `--json` prints says neither less nor more than the program.
@Suite(.timeLimit(.minutes(15))) struct JSONPageTests {
  /// The members of an answer, by their paths, with their types.
  private struct Shape: Decodable {
    var members: [String: String] = [:]

    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int?
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws { try self.init(decoder, at: "") }

    private init(_ decoder: any Decoder, at path: String) throws {
      if var list = try? decoder.unkeyedContainer() {
        members[path] = "list"
        while !list.isAtEnd { add(try Shape(list.superDecoder(), at: path + "[]")) }
      } else if let object = try? decoder.container(keyedBy: Key.self) {
        members[path] = "object"
        for key in object.allKeys {
          let place = path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
          add(try Shape(object.superDecoder(forKey: key), at: place))
        }
      } else {
        members[path] = Self.type(try decoder.singleValueContainer())
      }
    }

    private static func type(_ value: any SingleValueDecodingContainer) -> String {
      if (try? value.decode(Bool.self)) != nil { return "boolean" }
      if (try? value.decode(Int.self)) != nil { return "integer" }
      if (try? value.decode(Double.self)) != nil { return "number" }
      return (try? value.decode(String.self)) != nil ? "string" : "null"
    }

    private mutating func add(_ more: Shape) { members.merge(more.members) { _, new in new } }
  }

  /// What the page says of a section's members.
  private func documented(_ section: String) throws -> [String: String] {
    let page = Program.root.appending(path: "Docs/manual/json.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.firstRange(of: "\n## \(section)\n"), "json.md has no section \(section)")
    let block = text[start.upperBound...].split(separator: "```\n", maxSplits: 2).dropFirst().first ?? ""
    let rows = block.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
    return Dictionary(uniqueKeysWithValues: rows.map { (String($0[0]), String($0[1])) })
  }

  /// A whole number is a number, too.
  private func fits(_ found: String, _ type: String) -> Bool { found == type || (found, type) == ("integer", "number") }

  private func expect(_ output: String, _ section: String) throws {
    let known = try documented(section)
    let shape = try JSONDecoder().decode(Shape.self, from: Data(output.utf8)).members
    for (path, type) in shape where !path.isEmpty && path != "[]" && !path.hasSuffix("[]") || type != "object" {
      guard !path.isEmpty else { continue }
      let said = try #require(known[path], "booth \(section) says \(path), which json.md does not")
      #expect(fits(type, said.last == "?" ? String(said.dropLast()) : said), "booth \(section): \(path) is a \(type)")
    }
    for (path, type) in known where type.last != "?" {
      let parent = path.split(separator: ".").dropLast().joined(separator: ".")
      guard shape[parent] != nil else { continue }
      #expect(shape[path] != nil || path.hasSuffix("[]"), "json.md says \(path) of booth \(section)")
    }
  }

  @Test func `every member is on the page, and every member of the page is there`() async throws {
    let folder = try TemporaryFolder()
    let place = ["--data", folder.path("data")]
    let events = ["--events", Program.bundledEvents]
    let booth = try RunningProgram(
      ["run", "--mock-camera", "--lab", "--screen", "log", "--event", "wedding", "--gallery-host", "127.0.0.1"]
        // Nothing answers there: the booth says so, and takes photos.
        + ["--gallery-port", "0", "--printer", "ipp://127.0.0.1:1/ipp/print"] + place + events)
    defer { booth.end() }
    func answer(_ command: [String], _ section: String, code: Int32 = 0) async throws -> String {
      let outcome = try await Program.run(command + ["--json"] + place)
      #expect(outcome.code == code, "\(section): \(outcome.errors)")
      return outcome.output
    }
    #expect(try await Program.answers(on: folder.path("data")))
    try expect(try await answer(["status"], "status"), "status")
    _ = try await Program.until {
      _ = try await Program.run(["press", "start"] + place)
      let list = try await answer(["session", "list"], "session list")
      return list.contains("photo_2.jpg") && list.contains("\"uploaded\" : true")
    }
    try expect(try await answer(["status"], "status"), "status")
    booth.end()
    try expect(try await answer(["session", "list"], "session list"), "session list")
    try expect(try await answer(["queue", "list", "--all"], "queue list"), "queue list")
    let session = try #require(
      try await answer(["session", "list"], "session list").firstMatch(of: /"id" : "([0-9A-F-]{36})"/)
    ).1
    let order = try await Program.run(["print", "reprint", String(session)] + place)
    #expect(order.code == 0 && (order.output + order.errors).contains("1 print is queued"), "\(order.errors)")
    try expect(try await answer(["print", "list"], "print list"), "print list")
    try expect(try await answer(["audit"], "audit"), "audit")
    try expect(try await answer(["night"], "night"), "night")
    try expect(try await answer(["event", "list"] + events, "event list"), "event list")
    try expect(try await answer(["config", "show"], "config show"), "config show")
    let doctor = try await Program.run(["doctor", "--json"] + place + events)
    try expect(doctor.output, "doctor")
    try folder.put("broken/party/event.json", Array(#"{"id": 5, "name": 7, "date": "2026-01-01"}"#.utf8))
    let check = try await answer(["event", "check", "--events", folder.path("broken")], "event check", code: 1)
    try expect(check, "event check")
    try expect(try await answer(["status"], "status", code: 69), "A failure")
  }

  @Test func `every member of the answer about a broker is on the page`() async throws {
    let folder = try TemporaryFolder()
    // Nothing listens there (tcpmux, RFC 1078).
    let outcome = try await Program.run(
      ["mqtt", "check", "--json", "--data", folder.path], environment: ["BOOTH_MQTT_URL": "mqtt://127.0.0.1:1"])
    #expect(outcome.code == 1, "\(outcome.errors)")
    try expect(outcome.output, "mqtt check")
  }

  @Test func `every member of the answers about a venue is on the page`() async throws {
    let folder = try TemporaryFolder()
    let wifi = try await Program.run(
      [
        "venue", "wifi", "--interface", "wlan0", "--country", "DE", "--out", folder.path("wifi"), "--json", "--data",
        folder.path("data"),
      ], environment: ["BOOTH_WIFI_NAME": "Anna & Ben"])
    #expect(wifi.code == 0, "\(wifi.errors)")
    try expect(wifi.output, "venue wifi")
    // Nothing listens there (tcpmux, RFC 1078).
    let check = try await Program.run(
      ["venue", "check", "--probe", "http://127.0.0.1:1/nm", "--json", "--data", folder.path("data")],
      environment: ["BOOTH_WIFI_NAME": "Anna & Ben"])
    #expect(check.code <= 1, "\(check.errors)")
    try expect(check.output, "venue check")
  }

  @Test func `every word for what a booth is at is on the page`() throws {
    let page = try String(contentsOf: Program.root.appending(path: "Docs/manual/json.md"), encoding: .utf8)
    let start = try #require(page.firstRange(of: "\n## status\n")).upperBound
    let list = page[start...].prefix { $0 != "(" }
    let told = list.matches(of: /`([A-Za-z]+)`/).map { String($0.1) }.filter { $0 != "state" }
    #expect(Set(FlowSample.all.map(\.kind)) == Set(StateKind.allCases))
    #expect(Set(told) == Set(FlowSample.all.map { StatePlace($0.flow.state).state }))
  }

  @Test func `every member of the answer about a bundle for support is on the page`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(
      ["support", "--json", "--out", folder.path("bundle.zip"), "--data", folder.path("data"), "--events"]
        + [Program.putPlainEvents(folder)])
    #expect(outcome.code == 0, "\(outcome.errors)")
    try expect(outcome.output, "support")
  }

  @Test(.enabled(if: Mosquitto.isInstalled, "\(Mosquitto.missing)"))
  func `every member of the answer about all booths is on the page`() async throws {
    let folder = try TemporaryFolder()
    let broker = try Mosquitto()
    try await broker.start()
    let client = try BrokerClient(
      try BrokerAddress(broker.address), options: .init(clientID: "booth", keepsSession: false), clock: SystemClock(),
      seed: 1, log: Logger(label: "test"))
    let running = Task { await client.run() }
    let state =
      #"{"state":"ready","health":"x","problem":false,"troubles":["disk"],"name":"Left","version":"1","at":4000000000,"#
      + #""uploads_waiting":1,"sessions_tonight":2,"prints_left":3}"#
    await client.publish(Message("booth/K7RM3WQ2XZ/state", state))
    await client.publish(Message("booth/K7RM3WQ2XZ/availability", "online"))
    await client.publish(Message("booth/AAAABBBB22/state", state.replacing("4000000000", with: "1000000000")))
    #expect(await client.end(within: .seconds(600)))
    await running.value
    let outcome = try await Program.run(
      ["fleet", "--json", "--data", folder.path], environment: ["BOOTH_MQTT_URL": broker.address])
    #expect(outcome.code == 1, "\(outcome.errors)")
    #expect(outcome.output.contains("clockAheadMinutes") && outcome.output.contains("lastSeen"))
    try expect(outcome.output, "fleet")
  }

  @Test func `every member of the answer about webhooks is on the page`() async throws {
    let folder = try TemporaryFolder()
    try folder.put("secret", Array("0123456789abcdef0123456789abcdef".utf8))
    // Nothing listens there (tcpmux, RFC 1078).
    try folder.put("webhooks.json", Array("[{url: 'http://127.0.0.1:1/', secret_file: 'secret'}]".utf8))
    let outcome = try await Program.run(
      ["webhooks", "check", "--json", "--data", folder.path("data")],
      environment: ["BOOTH_WEBHOOKS": folder.path("webhooks.json")])
    #expect(outcome.code == 1, "\(outcome.errors)")
    try expect(outcome.output, "webhooks check")
  }

  @Test func `every member of the answer about a bucket is on the page`() async throws {
    let standIn = try StandInBucket()
    defer { standIn.stop() }
    let outcome = try await Program.run(
      ["gallery", "check", "--json", "--bucket", "s3://\(StandInBucket.name)?endpoint=\(standIn.endpoint)"],
      environment: ["AWS_ACCESS_KEY_ID": "AK", "AWS_SECRET_ACCESS_KEY": "secret"])
    try expect(outcome.output, "gallery check")
    let event = try await Program.run(
      [
        "gallery", "events", "set", "7", "--expires", "2030-01-01", "--json", "--bucket",
        "s3://\(StandInBucket.name)?endpoint=\(standIn.endpoint)",
      ], environment: ["AWS_ACCESS_KEY_ID": "AK", "AWS_SECRET_ACCESS_KEY": "secret"])
    try expect(event.output, "gallery events")
    let token = try await Program.run(
      [
        "gallery", "tokens", "add", "Booth 3", "--for", "7", "--json", "--bucket",
        "s3://\(StandInBucket.name)?endpoint=\(standIn.endpoint)",
      ], environment: ["AWS_ACCESS_KEY_ID": "AK", "AWS_SECRET_ACCESS_KEY": "secret"])
    try expect(token.output, "gallery tokens")
    let end = try await Program.run(
      [
        "gallery", "events", "end", "7", "--json", "--bucket",
        "s3://\(StandInBucket.name)?endpoint=\(standIn.endpoint)",
      ], environment: ["AWS_ACCESS_KEY_ID": "AK", "AWS_SECRET_ACCESS_KEY": "secret"])
    try expect(end.output, "gallery events end")
    let places = ["one", "other"].map { "s3://\(StandInBucket.name)/\($0)?endpoint=\(standIn.endpoint)" }
    let move = try await Program.run(
      ["gallery", "move", "--json"] + places,
      environment: ["AWS_ACCESS_KEY_ID": "AK", "AWS_SECRET_ACCESS_KEY": "secret"])
    try expect(move.output, "gallery move")
  }

  @Test func `every member of the answers about photos is on the page`() async throws {
    let folder = try TemporaryFolder()
    let place = ["--data", folder.path("data")]
    func answer(_ command: [String], _ code: Int32 = 0) async throws -> String {
      let outcome = try await Program.run(["photos"] + command + ["--json"] + place)
      #expect(outcome.code == code, "\(command): \(outcome.errors)")
      return outcome.output
    }
    let picture = try JPEGCodec().encode(Bitmap(size: PixelSize(width: 320, height: 200), color: .black))
    for name in ["a.jpg", "b/c.jpg"] { try folder.put("pictures/" + name, picture) }
    try folder.put("pictures/words.jpg", Array("no picture".utf8))
    symlink("/etc/hostname", folder.path("pictures/out.jpg"))
    try expect(try await answer(["add", folder.path("pictures")]), "photos scan")
    try expect(try await answer(["scan"]), "photos scan")
    try expect(try await answer(["sources"]), "photos sources")
    try expect(try await answer(["list", "--count", "2"]), "photos list")
    try expect(try await answer(["find", "pictures", "broken"]), "photos list")
    try expect(try await answer(["thumbs"]), "photos thumbs")
    try expect(try await answer(["export", "--size", "1024", "--out", folder.path("out")], 1), "photos export")
    #expect(try folder.files(under: "out").count == 2)
    try folder.put("tags/tags.csv", Array("md5#\(String(repeating: "a", count: 32)),1,5\nrubbish".utf8))
    try expect(try await answer(["tags", folder.path("tags"), "--merge"]), "photos tags")
    try expect(try await answer(["cache", folder.path("cache")]), "photos cache")
  }

  @Test func `every member of the answers about locations is on the page`() async throws {
    let folder = try TemporaryFolder()
    let place = ["--data", folder.path("data")]
    func answer(_ command: [String], _ code: Int32 = 0) async throws -> String {
      let outcome = try await Program.run(command + ["--json"] + place)
      #expect(outcome.code == code, "\(command): \(outcome.errors)")
      return outcome.output
    }
    var old = Bitmap(size: PixelSize(width: 320, height: 200), color: RGBColor(red: 190, green: 170, blue: 140))
    old.paint(Bitmap(size: PixelSize(width: 60, height: 120), color: .black), x: 100, y: 80)
    try folder.put("old/gate.jpg", try JPEGCodec().encode(old))
    try folder.put(
      "old/places.csv", Array("id;title;lat;lon;file\ngate;Gate;31,7;35,2;gate.jpg\nx;X;95;0;gate.jpg\n".utf8))
    try expect(try await answer(["location", "import", folder.path("old")], 1), "location import")
    try expect(try await answer(["location", "list", "--near", "31,35"]), "location list")
    try folder.put("points.txt", Array("10 10 10 10\n300 20 300 20\n310 180 310 180\n20 190 20 190\n".utf8))
    _ = try await answer([
      "location", "points", "gate", "--points", folder.path("points.txt"), "--frame", folder.path("old/gate.jpg"),
    ])
    let marked = try await answer(["location", "list"])
    #expect(marked.contains("\"marks\""))
    try expect(marked, "location list")
    try expect(try await answer(["location", "export", "--out", folder.path("pairs.zip")]), "location export")
    let picture = folder.path("old/gate.jpg")
    try expect(try await answer(["location", "align", picture, picture]), "location align")
    try expect(try await answer(["location", "advise", picture, picture]), "location advise")
    try expect(
      try await answer(["run", "--mock-camera", "--lab", "--sessions", "1", "--location", "gate", "--screen", "log"])
        .isEmpty ? "{}" : try await answer(["location", "pair", "gate", "--out", folder.path("pair")]), "location pair")
    try expect(try await answer(["location", "site", "--out", folder.path("site")]), "location site")
    try expect(try await answer(["location", "list"]), "location list")
  }

  @Test(
    arguments: [
      (["press", "doorbell"], 64), (["status"], 69), (["session", "show", "nonsense"], 64),
      (["queue", "retry", "x"], 64),
      (["event", "check", "weding"], 64), (["event", "emails", "weding"], 64), (["event", "list", "--evnts", "x"], 64),
      (["audit"], 1),
    ] as [([String], Int)]) func `whoever asks for JSON gets JSON, also where nothing is done`(
      _ command: [String], _ code: Int
    ) async throws
  {
    struct Answer: Decodable {
      struct Failure: Decodable {
        var code: Int
        var words: String
      }
      var error: Failure
    }
    let folder = try TemporaryFolder()
    let place = ["--json", "--data", folder.path("data"), "--events", Program.bundledEvents]
    let outcome = try await Program.run(command + place)
    #expect(outcome.code == Int32(code))
    let answer = try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
    #expect(answer.error.code == code && !answer.error.words.isEmpty)
    #expect(!outcome.errors.isEmpty, "and people are told")
  }
}
