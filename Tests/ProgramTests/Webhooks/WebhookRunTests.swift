import BoothTesting
import FoundationEssentials
import Glibc
import NightReports
import Synchronization
import Testing

@testable import booth

/// A booth that tells a receiver, with a whole program and real sockets.
@Suite(.timeLimit(.minutes(15))) struct WebhookRunTests {
  /// A receiver that refuses all until it is told otherwise.
  fileprivate final class Receiver: Sendable {
    struct Told: Sendable {
      var id: String
      var what: String
      var body: String
      var wasTaken: Bool
    }

    private let state = Mutex<(takes: Bool, told: [Told])>((false, []))
    var told: [Told] { state.withLock { $0.told } }

    func takeFromNowOn() { state.withLock { $0.takes = true } }

    func answer(_ exchange: RawServer.Exchange) -> Bool {
      let body = String(decoding: exchange.body, as: UTF8.self)
      func member(_ name: String) -> String {
        body.components(after: "\"\(name)\":\"").prefix { $0 != "\"" }.description
      }
      let takes = state.withLock { state in
        state.told.append(
          Told(id: member("id"), what: member("what"), body: body, wasTaken: state.takes))
        return state.takes
      }
      exchange.send("HTTP/1.1 \(takes ? "204 Fine" : "503 Busy")\r\nContent-Length: 0\r\n\r\n")
      return true
    }
  }

  @Test func `messages survive a kill, come with the evening's report, and hold nothing of guests`() async throws {
    let folder = try TemporaryFolder()
    let receiver = Receiver()
    let server = try RawServer { receiver.answer($0) }
    defer { server.stop() }
    try folder.put("secret", Array("0123456789abcdef0123456789abcdef".utf8))
    try folder.put(
      "webhooks.json", Array("[{url: 'http://127.0.0.1:\(server.port)/hook?key=k3y', secret_file: 'secret'}]".utf8))
    let place = ["--data", folder.path("data")]
    let arguments =
      ["run", "--mock-camera", "--lab", "--screen", "log", "--event", "wedding", "--gallery-host", "127.0.0.1"]
      + ["--gallery-port", "0", "--events", Program.bundledEvents] + place
    let environment = ["BOOTH_WEBHOOKS": folder.path("webhooks.json")]
    func start() throws -> RunningProgram { try RunningProgram(arguments, environment: environment) }

    let booth = try start()
    defer { booth.end(SIGKILL) }
    #expect(try await Program.answers(on: folder.path("data")))
    // It answers before its camera is there.
    #expect(try await Program.until { try await Program.run(["press", "start"] + place).code == 0 })
    #expect(try await Program.until { receiver.told.contains { $0.what == "session-finished" } })
    booth.end(SIGKILL)
    let refused = try #require(receiver.told.first { $0.what == "session-finished" })
    #expect(!refused.wasTaken)

    receiver.takeFromNowOn()
    let again = try start()
    defer { again.end(SIGKILL) }
    #expect(try await Program.until { receiver.told.contains { $0.id == refused.id && $0.wasTaken } })
    let waiting = { () -> [String] in
      try FileManager.default.contentsOfDirectory(atPath: folder.path("data/webhooks")).filter { $0.hasSuffix(".json") }
    }
    #expect(try await Program.until { try waiting().isEmpty })
    #expect(receiver.told.first { $0.id == refused.id && $0.wasTaken }?.body == refused.body)

    again.end()
    #expect(try await Program.until { receiver.told.contains { $0.what == "event-ended" && $0.wasTaken } })
    let ended = try #require(receiver.told.last { $0.what == "event-ended" })
    #expect(ended.body.contains("\"reason\":\"shutdown\"") && ended.body.contains("\"begun\":1"))
    #expect(try waiting().isEmpty)
    let sessions = try FileManager.default.contentsOfDirectory(atPath: folder.path("data/sessions"))
    #expect(sessions.count == 1)
    for told in receiver.told {
      #expect(!sessions.contains { told.body.contains($0) } && !told.body.contains("k3y"))
    }

    // An evening is told once.
    let third = try start()
    defer { third.end(SIGKILL) }
    #expect(try await Program.answers(on: folder.path("data")))
    third.end()
    #expect(Set(receiver.told.filter { $0.what == "event-ended" }.map(\.id)).count == 1)
  }
}

extension WebhookRunTests {
  @Test func `a fault that a kill interrupts is told as ended by the next start that is well`() async throws {
    let folder = try TemporaryFolder()
    let receiver = Receiver()
    receiver.takeFromNowOn()
    let server = try RawServer { receiver.answer($0) }
    defer { server.stop() }
    try folder.put("secret", Array("0123456789abcdef0123456789abcdef".utf8))
    try folder.put(
      "webhooks.json", Array("[{url: 'http://127.0.0.1:\(server.port)/hook', secret_file: 'secret'}]".utf8))
    func start(_ camera: [String]) throws -> RunningProgram {
      try RunningProgram(
        ["run", "--lab", "--screen", "log", "--event", "wedding", "--gallery-host", "127.0.0.1", "--gallery-port", "0"]
          + ["--events", try Program.putPlainEvents(folder), "--data", folder.path("data")] + camera,
        environment: ["BOOTH_WEBHOOKS": folder.path("webhooks.json")])
    }
    func told(_ what: String) -> [Receiver.Told] { receiver.told.filter { $0.what == what } }
    // No camera is there.
    let broken = try start(["--camera", "/dev/booth-none"])
    defer { broken.end(SIGKILL) }
    #expect(try await Program.until { told("fault-began").contains { $0.wasTaken } })
    #expect(
      try await Program.until {
        WebhookOutbox(folder: folder.path("data")).faults.contains { $0.kind == .camera && $0.isTold }
      })
    broken.end(SIGKILL)
    // It goes on: nothing is told again.
    let same = try start(["--camera", "/dev/booth-none"])
    defer { same.end(SIGKILL) }
    #expect(try await Program.answers(on: folder.path("data")))
    #expect(
      try await Program.until {
        try await Program.run(["status", "--json", "--data", folder.path("data")]).output.contains("outOfOrder")
      })
    same.end(SIGKILL)
    // A kill between the receiver's answer and the end of the message has it sent once more, with the same id.
    #expect(told("fault-ended").isEmpty && Set(told("fault-began").map(\.id)).count == 1)

    let well = try start(["--mock-camera"])
    defer { well.end(SIGKILL) }
    #expect(try await Program.until { told("fault-ended").contains { $0.wasTaken } })
    let ended = try #require(told("fault-ended").first)
    #expect(ended.body.contains("\"kind\":\"camera\""), "\(ended.body)")
    #expect(try await Program.until { WebhookOutbox(folder: folder.path("data")).faults.isEmpty })
    well.end()
    #expect(Set(told("fault-ended").map(\.id)).count == 1 && Set(told("fault-began").map(\.id)).count == 1)
  }
}

extension String {
  /// What follows the first of these.
  fileprivate func components(after text: String) -> Substring {
    firstRange(of: text).map { self[$0.upperBound...] } ?? ""
  }
}
