import BoothCore
import Testing

@testable import MQTT

/// The machine alone: a clock that a test moves, and a broker that a test plays.
@Suite struct BrokerWatchTests {
  private static let online = Message("b/available", "online")
  private static let offline = Message("b/available", "offline")
  private static let options = BrokerWatch.Options(
    clientID: "booth-x", will: offline, farewell: offline, filters: ["b/command"])

  private struct Play {
    var watch: BrokerWatch
    var now = Instant(nanoseconds: 1_000_000_000_000)

    init(
      _ options: BrokerWatch.Options = BrokerWatchTests.options, limits: BrokerWatch.Limits = .init(), seed: UInt64 = 1
    ) {
      watch = BrokerWatch(options: options, limits: limits, seed: seed)
    }

    mutating func on(_ input: BrokerWatch.Input) -> [BrokerWatch.Effect] { watch.handle(input, at: now) }
    mutating func pass(_ time: Duration) -> [BrokerWatch.Effect] {
      now = now + time
      return on(.timePassed)
    }

    /// To the machine's own deadline.
    mutating func passToDeadline() throws -> [BrokerWatch.Effect] {
      now = max(now, try #require(watch.deadline))
      return on(.timePassed)
    }

    /// Up, with its subscription granted.
    mutating func connect(attempt: Int = 1, sessionPresent: Bool = false) -> [BrokerWatch.Effect] {
      _ = on(.opened(attempt))
      let effects = on(.received(.connack(sessionPresent: sessionPresent, code: 0), attempt))
      for case .send(.subscribe(let id, let filters), _) in effects {
        _ = on(.received(.suback(id, filters.map { _ in 0 }), attempt))
      }
      return effects
    }
  }

  private func published(_ effects: [BrokerWatch.Effect]) -> [(message: Message, id: UInt16, isDuplicate: Bool)] {
    effects.compactMap {
      if case .send(.publish(let message, let id?, let isDuplicate), _) = $0 { (message, id, isDuplicate) } else { nil }
    }
  }

  private func trouble(_ effects: [BrokerWatch.Effect]) -> String? {
    effects.compactMap { if case .tell(let news) = $0 { news.trouble } else { nil } }.last
  }

  @Test func `greets, subscribes, publishes, and tells that it is connected`() {
    var play = Play()
    #expect(play.on(.published(Self.online)) == [])
    #expect(play.on(.started) == [.connect(1)])
    let greeting = Packet.Connect(clientID: "booth-x", isClean: false, keepAlive: 45, will: Self.offline)
    #expect(play.on(.opened(1)) == [.send(.connect(greeting), 1)])
    #expect(
      play.on(.received(.connack(sessionPresent: false, code: 0), 1)) == [
        .send(.subscribe(1, ["b/command"]), 1), .send(.publish(Self.online, id: 2, isDuplicate: false), 1),
      ])
    #expect(play.on(.received(.suback(1, [0]), 1)) == [.tell(.connected)])
    #expect(play.on(.received(.puback(2), 1)) == [])
    let command = Message("b/command", "pause", isRetained: false)
    #expect(play.on(.received(.publish(command, id: nil, isDuplicate: false), 1)) == [.deliver(command)])
  }

  @Test func `keeps of each topic the newest while the broker is away`() {
    var play = Play()
    _ = play.on(.started)
    for number in 0..<1000 { _ = play.on(.published(Message("b/state", "\(number)"))) }
    _ = play.on(.published(Self.online))
    let sent = published(play.connect())
    #expect(sent.map(\.message) == [Message("b/state", "999"), Self.online])
    #expect(sent.allSatisfy { !$0.isDuplicate })
  }

  @Test func `holds the next of a topic back until the one before is acknowledged`() throws {
    var play = Play()
    _ = play.on(.started)
    _ = play.connect()
    let first = try #require(published(play.on(.published(Message("b/state", "1")))).first)
    #expect(published(play.on(.published(Message("b/state", "2")))).isEmpty)
    #expect(published(play.on(.published(Message("b/state", "3")))).isEmpty)
    #expect(published(play.on(.received(.puback(first.id &+ 99), 1))).isEmpty, "an id that was never sent")
    #expect(published(play.on(.received(.puback(first.id), 1))).map(\.message) == [Message("b/state", "3")])
  }

