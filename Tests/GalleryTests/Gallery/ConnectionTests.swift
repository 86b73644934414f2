import NIOCore
import Testing

@testable import Gallery
@testable import WebSupport

@Suite(.timeLimit(.minutes(15))) struct `Connections` {
  private let one = ClientAddress.network([192, 0, 2, 1])
  private let other = ClientAddress.network([192, 0, 2, 2])

  /// Connections by number, all of them at work, so that none goes for another.
  private struct Hall {
    private final class Connection {}
    private var connections: [Connection] = []
    var open: OpenConnections

    init(_ limits: ConnectionLimits) { open = OpenConnections(limits) }

    mutating func admit(_ client: ClientAddress, busy: Bool = true, at seconds: Int64 = 0) -> OpenConnections.Verdict {
      let connection = Connection()
      let now = NIODeadline.uptimeNanoseconds(UInt64(seconds + 100) * 1_000_000_000)
      let verdict = open.admit(ObjectIdentifier(connection), from: client, at: now)
      connections.append(connection)
      open.note(ObjectIdentifier(connection), isBusy: busy, at: now)
      return verdict
    }

    func id(_ number: Int) -> OpenConnections.ID { ObjectIdentifier(connections[number]) }
    mutating func release(_ number: Int) { open.release(id(number)) }
  }

  @Test func `are counted by address, and all together, and make room when they close`() {
    var hall = Hall(ConnectionLimits(perAddress: 2, total: 3, own: 1))
    #expect(hall.admit(one) == .admitted && hall.admit(one) == .admitted)
    #expect(hall.admit(one) == .tooManyOfOne)
    #expect(hall.admit(other) == .admitted)
    #expect(hall.admit(other) == .tooMany)
    #expect(hall.admit(.own) == .admitted)
    #expect(hall.admit(.own) == .tooManyOfOne)
    hall.release(0)
    #expect(hall.admit(other) == .admitted)
    for number in [1, 3, 5, 7] { hall.release(number) }
    #expect(hall.open.isEmpty)
  }

  @Test func `that have been idle longest go for those that come`() {
    var hall = Hall(ConnectionLimits(perAddress: 3, total: 4, stallMilliseconds: 15_000))
    #expect(hall.admit(one, busy: false, at: 0) == .admitted)
    #expect(hall.admit(one, busy: true, at: 1) == .admitted)
    #expect(hall.admit(one, busy: false, at: 2) == .admitted)
    // Of its own first; the one at work stays.
    #expect(hall.admit(one, busy: true, at: 3) == .admittedInsteadOf(hall.id(0)))
    #expect(hall.admit(other, busy: true, at: 3) == .admitted)
    #expect(hall.admit(other, busy: true, at: 4) == .admittedInsteadOf(hall.id(2)))
    #expect(hall.admit(other, busy: true, at: 5) == .tooMany)
    // A request of which nothing came or went for so long is idle, too.
    #expect(hall.admit(other, busy: true, at: 16) == .admittedInsteadOf(hall.id(1)))
    // The one that had to go may close late.
    hall.release(0)
    #expect(hall.admit(one, busy: true, at: 17) == .tooMany)
  }

  @Test func `make room while there are file descriptors, wherever they come from`() {
    var hall = Hall(ConnectionLimits(perAddress: 10, total: 10, own: 10, all: 3))
    #expect(hall.admit(.own, busy: false, at: 0) == .admitted)
    #expect(hall.admit(one, busy: false, at: 1) == .admitted)
    #expect(hall.admit(.own, busy: true, at: 2) == .admitted)
    // Guests' first, then this machine's own that do nothing; one at work stays.
    #expect(hall.admit(other, busy: true, at: 3) == .admittedInsteadOf(hall.id(1)))
    #expect(hall.admit(one, busy: true, at: 4) == .admittedInsteadOf(hall.id(0)))
    #expect(hall.admit(other, busy: true, at: 5) == .tooMany)
  }

  @Test(arguments: [(64, 30), (128, 45), (256, 45), (1024, 60), (4096, 60)])
  func `are as many as descriptors allow, and leave some for files`(_ descriptors: Int, _ used: Int) {
    let all = ConnectionLimits.usual.fitted(to: descriptors, used: used).all
    #expect(all >= 8)
    #expect(descriptors <= 64 || used + all + 32 <= descriptors)
    #expect(descriptors < 4096 || all >= ConnectionLimits.usual.own + ConnectionLimits.usual.total)
    #expect(ConnectionLimits.fitting().all >= 8)
  }

  /// What is asked is answered before the next connection is made, so that they come in this order.
  private func health(_ port: Int, from source: UInt32) async throws -> (call: RawCall, line: String) {
    let call = try await RawCall(port, from: source).send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    return (call, await call.firstLine())
  }

  /// A request whose body is waited for.
  private func work(_ port: Int, from source: UInt32) async throws -> (call: RawCall, line: String) {
    let call = try await RawCall(port, from: source)
      .send(
        "POST /api/presign HTTP/1.1\r\nHost: x\r\nX-FotoX-Key: \(GalleryLab.token)\r\nContent-Length: 2\r\n"
          + "Expect: 100-continue\r\n\r\n")
    return (call, await call.firstLine())
  }

  @Test func `of guests beyond the limits are closed at once, and the booth's own get through`() async throws {
    try await GalleryLab.run(limits: ConnectionLimits(perAddress: 3, total: 5, headMilliseconds: 600_000)) { lab in
      var open: [RawCall] = []
      for source: UInt32 in [2, 2, 2, 3, 3] {
        let (call, line) = try await work(lab.port, from: source)
        #expect(line == "HTTP/1.1 100 Continue")
        open.append(call)
      }
      for source: UInt32 in [2, 4] { #expect(try await RawCall(lab.port, from: source).rest() == "") }
      // The booth calls from the address that it calls.
      try await lab.bring()
      for call in open { _ = call.finish() }
      for call in open { _ = await call.rest() }
      // A client that has closed makes room; the server hears of it a moment later.
      var line = ""
      for _ in 0..<1500 where line.isEmpty { line = try await health(lab.port, from: 4).line }
      #expect(line == "HTTP/1.1 200 OK")
    }
  }

  @Test func `of a hall full of telephones that look at nothing shut nobody out`() async throws {
    try await GalleryLab.run(limits: ConnectionLimits(perAddress: 4, total: 4)) { lab in
      var idle: [RawCall] = []
      for _ in 0..<4 {
        let (call, line) = try await health(lab.port, from: 2)
        #expect(line == "HTTP/1.1 200 OK")
        idle.append(call)
      }
      for source: UInt32 in [3, 4, 5, 6] {
        let (call, line) = try await health(lab.port, from: source)
        #expect(line == "HTTP/1.1 200 OK", "127.0.0.\(source)")
        idle.append(call)
      }
      // The four that were first are gone.
      for call in idle.prefix(4) { #expect(!(await call.rest()).contains("HTTP")) }
    }
  }

  @Test func `of this machine that do nothing make room for the next, where descriptors are few`() async throws {
    try await GalleryLab.run(limits: ConnectionLimits(all: 4)) { lab in
      var idle: [RawCall] = []
      for number in 0..<12 {
        let (call, line) = try await health(lab.port, from: 1)
        #expect(line == "HTTP/1.1 200 OK", "\(number)")
        idle.append(call)
      }
      // The last ones are open still.
      for call in idle.prefix(8) { #expect(!(await call.rest()).contains("HTTP")) }
    }
  }

  /// A guest's telephone does neither; a client that does it a hundred times keeps all others out.
  @Test func `that drip a body, or go on with one after its answer, are closed`() async throws {
    let limits = ConnectionLimits(paceMilliseconds: 300, leastBytes: 1000, lingerMilliseconds: 300)
    try await GalleryLab.run(limits: limits) { lab in
      let start = ContinuousClock.now
      let head = "HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n"
      let refused = try await RawCall(lab.port, from: 2).send("POST /nope \(head)\r\nabc")
      let answer = await refused.rest()
      #expect(answer.contains("HTTP/1.1 404"))
      let dripping = try await RawCall(lab.port, from: 2)
        .send("POST /api/presign \(head)X-FotoX-Key: \(GalleryLab.token)\r\n\r\n{")
      #expect(!(await dripping.rest()).contains("HTTP/1.1 200"))
      #expect(ContinuousClock.now - start < .seconds(30), "an idle connection is closed after a minute in any case")
    }
  }

  /// As curl does at first, by default or with `--http2`.
  @Test func `that ask for another protocol are answered, and closed`() async throws {
    try await GalleryLab.run { lab in
      let call = try await RawCall(lab.port, from: 2)
        .send("GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n")
      let answer = await call.rest()
      #expect(answer.hasPrefix("HTTP/1.1 200 OK") && answer.lowercased().contains("connection: close"), "\(answer)")
    }
  }

  @Test func `that ask nothing are closed soon, and those that have asked may ask again`() async throws {
    try await GalleryLab.run(limits: ConnectionLimits(headMilliseconds: 3000)) { lab in
      let (asking, line) = try await health(lab.port, from: 1)
      #expect(line == "HTTP/1.1 200 OK")
      let start = ContinuousClock.now
      // Made later, and closed: the other's time is over as well.
      let silent = try await RawCall(lab.port).send("GET /s/abc HTTP/1.1\r\nHost: ")
      #expect(await silent.rest() == "")
      #expect(ContinuousClock.now - start < .seconds(30), "an idle connection is closed after a minute in any case")
      try await asking.send("GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(await asking.rest().contains("HTTP/1.1 404"))
    }
  }
}
