import BoothStore
import BoothTesting
import FoundationEssentials
import Testing

@testable import CommandSupport
@testable import booth

/// Which events a command, and a start, looks at.
@Suite(.timeLimit(.minutes(15))) struct EventPlacesTests {
  let folder: TemporaryFolder
  private var data: String { folder.path("data") }

  init() throws {
    folder = try TemporaryFolder()
    for (place, slug) in [("mine", "anna"), ("others", "lea"), ("data/events", "own")] {
      try folder.put("\(place)/\(slug)/event.json", Array(#"{"id": 7, "name": "N", "date": "2026-06-01"}"#.utf8))
    }
  }

  private func settings(
    _ flags: [SettingKey: String] = [:], _ environment: [String: String] = [:]
  ) async throws -> Settings {
    try await Settings(flags: flags.merging([.data: data]) { $1 }, environment: environment, file: nil)
  }

  private func found(_ settings: Settings) throws -> [String] {
    try [.start, .beside].map { try EventPlaces.load(settings, for: $0).folder }
  }

  @Test
  func
    `the folder that a flag or a variable has named holds for commands and for the next start, until another is named`()
    async throws
  {
    let (mine, others, own) = (folder.path("mine"), folder.path("others"), data + "/events")
    #expect(try found(try await settings()) == [own, own])
    let named = try await settings([.events: mine])
    try RunningEvents.note(mine, named, isTrial: false)
    #expect(try found(try await settings()) == [mine, mine])
    #expect(RunningEvents.folder(of: data) == nil, "none runs")
    #expect(try found(try await settings([.events: others])) == [others, others])
    #expect(EventPlaces.areBundled(try await settings()) == false)
    // A start without the flag, and one with the bundled events, forget nothing.
    try RunningEvents.note(mine, try await settings(), isTrial: false)
    try RunningEvents.note(Program.bundledEvents, try await settings(), isTrial: true)
    #expect(try found(try await settings()) == [mine, mine])
    try RunningEvents.note(others, try await settings([:], ["BOOTH_EVENTS": others]), isTrial: false)
    #expect(try found(try await settings()) == [others, others])
    // Its own folder, and what a file of settings says, is to be seen from everywhere.
    try RunningEvents.note(own, try await settings([.events: own]), isTrial: false)
    #expect(RunningEvents.remembered(in: data) == nil)
    try RunningEvents.note(mine, named, isTrial: false)
    try folder.put("data/booth.json", Array("{\"events\": \"\(others)\"}".utf8))
    try RunningEvents.note(others, try await settings(), isTrial: false)
    #expect(RunningEvents.remembered(in: data) == nil)
  }

  @Test func `what a booth found by itself is found anew, also as an earlier version noted it`() async throws {
    let own = data + "/events"
    for noted in [own, BundledPlaces.of("Events")[0]] {
      try folder.put("data/\(RunningEvents.noteName)", Array((noted + "\n").utf8))
      #expect(try found(try await settings()) == [own, own])
    }
    try folder.put("data/\(RunningEvents.noteName)", Array((folder.path("mine") + "\n").utf8))
    #expect(try found(try await settings()) == [folder.path("mine"), folder.path("mine")])
    for noted in ["", "x", "\n\n\n", String(repeating: "/a", count: 20_000)] {
      try folder.put("data/\(RunningEvents.noteName)", Array(noted.utf8))
      #expect(try found(try await settings()) == [own, own])
    }
  }

  @Test func `a remembered folder that is gone is said by doctor and by the list, with what is used instead`()
    async throws
  {
    try RunningEvents.note(folder.path("mine"), try await settings([.events: folder.path("mine")]), isTrial: false)
    try FileManager.default.removeItem(atPath: folder.path("mine"))
    #expect(try found(try await settings()) == [data + "/events", data + "/events"])
    let doctor = try await Program.run(["doctor", "--mock-camera", "--data", data])
    let words = "\(folder.path("mine")), the folder of events that the booth before was told, is not there"
    #expect(doctor.output.contains("BAD  events: \(words)") && doctor.output.contains("uses those in \(data)/events"))
    let list = try await Program.run(["event", "list", "--data", data])
    #expect(
      list.code == 0 && list.errors.contains(words)
        && list.output.split(separator: "\n").dropFirst().first?.hasPrefix("own") == true, "\(list.errors)")
  }

  @Test func `a booth remembers --events, and doctor, the list and the next start go by it`() async throws {
    func play(_ more: [String]) async throws -> Program.Outcome {
      try await Program.run(
        [
          "run", "--mock-camera", "--lab", "--sessions", "1", "--data", data, "--screen", "log", "--gallery-host",
          "127.0.0.1", "--gallery-port", "0", "--event", "anna",
        ] + more)
    }
    let first = try await play(["--events", folder.path("mine")])
    #expect(first.code == 0, "\(first.errors)")
    let doctor = try await Program.run(["doctor", "--mock-camera", "--data", data])
    #expect(doctor.output.contains("ok   events: 1 in \(folder.path("mine")), which the booth before was told"))
    let listed = try await Program.run(["event", "list", "--data", data]).output.split(separator: "\n")
    #expect(listed.first?.hasPrefix("EVENT ") == true && listed.dropFirst().first?.hasPrefix("anna ") == true)
    // The folder that has the sessions stays the event when it is copied, whatever the copy's name.
    try folder.put("mine/a copy/event.json", try folder.read("mine/anna/event.json"))
    let second = try await play([])
    #expect(
      second.code == 0 && second.errors.contains("in \(folder.path("mine")); --events names others"), "\(second.errors)"
    )
    for command in [["event", "check"], ["doctor", "--mock-camera"]] {
      let told = try await Program.run(command + ["--data", data])
      #expect(
        told.code == 1
          && told.output.contains("which \(folder.path("mine"))/anna/event.json has for \"N\", with 2 sessions"))
      #expect(
        told.output.contains("this one counts as its copy and cannot be used: give it a number of its own, such as 8"))
    }
  }

  @Test(arguments: [
    ("mine/anna/event.json", "is a file and no folder", "is one event's file"),
    ("mine/anna", "", "is an event itself; name the folder around it"),
    ("mine/anna/.", "", "is an event itself; name the folder around it"),
    ("file", "", "is a file and no folder; expected a folder with a folder for each event"),
    ("none", "", "there is no folder"),
  ])
  func `a wrong --events is said for what it is by list, check, doctor and run`(
    _ name: String, _ never: String, _ words: String
  ) async throws {
    try folder.put("file", [1])
    // A folder of pictures beside it is no event without a file.
    try folder.put("mine/anna/pictures/a.jpg", [1])
    let place = ["--data", data, "--events", folder.path(name)]
    for command in [["event", "list"], ["event", "check"], ["doctor", "--mock-camera"], ["run", "--mock-camera"]] {
      let outcome = try await Program.run(command + place)
      let said = outcome.output + outcome.errors
      let code: Int32 = command[0] == "doctor" || words.hasPrefix("is an event itself") ? 1 : 64
      #expect(outcome.code == code, "\(command): \(outcome.code) \(said)")
      #expect(said.contains(words) && (never.isEmpty || !said.contains(never)), "\(command): \(said)")
      if name.hasPrefix("mine") { #expect(said.contains("--events \(folder.path("mine"))"), "\(command): \(said)") }
    }
  }

  @Test func `a file in place of the data folder is said to be none by every command, and by doctor`() async throws {
    try folder.put("file", [1])
    for command in [
      ["doctor"], ["status"], ["event", "list"], ["session", "list"], ["run", "--mock-camera"], ["gallery"], ["studio"],
      ["config", "show"], ["report", "list"], ["photos", "list"], ["shutdown"],
    ] {
      let outcome = try await Program.run(command + ["--data", folder.path("file")])
      let said = outcome.output + outcome.errors
      #expect(outcome.code == (command[0] == "doctor" ? 1 : command[0] == "config" ? 0 : 66), "\(command): \(said)")
      guard command[0] != "config" else { continue }
      #expect(
        said.contains("file (flag --data) is no folder: expected one for photos, clips and the database"),
        "\(command): \(said)")
      #expect(!said.contains("mend its rights"), "\(command): \(said)")
    }
  }
}