  @Test func `sends what was in flight again with DUP where the broker has the session, before what is newer`() throws {
    var play = Play()
    _ = play.on(.started)
    _ = play.connect()
    let first = try #require(published(play.on(.published(Message("b/state", "1")))).first)
    _ = play.on(.published(Message("b/state", "2")))
    #expect(trouble(play.on(.closed(1, "the broker has hung up"))) == "the broker has hung up")
    #expect(try play.passToDeadline() == [.connect(2)])
    let again = published(play.connect(attempt: 2, sessionPresent: true))
    #expect(again.map(\.id) == [first.id])
    #expect(again.map(\.isDuplicate) == [true])
    #expect(again.map(\.message) == [Message("b/state", "1")])
    #expect(published(play.on(.received(.puback(first.id), 2))).map(\.message) == [Message("b/state", "2")])
  }

  @Test func `tells a broker that knows nothing everything once more`() throws {
    var play = Play()
    _ = play.on(.started)
    for text in ["a", "b", "c"] { _ = play.on(.published(Message("b/\(text)", text))) }
    for sent in published(play.connect()) { _ = play.on(.received(.puback(sent.id), 1)) }
    _ = play.on(.closed(1, "gone"))
    _ = try play.passToDeadline()
    let again = published(play.connect(attempt: 2))
    #expect(again.map(\.message.topic) == ["b/a", "b/b", "b/c"])
    #expect(again.allSatisfy { !$0.isDuplicate })
  }

  @Test func `says after each connection that it is there, as the broker may have published its will`() throws {
    var play = Play()
    _ = play.on(.started)
    _ = play.on(.published(Self.online))
    for sent in published(play.connect()) { _ = play.on(.received(.puback(sent.id), 1)) }
    _ = play.on(.closed(1, "gone"))
    _ = try play.passToDeadline()
    #expect(published(play.connect(attempt: 2, sessionPresent: true)).map(\.message) == [Self.online])
  }

  @Test func `waits longer after each failure, at most a minute, and begins anew after a good connection`() throws {
    var play = Play()
    _ = play.on(.started)
    var waits: [Double] = []
    for attempt in 1...12 {
      let before = play.now
      _ = play.on(.closed(attempt, "no"))
      let effects = try play.passToDeadline()
      #expect(effects == [.connect(attempt + 1)])
      waits.append((play.now - before).inSeconds)
    }
    for (index, wait) in waits.enumerated() {
      let most = min(60, Double(1 << index))
      #expect(wait >= most / 2 && wait <= most, "wait \(index + 1): \(wait) s")
    }
    _ = play.connect(attempt: 13)
    play.now = play.now + .seconds(61)
    let before = play.now
    _ = play.on(.closed(13, "no"))
    _ = try play.passToDeadline()
    #expect((play.now - before).inSeconds <= 1)
  }

  @Test func `does not begin anew after a broker that takes it and hangs up at once`() throws {
    var play = Play()
    _ = play.on(.started)
    for attempt in 1...8 {
      _ = play.connect(attempt: attempt)
      _ = play.on(.closed(attempt, "no"))
      _ = try play.passToDeadline()
    }
    let before = play.now
    _ = play.on(.closed(9, "no"))
    _ = try play.passToDeadline()
    #expect((play.now - before).inSeconds >= 30)
  }

  @Test func `asks a broker that refuses its password seldom`() throws {
    var play = Play()
    _ = play.on(.started)
    _ = play.on(.opened(1))
    let effects = play.on(.received(.connack(sessionPresent: false, code: 4), 1))
    #expect(effects == [.close(1), .tell(.refused("the broker refuses the user or the password"))])
    let before = play.now
    _ = try play.passToDeadline()
    #expect((play.now - before).inSeconds >= 30)
  }

