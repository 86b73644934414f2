import NIOCore
import NIOPosix
import Synchronization

@testable import MQTT

/// A broker at a free port of this machine that answers each packet as a test says, also with bytes that are none.
final class ScriptedBroker: Sendable {
  typealias Script = @Sendable (_ connection: Int, _ packet: Packet) throws -> [UInt8]

  let port: Int
  private let channel: any Channel
  private let seen = Mutex<[Packet]>([])
  private let children = Mutex<[any Channel]>([])

  /// - Parameter opening: what it sends to a new connection before anything is asked.
  init(opening: [UInt8] = [], _ script: @escaping Script) async throws {
    let box = NoteBox()
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let number = box.begin(channel)
          try channel.pipeline.syncOperations.addHandler(
            ScriptHandler(opening: opening) { packet in
              box.hear(packet)
              return try script(number, packet)
            })
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
    box.set(
      hears: { [weak self] packet in self?.seen.withLock { $0.append(packet) } },
      opens: { [weak self] child in self?.children.withLock { $0.append(child) } })
  }

  /// What clients have sent.
  var packets: [Packet] { seen.withLock { $0 } }

  /// Sends to every connection.
  func send(_ bytes: [UInt8]) {
    for child in children.withLock({ $0 }) { child.writeAndFlush(child.allocator.buffer(bytes: bytes), promise: nil) }
  }

  func stop() {
    channel.close(promise: nil)
    for child in children.withLock({ $0 }) { child.close(promise: nil) }
  }

  /// Takes every client and subscription, and acknowledges everything.
  static func honest(_ packet: Packet) throws -> [UInt8] {
    switch packet {
    case .connect: try Packet.connack(sessionPresent: false, code: 0).bytes()
    case .subscribe(let id, let filters): try Packet.suback(id, filters.map { _ in 0 }).bytes()
    case .publish(_, let id?, _): try Packet.puback(id).bytes()
    case .pingreq: try Packet.pingresp.bytes()
    case .publish, .connack, .puback, .suback, .pingresp, .disconnect: []
    }
  }
}

/// What a broker's connections tell it, which begin before it is whole.
private final class NoteBox: Sendable {
  private struct State {
    var connections = 0
    var hears: @Sendable (Packet) -> Void = { _ in }
    var opens: @Sendable (any Channel) -> Void = { _ in }
  }

  private let state = Mutex(State())

  func begin(_ channel: any Channel) -> Int {
    let (number, opens) = state.withLock { state in
      state.connections += 1
      return (state.connections, state.opens)
    }
    opens(channel)
    return number
  }

  func hear(_ packet: Packet) { state.withLock { $0.hears }(packet) }

  func set(hears: @escaping @Sendable (Packet) -> Void, opens: @escaping @Sendable (any Channel) -> Void) {
    state.withLock { ($0.hears, $0.opens) = (hears, opens) }
  }
}

private final class ScriptHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let opening: [UInt8]
  private let answer: (Packet) throws -> [UInt8]
  private var reader = PacketReader(mostLength: 1 << 20)

  init(opening: [UInt8], _ answer: @escaping (Packet) throws -> [UInt8]) {
    (self.opening, self.answer) = (opening, answer)
  }

  func channelActive(context: ChannelHandlerContext) {
    if !opening.isEmpty { send(opening, context) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    reader.take(unwrapInboundIn(data).readableBytesView)
    do {
      while let packet = try reader.next() {
        let bytes = try answer(packet)
        if !bytes.isEmpty { send(bytes, context) }
      }
    } catch {
      context.close(promise: nil)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    context.writeAndFlush(NIOAny(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
  }
}
