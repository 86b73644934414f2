import BoothTesting
import Dispatch
import FoundationEssentials
import Testing

@testable import CommandSupport
@testable import booth

/// What stands in the way of a start is told before it, or does not stand in its way.
@Suite(.timeLimit(.minutes(15))) struct DoctorTests {
  private let folder: TemporaryFolder
  private var place: [String] { ["--data", folder.path("data"), "--events", Program.bundledEvents] }

  init() throws { folder = try TemporaryFolder() }

  private func doctor(_ arguments: [String] = [], _ environment: [String: String] = [:]) async throws -> Program.Outcome
  {
    try await Program.run(
      ["doctor"] + place + arguments, environment: ["BOOTH_CAMERA": "mock"].merging(environment) { $1 })
  }

  @Test func `a port that another program has is found, with how to mend it`() async throws {
    let other = try RunningProgram([
      "gallery", "--data", folder.path("other"), "--events", Program.bundledEvents, "--gallery-host", "127.0.0.1",
      "--gallery-port", "0",
    ])
    defer { other.end() }
    let line = try #require(await other.nextLine())
    let port = try #require(line.split(separator: " ").first { $0.hasPrefix("http") }?.split(separator: ":").last)
    for host in ["127.0.0.1", "0.0.0.0"] {
      let found = try await doctor(["--gallery-port", String(port), "--gallery-host", host])
      #expect(found.code == 1)
      #expect(found.output.contains("BAD  gallery: port \(port) is in use by another program"), "\(found.output)")
      #expect(found.output.contains("--gallery-port"))
    }
    // A remote gallery there: it answers, and takes no wrong token.
    let url = "http://127.0.0.1:\(port)"
    let remote = try await doctor([], ["BOOTH_GALLERY_URL": url, "BOOTH_GALLERY_TOKEN": "wrong"])
    #expect(remote.output.contains("BAD  gallery: \(url): presign: the gallery answered 401"), "\(remote.output)")
    #expect(remote.output.contains("note links: begin with \(url): they open on this machine only"))
    let links = try await doctor(
      [],
      [
        "BOOTH_GALLERY_URL": url, "BOOTH_GALLERY_TOKEN": "wrong",
        "BOOTH_GALLERY_PUBLIC_URL": "http://192.0.2.1.invalid",
      ])
    #expect(links.output.contains("BAD  links: begin with http://192.0.2.1.invalid, where no gallery answers"))
  }

  @Test func `the mock camera is meant as by the booth itself`() async throws {
    for arguments in [["--mock-camera"], ["--mock-camera=\(folder.path("script.json5"))"]] {
      try folder.put("script.json5", Array("{}".utf8))
      let found = try await doctor(arguments, ["BOOTH_CAMERA": "auto"])
      #expect(found.code != 64 && found.output.contains("camera: the mock camera"), "\(found.output) \(found.errors)")
    }
    let missing = try await doctor(["--mock-camera=\(folder.path("none.json5"))"])
    #expect(missing.code == 64 && missing.errors.contains("none.json5"), "\(missing.errors)")
    let both = try await doctor(["--mock-camera", "--camera", "v4l2"])
    #expect(both.code == 64 && both.errors.contains("exclude each other"), "\(both.errors)")
  }

  @Test func `a gallery whose name nobody knows is told as that, and asked for once`() async throws {
    // `.invalid` is never given away (RFC 2606).
    let found = try await doctor([], ["BOOTH_GALLERY_URL": "http://none.invalid", "BOOTH_GALLERY_TOKEN": "token"])
    let line = try #require(found.output.split(separator: "\n").first { $0.contains(" gallery: ") }, "\(found.output)")
    #expect(line.hasPrefix("BAD  gallery: http://none.invalid: health: "), "\(line)")
    // The second where no name server answers at all.
    let words = ["no name server knows none.invalid", "no connection within 5 s"]
    #expect(words.contains { line.contains($0) }, "\(line)")
    #expect(line.contains("check the network and the address (gallery.url)"), "\(line)")
    #expect(!found.output.contains("event page"), "\(found.output)")
  }

  @Test func `photographs whose source is away, and marks that were set aside, are told`() async throws {
    #expect(try await doctor().output.contains(" photos: ") == false)
    try folder.put("trip/a.jpg", [0xFF, 0xD8, 0xFF])
    let added = try await Program.run(["photos", "add", folder.path("trip"), "--data", folder.path("data")])
    #expect(added.code == 0, "\(added.errors)")
    #expect(try await doctor().output.contains("ok   photos: 1 source"))
    try FileManager.default.moveItem(atPath: folder.path("trip"), toPath: folder.path("gone"))
    try folder.put("data/photos/marks.sqlite.damaged-1", [1])
    let found = try await doctor()
    #expect(found.output.contains("note photos: trip (\(folder.path)/trip) is away"), "\(found.output)")
    #expect(found.output.contains("is set aside as marks.sqlite.damaged-1"), "\(found.output)")
  }

  @Test func `a name server that does not answer is not waited for`() async throws {
    let isOver = DispatchSemaphore(value: 0)
    defer { isOver.signal() }
    let problem = await PortTrial.problem(host: "booth.example", port: 8080, patience: .zero) { _, _ in
      isOver.wait()
      return nil
    }
    #expect(problem?.words.contains("booth.example is a name that no name server has answered for") == true)
    #expect(problem?.remedy.contains("gallery.host: expected an address of this machine") == true)
  }

  @Test(arguments: [
    ("200 OK\r\nContent-Type: text/html", "<!doctype html><title>Sign in</title>", "a web page (\"Sign in\")"),
    ("302 Found\r\nLocation: https://login.example/?from=booth", "", "leads on to https://login.example/ (302)"),
    ("200 OK\r\nContent-Type: text/plain", "hello", "not as a gallery does"),
  ]) func `a page or a way to somewhere else is no gallery, though it answers`(
    _ head: String, _ body: String, _ words: String
  ) async throws {
    let server = try RawServer { exchange in
      exchange.send("HTTP/1.1 \(head)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    defer { server.stop() }
    let url = "http://127.0.0.1:\(server.port)"
    let found = try await doctor([], ["BOOTH_GALLERY_URL": url, "BOOTH_GALLERY_TOKEN": "token"])
    let line = try #require(found.output.split(separator: "\n").first { $0.contains(" gallery: ") }, "\(found.output)")
    #expect(found.code == 1 && line.hasPrefix("BAD  gallery: \(url): health: "), "\(line)")
    #expect(line.contains(words) && line.contains("gallery.url") && !line.contains("by themselves"), "\(line)")
  }

  @Test(arguments: [
    ("403 Forbidden\r\nServer: cloudflare\r\nContent-Type: text/plain", "error code: 1010", "Browser Integrity Check"),
    ("403 Forbidden\r\ncf-mitigated: challenge", "<html></html>", "the proof of a browser"),
    ("401 Unauthorized\r\nWWW-Authenticate: Basic realm=x", "<h1>401</h1>", "a name and a password"),
  ]) func `what refuses everything is named, and no event's page counts as shut by it`(
    _ head: String, _ body: String, _ words: String
  ) async throws {
    let server = try RawServer { exchange in
      exchange.send("HTTP/1.1 \(head)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    defer { server.stop() }
    let url = "http://127.0.0.1:\(server.port)"
    let found = try await doctor([], ["BOOTH_GALLERY_URL": url, "BOOTH_GALLERY_TOKEN": "token"])
    let line = try #require(found.output.split(separator: "\n").first { $0.contains(" gallery: ") }, "\(found.output)")
    #expect(line.hasPrefix("BAD  gallery: ") && line.contains(words) && !line.contains("gallery.token"), "\(line)")
    let pages = found.output.split(separator: "\n").filter { $0.contains(" event page: ") }
    #expect(!pages.isEmpty && !pages.contains { $0.hasPrefix("ok") }, "\(found.output)")
  }

  @Test(arguments: [
    ("gphotoo", "BAD  settings: camera (variable BOOTH_CAMERA): camera \"gphotoo\": expected auto, mock, a device"),
    ("/dev/video250", "BAD  camera: /dev/video250 is not there → plug it in"),
    ("mock", "ok   camera: the mock camera"),
  ]) func `each camera has its line`(_ camera: String, _ words: String) async throws {
    let found = try await doctor(
      ["--gallery-port", "0"], ["BOOTH_CAMERA": camera, "BOOTH_CAMERA_FALLBACK": "/dev/video251"])
    #expect(found.output.contains(words), "\(found.output)")
    #expect(found.output.contains("BAD  fallback camera: /dev/video251 is not there"))
    #expect(found.code == 1)
  }

  @Test func `a booth whose camera is not there comes up, and says so`() async throws {
    let booth = try RunningProgram(
      ["run", "--screen", "log", "--camera", "/dev/video250", "--event", "wedding", "--gallery-host", "127.0.0.1"]
        + ["--gallery-port", "0"] + place)
    defer { booth.end() }
    var status = try await Program.run(["status"] + place)
    _ = try await Program.until {
      status = try await Program.run(["status"] + place)
      return status.output.contains("outOfOrder")
    }
    #expect(status.output.contains("there is no such device"), "\(status.output)")
    #expect(status.output.contains("Check its cable"))
    let found = try await doctor(["--gallery-port", "0"])
    #expect(found.output.contains("BAD  camera: /dev/video250: "), "the running booth's, not the settings'")
    #expect(found.output.contains("ok   screen: in use by the running booth"), "\(found.output)")
    #expect(found.output.contains("note links: begin with http://127.0.0.1:"), "\(found.output)")
    let misspelt = try await Program.run(["run", "--camera", "gphotoo", "--data", folder.path("second")])
    #expect(misspelt.code == 64 && misspelt.errors.contains("gphotoo"))
  }

  @Test func `a running booth whose gallery does not answer says so, in doctor and status, whatever flag named it`()
    async throws
  {
    let port = try RefusingPort()
    defer { withExtendedLifetime(port) {} }
    let gone = "http://127.0.0.1:\(port.number)"
    let booth = try RunningProgram(
      ["run", "--mock-camera", "--screen", "log", "--lab", "--event", "wedding", "--gallery-url", gone] + place,
      environment: ["BOOTH_GALLERY_TOKEN": "token"])
    defer { booth.end() }
    _ = try await Program.until { try await Program.run(["press", "start"] + place).code == 0 }
    var status = try await Program.run(["status"] + place)
    _ = try await Program.until {
      status = try await Program.run(["status"] + place)
      return status.output.contains("do not arrive")
    }
    #expect(status.output.contains("do not arrive: "), "\(status.output)")
    let found = try await doctor(["--gallery-port", "0"])
    let line = try #require(found.output.split(separator: "\n").first { $0.contains(" gallery: ") }, "\(found.output)")
    #expect(line.hasPrefix("BAD ") && line.contains("do not arrive") && line.contains(gone), "\(line)")
    #expect(line.contains("check the network and the gallery's address"), "\(line)")
    #expect(found.output.contains("BAD  links: begin with \(gone), where no gallery answers"), "\(found.output)")
    #expect(found.code == 1)
  }

  @Test func `a panel is tried by its file, and what is not there of it is said`() async throws {
    try folder.put(
      "knob.json5",
      Array(#"{kind: "panel", name: "k", chips: ["none-such"], knobs: [{name: "g", lines: [1, 2]}]}"#.utf8))
    let tried = try await Program.run(
      ["devices", "test", folder.path("knob.json5"), "--seconds", "1"] + place)
    #expect(tried.code == 1 && tried.output.contains("k: 0 buttons, 1 knob, 0 lights"), "\(tried.output)")
    #expect(tried.output.contains("WRONG there is no GPIO chip none-such"), "\(tried.output)")
    #expect(tried.output.contains("did not move, or one way only: g"), "\(tried.output)")
    let json = try await Program.run(
      ["devices", "test", folder.path("knob.json5"), "--seconds", "1", "--json"] + place)
    #expect(json.code == 1 && json.output.contains(#""stronger" : 0"#), "\(json.output)")
    let found = try await doctor(["--gallery-port", "0"], ["BOOTH_PANEL": folder.path("knob.json5")])
    #expect(found.output.contains("BAD  panel: k: there is no GPIO chip none-such"), "\(found.output)")
  }

  @Test func `secrets that cannot be read are found before the start`() async throws {
    try folder.put("data/gallery-secrets.json", Array("{}".utf8))
    let found = try await doctor(["--gallery-port", "0"])
    #expect(found.code == 1 && found.output.contains("BAD  gallery: \(folder.path("data"))/gallery-secrets.json"))
  }

  @Test func `a folder without events is an error with a sentence, and an event is no folder of events`() async throws {
    try folder.put("empty/readme", [])
    try folder.put("wedding/event.json", Array(#"{"id": 1, "name": "A", "date": "2026-01-01"}"#.utf8))
    func check(_ name: String, _ more: [String] = []) async throws -> Program.Outcome {
      try await Program.run(["event", "check", "--data", folder.path("data"), "--events", folder.path(name)] + more)
    }
    let empty = try await check("empty")
    #expect(empty.code == 1 && empty.errors.contains("there is no event in \(folder.path("empty")); expected a folder"))
    let json = try await check("empty", ["--json"])
    #expect(json.code == 1 && json.output.contains(#""words" : "there is no event in"#), "\(json.output)")
    let event = try await check("wedding")
    #expect(
      event.code == 1 && event.errors.contains("is an event itself; name the folder around it: --events \(folder.path)")
    )
    try folder.put("broken/party/event.json", Array("{".utf8))
    let unknown = try await check("broken", ["wedding"])
    #expect(unknown.code == 64 && unknown.errors.contains("there is no usable event \"wedding\""), "\(unknown.errors)")
  }

  @Test func `every sentence comes from the booth, and none is Foundation's`() async throws {
    let nothing = folder.path("nothing")
    for command in [
      ["queue", "list", "--data", nothing], ["session", "list", "--data", nothing], ["replay", nothing],
    ] {
      let outcome = try await Program.run(command)
      #expect(outcome.code != 0 && outcome.errors.hasPrefix("booth: ") && outcome.errors.contains(nothing))
      #expect(!outcome.errors.contains("NSCocoa"), "\(outcome.errors)")
    }
  }

  @Test func `log lines have the beginning of a session's id, never the whole`() {
    let id = "0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D"
    #expect("link=http://x/s/\(id)?a \(id.lowercased())".withoutSessionIDs == "link=http://x/s/0A1B2C3D…?a 0a1b2c3d…")
    for text in ["", "2026-11-22T04:02:44Z notice", "0A1B2C3D-4E5F", "a-b-c-d-e"] {
      #expect(text.withoutSessionIDs == text)
    }
  }
}
