import BoothSystem
import Glibc
import Testing

@testable import ControlSocket

@Suite struct ControlServerTests {
  /// So long a client waits before the test counts as hung. Handlers run in the pool of threads that simulated nights of other tests take
  /// for up to a minute.
  static let patience = Duration.seconds(300)

  private static let echo: ControlServer.Handler = { request in
    ControlResponse(
      ok: true, code: 0, message: request.command, data: .object(request.arguments.mapValues { .string($0) }))
  }

  private func server(
    _ folder: SocketFolder, _ limits: ControlLimits = ControlLimits(),
    handler: @escaping ControlServer.Handler = echo,
    admits: @escaping @Sendable (SocketPeer) -> Bool = { _ in true }
  ) throws -> ControlServer {
    let server = try ControlServer(path: folder.socket, limits: limits, admits: admits, handler: handler)
    try server.start()
    return server
  }

  /// Blocking clients run on threads of their own, never on the cooperative pool.
  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let fault = OwnThread.start("client") { continuation.resume(with: Result { try body() }) }
      precondition(fault == 0)
    }
  }

  @Test func `a request is answered, and everything is closed afterwards`() async throws {
    let folder = try SocketFolder()
    let server = try server(folder)
    let response = try await ControlClient(path: folder.socket)
      .send(ControlRequest(command: "say \"שלום\"\n", arguments: ["a": "1"]), timeout: Self.patience)
    #expect(
      response
        == ControlResponse(ok: true, code: 0, message: "say \"שלום\"\n", data: .object(["a": .string("1")])))
    await server.stop()
    #expect(folder.openDescriptors == [])
    #expect(access(folder.socket, F_OK) != 0)
  }

  @Test func `a socket that somebody deletes is there again`() async throws {
    let folder = try SocketFolder()
    var limits = ControlLimits()
    limits.look = .milliseconds(10)
    let server = try server(folder, limits)
    for _ in 0..<2 {
      try #require(unlink(folder.socket) == 0)
      var answer: ControlResponse?
      while answer == nil {
        do throws(ControlError) {
          answer = try await ControlClient(path: folder.socket).send(
            ControlRequest(command: "hello"), timeout: Self.patience)
        } catch { #expect(error.code == .notRunning) }
      }
      #expect(answer?.message == "hello")
    }
    await server.stop()
    #expect(access(folder.socket, F_OK) != 0 && folder.openDescriptors == [])
  }

  @Test func `only the owner may use the socket file, whatever the umask`() async throws {
    let folder = try SocketFolder()
    let server = try server(folder)
    var facts = stat()
    #expect(lstat(folder.socket, &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o600)
    #expect(facts.st_mode & S_IFMT == S_IFSOCK)
    await server.stop()
  }

  @Test func `a path longer than a socket's address works`() async throws {
    let folder = try SocketFolder()
    var path = folder.path
    for _ in 0..<10 {
      path += "/" + String(repeating: "d", count: 100)
      try #require(mkdir(path, 0o700) == 0)
    }
    path += "/control.sock"
    let server = try ControlServer(path: path, handler: Self.echo)
    try server.start()
    let response = try await ControlClient(path: path).send(ControlRequest(command: "far"), timeout: Self.patience)
    #expect(response.message == "far")
    await server.stop()
  }

  @Test func `several clients are served while one waits`() async throws {
    let folder = try SocketFolder()
    let gate = Gate()
    let server = try server(folder) { request in
      if request.command == "slow" { await gate.wait() }
      return ControlResponse(ok: true, code: 0, message: request.command)
    }
    let path = folder.socket
    async let slow = ControlClient(path: path).send(ControlRequest(command: "slow"), timeout: Self.patience)
    for number in 0..<40 {
      let response = try await ControlClient(path: path).send(
        ControlRequest(command: "\(number)"), timeout: Self.patience)
      #expect(response.message == "\(number)")
    }
    await gate.open()
    #expect(try await slow.message == "slow")
    await server.stop()
  }

  @Test func `requests on one connection are answered in order, however they are cut`() async throws {
    let folder = try SocketFolder()
    let server = try server(folder)
    let path = folder.socket
    let lines = try await onThread {
      let client = try RawClient(path)
      for byte in "{\"command\":\"a\"}\r\n\n{\"command\":\"b\"}\n{\"com".utf8 { client.send([byte]) }
      client.send("mand\":\"c\",\"later\":[1]}\n")
      let lines = (0..<3).map { _ in client.line() }
      client.shutDownWriting()
      #expect(client.hungUp())
      return lines
    }
    #expect(
      lines == ["a", "b", "c"].map { #"{"code":0,"data":{},"message":"\#($0)","ok":true}"# })
    await server.stop()
  }

  @Test func `a client that half-closes still gets its answer`() async throws {
    let folder = try SocketFolder()
    let server = try server(folder)
    let path = folder.socket
    let line = try await onThread {
      let client = try RawClient(path)
      client.send("{\"command\":\"a\"}\n")
      client.shutDownWriting()
      return client.line()
    }
    #expect(line?.contains("\"message\":\"a\"") == true)
    await server.stop()
  }

  @Test(arguments: [
    "garbage", "[]", "{}", "{\"command\":7}", "{\"command\":\"a\",\"arguments\":[]}", "\u{0}\u{1}",
    "{\"command\":\"a\"",
    String(repeating: "[", count: 100_000),
  ])
  func `nonsense is told what was expected, and the connection goes on`(_ nonsense: String) async throws {
    let folder = try SocketFolder()
    let server = try server(folder)
    let path = folder.socket
    let lines = try await onThread {
      let client = try RawClient(path)
      client.send(nonsense + "\n")
      client.send([0xFF, 0xFE, 0x0A])
      client.send("{\"command\":\"after\"}\n")
      return [client.line(), client.line(), client.line()]
    }
    #expect(lines[0]?.contains("\"code\":64") == true)
    #expect(lines[0]?.contains("expected one JSON object on a line") == true)
    #expect(lines[1]?.contains("\"code\":64") == true)
    #expect(lines[2]?.contains("\"message\":\"after\"") == true)
    await server.stop()
  }

  @Test func `a line without an end is cut off at the limit, and told why`() async throws {
    let folder = try SocketFolder()
    let server = try server(folder)
    let path = folder.socket
    let line = try await onThread {
      let client = try RawClient(path)
      client.send(Array(repeating: 0x20, count: 3 << 20))
      defer { #expect(client.hungUp()) }
      return client.line()
    }
    #expect(line?.contains("at most 1048576 bytes") == true)
    await server.stop()
  }

  @Test func `clients that never read, never finish or never speak do not keep others waiting`() async throws {
    let folder = try SocketFolder()
    let big = String(repeating: "x", count: 1 << 20)
    let server = try server(folder) { request in
      ControlResponse(ok: true, code: 0, message: request.command == "big" ? big : request.command)
    }
    let path = folder.socket
    let crowd = try await onThread {
      try (0..<400).map { number in
        let client = try RawClient(path)
        if number % 3 == 0 { client.send("{\"command\":\"big\"}\n") }
        if number % 3 == 1 { client.send("{\"comm") }
        return client
      }
    }
    var response: ControlResponse
    repeat {
      response = try await ControlClient(path: path)
        .send(ControlRequest(command: "still there?"), timeout: Self.patience)
    } while response.code == ControlResponse.busy
    #expect(response.message == "still there?")
    await server.stop()
    let allGone = try await onThread { crowd.allSatisfy { $0.hungUp() } }
    #expect(allGone)
    #expect(folder.openDescriptors == [])
  }

  @Test func `when everybody waits for an answer the next one is told to come again`() async throws {
    let folder = try SocketFolder()
    let gate = Gate()
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    var limits = ControlLimits()
    limits.clients = 2
    let server = try server(folder, limits) { request in
      start.yield()
      await gate.wait()
      return ControlResponse(ok: true, code: 0, message: request.command)
    }
    let path = folder.socket
    let waiting = try await onThread {
      try (0..<2).map { _ in
        let client = try RawClient(path)
        client.send("{\"command\":\"wait\"}\n")
        return client
      }
    }
    var iterator = starts.makeAsyncIterator()
    for _ in 0..<2 { await iterator.next() }
    let refused = try await onThread { try RawClient(path).line() }
    #expect(refused?.contains("\"code\":75") == true)
    await gate.open()
    let answers = try await onThread { waiting.map { $0.line() } }
    #expect(answers.allSatisfy { $0?.contains("\"ok\":true") == true })
    await server.stop()
  }

  @Test func `a handler's task is cancelled when its client goes away`() async throws {
    let folder = try SocketFolder()
    let (events, event) = AsyncStream.makeStream(of: String.self)
    let server = try server(folder) { request in
      event.yield("began")
      await withTaskCancellationHandler {
        let (never, hold) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        hold.finish()
      } onCancel: {
        event.yield("cancelled")
      }
      return ControlResponse(ok: true, code: 0, message: "")
    }
    let path = folder.socket
    var iterator = events.makeAsyncIterator()
    do {
      let client = try await onThread {
        let client = try RawClient(path)
        client.send("{\"command\":\"wait\"}\n")
        return client
      }
      #expect(await iterator.next() == "began")
      _ = client
    }
    #expect(await iterator.next() == "cancelled")
    await server.stop()
  }

  @Test func `silent clients are sent away after their time`() async throws {
    let folder = try SocketFolder()
    var limits = ControlLimits()
    limits.silence = .milliseconds(20)
    let server = try server(folder, limits)
    let path = folder.socket
    let gone = try await onThread {
      let client = try RawClient(path)
      client.send("{\"command\"")
      return client.hungUp()
    }
    #expect(gone)
    await server.stop()
  }

  @Test func `whoever is not admitted is told so and served nothing`() async throws {
    let folder = try SocketFolder()
    let server = try server(folder, admits: { _ in false })
    let response = try await ControlClient(path: folder.socket).send(
      ControlRequest(command: "a"), timeout: Self.patience)
    #expect(response.code == ControlResponse.denied)
    #expect(response.message.contains("permission denied"))
    await server.stop()
  }

  @Test func `an answer that is no JSON or too large is an error, not a crash`() async throws {
    let folder = try SocketFolder()
    var limits = ControlLimits()
    limits.responseBytes = 1000
    let server = try server(folder, limits) { request in
      let data: JSONValue = request.command == "nan" ? .double(.nan) : .string(String(repeating: "x", count: 2000))
      return ControlResponse(ok: true, code: 0, message: "", data: data)
    }
    let client = ControlClient(path: folder.socket)
    let nan = try await client.send(ControlRequest(command: "nan"), timeout: Self.patience)
    #expect(nan == ControlResponse(ok: false, code: 70, message: "the answer cannot be written as JSON"))
    let large = try await client.send(ControlRequest(command: "large"), timeout: Self.patience)
    #expect(large.code == 70)
    #expect(large.message.contains("at most 1000"))
    await server.stop()
  }

  // MARK: Stopping

  @Test func `an answer that is due when the server stops still gets out`() async throws {
    let folder = try SocketFolder()
    let gate = Gate()
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    var limits = ControlLimits()
    limits.grace = .seconds(20)
    let server = try server(folder, limits) { _ in
      start.yield()
      await gate.wait()
      return ControlResponse(ok: true, code: 0, message: "goodbye")
    }
    let path = folder.socket
    async let answer = ControlClient(path: path).send(ControlRequest(command: "shutdown"), timeout: Self.patience)
    for await _ in starts { break }
    async let stopped: Void = server.stop()
    await gate.open()
    #expect(try await answer.message == "goodbye")
    await stopped
  }

  @Test func `a handler that never returns does not keep the server from stopping`() async throws {
    let folder = try SocketFolder()
    let gate = Gate()
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    var limits = ControlLimits()
    limits.grace = .milliseconds(20)
    let server = try server(folder, limits) { _ in
      start.yield()
      await gate.wait()
      return ControlResponse(ok: true, code: 0, message: "")
    }
    let path = folder.socket
    async let answer = ControlClient(path: path).send(ControlRequest(command: "a"), timeout: Self.patience)
    for await _ in starts { break }
    await server.stop()
    do {
      _ = try await answer
      Issue.record("expected no answer")
    } catch {
      #expect((error as? ControlError)?.code == .badAnswer)
    }
    await gate.open()
  }

  @Test func `a server can be stopped twice and started again on its path`() async throws {
    let folder = try SocketFolder()
    let server = try ControlServer(path: folder.socket, handler: Self.echo)
    await server.stop()
    for round in 0..<20 {
      try server.start()
      let response = try await ControlClient(path: folder.socket)
        .send(ControlRequest(command: "\(round)"), timeout: Self.patience)
      #expect(response.message == "\(round)")
      await server.stop()
      await server.stop()
    }
    #expect(folder.openDescriptors == [])
  }
}