  @Test func `pings after thirty quiet seconds, and leaves a broker that does not answer`() {
    var play = Play()
    _ = play.on(.started)
    _ = play.connect()
    #expect(play.pass(.seconds(29)) == [])
    #expect(play.pass(.seconds(1)) == [.send(.pingreq, 1)])
    #expect(play.on(.received(.pingresp, 1)) == [])
    #expect(play.pass(.seconds(30)) == [.send(.pingreq, 1)])
    let effects = play.pass(.seconds(30))
    #expect(effects.first == .close(1))
    #expect(trouble(effects) == "the broker has fallen silent")
  }

  @Test func `leaves a broker that answers pings and acknowledges nothing`() throws {
    var play = Play()
    _ = play.on(.started)
    _ = play.connect()
    _ = play.on(.published(Self.online))
    var words: String?
    for _ in 0..<100 where words == nil {
      let effects = try play.passToDeadline()
      if effects.contains(.send(.pingreq, 1)) { _ = play.on(.received(.pingresp, 1)) }
      words = trouble(effects)
    }
    #expect(words == "the broker acknowledges nothing")
  }

  @Test(arguments: [
    (Packet.pingresp, "another packet before its CONNACK"), (.suback(1, [0]), "another packet before its CONNACK"),
    (.publish(Message("b/command", "pause"), id: nil, isDuplicate: false), "another packet before its CONNACK"),
    (.connack(sessionPresent: false, code: 99), "a code 99"),
  ]) func `leaves a broker that begins otherwise`(packet: Packet, words: String) {
    var play = Play()
    _ = play.on(.started)
    _ = play.on(.opened(1))
    let effects = play.on(.received(packet, 1))
    #expect(effects.first == .close(1))
    #expect(!effects.contains { if case .deliver = $0 { true } else { false } })
    #expect(trouble(effects)?.contains(words.replacing("a code 99", with: "the code 99")) == true)
  }

  @Test(arguments: [
    Packet.connack(sessionPresent: false, code: 0), .pingreq, .disconnect, .subscribe(1, ["a"]),
    .connect(Packet.Connect(clientID: "x", isClean: true, keepAlive: 0)),
  ]) func `leaves a broker that sends what only clients send, or a second CONNACK`(packet: Packet) {
    var play = Play()
    _ = play.on(.started)
    _ = play.connect()
    #expect(play.on(.received(packet, 1)).first == .close(1))
  }

  @Test func `goes on publishing where it may not subscribe, and says so`() throws {
    var play = Play()
    _ = play.on(.started)
    _ = play.on(.opened(1))
    _ = play.on(.received(.connack(sessionPresent: false, code: 0), 1))
    let effects = play.on(.received(.suback(1, [0x80]), 1))
    #expect(trouble(effects) == "the broker does not let this client subscribe to b/command")
    #expect(published(play.on(.published(Self.online))).count == 1)
  }

  @Test func `leaves a broker that answers another number of subscriptions`() {
    var play = Play()
    _ = play.on(.started)
    _ = play.on(.opened(1))
    _ = play.on(.received(.connack(sessionPresent: false, code: 0), 1))
    #expect(play.on(.received(.suback(1, [0, 0]), 1)).first == .close(1))
  }

  @Test func `delivers twenty messages at once and then one a second, and leaves a flood`() {
    var play = Play()
    _ = play.on(.started)
    _ = play.connect()
    let command = Packet.publish(Message("b/command", "pause", isRetained: false), id: nil, isDuplicate: false)
    func deliver(_ count: Int) -> Int {
      (0..<count).reduce(0) { sum, _ in
        sum + play.on(.received(command, 1)).count { if case .deliver = $0 { true } else { false } }
      }
    }
    #expect(deliver(100) == 20)
    play.now = play.now + .seconds(3)
    #expect(deliver(100) == 3)
    play.now = play.now + .seconds(1000)
    #expect(deliver(100) == 20)
    #expect(deliver(2000) == 0)
    #expect(play.on(.received(command, 1)) == [], "the connection was left")
    #expect(play.watch.deadline.map { $0 > play.now } == true)
  }

