import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import Synchronization

/// A connection that the system has accepted, and somebody has to serve or to close.
///
/// NIO ends the program when one of its channels is let go of without either ("Deinited NIOAsyncWriter without calling
/// finish()", swift-nio #2637), and a server that is cancelled lets go of all that it has accepted and not yet served.
final class AcceptedConnection: ServerChildChannelValue {
  typealias Parts = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  let parts: Parts
  private let isServed = Atomic(false)

  init(_ parts: Parts) { self.parts = parts }

  var channel: any Channel { parts.channel }

  /// Whoever takes the parts, serves and closes them.
  func take() -> Parts {
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

/// HTTP/1.1, on connections of which none is lost.
struct AcceptedHTTP: ServerChildChannel {
  let http: HTTP1Channel

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
    http.setup(channel: channel, logger: logger).map(AcceptedConnection.init)
  }

  func handle(value: AcceptedConnection, logger: Logger) async {
    await http.handle(value: value.take(), logger: logger)
  }
}
