import HTTPTypes
package import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes
import Synchronization

/// A connection that the system has accepted, and that must be served or closed.
///
/// NIO ends the program when one of its channels is let go of without either ("Deinited NIOAsyncWriter without calling
/// finish()", swift-nio #2637), and a server that is cancelled lets go of all that it has accepted and not yet served.
package final class AcceptedConnection: ServerChildChannelValue {
  package typealias Parts = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  package let parts: Parts
  private let isServed = Atomic(false)

  package init(_ parts: Parts) { self.parts = parts }

  package var channel: any Channel { parts.channel }

  /// The receiver of the parts, which serves and closes them.
  package func take() -> Parts {
    isServed.store(true, ordering: .relaxed)
    return parts
  }

  deinit {
    guard !isServed.load(ordering: .relaxed) else { return }
    let parts = parts
    Task {
      do {
        try await parts.executeThenClose { _, _ in }
      } catch {
        // The client was faster: it is closed.
      }
    }
  }
}

/// HTTP/1.1 on plain TCP, on connections of which none is lost, and on which files are sent by the system.
package struct AcceptedHTTP: ServerChildChannel {
  package let http: HTTP1Channel

  package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
    let setUp = http.setup(channel: channel, logger: logger)
    return setUp.flatMapThrowing { parts in
      // Nearest to the socket, as what makes HTTP of our parts has no part for a file.
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(
        FileSender(), position: .after(try pipeline.handler(type: HTTPResponseEncoder.self)))
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(OldClients(), position: .after(decoder))
      return AcceptedConnection(parts)
    }
  }

  package func handle(value: AcceptedConnection, logger: Logger) async {
    await http.handle(value: value.take(), logger: logger)
  }
}
