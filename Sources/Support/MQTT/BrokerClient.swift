package import BoothCore
import HTTPClientSupport
package import Logging
import NIOCore
import NIOPosix
import NIOSSL

/// Carries out what ``BrokerWatch`` decides: opens connections, moves bytes, wakes the machine.
///
/// Bytes are read one piece at a time, and the next when the machine has seen the one before: a broker that floods is held up by
/// TCP, and fills no memory here.
package actor BrokerClient {
  private enum Mail: Sendable {
    case opened(Int, any Channel)
    case came(Int, [UInt8])
    case closed(Int, String)
    case timePassed
  }

  private struct Connection {
    var channel: any Channel
    var reader: PacketReader
  }

  private static let connectTime = TimeAmount.seconds(10)

  private let address: BrokerAddress
  private let tls: NIOSSLContext?
  private let limits: BrokerWatch.Limits
  private let clock: any BoothClock
  private let log: Logger
  private var watch: BrokerWatch
  private var connections: [Int: Connection] = [:]
  private var timer: (at: Instant, task: Task<Void, Never>)?
  private var isSettled: Bool?
  private var endings: [CheckedContinuation<Bool, Never>] = []
  private let inbox: AsyncStream<Mail>
  private nonisolated let mail: AsyncStream<Mail>.Continuation

  /// What the broker has sent; of more than ``BrokerWatch/Limits/mostWaiting`` that wait, the newest.
  package nonisolated let messages: AsyncStream<Message>
  private let delivery: AsyncStream<Message>.Continuation
  /// How the connection is, the newest alone; ends with the client.
  package nonisolated let conditions: AsyncStream<BrokerWatch.Condition>
  private let condition: AsyncStream<BrokerWatch.Condition>.Continuation

  /// - Parameter authorities: a file of certificates (PEM) that the broker's must be signed by; nil: those that the system trusts.
  /// - Throws: `NIOSSLError` and the like where that file cannot be read.
  package init(
    _ address: BrokerAddress, options: BrokerWatch.Options, limits: BrokerWatch.Limits = .init(),
    authorities: String? = nil, clock: any BoothClock, seed: UInt64, log: Logger
  ) throws {
    self.address = address
    self.clock = clock
    self.log = log
    self.limits = limits
    watch = BrokerWatch(options: options, limits: limits, seed: seed)
    if address.isEncrypted {
      var configuration = TLSConfiguration.makeClientConfiguration()
      if let authorities { configuration.trustRoots = .file(authorities) }
      tls = try NIOSSLContext(configuration: configuration)
    } else {
      tls = nil
    }
    // What fills it is bounded: one piece of bytes for each connection, and what becomes of our own attempts.
    (inbox, mail) = AsyncStream.makeStream(of: Mail.self)
    (messages, delivery) = AsyncStream.makeStream(
      of: Message.self, bufferingPolicy: .bufferingNewest(limits.mostWaiting))
    (conditions, condition) = AsyncStream.makeStream(
      of: BrokerWatch.Condition.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Runs until ``end(within:)``, or until its task is cancelled.
  package func run() async {
    perform(watch.handle(.started, at: clock.now))
    for await letter in inbox {
      handle(letter)
      if watch.isOver { break }
    }
    // Cancelled before its end.
    finish(isSettled: false)
  }

  /// Puts a message into the outbox, in place of an older one of its topic. Never waits for the broker.
  package func publish(_ message: Message) { perform(watch.handle(.published(message), at: clock.now)) }

  /// Ends the client when the broker has acknowledged everything, at the latest after `time`.
  /// - Returns: whether it has.
  package func end(within time: Duration) async -> Bool {
    if let isSettled { return isSettled }
    return await withCheckedContinuation { continuation in
      endings.append(continuation)
      perform(watch.handle(.endAsked(by: clock.now + time), at: clock.now))
    }
  }

  /// Messages that found no room, or were too many to be delivered.
  package var dropped: Int { watch.dropped }

  private func handle(_ letter: Mail) {
    let now = clock.now
    switch letter {
    case .opened(let attempt, let channel):
      connections[attempt] = Connection(
        channel: channel, reader: PacketReader(mostLength: limits.mostLength, skipsLong: limits.skipsLong))
      perform(watch.handle(.opened(attempt), at: now))
      // Not before: what a broker says at once must find its connection here.
      connections[attempt]?.channel.read()
    case .came(let attempt, let bytes):
      connections[attempt]?.reader.take(bytes)
      do throws(PacketFault) {
        while let packet = try connections[attempt]?.reader.next() {
          perform(watch.handle(.received(packet, attempt), at: now))
        }
        connections[attempt]?.channel.read()
      } catch {
        perform(watch.handle(.closed(attempt, "the broker does not speak MQTT as it should: \(error)"), at: now))
        close(attempt)
      }
    case .closed(let attempt, let words):
      connections[attempt] = nil
      perform(watch.handle(.closed(attempt, words), at: now))
    case .timePassed:
      timer = nil
      perform(watch.handle(.timePassed, at: now))
    }
  }

  private func perform(_ effects: [BrokerWatch.Effect]) {
    for effect in effects {
      switch effect {
      case .connect(let attempt): connect(attempt)
      case .send(let packet, let attempt): send(packet, attempt)
      case .close(let attempt): close(attempt)
      case .deliver(let message): delivery.yield(message)
      case .tell(let news):
        if let trouble = news.trouble {
          log.warning("broker", metadata: ["broker.address": "\(address)", "broker.trouble": "\(trouble)"])
        } else {
          log.notice("broker", metadata: ["broker.address": "\(address)"])
        }
        condition.yield(news)
      case .end(let isSettled): finish(isSettled: isSettled)
      }
    }
    setTimer()
  }

  private func setTimer() {
    let deadline = watch.deadline
    guard deadline != timer?.at else { return }
    timer?.task.cancel()
    timer = deadline.map { at in
      let task = Task { [clock, mail] in
        do { try await clock.sleep(until: at) } catch { return }
        mail.yield(.timePassed)
      }
      return (at, task)
    }
  }

  private func send(_ packet: Packet, _ attempt: Int) {
    guard let channel = connections[attempt]?.channel else { return }
    do throws(PacketFault) {
      channel.writeAndFlush(channel.allocator.buffer(bytes: try packet.bytes()), promise: nil)
    } catch {
      // One of ours: it cannot be said, and is given up with its connection's answer.
      log.error("broker", metadata: ["broker.packet": "\(error)"])
    }
  }

  private func close(_ attempt: Int) {
    guard let connection = connections.removeValue(forKey: attempt) else { return }
    connection.channel.close(promise: nil)
  }

  private func finish(isSettled: Bool) {
    guard self.isSettled == nil else { return }
    self.isSettled = isSettled
    timer?.task.cancel()
    timer = nil
    for attempt in connections.keys { close(attempt) }
    mail.finish()
    delivery.finish()
    condition.finish()
    for ending in endings { ending.resume(returning: isSettled) }
    endings = []
  }

  private func connect(_ attempt: Int) {
    let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connectTimeout(Self.connectTime)
      .channelOption(.autoRead, value: false)
      .channelOption(.maxMessagesPerRead, value: 1)
      .channelOption(.socketOption(.tcp_nodelay), value: 1)
      .channelInitializer { [tls, mail, address] channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls {
            // A number has no name to be told, and its certificate must be for the number.
            try channel.pipeline.syncOperations.addHandler(
              NIOSSLClientHandler(context: tls, serverHostname: address.isNumber ? nil : address.host))
          }
          try channel.pipeline.syncOperations.addHandler(
            PieceHandler(
              came: { mail.yield(.came(attempt, $0)) },
              ended: { mail.yield(.closed(attempt, $0.map(ConnectionWords.of) ?? "the broker has hung up")) }))
        }
      }
    Task { [address, mail] in
      do {
        let channel = try await bootstrap.connect(host: address.host, port: address.port).get()
        if case .terminated = mail.yield(.opened(attempt, channel)) { channel.close(promise: nil) }
      } catch {
        mail.yield(.closed(attempt, ConnectionWords.of(error)))
      }
    }
  }
}

/// Hands on what came at once as one piece, and reads no more until it is told to.
private final class PieceHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let came: @Sendable ([UInt8]) -> Void
  private let ended: @Sendable ((any Error)?) -> Void
  private var piece: [UInt8] = []
  private var fault: (any Error)?

  init(came: @escaping @Sendable ([UInt8]) -> Void, ended: @escaping @Sendable ((any Error)?) -> Void) {
    (self.came, self.ended) = (came, ended)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    piece.append(contentsOf: unwrapInboundIn(data).readableBytesView)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    guard !piece.isEmpty else { return }
    came(piece)
    piece = []
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    fault = fault ?? error
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    ended(fault)
    context.fireChannelInactive()
  }
}
