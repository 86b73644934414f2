import Testing

@testable import BoothGallery

@Suite(.timeLimit(.minutes(1))) struct `Connections` {
  private let one = ClientAddress.network([192, 0, 2, 1])
  private let other = ClientAddress.network([192, 0, 2, 2])

  @Test func `are counted by address, and all together, and make room when they close`() {
    var open = OpenConnections(ConnectionLimits(perAddress: 2, total: 3, own: 1))
    #expect(open.admit(one) == .admitted && open.admit(one) == .admitted)
    #expect(open.admit(one) == .tooManyOfOne)
    #expect(open.admit(other) == .admitted)
    #expect(open.admit(other) == .tooMany)
    #expect(open.admit(.own) == .admitted)
    #expect(open.admit(.own) == .tooManyOfOne)
    open.release(one)
    #expect(open.admit(other) == .admitted)
    for client in [one, other, other, .own] { open.release(client) }
    #expect(open.isEmpty)
  }

  /// What is asked is answered before the next connection is made, so that they come in this order.
  private func health(_ port: Int, from source: UInt32) async throws -> (call: RawCall, line: String) {
    let call = try await RawCall(port, from: source).send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    return (call, await call.firstLine())
  }

  @Test func `of guests beyond the limits are closed at once, and the booth's own get through`() async throws {
    try await GalleryLab.run(limits: ConnectionLimits(perAddress: 3, total: 5)) { lab in
      var open: [RawCall] = []
      for source: UInt32 in [2, 2, 2, 3, 3] {
        let (call, line) = try await health(lab.port, from: source)
        #expect(line == "HTTP/1.1 200 OK")
        open.append(call)
      }
      for source: UInt32 in [2, 4] { #expect(try await RawCall(lab.port, from: source).rest() == "") }
      // The booth calls from the address that it calls.
      try await lab.bring()
      for call in open { _ = call.finish() }
      for call in open { _ = await call.rest() }
      // Whoever has closed makes room; the server hears of it a moment later.
      var line = ""
      for _ in 0..<1500 where line.isEmpty { line = try await health(lab.port, from: 4).line }
      #expect(line == "HTTP/1.1 200 OK")
    }
  }

  /// A guest's telephone does neither; whoever does it a hundred times keeps all others out.
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
