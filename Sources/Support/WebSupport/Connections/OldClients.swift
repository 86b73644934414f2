import NIOCore
import NIOHTTP1

/// Clients that speak HTTP/1.0 (old proxies, small devices, `ab`) know no chunks: what they are sent ends with the connection
/// (RFC 9112, 6.3 and 9.3), so that they read nothing that is not meant.
final class OldClients: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The event that comes before the head of a request of one.
  struct Asks: Sendable {}

  /// Whether the request that is being answered comes from one; nothing of theirs comes behind it.
  private var isOld = false
  private var hasWhole = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      isOld = head.version.major < 1 || head.version == .http1_0
      hasWhole = false
      if isOld { context.fireUserInboundEventTriggered(Asks()) }
    case .body: break
    case .end: hasWhole = true
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard isOld else { return context.write(data, promise: promise) }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      // They do not wait to be asked for a body, and know no answer before the answer.
      guard head.status.code >= 200 else {
        promise?.succeed()
        return
      }
      head.version = .http1_0
      head.headers.replaceOrAdd(name: "Connection", value: "close")
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
      let care = NIOLoopBound((handler: self, channel: context.channel), eventLoop: context.eventLoop)
      promise.futureResult.whenSuccess {
        let (handler, channel) = care.value
        // Unread bytes would break the connection under the answer: who has more to send is given up by their pace.
        if handler.hasWhole { channel.close(promise: nil) }
      }
      context.write(data, promise: promise)
    }
  }
}
