import NIOCore
import NIOHTTP1

/// Sits between what writes HTTP and what makes answers of it, and lets parts of files pass that the latter has no word for.
/// The system sends them (sendfile(2)) and no byte of them is read here; so it is only for connections that are plain TCP.
final class FileSender: ChannelOutboundHandler, RemovableChannelHandler, Sendable {
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The event by which a part of a file is written and sent.
  struct Part: Sendable { var region: FileRegion }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    guard let part = event as? Part else { return context.triggerUserOutboundEvent(event, promise: promise) }
    context.writeAndFlush(wrapOutboundOut(.body(.fileRegion(part.region))), promise: promise)
  }
}
