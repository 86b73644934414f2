import BoothTesting
import Synchronization
import Testing

@testable import booth

/// The real booth, at whose gallery's port another program listens when it starts.
@Suite(.timeLimit(.minutes(15))) struct TakenPortTests {
  private let folder: TemporaryFolder
  private var data: String { folder.path("data") }

  init() throws { folder = try TemporaryFolder() }

  private func ask(_ command: [String]) async throws -> Program.Outcome {
    try await Program.run(command + ["--data", data])
  }

  private func becomes(_ state: String) async throws -> Bool {
    try await Program.until { try await ask(["status", "--json"]).output.contains("\"state\" : \"\(state)\"") }
  }

  private func comes(_ words: String, in booth: RunningProgram) async -> Bool {
    while let line = await booth.nextLine() { if line.contains(words) { return true } }
    return false
  }

  @Test func `invites guests, says it, photographs them, and uploads as soon as the port is free`() async throws {
    let requests = Mutex<[String]>([])
    let stranger = try RawServer { exchange in
      requests.withLock { $0.append("\(exchange.head)\n\(exchange.body.count) bytes") }
      exchange.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello")
      return true
    }
    let manager = try NoticeSocket()
    let booth = try RunningProgram(
      [
        "run", "--mock-camera", "--lab", "--data", data, "--events", try Program.putPlainEvents(folder), "--event",
        "wedding", "--screen", "log", "--gallery-host", "127.0.0.1", "--gallery-port", "\(stranger.port)",
      ], environment: ["NOTIFY_SOCKET": manager.path], readingLog: true)
    defer { booth.end() }

    #expect(await comes("port \(stranger.port) is already in use", in: booth))
    #expect(try await Program.until { manager.words.contains("READY=1") }, "the service manager still waits")
    #expect(try await becomes("idle"))
    #expect(try await ask(["status"]).output.contains("trouble: own gallery"))

    #expect(try await ask(["press", "start"]).code == 0)
    let isTaken = try await Program.until {
      try await ask(["session", "list", "--json"]).output.contains("\"state\" : \"finished\"")
    }
    #expect(isTaken, "the session was not played while the port was taken")
    #expect(requests.withLock { $0 }.filter { $0.contains("X-FotoX-Key") || !$0.hasSuffix("\n0 bytes") } == [])

    stranger.stop()
    #expect(await comes("the gallery listens now", in: booth))
    // The question itself has only a few seconds for its answer.
    #expect(
      try await Program.until { await GalleryHolder.at("http://127.0.0.1:\(stranger.port)", data: data) == .own })
    let isUploaded = try await Program.until {
      try await ask(["session", "list", "--json"]).output.contains("\"state\" : \"uploaded\"")
    }
    #expect(isUploaded, "the session waits although the port is free")
    #expect(try await Program.until { try await !ask(["status"]).output.contains("trouble: own gallery") })
  }
}