  @Test func `ends with its farewell acknowledged and a DISCONNECT`() throws {
    var play = Play()
    _ = play.on(.started)
    _ = play.connect()
    let sent = published(play.on(.endAsked(by: play.now + .seconds(2))))
    #expect(sent.map(\.message) == [Self.offline])
    let id = try #require(sent.first?.id)
    #expect(play.on(.received(.puback(id), 1)) == [.send(.disconnect, 1), .close(1), .end(isSettled: true)])
    #expect(play.watch.isOver)
    #expect(play.watch.deadline == nil)
  }

  @Test func `ends in time where the broker says nothing, and at once where it is away`() {
    var play = Play()
    _ = play.on(.started)
    _ = play.connect()
    _ = play.on(.endAsked(by: play.now + .seconds(2)))
    #expect(play.pass(.seconds(2)).last == .end(isSettled: false))
    var away = Play()
    _ = away.on(.started)
    _ = away.on(.closed(1, "no"))
    #expect(away.on(.endAsked(by: away.now + .seconds(2))) == [.end(isSettled: false)])
  }

  @Test func `refuses what finds no room, and keeps what was there`() {
    var limits = BrokerWatch.Limits()
    (limits.mostTopics, limits.mostBytes) = (4, 100)
    var play = Play(limits: limits)
    for number in 0..<10 { _ = play.on(.published(Message("t/\(number)", "x"))) }
    #expect(play.watch.dropped == 6)
    _ = play.on(.published(Message("t/0", String(repeating: "x", count: 200))))
    #expect(play.watch.dropped == 7)
    _ = play.on(.started)
    #expect(published(play.connect()).first?.message == Message("t/0", "x"))
  }

  /// A broker that does anything at all, for a long time: what is kept stays bounded, time goes on, and a good broker after it gets
  /// the newest of every topic.
  @Test(arguments: 0..<150) func `outlives a broker that lies`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var limits = BrokerWatch.Limits()
    limits.mostBytes = 20_000
    var play = Play(limits: limits, seed: seed)
    var newest: [String: Message] = [:]
    var open: Int?
    func note(_ effects: [BrokerWatch.Effect]) {
      for effect in effects {
        switch effect {
        case .connect(let attempt): open = attempt
        case .close(let attempt): if open == attempt { open = nil }
        case .send(let packet, let attempt):
          #expect(attempt == open, "\(packet) goes to a connection that is closed")
          #expect(throws: Never.self) { _ = try packet.bytes() }
        case .deliver, .tell: break
        case .end: Issue.record("it was not asked to end")
        }
      }
    }
    note(play.on(.started))
    for _ in 0..<800 {
      let attempt = open ?? Int.random(in: 0...20, using: &random)
      switch Int.random(in: 0...9, using: &random) {
      case 0:
        let message = Message("b/\(Int.random(in: 0...9, using: &random))", "\(random.next())")
        newest[message.topic] = message
        note(play.on(.published(message)))
      case 1: note(play.on(.opened(attempt)))
      case 2: note(play.on(.received(.connack(sessionPresent: .random(using: &random), code: 0), attempt)))
      case 3: note(play.on(.closed(attempt, "no")))
      case 4, 5: note(play.on(.received(.puback(.random(in: 1...30, using: &random)), attempt)))
      case 6: note(play.on(.received(.suback(.random(in: 1...30, using: &random), [0]), attempt)))
      case 7: note(try play.passToDeadline())
      default: note(play.on(.received(Packet.drawn(&random), attempt)))
      }
      #expect(play.watch.keptBytes <= 20_000)
      #expect(play.watch.deadline != nil)
    }
    // An honest one.
    if let attempt = open { note(play.on(.closed(attempt, "over"))) }
    while open == nil { note(try play.passToDeadline()) }
    let attempt = try #require(open)
    var known: [String: Message] = [:]
    var effects = play.connect(attempt: attempt)
    while true {
      let sent = published(effects)
      guard !sent.isEmpty else { break }
      effects = []
      for publication in sent {
        known[publication.message.topic] = publication.message
        effects += play.on(.received(.puback(publication.id), attempt))
      }
    }
    #expect(known == newest)
  }
}
