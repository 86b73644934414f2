import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// Something else in the place of what a booth keeps in its data folder: a start invites, or says why not, and the doctor says the same.
@Suite(.timeLimit(.minutes(15))) struct OddPlaceTests {
  let folder: TemporaryFolder
  private var data: String { folder.path("data") }

  init() throws {
    folder = try TemporaryFolder()
    try #require(mkdir(folder.path("data"), 0o700) == 0)
  }

  enum Damage { case file, folder, deadLink, link, pipe }

  private func put(_ damage: Damage, _ name: String) throws {
    let path = "\(data)/\(name)"
    switch damage {
    case .file: try folder.put("data/\(name)", Array("x".utf8))
    case .folder: try #require(mkdir(path, 0o700) == 0)
    case .deadLink: try #require(symlink("/nowhere/\(name)", path) == 0)
    case .link:
      try #require(mkdir(folder.path("other"), 0o700) == 0)
      try #require(symlink(folder.path("other"), path) == 0)
    case .pipe: try #require(mkfifo(path, 0o600) == 0)
    }
  }

  private func booth() throws -> RunningProgram {
    try RunningProgram(
      [
        "run", "--mock-camera", "--lab", "--screen", "log", "--data", data, "--gallery-host", "127.0.0.1",
        "--gallery-port", "0",
      ], environment: ["BOOTH_EVENT": "wedding"], readingLog: true)
  }

  private func ask(_ command: String..., environment: [String: String] = [:]) async throws -> Program.Outcome {
    try await Program.run(command + ["--data", data], environment: environment)
  }

  private func doctor(_ environment: [String: String] = [:]) async throws -> Program.Outcome {
    try await Program.run(["doctor", "--mock-camera", "--data", data], environment: environment)
  }

  /// The status, as soon as the booth invites or says why it does not.
  private func status() async throws -> Program.Outcome {
    var outcome = try await ask("status")
    _ = try await Program.until {
      if outcome.output.contains("attract") || outcome.errors.contains("out of order") { return true }
      outcome = try await ask("status")
      return false
    }
    return outcome
  }

  @Test(arguments: [
    ("sessions", Damage.file), ("sessions", .deadLink), ("sessions", .link), ("sessions", .pipe),
    ("booth.lock", .folder), ("booth.lock", .deadLink), ("booth.lock", .pipe),
  ]) func `a start that is refused has the same words in the doctor`(_ name: String, _ damage: Damage) async throws {
    try put(damage, name)
    let booth = try booth()
    let said = try #require(await booth.nextLine())
    #expect(await booth.code == 1 && said.hasPrefix("booth: \(data)/\(name)"), "\(said)")
    let doctor = try await doctor()
    #expect(doctor.code == 1 && doctor.output.contains("BAD  data: \(said.dropFirst(7)) → "), "\(doctor.output)")
  }

  @Test(arguments: [
    ("events", Damage.file), ("events", .pipe), ("devices", .file), ("devices", .deadLink), ("journal", .file),
    ("journal", .deadLink), ("control.sock", .folder), ("control.sock", .deadLink), ("scratch", .file),
    ("emails", .link), ("booth.open", .folder), ("calibrations.json", .folder), ("events.place", .folder),
    ("booth.sqlite", .folder), ("booth.sqlite", .link), ("gallery", .file), ("gallery", .deadLink),
    ("gallery-secrets.json", .folder), ("locations", .file), ("studio", .file), ("studio", .deadLink),
    ("booth.sqlite-wal", .folder), ("booth.sqlite-shm", .pipe), ("booth.open", .deadLink), ("booth.open", .pipe),
    ("gallery/.booth", .file), ("gallery/events", .deadLink), ("gallery/sessions", .file), ("gallery/private", .pipe),
  ])
  func `the doctor names what is in the place of something else, and guests are invited all the same or told why not`(
    _ name: String, _ damage: Damage
  ) async throws {
    // A booth was here.
    let first = try booth()
    _ = try await status()
    #expect(try await ask("shutdown").code == 0)
    first.end()
    if folder.exists("data/\(name)") { try FileManager.default.removeItem(atPath: "\(data)/\(name)") }
    try put(damage, name)
    let before = try await doctor()
    #expect(before.output.contains("\(data)/\(name)"), "\(before.output)")
    let second = try booth()
    defer { second.end() }
    let told = try await status()
    if name == "events" {
      #expect(told.code == 1 && told.errors.contains("\(data)/events: expected a folder"), "\(told.errors)")
      #expect(!told.errors.contains("nothing of that name"), "\(told.errors)")
    } else {
      #expect(told.code == 0, "\(told.errors)")
    }
    #expect(!told.output.contains("newest commits"), "\(told.output)")
    if name.hasPrefix("booth.sqlite-") {
      #expect(!before.output.contains("sets it aside as booth.sqlite.damaged"), "\(before.output)")
    }
    if name.hasPrefix("gallery/") { #expect(told.output.contains("trouble: gallery folder"), "\(told.output)") }
    if name == "devices" { #expect(told.output.contains("trouble: devices"), "\(told.output)") }
  }

  @Test(arguments: [Damage.file, .folder, .deadLink])
  func `a booth whose socket was replaced answers again, and is never called none`(_ damage: Damage) async throws {
    let booth = try booth()
    defer { booth.end() }
    _ = try await status()
    unlink(data + "/control.sock")
    try put(damage, "control.sock")
    while true {
      let asked = try await ask("status")
      if asked.code == 0 { break }
      #expect(asked.code == 69 && asked.errors.contains("a booth "), "\(asked.errors)")
      #expect(!asked.errors.contains("no booth is running"), "\(asked.errors)")
    }
    var facts = stat()
    #expect(lstat(data + "/control.sock.aside-1", &facts) == 0)
  }

  @Test func `clips are taken again after a file was put in the place of their folder, and status says so`()
    async throws
  {
    let booth = try booth()
    defer { booth.end() }
    _ = try await status()
    try FileManager.default.removeItem(atPath: data + "/scratch")
    try put(.file, "scratch")
    #expect(
      try await Program.until {
        let told = try await ask("status").output
        return told.contains("trouble: folders") && told.contains("scratch was a file, no folder")
      })
    var facts = stat()
    #expect(stat(data + "/scratch", &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR)
    #expect(folder.exists("data/scratch.aside-1"))
  }

  @Test func `a damaged page, a copy of before and a log that was cut are told as the start finds them`() async throws {
    let play = ["run", "--mock-camera", "--lab", "--screen", "log", "--sessions", "1", "--gallery-port", "0"]
    func plays() async throws {
      let played = try await Program.run(
        play + ["--gallery-host", "127.0.0.1", "--data", data], environment: ["BOOTH_EVENT": "wedding"])
      #expect(played.code == 0, "\(played.errors)")
    }
    try await plays()
    let database = URL(filePath: data + "/booth.sqlite")
    let old = try Data(contentsOf: database)
    try await plays()
    let new = try Data(contentsOf: database)
    #expect(try await doctor().output.contains("sessions: 2 uploaded"))
    // A copy of before.
    try old.write(to: database)
    var found = try await doctor().output
    #expect(found.contains("1 session is in \(data)/sessions and not in the database"), "\(found)")
    // A page of nonsense.
    var bytes = new
    bytes.replaceSubrange(9 * 4096..<10 * 4096, with: Data(repeating: 0xFF, count: 4096))
    try bytes.write(to: database)
    found = try await doctor().output
    #expect(found.contains("BAD  data: \(data)/booth.sqlite: the database is damaged"), "\(found)")
    #expect(found.contains("the start sets it aside as booth.sqlite.damaged-1"), "\(found)")
    // The power went, and the log with it.
    try new.write(to: database)
    try folder.put("data/booth.open", [])
    found = try await doctor().output
    #expect(found.contains("note data: the booth before did not end by itself"), "\(found)")
    #expect(!found.contains("aside"), "\(found)")
    try bytes.write(to: database)
    let booth = try booth()
    defer { booth.end() }
    let told = try await status()
    #expect(told.output.contains("set aside as booth.sqlite.damaged-1; 2 sessions"), "\(told.output)")
  }

  // MARK: Settings and weights

  @Test func `a record of the screen that leads nowhere, and weights that are none, are told`() async throws {
    try folder.put("data/features.weights", [1, 2, 3])
    let found = try await doctor(["BOOTH_SCREEN_RECORD": "/nowhere/screen.png"])
    #expect(found.output.contains("there is no folder /nowhere"), "\(found.output)")
    #expect(found.output.contains("BAD  features: \(data)/features.weights"), "\(found.output)")
    #expect(found.code == 1)
  }

  @Test func `where locations are kept, missing weights are told with what installs them`() async throws {
    let none = ["XDG_DATA_HOME": folder.path("none")]
    #expect(try await !doctor(none).output.contains("Scripts/setup weights"), "there is no location")
    try folder.put("data/locations.sqlite", [])
    let found = try await doctor(none)
    let isInstalled = ["/usr/local/share/booth", "/usr/share/booth"].contains { folder in
      access("\(folder)/features.weights", F_OK) == 0
    }
    #expect(found.output.contains("install them: Scripts/setup weights") != isInstalled, "\(found.output)")
  }

  @Test(arguments: [["session", "list"], ["queue", "list"], ["audit"], ["photos", "list"], ["report", "list"]])
  func `what only looks goes on with damaged settings, and says which`(_ command: [String]) async throws {
    let first = try booth()
    _ = try await status()
    #expect(try await ask("shutdown").code == 0)
    first.end()
    try folder.put("data/booth.json", [UInt8](repeating: 0, count: 64))
    let outcome = try await Program.run(command + ["--data", data])
    #expect(outcome.code != 64, "\(outcome)")
    #expect(outcome.errors.contains("booth: settings: \(data)/booth.json: "), "\(outcome.errors)")
    let flag = try await Program.run(command + ["--data", data, "--config", folder.path("none.json")])
    #expect(flag.code == 64, "\(flag)")
  }

  @Test func `a damaged file that may have named the data folder leads to no other one`() async throws {
    try folder.put("booth.json", [])
    let environment = ["BOOTH_CONFIG": folder.path("booth.json"), "XDG_DATA_HOME": folder.path("home")]
    let outcome = try await Program.run(["session", "list"], environment: environment)
    #expect(outcome.code == 64 && outcome.errors.contains("name the data folder with --data"), "\(outcome.errors)")
    #expect(!folder.exists("home"))
    let named = try await ask("session", "list", environment: environment)
    #expect(named.code != 64, "\(named.errors)")
  }

  @Test func `an unknown key, one that stands twice and one that a flag overrides are each told in one line`()
    async throws
  {
    let text = #"{"aperture": 7, "gallery": {"port": "abc"}, "event": "a", "event": "b"}"#
    try folder.put("data/booth.json", Array(text.utf8))
    let outcome = try await ask("config", "show")
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    #expect(outcome.code == 64 && lines.count == 3 && lines.allSatisfy { $0.utf8.count < 300 }, "\(outcome.errors)")
    let advice = "`booth config show --data \(folder.path("data"))` lists all"
    #expect(outcome.errors.contains("aperture is no setting; \(advice)"))
    #expect(outcome.errors.contains(#"the last one counts: "b""#), "\(outcome.errors)")
    let found = try await doctor()
    #expect(found.output.contains(#""8080" holds, where no flag of the booth says otherwise"#), "\(found.output)")
  }

  // MARK: The studio

  private func studio() async throws -> Program.Outcome {
    try await Program.run(["studio", "--listen", "127.0.0.1:0", "--data", data])
  }

  @Test func `a studio that does not start has the same words in the doctor`() async throws {
    let running = try RunningProgram(["studio", "--listen", "127.0.0.1:0", "--data", data])
    #expect(await running.nextLine()?.hasPrefix("studio: http") == true)
    running.end()
    let events = ["BOOTH_EVENTS": try Program.putPlainEvents(folder)]
    func check(_ words: String, _ code: Int32) async throws {
      let start = try await studio()
      #expect(start.code == code && start.errors.contains(words), "\(start.errors)")
      let found = try await doctor(events)
      #expect(found.code == 1 && found.output.contains(words), "\(found.output)")
      #expect(!found.output.contains("start the studio again"), "\(found.output)")
    }
    for damage in ["", "{", #"{"organisations": [{"id": "a"}]}"#] {
      try folder.put("data/studio/organisations.json", Array(damage.utf8))
      try await check("\(data)/studio/organisations.json is not what `booth studio organisation add` writes", 1)
    }
    unlink(data + "/studio/organisations.json")
    for name in ["documents.sqlite", "studio.sqlite"] {
      for ending in ["-wal", "-shm", ""] { unlink("\(data)/studio/\(name)\(ending)") }
      try folder.put("data/studio/\(name)", [])
      try await check("is empty, and was not made so: put a copy of it back, or move it away", 1)
      #expect(try await doctor(events).output.contains("--begin-anew"))
      unlink("\(data)/studio/\(name)")
    }
    try await check("studio.sqlite is not there, though a studio was begun here", 66)
  }
}
