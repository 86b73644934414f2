import NIOCore
import NIOHTTP1

/// Ends a connection whose server goes on saying `1xx`: such an answer is never the last, and a flood of them would keep a
/// core busy for as long as a call may take.
final class ProvisionalAnswerLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  struct ExceededFault: Error {}

  /// Before one real answer. Servers send one (100 Continue), a slow one a few (102 Processing).
  static let most = 10

  private var count = 0

  /// Puts one into a connection, behind what reads its bytes.
  static func install(in channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.submit {
      let pipeline = channel.pipeline.syncOperations
      let reader = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try pipeline.addHandler(ProvisionalAnswerLimit(), position: .after(reader))
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data) {
      count = (100..<200).contains(head.status.code) ? count + 1 : 0
      guard count <= Self.most else {
        context.fireErrorCaught(ExceededFault())
        context.close(promise: nil)
        return
      }
    }
    context.fireChannelRead(data)
  }
}
