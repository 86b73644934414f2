import BoothCore
import BoothStore
import BoothTesting
import Logging
import ServiceLifecycle
import Testing

@testable import Gallery
@testable import WebSupport

@Suite struct `The server` {
  private func server(_ address: String, _ port: Int, _ folder: TemporaryFolder) throws -> GalleryServer {
    var logger = Logger(label: "gallery")
    logger.logLevel = .critical
    return GalleryServer(
      configuration: GalleryConfiguration(), store: try FolderObjectStore(path: folder.path), logger: logger,
      address: address, port: port)
  }

  @Test func `says that its port is in use`() async throws {
    try await GalleryLab.run { lab in
      let other = try server("127.0.0.1", lab.port, lab.folder)
      let error = await #expect(throws: WebServerError.self) { try await other.run() }
      #expect(error?.cause == .portInUse)
      #expect(error?.description.hasPrefix("port \(lab.port) is already in use, ") == true)
      let again = await #expect(throws: WebServerError.self) { _ = try await other.boundPort() }
      #expect(again == error)
    }
  }

  @Test func `says that it cannot have an address`() async throws {
    let folder = try TemporaryFolder()
    // TEST-NET-1 of RFC 5737: no machine's address.
    let foreign = await #expect(throws: WebServerError.self) { try await server("192.0.2.1", 0, folder).run() }
    #expect(foreign?.cause == .noSuchAddress)
    let nonsense = await #expect(throws: WebServerError.self) { try await server("no such", 0, folder).run() }
    #expect(nonsense?.description.contains("no such") == true)
  }

  @Test func `tells whoever waits for its port that it has stopped`() async throws {
    let folder = try TemporaryFolder()
    let server = try server("127.0.0.1", 0, folder)
    let running = Task { try await server.run() }
    #expect(try await server.boundPort() > 0)
    running.cancel()
    _ = await running.result
    let error = await #expect(throws: WebServerError.self) { _ = try await server.boundPort() }
    #expect(error?.cause == .stopped)
  }

  @Test(.timeLimit(.minutes(15))) func `ends although a client reads nothing of its answer`() async throws {
    let folder = try TemporaryFolder()
    try folder.put("events/7/sessions/ABC/video_0.mp4", Array(repeating: 7, count: 40 << 20))
    let server = try server("127.0.0.1", 0, folder)
    var logger = Logger(label: "group")
    logger.logLevel = .critical
    var configuration = ServiceGroupConfiguration(services: [server], logger: logger)
    configuration.maximumGracefulShutdownDuration = .milliseconds(100)
    let group = ServiceGroup(configuration: configuration)
    let running = Task { try await group.run() }
    let call = try await RawCall(try await server.boundPort())
      .send("GET /asset?path=events/7/sessions/ABC/video_0.mp4 HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(await call.firstLine() == "HTTP/1.1 200 OK")
    await group.triggerGracefulShutdown()
    // Without an end the limit of time is this test's.
    _ = await running.result
  }

  @Test func `ends gracefully in a group of services, though a browser keeps its connection`() async throws {
    let folder = try TemporaryFolder()
    let server = try server("127.0.0.1", 0, folder)
    var logger = Logger(label: "group")
    logger.logLevel = .critical
    let group = ServiceGroup(services: [server], logger: logger)
    let running = Task { try await group.run() }
    let call = try await RawCall(try await server.boundPort()).send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(await call.firstLine() == "HTTP/1.1 200 OK")
    await group.triggerGracefulShutdown()
    #expect(await call.rest() == "{\"status\":\"ok\"}")
    try await running.value
  }

  @Test func `is cut off while connections arrive, and takes nobody with it`() async throws {
    let folder = try TemporaryFolder()
    for _ in 1...10 {
      let server = try server("127.0.0.1", 0, folder)
      let running = Task { try await server.run() }
      let port = try await server.boundPort()
      let arriving = Task { await RawCall.knock(port, times: 400) }
      // The first of them are there.
      _ = try await RawCall(port).send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n").firstLine()
      running.cancel()
      _ = await running.result
      _ = await arriving.value
    }
  }

  @Test func `survives what is no HTTP`() async throws {
    try await GalleryLab.run { lab in
      for text in [
        "\r\n\r\n", "GET\r\n\r\n", "\u{16}\u{3}\u{1}", "GET / HTTP/9.9\r\n\r\n", "GET /s/abc HTTP/1.1\r\n\r\n",
        "PUT /upload HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        "PUT /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST /presign HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
        "GET /s/abc HTTP/1.1\r\nHost: x\r\nX: " + String(repeating: "y", count: 100_000) + "\r\n\r\n",
      ] {
        let call = try await RawCall(lab.port).send(text)
        _ = await call.finish().rest()
        #expect(try await lab.get("/health").status == 200)
      }
    }
  }

  @Test func `answers several requests that come at once on one connection, in order`() async throws {
    try await GalleryLab.run { lab in
      let call = try await RawCall(lab.port).send(
        "GET /health HTTP/1.1\r\nHost: x\r\n\r\nHEAD /health HTTP/1.1\r\nHost: x\r\n\r\n"
          + "GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      let text = await call.rest()
      let lines = text.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) }
      #expect(lines == ["200", "200", "404"] && text.hasSuffix("Not found"))
    }
  }
}
