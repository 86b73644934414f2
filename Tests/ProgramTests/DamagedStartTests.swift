import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// Whatever became of settings, events, panels, the gallery's place and locations: a start ends in the invitation, or says why not, and
/// tries again by itself.
@Suite(.timeLimit(.minutes(15))) struct DamagedStartTests {
  let folder: TemporaryFolder
  private var data: String { folder.path("data") }

  init() throws {
    folder = try TemporaryFolder()
    try #require(mkdir(folder.path("data"), 0o700) == 0)
  }

  private func booth(_ more: [String] = [], _ environment: [String: String] = [:]) throws -> RunningProgram {
    let place = more.contains("--gallery-port") ? [] : ["--gallery-port", "0"]
    let host = environment["BOOTH_GALLERY_HOST"] == nil ? ["--gallery-host", "127.0.0.1"] : []
    return try RunningProgram(
      ["run", "--mock-camera", "--lab", "--screen", "log", "--data", data] + place + host + more,
      environment: environment, readingLog: true)
  }

  /// Reads the log until a line has these words.
  private func line(of booth: RunningProgram, with words: String) async -> String? {
    while let line = await booth.nextLine() {
      if line.contains(words) { return line }
    }
    return nil
  }

  private func ask(_ command: String...) async throws -> Program.Outcome {
    try await Program.run(command + ["--data", data])
  }

  /// The status, as soon as it tells of this.
  /// As soon as all of the words stand in it.
  private func status(with words: String...) async throws -> String {
    var said = ""
    _ = try await Program.until {
      said = try await ask("status").output
      return words.allSatisfy(said.contains)
    }
    return said
  }

  private static let wedding = #"{"event": "wedding"}"#

  enum Damage: String, CaseIterable {
    case emptyFile, zeros, garbage, cutFile, folder, deadLink, pipe, list, unknownKey, unknownVariable, wrongValue
    case studioValue, wrongCamera, wrongScreen, marks, gps, devices, panel, variableFile
    case lockFolder, databaseFolder, databaseGarbage, locationsFile
    case galleryLink, galleryMark, galleryHost, galleryName, galleryToken
  }

  private func put(_ damage: Damage) throws -> [String: String] {
    func file(_ text: String) throws { try folder.put("data/booth.json", Array(text.utf8)) }
    func link(_ name: String, _ target: String) throws { try #require(symlink(target, "\(data)/\(name)") == 0) }
    func make(_ name: String) throws { try #require(mkdir("\(data)/\(name)", 0o700) == 0) }
    switch damage {
    case .emptyFile: try file("")
    case .zeros: try folder.put("data/booth.json", [UInt8](repeating: 0, count: 512))
    case .garbage: try folder.put("data/booth.json", (0..<512).map { UInt8(truncatingIfNeeded: $0 &* 131 ^ 0x9D) })
    case .cutFile: try file(#"{"event": "wedding", "gallery": {"po"#)
    case .folder: try make("booth.json")
    case .deadLink: try link("booth.json", "/nowhere/booth.json")
    case .pipe: try #require(mkfifo(data + "/booth.json", 0o600) == 0)
    case .list: try file("[1, 2]")
    case .unknownKey: try file(#"{"event": "wedding", "colour": "blue"}"#)
    case .unknownVariable: return ["BOOTH_COLOUR": "blue"]
    case .wrongValue: try file(#"{"event": "wedding", "camera": {"mount": 45}, "sound": 7}"#)
    case .studioValue: return ["BOOTH_STUDIO_PAY_PERIOD": "often", "BOOTH_STUDIO_LISTEN": "nowhere"]
    case .wrongCamera: try file(#"{"camera": {"name": "auto", "fallback": "camra", "still": "x", "power": "command"}}"#)
    case .wrongScreen: return ["BOOTH_SCREEN_ROTATION": "a bit"]
    case .marks: return ["BOOTH_STORAGE_LOW_MB": "1", "BOOTH_STORAGE_FULL_MB": "2"]
    case .gps: return ["BOOTH_GPSD": "no such:thing"]
    case .devices: return ["BOOTH_DEVICES": "/nowhere/devices"]
    case .panel: return ["BOOTH_PANEL": "doorbell,/nowhere/panel.json5"]
    case .variableFile: return ["BOOTH_CONFIG": "/nowhere/booth.json"]
    case .lockFolder: try make("locations.lock")
    case .databaseFolder: try make("locations.sqlite")
    case .databaseGarbage: try folder.put("data/locations.sqlite", [UInt8](repeating: 0xA5, count: 9000))
    case .locationsFile: try folder.put("data/locations", [1])
    case .galleryLink: try link("gallery", "/nowhere/gallery")
    case .galleryMark:
      try make("gallery")
      try folder.put("data/gallery/.booth", [1])
    case .galleryHost: return ["BOOTH_GALLERY_HOST": "192.0.2.7"]
    case .galleryName: return ["BOOTH_GALLERY_HOST": "booth.invalid"]
    case .galleryToken: return ["BOOTH_GALLERY_URL": "http://127.0.0.1:9"]
    }
    return [:]
  }

  /// Of the trouble, or a part of its topic.
  private func words(_ damage: Damage) -> String {
    switch damage {
    case .lockFolder, .databaseFolder, .databaseGarbage, .locationsFile: "trouble: locations"
    case .galleryLink, .galleryHost, .galleryName: "trouble: own gallery"
    // It is moved aside, and does not wait.
    case .galleryMark: "trouble: gallery folder"
    case .galleryToken: "trouble: gallery token"
    case .panel: "trouble: panel"
    default: "trouble: settings"
    }
  }

  @Test func `what waits for a gallery elsewhere goes on waiting while its address cannot be read`() async throws {
    // One session for a gallery that cannot be reached.
    let first = try RunningProgram(
      ["run", "--mock-camera", "--lab", "--screen", "log", "--data", data, "--event", "wedding", "--sessions", "1"],
      environment: ["BOOTH_GALLERY_URL": "http://127.0.0.1:9", "BOOTH_GALLERY_TOKEN": "token"])
    var queue = ""
    _ = try await Program.until {
      queue = try await ask("queue", "list").output
      return queue.contains("upload")
    }
    #expect(queue.contains("upload"), "\(queue)")
    first.end()
    try folder.put("data/booth.json", [UInt8](repeating: 0, count: 200))
    let second = try booth(["--event", "wedding"])
    defer { second.end() }
    let said = try await status(with: "trouble: gallery ")
    #expect(said.contains("uploads wait until"), "\(said)")
    #expect(try await ask("queue", "list").output.contains("upload"))
    #expect(!FileManager.default.fileExists(atPath: data + "/gallery"))
  }

  @Test func `events on a disk that is not mounted are waited for, and no others taken`() async throws {
    try #require(symlink("/nowhere/events", data + "/events") == 0)
    let booth = try booth()
    defer { booth.end() }
    let said = await line(of: booth, with: "out of order")
    #expect(said?.contains("\(data)/events") == true, "\(said ?? "nothing")")
    let doctor = try await ask("doctor")
    #expect(doctor.code != 0 && doctor.output.contains("BAD  booth: the booth is out of order, and waits"), "\(doctor)")
  }

  @Test(arguments: Damage.allCases) func `a booth starts and says what is wrong`(_ damage: Damage) async throws {
    let environment = try put(damage)
    let booth = try booth(["--event", "wedding"], environment)
    defer { booth.end() }
    let told = try await status(with: words(damage))
    #expect(told.contains(words(damage)), "\(told)")
    #expect(try await status(with: "attract").contains("attract"))
    // A session goes all the way to its code.
    #expect(try await ask("press", "start").code == 0)
    #expect(await line(of: booth, with: "scene=code") != nil)
    // And the doctor of the same machine does not call it well. It takes its time: the rest are settings, too.
    if words(damage) != "trouble: settings" || [.emptyFile, .unknownVariable].contains(damage) {
      let doctor = try await Program.run(["doctor", "--mock-camera", "--data", data], environment: environment)
      #expect(doctor.output.contains("note booth: ") || doctor.output.contains("BAD  settings: "), "\(doctor.output)")
    }
    #expect(try await ask("shutdown").code == 0)
    #expect(await booth.code == 0)
  }

  private func putEvent(_ name: String, _ text: String? = nil) throws {
    let text = text ?? #"{"id": 7, "name": "Ours", "date": "2026-01-01"}"#
    try folder.put("\(name)/event.json", Array(text.utf8))
  }

  @Test func `the data folder's own events are the booth's at every start`() async throws {
    try putEvent("data/events/ours")
    // As an earlier booth noted others.
    try folder.put("data/events.place", Array("\(Program.bundledEvents)\n".utf8))
    for _ in 0..<2 {
      let outcome = try await Program.run([
        "run", "--mock-camera", "--lab", "--sessions", "0", "--screen", "log", "--data", data, "--event", "ours",
        "--gallery-host", "127.0.0.1", "--gallery-port", "0",
      ])
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    let booth = try booth()
    defer { booth.end() }
    #expect(try await status(with: "scene").contains("scene"))
    #expect(try await ask("event", "select", "ours").code == 0)
    #expect(try await ask("event", "select", "wedding").code != 0)
  }

  @Test func `a folder of events that is mounted later is waited for`() async throws {
    let events = folder.path("disk/events")
    let booth = try booth([], ["BOOTH_EVENTS": events])
    defer { booth.end() }
    let told = try #require(await line(of: booth, with: "out of order"))
    #expect(told.contains(events))
    let asked = try await ask("status")
    #expect(asked.code == 1 && asked.errors.contains(events), "\(asked.errors)")
    // A broken one does not end the waiting.
    try putEvent("disk/events/ours", "{")
    let broken = try #require(await line(of: booth, with: "out of order"))
    #expect(broken.contains("ours/event.json"))
    try putEvent("disk/events/ours")
    #expect(await line(of: booth, with: "going on") != nil)
    #expect(try await status(with: "eventSelection").contains("eventSelection"))
    #expect(try await ask("event", "select", "ours").code == 0)
  }

  @Test func `the only event there is, is played without a question; of two the guests' one is asked for`() async throws
  {
    try putEvent("data/events/ours")
    let first = try booth()
    let told = try await status(with: "attract")
    #expect(told.contains("ours"), "\(told)")
    #expect(try await ask("shutdown").code == 0)
    first.end()
    // One that is broken may be the one that is meant.
    for text in ["{", #"{"id": 8, "name": "Theirs", "date": "2026-01-01"}"#] {
      try putEvent("data/events/theirs", text)
      let next = try booth()
      #expect(try await status(with: "eventSelection").contains("eventSelection"))
      #expect(try await ask("shutdown").code == 0)
      next.end()
    }
  }

  @Test func `a booth that waits for events ends when it is asked to`() async throws {
    let environment = ["BOOTH_EVENTS": folder.path("none")]
    let first = try booth([], environment)
    #expect(await line(of: first, with: "out of order") != nil)
    #expect(try await ask("shutdown").code == 0)
    #expect(await first.code == 0)
    let second = try booth([], environment)
    #expect(await line(of: second, with: "out of order") != nil)
    second.end(SIGTERM)
    #expect(await second.code == 0 && !second.wasKilled)
  }

  @Test func `guests of a chosen event that is gone are not photographed for another`() async throws {
    try putEvent("data/events/ours")
    try putEvent("data/events/theirs", "{")
    let booth = try booth([], ["BOOTH_EVENT": "theirs"])
    defer { booth.end() }
    let told = try await status(with: "trouble: event", "eventSelection")
    #expect(told.contains("trouble: event") && told.contains("\"theirs\""), "\(told)")
    let doctor = try await Program.run(
      ["doctor", "--mock-camera", "--data", data], environment: ["BOOTH_EVENT": "theirs"])
    #expect(doctor.output.contains("BAD  events: 1 in ") && doctor.output.contains("\"theirs\""), "\(doctor.output)")
    #expect(try await ask("event", "select", "ours").code == 0)
    // As soon as one is chosen.
    #expect(try await Program.until { try await !ask("status").output.contains("trouble: event") })
  }

  /// systemd starts it again: a code other than 0, and none of those that it is told to leave alone.
  @Test func `a chosen event that comes back is played without a choice`() async throws {
    try putEvent("data/events/ours")
    let environment = ["BOOTH_EVENT": "theirs", "INVOCATION_ID": "1"]
    let first = try booth([], environment)
    defer { first.end() }
    #expect(try await status(with: "trouble: event", "eventSelection").contains("trouble: event"))
    try putEvent("data/events/theirs", #"{"id": 8, "name": "Theirs", "date": "2026-01-01"}"#)
    #expect(await first.code == 75)
    let second = try booth([], environment)
    defer { second.end() }
    let told = try await status(with: "attract")
    #expect(told.contains("theirs") && !told.contains("trouble: event"), "\(told)")
  }

  /// Nothing else would start it.
  @Test func `a chosen event that comes back is played at a terminal, by the same process`() async throws {
    try putEvent("data/events/ours")
    let booth = try booth([], ["BOOTH_EVENT": "theirs"])
    defer { booth.end() }
    #expect(try await status(with: "trouble: event", "eventSelection").contains("trouble: event"))
    try putEvent("data/events/theirs", #"{"id": 8, "name": "Theirs", "date": "2026-01-01"}"#)
    #expect(await line(of: booth, with: "is there again; the booth starts anew") != nil)
    let told = try await status(with: "attract")
    #expect(told.contains("theirs") && !told.contains("trouble: event"), "\(told)")
    // A session goes all the way to its code, and the booth still ends as it is told to.
    #expect(try await ask("press", "start").code == 0)
    #expect(await line(of: booth, with: "scene=code") != nil)
    booth.end(SIGTERM)
    #expect(await booth.code == 0 && !booth.wasKilled)
  }

  @Test func `another event that a person chose stays when the first comes back`() async throws {
    try putEvent("data/events/ours")
    let booth = try booth([], ["BOOTH_EVENT": "theirs"])
    defer { booth.end() }
    #expect(try await status(with: "trouble: event").contains("eventSelection"))
    #expect(try await ask("event", "select", "ours").code == 0)
    try putEvent("data/events/theirs", #"{"id": 8, "name": "Theirs", "date": "2026-01-01"}"#)
    #expect(try await status(with: "attract").contains("ours"))
    #expect(try await ask("press", "start").code == 0)
    // Of one process: the line that a new start says does not come before.
    while let line = await booth.nextLine(), !line.contains("scene=code") {
      #expect(!line.contains("starts anew"))
    }
    #expect(try await ask("shutdown").code == 0)
    #expect(await booth.code == 0)
  }

  private func putPanel(_ path: String) throws {
    let bundled = Program.root.appending(path: "Devices/Panels")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: bundled.path).filter { $0.hasSuffix(".json5") }.sorted().first
    )
    try FileManager.default.copyItem(atPath: bundled.appending(path: name).path, toPath: path)
  }

  @Test func `a panel that comes back is used by a service's next start, which it asks for itself`() async throws {
    let panel = folder.path("panel.json5")
    let environment = ["BOOTH_PANEL": panel, "INVOCATION_ID": "1"]
    let first = try booth(["--event", "wedding"], environment)
    defer { first.end() }
    #expect(try await status(with: "trouble: panel").contains(panel))
    try putPanel(panel)
    #expect(await first.code == 75)
  }

  @Test func `a panel that comes back is used at a terminal, by the same process`() async throws {
    let panel = folder.path("panel.json5")
    let booth = try booth(["--event", "wedding"], ["BOOTH_PANEL": panel])
    defer { booth.end() }
    #expect(try await status(with: "trouble: panel").contains(panel))
    try putPanel(panel)
    #expect(await line(of: booth, with: "can be used again; the booth starts anew") != nil)
    #expect(try await status(with: "attract").contains("attract"))
    #expect(try await !ask("status").output.contains(panel + " cannot be read"))
    #expect(try await ask("shutdown").code == 0)
    #expect(await booth.code == 0)
  }

  @Test func `a port that is taken is tried again, and what waited arrives when it is free`() async throws {
    let other = folder.path("other")
    let gallery = try RunningProgram([
      "gallery", "--data", other, "--events", Program.bundledEvents, "--gallery-host", "127.0.0.1", "--gallery-port",
      "0",
    ])
    let lines = gallery
    let line = try #require(await lines.nextLine())
    let address = try #require(line.split(separator: " ").first { $0.hasPrefix("http") })
    let port = try #require(address.split(separator: ":").last.map(String.init))
    let booth = try booth(["--event", "wedding", "--gallery-port", port])
    defer { booth.end() }
    #expect(try await status(with: "trouble: own gallery").contains(port))
    #expect(try await ask("press", "start").code == 0)
    let waiting = try await status(with: "do not arrive")
    #expect(waiting.contains("do not arrive") && waiting.contains("own gallery"), "\(waiting)")
    gallery.end()
    #expect(try await Program.until { try await ask("queue", "list").output.contains("the queue is empty") })
    #expect(try await !ask("status").output.contains("own gallery"))
    // The other got nothing of it.
    #expect(!FileManager.default.fileExists(atPath: other + "/gallery/events"))
  }

  @Test func `a booth that is told to end as it begins ends in order, at whatever moment`() async throws {
    for _ in 0..<8 {
      let booth = try booth(["--event", "wedding"])
      // The first line that it says, before its first scene.
      _ = await booth.nextLine()
      booth.end(SIGTERM)
      #expect(await booth.code == 0 && !booth.wasKilled)
    }
  }

  @Test func `a booth is shut down also where nobody can be told so`() async throws {
    let booth = try booth(["--event", "wedding"])
    defer { booth.end() }
    _ = try await status(with: "scene")
    let outcome = try await Program.run("/bin/sh", ["-c", "exec \(Program.path) shutdown --data \(data) >&-"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(await booth.code == 0)
  }

  @Test func `a booth with too few files to open does not leave that to the disk`() async throws {
    let outcome = try await Program.run(
      "/bin/sh", ["-c", "ulimit -n 64; exec \(Program.path) doctor --mock-camera --data \(data)"])
    #expect(outcome.output.contains("BAD  files: the booth may have only 64 files open"), "\(outcome.output)")
    #expect(try await !ask("doctor", "--mock-camera").output.contains("BAD  files"))
  }

  @Test func `a gallery and a studio begin with damaged settings, too`() async throws {
    try folder.put("data/booth.json", [UInt8](repeating: 0, count: 64))
    let places = [
      ["gallery", "--gallery-host", "127.0.0.1", "--gallery-port", "0", "--events", Program.bundledEvents],
      ["studio", "--listen", "127.0.0.1:0"],
    ]
    for place in places {
      let program = try RunningProgram(
        place + ["--data", data],
        environment: ["BOOTH_STUDIO_PAY_PERIOD": "often", "BOOTH_COLOUR": "blue", "BOOTH_STUDIO_TILES": "none"])
      let lines = program
      let line = await lines.nextLine()
      #expect(line?.hasPrefix("\(place[0]): http") == true, "\(line ?? "nothing")")
      program.end()
    }
  }

  @Test func `a setting that cannot be used is shown with what holds, and the exit code says so`() async throws {
    try folder.put("data/booth.json", Array(#"{"gallery": {"port": "x"}}"#.utf8))
    let shown = try await ask("config", "show")
    #expect(shown.code == 64 && shown.output.contains("gallery.port = 8080  (default)"), "\(shown.output)")
    #expect(shown.errors.contains("gallery.port"))
    let doctor = try await Program.run(["doctor", "--mock-camera", "--data", data])
    #expect(doctor.code == 1 && doctor.output.contains("BAD  settings: "), "\(doctor.output)")
  }
}
