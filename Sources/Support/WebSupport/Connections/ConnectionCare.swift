import Glibc
import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Sits in each connection and does what the server does not: turns away clients that have too many connections, gives
/// up on those that ask nothing, send next to nothing or take nothing any more, says `100 Continue` when a handler wants
/// the body of a client that waits to be asked, and tells who sends an answer when a piece of it has gone.
///
/// Runs on its connection's event loop.
package final class ConnectionCare: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  /// The event by which a handler asks for the body.
  package struct Continue: Sendable {}

  /// The event by which a handler says that it watches the pace of this request's body itself.
  package struct KeptPace: Sendable {}

  /// The event by which who sends an answer waits, for its promise, until so many bytes of its body have left for the
  /// kernel.
  package struct Sent: Sendable { var count: Int64 }

  /// How long sent bytes may lie unacknowledged, or a full window stay full, before the connection is given up.
  ///
  /// Linux, tcp(7): `TCP_USER_TIMEOUT`, in milliseconds. Guests' telephones fall asleep with a film half loaded.
  private static let patienceMilliseconds = 60_000

  /// 16 KiB a minute are 270 bytes a second.
  private static let sliceBytes = 16 << 10

  private let gate: ConnectionGate
  /// As whom the gate has counted this connection.
  private var client: ClientAddress?
  private var headDeadline: Scheduled<Void>?
  /// From a request's head to its end.
  private var isReceiving = false
  /// While a body comes: the next look at its pace, and what has come since the last one.
  private var pace: Scheduled<Void>?
  private var bodyBytes = 0
  private var isPaceKept = false
  private var lingering: Scheduled<Void>?
  private var answer = AnswerPace()
  private var isSendingFile = false
  /// The answer says that the connection ends with it.
  private var closes = false
  /// The request before whose head this came is of HTTP/1.0, as nginx asks unless it is told otherwise.
  private var isOld = false
  /// A caller may take in answers for others.
  private var isProxy = false
  /// While an answer goes: the next look at its pace.
  private var sending: Scheduled<Void>?

  package init(gate: ConnectionGate) { self.gate = gate }

  package func handlerAdded(context: ChannelHandlerContext) {
    set(TCP_USER_TIMEOUT, Self.patienceMilliseconds, context)
    set(TCP_NOTSENT_LOWAT, gate.limits.unsentBytes, context)
  }

  /// Sockets that are not TCP (in tests) have no such options, and need none.
  private func set(_ name: CInt, _ value: Int, _ context: ChannelHandlerContext) {
    let option = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: name))
    context.channel.setOption(option, value: .init(value)).whenFailure { _ in }
  }

  /// What proxies say of themselves (RFC 7239; RFC 9110, 7.6.3), and what they have long said instead.
  private static let proxyNames = ["via", "forwarded", "x-forwarded-for", "x-real-ip"].compactMap { HTTPField.Name($0) }

  /// Nothing is trusted that it claims: a client that only says that it is one is waited for longer, and goes first
  /// where there is no room, as all do that take nothing.
  private func note(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
    let isProxy = isOld || Self.proxyNames.contains { head.headerFields[$0] != nil }
    isOld = false
    guard isProxy != self.isProxy else { return }
    self.isProxy = isProxy
    // The system ends a connection over a window that stays full, too; one to a machine that is gone it ends by itself.
    set(TCP_USER_TIMEOUT, isProxy ? Int(gate.limits.proxySendMilliseconds) : Self.patienceMilliseconds, context)
  }

  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is OldClients.Asks { isOld = true }
    context.fireUserInboundEventTriggered(event)
  }

  package func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    let channel = context.channel
    if let client = ClientAddress(channel) {
      guard gate.admit(client, channel) else {
        context.close(promise: nil)
        return
      }
      self.client = client
    }
    headDeadline = context.eventLoop.scheduleTask(in: .milliseconds(gate.limits.headMilliseconds)) {
      channel.close(promise: nil)
    }
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      stopWaiting()
      note(head, context)
      isReceiving = true
    case .body(let piece):
      bodyBytes += piece.readableBytes
      if pace == nil, !isPaceKept { watchPace(context) }
    case .end: requestEnded()
    }
    gate.note(context.channel, isBusy: true)
    context.fireChannelRead(data)
  }

  package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      guard head.status.kind != .informational else { break }
      answer.began()
      closes = head.headerFields[.connection]?.lowercased() == "close"
    case .body(var rest):
      // In slices, so that a client that takes little is seen to take something; they share the piece's memory.
      while rest.readableBytes > Self.sliceBytes, let slice = rest.readSlice(length: Self.sliceBytes) {
        send(slice, context, nil)
      }
      return send(rest, context, promise)
    case .end:
      if isReceiving, lingering == nil {
        let channel = context.channel
        lingering = context.eventLoop.scheduleTask(in: .milliseconds(gate.limits.lingerMilliseconds)) {
          channel.close(promise: nil)
        }
      }
      let care = NIOLoopBound((handler: self, channel: context.channel), eventLoop: context.eventLoop)
      let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
      promise.futureResult.whenSuccess { _ in
        let (handler, channel) = care.value
        handler.gate.note(channel, isBusy: false)
        // Unread bytes would break the connection under the answer: then it lingers, as above.
        if handler.closes, !handler.isReceiving { channel.close(promise: nil) }
      }
      return context.write(data, promise: promise)
    }
    context.write(data, promise: promise)
  }

  private func send(_ slice: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
    let count = slice.readableBytes
    answer.written(count)
    if sending == nil { watchSending(context) }
    let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
    let care = NIOLoopBound((handler: self, channel: context.channel), eventLoop: context.eventLoop)
    promise.futureResult.whenSuccess { _ in
      let (handler, channel) = care.value
      handler.left(count, channel)
    }
    context.write(wrapOutboundOut(.body(slice)), promise: promise)
  }

  /// The whole of a file, or a range of it, between an answer's head and its end.
  private func send(_ file: FileSending.Send, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
    let channel = context.channel
    let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
    let care = NIOLoopBound(self, eventLoop: context.eventLoop)
    isSendingFile = true
    promise.futureResult.whenComplete { _ in care.value.isSendingFile = false }
    FileSending(
      file, promise,
      written: { [weak self] count in self?.answer.written(count) },
      left: { [weak self] count in self?.left(count, channel) }
    ).begin(context)
    if sending == nil { watchSending(context) }
  }

  private func left(_ count: Int, _ channel: any Channel) {
    answer.left(count)
    gate.note(channel, isBusy: true)
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

  /// Closes a connection that no longer takes what it asked for, of any client.
  private func watchSending(_ context: ChannelHandlerContext) {
    let (channel, least) = (context.channel, Int64(gate.limits.leastSentBytes))
    let care = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    let patience = isProxy ? gate.limits.proxySendMilliseconds : gate.limits.sendMilliseconds
    sending = context.eventLoop.scheduleTask(in: .milliseconds(patience)) {
      let (handler, context) = care.value
      handler.sending = nil
      switch handler.answer.look(atLeast: least, unsent: handler.unsent(context)) {
      case .idle: return
      case .moving: handler.watchSending(context)
      case .stalled: channel.close(promise: nil)
      }
    }
  }

  /// What the connection has been given and the kernel has not taken yet, in bytes: of a part that is on its way, the rest.
  private func unsent(_ context: ChannelHandlerContext) -> Int64? {
    // Other pieces are so small that each counts as a whole.
    guard isSendingFile, let options = context.channel.syncOptions else { return nil }
    // One that is closed does not know.
    do { return Int64(try options.getOption(.bufferedWritableBytes)) } catch { return nil }
  }

  private func requestEnded() {
    isReceiving = false
    isPaceKept = false
    pace?.cancel()
    pace = nil
    lingering?.cancel()
    lingering = nil
  }

  package func channelInactive(context: ChannelHandlerContext) {
    stopWaiting()
    requestEnded()
    sending?.cancel()
    sending = nil
    answer.ended()
    if client != nil { gate.release(context.channel) }
    client = nil
    context.fireChannelInactive()
  }

  private func stopWaiting() {
    headDeadline?.cancel()
    headDeadline = nil
  }

  package func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    switch event {
    case is Continue: context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: promise)
    case is KeptPace:
      // Of a request that has come whole already nothing is watched.
      isPaceKept = isReceiving
      pace?.cancel()
      pace = nil
      promise?.succeed()
    case let sent as Sent:
      if let promise { answer.wait(for: sent.count, promise) }
    case let file as FileSending.Send: send(file, context, promise)
    default: context.triggerUserOutboundEvent(event, promise: promise)
    }
  }
}
