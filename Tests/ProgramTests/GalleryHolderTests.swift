import BoothCore
import BoothTesting
import FoundationEssentials
import GalleryClient
import Testing

@testable import CommandSupport
@testable import booth

/// Links are printed where they lead to this booth's pages, and not where a stranger has its port.
@Suite(.serialized, .timeLimit(.minutes(15))) struct GalleryHolderTests {
  let folder: TemporaryFolder
  private var data: String { folder.path("data") }

  init() throws { folder = try TemporaryFolder() }

  /// - Returns: a gallery that runs on a data folder, and its port.
  private func gallery(on data: String, port: String = "0") async throws -> (RunningProgram, port: String) {
    let program = try RunningProgram([
      "gallery", "--data", data, "--events", Program.bundledEvents, "--gallery-host", "127.0.0.1", "--gallery-port",
      port,
    ])
    let line = try #require(await program.nextLine())
    let found = try #require(line.split(separator: " ").first { $0.hasPrefix("http") }?.split(separator: ":").last)
    return (program, String(found))
  }

  private func ask(_ command: [String]) async throws -> Program.Outcome {
    try await Program.run(command + ["--data", data], environment: ["BOOTH_CAMERA": "mock"])
  }

  /// A booth has played a session with its own gallery at that port.
  private func play(port: String) async throws {
    let outcome = try await Program.run([
      "run", "--mock-camera", "--lab", "--sessions", "1", "--data", data, "--events", Program.bundledEvents, "--event",
      "wedding", "--screen", "log", "--gallery-host", "127.0.0.1", "--gallery-port", port,
    ])
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test func `while another booth's gallery has the port, no command prints a link that leads there`() async throws {
    let (other, port) = try await gallery(on: folder.path("other"))
    defer { other.end() }
    try await play(port: "0")
    // As if the port had been this booth's before.
    let noted = "network\n\(port) 127.0.0.1\n"
    try folder.put("data/gallery.links", Array(noted.utf8))
    let words = "another booth's gallery answers at port \(port), where this booth's own should"
    let list = try await ask(["event", "list"])
    #expect(list.errors.contains("there are no links now: \(words)") && list.errors.contains("--gallery-port"))
    #expect(!list.output.contains("http://") && list.output.contains("none, as \(words)"), "\(list.output)")
    let json = try await ask(["event", "list", "--json"])
    #expect(!json.output.contains("http://"), "\(json.output)")
    let sessions = try await ask(["session", "list", "--json"])
    #expect(!sessions.output.contains("http://") && sessions.errors.contains(words), "\(sessions.output)")
    let id = try #require(sessions.output.firstMatch(of: /"id" : "([0-9A-F-]{36})"/)?.1)
    let shown = try await ask(["session", "show", String(id)])
    #expect(!shown.output.contains("http://") && shown.output.contains("none, as \(words)"), "\(shown.output)")
    let code = try await ask(["session", "qr", String(id), "--out", folder.path("code.png")])
    #expect(code.code == 1 && code.errors.contains(words), "\(code.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("code.png")))
    // Doctor looks where the next start listens.
    let doctor = try await ask(["doctor", "--gallery-host", "127.0.0.1", "--gallery-port", port])
    #expect(
      doctor.output.contains("BAD  links: begin with http://127.0.0.1:\(port), where another booth's gallery answers"))
    #expect(!doctor.output.contains("ok   links"), "\(doctor.output)")
  }

  @Test func `a running booth whose port another has is told so by doctor and by the list`() async throws {
    let (other, port) = try await gallery(on: folder.path("other"))
    defer { other.end() }
    let booth = try RunningProgram(
      [
        "run", "--mock-camera", "--data", data, "--events", Program.bundledEvents, "--event", "wedding", "--screen",
        "log", "--gallery-host", "127.0.0.1", "--gallery-port", port,
      ], readingLog: true)
    defer { booth.end() }
    var line: String?
    repeat { line = await booth.nextLine() } while line?.contains("booth.links=") == false
    #expect(line != nil)
    let doctor = try await ask(["doctor"])
    #expect(
      doctor.output.contains(
        "BAD  links: begin with http://127.0.0.1:\(port), and another booth's gallery answers at port \(port)"),
      "\(doctor.output)")
    #expect(!doctor.output.contains("ok   links"), "\(doctor.output)")
    let list = try await ask(["event", "list"])
    #expect(!list.output.contains("http://"), "\(list.output)")
  }

  @Test func `the data folder's own gallery is known, with links that lead to it`() async throws {
    try await play(port: "0")
    let place = try #require(GalleryListens.read(data))
    let (own, port) = try await gallery(on: data, port: String(place.port))
    defer { own.end() }
    #expect(await GalleryHolder.at("http://127.0.0.1:\(port)", data: data) == .own)
    #expect(await GalleryHolder.at("http://127.0.0.1:\(port)", data: folder.path("nothing")) == .otherBooth)
    let list = try await ask(["event", "list"])
    #expect(list.output.contains("http://127.0.0.1:\(port)/e/") && !list.errors.contains("no links"), "\(list.errors)")
    let doctor = try await ask(["doctor", "--gallery-host", "127.0.0.1", "--gallery-port", port])
    #expect(doctor.output.contains("note gallery: port \(port) is in use by this data folder's own gallery"))
  }

  @Test func `another program at the port is known, and one that only takes connections`() async throws {
    let server = try RawServer { exchange in
      exchange.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhello")
    }
    defer { server.stop() }
    try folder.put("data/gallery.links", Array("network\n\(server.port) 127.0.0.1\n".utf8))
    #expect(await GalleryHolder.at("http://127.0.0.1:\(server.port)", data: data) == .otherProgram)
    let list = try await ask(["event", "list"])
    #expect(list.errors.contains("there are no links now: another program answers at port \(server.port)"))
    let doctor = try await ask(["doctor", "--gallery-host", "127.0.0.1", "--gallery-port", "\(server.port)"])
    #expect(doctor.output.contains("BAD  gallery: port \(server.port) is in use by another program"))
    #expect(doctor.output.contains("BAD  links: ") && !doctor.output.contains("ok   links"), "\(doctor.output)")
  }

  @Test func `a gallery proves whose it is to who knows, and says no more than ok to others`() async throws {
    let (own, port) = try await gallery(on: data)
    defer { own.end() }
    await AskedGallery.at("http://127.0.0.1:\(port)") { gallery in
      do throws(GalleryError) {
        for challenge in ["0123456789abcdef", "A-b_" + String(repeating: "0", count: 60)] {
          let proof = try await gallery.health(challenge: challenge)
          #expect(proof == GalleryHolder.proof(challenge, data: data) && proof?.count == 43)
        }
        for challenge in ["", "short", String(repeating: "0", count: 65), "0123456789abcde%21"] {
          #expect(try await gallery.health(challenge: challenge) == nil)
        }
      } catch { Issue.record(error) }
    }
  }
}
