import AsyncHTTPClient
import BoothCore
import BoothTesting
import FoundationEssentials
import Glibc
import NIOCore
import NIOHTTP1
import Testing
import WebSupport

@testable import BoothRuntime
@testable import CommandSupport
@testable import booth

/// What Prometheus is told of a booth.
@Suite(.timeLimit(.minutes(15))) struct MetricsTests {
  private func status(_ state: BoothState = .idle, jobs: [Job] = [], troubles: [String: String] = [:]) -> BoothStatus {
    BoothStatus(
      state: state, scene: "attract", event: "anna-and-ben", pending: nil, camera: "mock", cameraReady: true,
      abandonedCameras: 0, cameras: [], liveFrames: 0, shownFrameAgeMilliseconds: nil, photoToScreenMilliseconds: nil,
      jobs: jobs.map { .init(job: $0, waitSeconds: nil) }, troubles: troubles, printer: nil, panels: [],
      freeBytes: 12_345_678_901, storage: StorageNews(.low, ""), releasedFiles: 0, releasedBytes: 0,
      events: ["anna-and-ben"], linkBase: "http://192.0.2.7:8080", facts: [], night: NightTally())
  }

  @Test func `every figure is there, with its words and numbers`() throws {
    let session = SessionRef.sample().id
    let jobs = [
      Job(id: 1, kind: .upload, session: session), Job(id: 2, kind: .upload, session: session, state: .held),
      Job(id: 3, kind: .print, session: session),
    ]
    let figures = try PrometheusText(
      BoothMetrics(
        status: status(
          jobs: jobs, troubles: ["panel anna's": "gone", "panel b": "gone", "location jaffa": "x", "camera": "y"]),
        oldestUploadSeconds: 61.5, residentBytes: 50_000_000, version: "1.2\"\\\n"
      ).text)
    #expect(figures["booth_up"] == 1 && figures["booth_info", "version", "1.2\"\\\n"] == 1)
    #expect(figures["booth_state", "state", "ready"] == 1 && figures["booth_state", "state", "session"] == 0)
    #expect(figures.samples.count { $0.name == "booth_state" } == BrokerReport.Word.allCases.count)
    #expect(figures["booth_sessions_tonight"] == 0 && figures["booth_uploads_waiting"] == 2)
    #expect(figures["booth_oldest_upload_seconds"] == 61.5 && figures["booth_jobs_needing_operator"] == 1)
    #expect(figures["booth_disk_free_bytes"] == 12_345_678_901 && figures["booth_disk_level", "level", "low"] == 1)
    #expect(figures["booth_disk_level", "level", "plenty"] == 0 && figures["booth_camera_usable"] == 1)
    #expect(figures["booth_prints_left"] == nil && figures["booth_resident_memory_bytes"] == 50_000_000)
    #expect(
      figures.samples.filter { $0.name == "booth_trouble" }.map(\.labels) == [
        ["topic": "camera"], ["topic": "location"], ["topic": "panel"],
      ])
  }

  @Test func `nothing of guests, events or links is told, in no state`() throws {
    for sample in FlowSample.all {
      let words = "session 1F6F7CA2 of anna@example.com: http://192.0.2.7:8080/s/1F6F7CA2"
      let text = BoothMetrics(status: status(sample.flow.state, troubles: ["upload": words])).text
      _ = try PrometheusText(text)
      for part in ["anna", "1F6F7CA2", "192.0.2.7", "http", "wedding", SessionRef.sample().id.text] {
        #expect(!text.contains(part), "\(sample.name): \(part)")
      }
    }
  }

  @Test func `without a booth one figure is told`() throws {
    let figures = try PrometheusText(BoothMetrics.none.text)
    #expect(figures["booth_up"] == 0 && figures.samples.count == 1)
  }

  @Test(arguments: [
    "booth_up 1", "booth_up 1\nbooth_up 2\n", "# TYPE booth_up gauge\nbooth_up one\n",
    "# TYPE booth_up gauge\nbooth-up 1\n",
    "# TYPE a gauge\na{b=\"c} 1\n", "# TYPE a gauge\na{b=\"c\"} 1\n\na{b=\"d\"} 1\n",
  ]) func `what is no such text is not read`(_ text: String) {
    #expect(throws: PrometheusText.Fault.self) { try PrometheusText(text) }
  }

  @Test func `a running booth prints its figures, writes them for a collector, and answers at its address`()
    async throws
  {
    let folder = try TemporaryFolder()
    let place = ["--data", folder.path("data")]
    let stranger = try RawServer { exchange in
      exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nstranger")
      return true
    }
    defer { stranger.stop() }
    let collected = folder.path("booth.prom")
    // No booth yet.
    let none = try await Program.run(["metrics"] + place)
    #expect(none.code == 69 && none.output.hasSuffix("booth_up 0\n"), "\(none.output)")
    #expect(try await Program.run(["metrics", "--out", collected] + place).code == 0)
    #expect(try PrometheusText(String(decoding: folder.read("booth.prom"), as: UTF8.self))["booth_up"] == 0)

    let booth = try RunningProgram(
      [
        "run", "--mock-camera", "--lab", "--screen", "log", "--event", "wedding", "--gallery-host", "127.0.0.1",
        "--gallery-port", "0", "--events", try Program.putPlainEvents(folder),
      ] + place, environment: ["BOOTH_METRICS": "127.0.0.1:\(stranger.port)"])
    defer { booth.end() }
    #expect(try await Program.answers(on: folder.path("data")))
    func printed() async throws -> PrometheusText { try PrometheusText(await Program.run(["metrics"] + place).output) }
    // The port is another program's: a trouble, and guests are invited all the same.
    #expect(
      try await Program.until {
        let figures = try await printed()
        return figures["booth_trouble", "topic", "metrics"] == 1 && figures["booth_state", "state", "ready"] == 1
      })
    #expect(try await Program.run(["status"] + place).output.contains("trouble: metrics"))
    stranger.stop()
    let url = "http://127.0.0.1:\(stranger.port)"
    func get(_ path: String) async throws -> (code: UInt, type: String?, text: String)? {
      do {
        let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url + path), timeout: .minutes(10))
        let body = try await response.body.collect(upTo: 1 << 20)
        return (
          response.status.code, response.headers.first(name: "Content-Type"),
          String(decoding: body.readableBytesView, as: UTF8.self)
        )
      } catch { return nil }
    }
    #expect(try await Program.until { try await get("/metrics")?.code == 200 })
    #expect(try await Program.until { try await printed()["booth_trouble", "topic", "metrics"] == nil })
    let page = try #require(try await get("/metrics"))
    #expect(page.type == "text/plain; version=0.0.4; charset=utf-8")
    let figures = try PrometheusText(page.text)
    #expect(figures["booth_up"] == 1 && (figures["booth_resident_memory_bytes"] ?? 0) > 1_000_000)
    #expect(figures["booth_camera_usable"] == 1 && (figures["booth_disk_free_bytes"] ?? 0) > 0)
    for path in ["/", "/s/1", "/metrics/more"] { #expect(try await get(path)?.code == 404, "\(path)") }

    #expect(try await Program.run(["metrics", "--out", collected] + place).code == 0)
    #expect(try PrometheusText(String(decoding: folder.read("booth.prom"), as: UTF8.self))["booth_up"] == 1)
    var facts = stat()
    #expect(stat(collected, &facts) == 0 && facts.st_mode & 0o777 == 0o644)
    #expect(try folder.names().filter { $0.hasPrefix("booth.prom") } == ["booth.prom"])
    let nowhere = try await Program.run(["metrics", "--out", folder.path("none/booth.prom")] + place)
    #expect(nowhere.code == 73 && nowhere.errors.contains("none/booth.prom cannot be written"), "\(nowhere.errors)")
  }

  @Test func `an address that is none gives way, and the booth runs`() async throws {
    let settings = try await Settings(
      flags: [:], environment: ["BOOTH_METRICS": "everywhere"], file: nil, manner: .lenient)
    var proved = settings
    try proved.proveForBooth()
    #expect(proved.text(.metrics) == nil && proved.notices.contains { $0.contains("expected ADDRESS:PORT") })
    #expect(try MetricsServing.prove("[::1]:9101").port == 9101)
  }
}
