import Glibc
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Sits in each connection and does what the server does not: turns away clients that have too many connections, gives
/// up on those that ask nothing, send next to nothing or take nothing any more, and says `100 Continue` when a handler wants the body of a
/// client that waits to be asked.
final class ConnectionCare: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The event by which a handler asks for the body.
  struct Continue: Sendable {}

  /// How long sent bytes may lie unacknowledged, or a full window stay full, before the connection is given up.
  ///
  /// Linux, tcp(7): `TCP_USER_TIMEOUT`, in milliseconds. Guests' telephones fall asleep with a film half loaded.
  private static let patienceMilliseconds = 60_000

  private let gate: ConnectionGate
  /// As whom the gate has counted this connection.
  private var client: ClientAddress?
  private var headDeadline: Scheduled<Void>?
  /// From a request's head to its end.
  private var isReceiving = false
  /// While a body comes: the next look at its pace, and what has come since the last one.
  private var pace: Scheduled<Void>?
  private var bodyBytes = 0
  private var lingering: Scheduled<Void>?

  init(gate: ConnectionGate) { self.gate = gate }

  func handlerAdded(context: ChannelHandlerContext) {
    let timeout = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_USER_TIMEOUT))
    // Sockets that are not TCP (in tests) have no such option, and need none.
    context.channel.setOption(timeout, value: Self.patienceMilliseconds).whenFailure { _ in }
  }

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    let channel = context.channel
    if let client = ClientAddress(channel) {
      guard gate.admit(client) else {
        context.close(promise: nil)
        return
      }
      self.client = client
    }
    headDeadline = context.eventLoop.scheduleTask(in: .milliseconds(gate.limits.headMilliseconds)) {
      channel.close(promise: nil)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      stopWaiting()
      isReceiving = true
    case .body(let piece):
      bodyBytes += piece.readableBytes
      if pace == nil { watchPace(context) }
    case .end: requestEnded()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data), isReceiving, lingering == nil {
      let channel = context.channel
      lingering = context.eventLoop.scheduleTask(in: .milliseconds(gate.limits.lingerMilliseconds)) {
        channel.close(promise: nil)
      }
    }
    context.write(data, promise: promise)
  }

  /// The booth's own are let be: a disk that is slow to take a file must not cost its upload.
  private func watchPace(_ context: ChannelHandlerContext) {
    guard client != .own else { return }
    bodyBytes = 0
    let (channel, least) = (context.channel, gate.limits.leastBytes)
    let care = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    pace = context.eventLoop.scheduleTask(in: .milliseconds(gate.limits.paceMilliseconds)) {
      let (handler, context) = care.value
      guard handler.bodyBytes >= least else { return channel.close(promise: nil) }
      handler.watchPace(context)
    }
  }

  private func requestEnded() {
    isReceiving = false
    pace?.cancel()
    pace = nil
    lingering?.cancel()
    lingering = nil
  }

  func channelInactive(context: ChannelHandlerContext) {
    stopWaiting()
    requestEnded()
    if let client { gate.release(client) }
    client = nil
    context.fireChannelInactive()
  }

  private func stopWaiting() {
    headDeadline?.cancel()
    headDeadline = nil
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    guard event is Continue else {
      context.triggerUserOutboundEvent(event, promise: promise)
      return
    }
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: promise)
  }
}
