package import BoothCore

/// The connection to a broker, as a pure machine: when to connect, what to send, what to believe, what to give up.
///
/// ```swift
/// var watch = BrokerWatch(options: options, seed: seed)
/// watch.handle(.started, at: now)   // [.connect(1)]
/// ```
///
/// Whatever a broker does, what is kept is bounded: the outbox by topics and bytes, what is in flight by number, what a broker sends
/// by the reader and by ``Limits/mostPackets``, and what is delivered by ``Limits/deliveryInterval``.
package struct BrokerWatch: Sendable {
  package typealias Attempt = Int

  /// What a client is to its broker.
  package struct Options: Sendable {
    /// The same for each connection, and no other client's: a broker drops the elder of two.
    package var clientID: String
    package var user: String?
    package var password: [UInt8]?
    /// Published by the broker where the connection breaks.
    package var will: Message?
    /// Published where it ends as it should; under the topic of the will.
    package var farewell: Message?
    /// Topic filters; all with QoS 0, so that no broker keeps commands for later.
    package var filters: [String]
    /// Whether the broker keeps what is in flight for the next connection.
    package var keepsSession: Bool

    package init(
      clientID: String, user: String? = nil, password: [UInt8]? = nil, will: Message? = nil, farewell: Message? = nil,
      filters: [String] = [], keepsSession: Bool = true
    ) {
      (self.clientID, self.user, self.password, self.will) = (clientID, user, password, will)
      (self.farewell, self.filters, self.keepsSession) = (farewell, filters, keepsSession)
    }
  }

  package struct Limits: Sendable {
    package var mostTopics = 64
    package var mostBytes = 1 << 20
    package var mostFlights = 8
    /// From an attempt's beginning to its CONNACK.
    package var greeting = Duration.seconds(20)
    /// From a message, a subscription or a ping to its answer.
    package var answer = Duration.seconds(30)
    /// A ping is sent after so long without another packet.
    package var keepAlive = Duration.seconds(30)
    /// The longest packet that is read, in bytes behind its length field: what a booth is told is short.
    package var mostLength = 64 << 10
    /// Whether a longer message is passed over in place of ending the connection.
    package var skipsLong = false
    /// More packets than this within ten seconds are a flood.
    package var mostPackets = 1000
    /// So many messages are delivered at once, and then one for each interval; others are dropped.
    package var deliveryBurst = 20
    package var deliveryInterval = Duration.seconds(1)
    /// So many messages that were delivered wait for who takes them.
    package var mostWaiting = 16
    /// A connection that has stood for so long was a good one: the next failure is the first again.
    package var good = Duration.seconds(60)

    package init() {}
  }

  package enum Input: Sendable {
    case started
    case published(Message)
    case opened(Attempt)
    case received(Packet, Attempt)
    /// The connection did not come about, has ended, or was no MQTT; why, in a sentence without an ending.
    case closed(Attempt, String)
    case timePassed
    /// The client is to end: when all is acknowledged, or at this moment.
    case endAsked(by: Instant)
  }

  package enum Effect: Sendable, Equatable {
    case connect(Attempt)
    case send(Packet, Attempt)
    case close(Attempt)
    case deliver(Message)
    case tell(Condition)
    /// Nothing more is done; whether the broker has acknowledged everything.
    case end(isSettled: Bool)
  }

  /// How the connection is, for the operator.
  package enum Condition: Sendable, Equatable {
    case connected
    /// The broker has taken the connection, and does not let this client hear what it asked for.
    case deaf(String)
    /// It is tried again by itself.
    case away(String)
    /// It is tried again, and a person has to do something first.
    case refused(String)

    /// What is wrong; nil for nothing.
    package var trouble: String? {
      switch self {
      case .connected: nil
      case .deaf(let words), .away(let words), .refused(let words): words
      }
    }
  }

  private struct Link {
    var since: Instant
    var lastSent: Instant
    /// When a ping's answer is given up.
    var pongBy: Instant?
    var subscription: (id: UInt16, until: Instant)?
  }

  private enum State {
    case resting
    case waiting(until: Instant)
    case greeting(Attempt, until: Instant)
    case up(Attempt, Link)
    case over
  }

  /// Ten seconds in which packets are counted.
  private static let window = Duration.seconds(10)

  private let options: Options
  private let limits: Limits
  private var state = State.resting
  private var outbox: Outbox
  private var random: SeededRandom
  private var attempts = 0
  private var failures = 0
  private var endBy: Instant?
  private var told: Condition?
  private var counted = (packets: 0, since: Instant(nanoseconds: 0))
  private var deliveries: (left: Int, at: Instant)
  /// Messages that were not delivered, as there were too many, and those that found no room to be sent.
  package private(set) var dropped = 0

  package init(options: Options, limits: Limits = Limits(), seed: UInt64) {
    (self.options, self.limits) = (options, limits)
    outbox = Outbox(mostTopics: limits.mostTopics, mostBytes: limits.mostBytes)
    random = SeededRandom(seed: seed)
    deliveries = (limits.deliveryBurst, Instant(nanoseconds: 0))
  }

  package var isOver: Bool { if case .over = state { true } else { false } }
  /// Bytes of messages that are kept.
  package var keptBytes: Int { outbox.bytes }

  /// When ``Input/timePassed`` is due; nil: never.
  package var deadline: Instant? {
    let next: Instant? =
      switch state {
      case .resting, .over: nil
      case .waiting(let until), .greeting(_, let until): until
      case .up(_, let link):
        [link.lastSent + limits.keepAlive, link.pongBy, link.subscription?.until, outbox.until].compactMap(\.self).min()
      }
    return [next, isOver ? nil : endBy].compactMap(\.self).min()
  }

  package mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    if isOver { return [] }
    switch input {
    case .started:
      guard case .resting = state else { return [] }
      return connect(at: now)
    case .published(let message):
      if !outbox.put(message) { dropped += 1 }
      return sendDue(at: now)
    case .opened(let attempt):
      guard case .greeting(attempt, _) = state else { return current == attempt ? [] : [.close(attempt)] }
      return [.send(.connect(greeting), attempt)]
    case .received(let packet, let attempt): return receive(packet, attempt, at: now)
    case .closed(let attempt, let words):
      guard current == attempt else { return [] }
      return fail(.away(words), at: now)
    case .timePassed: return passTime(at: now)
    case .endAsked(let by):
      guard endBy == nil else { return [] }
      endBy = by
      if let farewell = options.farewell, !outbox.put(farewell) { dropped += 1 }
      // What is away now is not waited for.
      if failures > 0, !isUp { return end() }
      return sendDue(at: now)
    }
  }

  // MARK: Connecting

  private var greeting: Packet.Connect {
    Packet.Connect(
      clientID: options.clientID, isClean: !options.keepsSession,
      // Half again as long without a packet, and a broker ends the connection [3.1.2.10].
      keepAlive: UInt16(clamping: Int(limits.keepAlive.components.seconds) + 15), will: options.will,
      user: options.user, password: options.password)
  }

  private var current: Attempt? {
    switch state {
    case .resting, .waiting, .over: nil
    case .greeting(let attempt, _), .up(let attempt, _): attempt
    }
  }

  private var isUp: Bool { if case .up = state { true } else { false } }

  private mutating func connect(at now: Instant) -> [Effect] {
    attempts += 1
    counted = (0, now)
    state = .greeting(attempts, until: now + limits.greeting)
    return [.connect(attempts)]
  }

  private mutating func fail(_ condition: Condition, at now: Instant) -> [Effect] {
    var effects: [Effect] = current.map { [.close($0)] } ?? []
    if case .up(_, let link) = state, now - link.since >= limits.good { failures = 0 }
    failures += 1
    let policy: RetryPolicy
    if case .refused = condition {
      policy = RetryPolicy(base: .seconds(60))
    } else {
      policy = RetryPolicy(cap: .seconds(60))
    }
    state = .waiting(until: now + policy.delay(afterDeaths: failures, random: random.next()))
    effects += tell(condition)
    if endBy != nil { effects += end() }
    return effects
  }

  private mutating func tell(_ condition: Condition) -> [Effect] {
    guard told != condition else { return [] }
    told = condition
    return [.tell(condition)]
  }

  private mutating func end() -> [Effect] {
    var effects: [Effect] = []
    switch state {
    case .up(let attempt, _): effects = [.send(.disconnect, attempt), .close(attempt)]
    case .greeting(let attempt, _): effects = [.close(attempt)]
    case .resting, .waiting, .over: break
    }
    state = .over
    return effects + [.end(isSettled: outbox.isSettled)]
  }

  private mutating func passTime(at now: Instant) -> [Effect] {
    if let endBy, now >= endBy { return end() }
    switch state {
    case .resting, .over: return []
    case .waiting(let until): return now >= until ? connect(at: now) : []
    case .greeting(_, let until):
      return now >= until ? fail(.away("the broker does not answer"), at: now) : []
    case .up(let attempt, var link):
      if let until = outbox.until, now >= until { return fail(.away("the broker acknowledges nothing"), at: now) }
      if let subscription = link.subscription, now >= subscription.until {
        return fail(.away("the broker does not answer a subscription"), at: now)
      }
      if let pongBy = link.pongBy, now >= pongBy { return fail(.away("the broker has fallen silent"), at: now) }
      guard now >= link.lastSent + limits.keepAlive else { return [] }
      link.lastSent = now
      // The first ping without an answer counts.
      link.pongBy = link.pongBy ?? now + limits.answer
      state = .up(attempt, link)
      return [.send(.pingreq, attempt)]
    }
  }

  // MARK: Packets

  private mutating func receive(_ packet: Packet, _ attempt: Attempt, at now: Instant) -> [Effect] {
    guard current == attempt else { return [] }
    if now - counted.since >= Self.window { counted = (0, now) }
    counted.packets += 1
    guard counted.packets <= limits.mostPackets else {
      return fail(.away("the broker floods: more than \(limits.mostPackets) packets within 10 s"), at: now)
    }
    switch state {
    case .resting, .waiting, .over: return []
    case .greeting:
      guard case .connack(let sessionPresent, let code) = packet else {
        return fail(.away("the broker sends another packet before its CONNACK"), at: now)
      }
      return code == 0 ? begin(attempt, sessionPresent: sessionPresent, at: now) : refuse(code, at: now)
    case .up(_, let link): return receive(packet, attempt, link, at: now)
    }
  }

  private mutating func receive(_ packet: Packet, _ attempt: Attempt, _ link: Link, at now: Instant) -> [Effect] {
    var link = link
    switch packet {
    case .publish(let message, let id, _):
      var effects: [Effect] = []
      if let id {
        link.lastSent = now
        state = .up(attempt, link)
        effects.append(.send(.puback(id), attempt))
      }
      guard mayDeliver(at: now) else {
        dropped += 1
        return effects
      }
      return effects + [.deliver(message)]
    case .puback(let id):
      // One for what was never sent changes nothing: what was sent has its own deadline.
      guard outbox.acknowledge(id) else { return [] }
      return sendDue(at: now)
    case .suback(let id, let codes):
      guard let subscription = link.subscription, subscription.id == id else { return [] }
      link.subscription = nil
      state = .up(attempt, link)
      guard codes.count == options.filters.count else {
        return fail(.away("the broker answers \(codes.count) of \(options.filters.count) subscriptions"), at: now)
      }
      let refused = zip(options.filters, codes).filter { $0.1 == 0x80 }.map(\.0)
      guard refused.isEmpty else {
        return tell(.deaf("the broker does not let this client subscribe to \(refused.joined(separator: ", "))"))
          + sendDue(at: now)
      }
      return tell(.connected) + sendDue(at: now)
    case .pingresp:
      link.pongBy = nil
      state = .up(attempt, link)
      return []
    case .connack: return fail(.away("the broker sends a second CONNACK"), at: now)
    case .connect, .subscribe, .pingreq, .disconnect:
      return fail(.away("the broker sends a packet that only clients send"), at: now)
    }
  }

  private mutating func begin(_ attempt: Attempt, sessionPresent: Bool, at now: Instant) -> [Effect] {
    var link = Link(since: now, lastSent: now)
    var effects: [Effect] = []
    let until = now + limits.answer
    if sessionPresent {
      effects += outbox.resend(until: until).map { .send(.publish($0.message, id: $0.id, isDuplicate: true), attempt) }
    } else {
      outbox.forgetFlights()
    }
    // The broker may have published the will in its place.
    if let will = options.will { outbox.makeDue(will.topic) }
    if options.filters.isEmpty {
      effects += tell(.connected)
    } else {
      let id = outbox.newID(excluding: nil)
      link.subscription = (id, until)
      effects.append(.send(.subscribe(id, options.filters), attempt))
    }
    state = .up(attempt, link)
    return effects + sendDue(at: now)
  }

  private mutating func refuse(_ code: UInt8, at now: Instant) -> [Effect] {
    // [3.2.2.3]
    switch code {
    case 1: fail(.refused("the broker does not speak MQTT 3.1.1"), at: now)
    case 2: fail(.refused("the broker refuses this booth's client id \"\(options.clientID)\""), at: now)
    case 3: fail(.away("the broker says that it is unavailable"), at: now)
    case 4: fail(.refused("the broker refuses the user or the password"), at: now)
    case 5: fail(.refused("the broker does not let this user in; look at mqtt.user and mqtt.password_file"), at: now)
    default: fail(.away("the broker refuses with the code \(code), which does not exist"), at: now)
    }
  }

  private mutating func sendDue(at now: Instant) -> [Effect] {
    guard case .up(let attempt, var link) = state else { return [] }
    var effects: [Effect] = []
    while let flight = outbox.next(
      mostFlights: limits.mostFlights, until: now + limits.answer, reserved: link.subscription?.id)
    {
      link.lastSent = now
      effects.append(.send(.publish(flight.message, id: flight.id, isDuplicate: false), attempt))
    }
    state = .up(attempt, link)
    if endBy != nil, outbox.isSettled, link.subscription == nil { effects += end() }
    return effects
  }

  private mutating func mayDeliver(at now: Instant) -> Bool {
    let interval = max(limits.deliveryInterval.wholeNanoseconds, 1)
    let earned = Int((now - deliveries.at).wholeNanoseconds / interval)
    if earned > 0 {
      let isFull = deliveries.left + earned >= limits.deliveryBurst
      deliveries.left = min(limits.deliveryBurst, deliveries.left + earned)
      deliveries.at = isFull ? now : deliveries.at + .nanoseconds(Int64(earned) * interval)
    }
    guard deliveries.left > 0 else { return false }
    deliveries.left -= 1
    return true
  }
}
