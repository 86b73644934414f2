package import Hummingbird
package import Logging
import NIOCore

/// What a request comes with beside itself.
package struct WebContext: InitializableFromSource, Sendable {
  package typealias Source = ApplicationRequestContextSource

  package let logger: Logger
  /// Tells a client that waits for it (`Expect: 100-continue`) to send its body.
  package let sendContinue: @Sendable () -> Void
  /// Waits until so many bytes of the answer's body have left for the kernel. Throws when the client has gone.
  package let sent: @Sendable (Int64) async throws -> Void

  package init(source: ApplicationRequestContextSource) {
    logger = source.logger
    let channel = source.channel
    sendContinue = { channel.triggerUserOutboundEvent(ConnectionCare.Continue(), promise: nil) }
    sent = { count in
      let promise = channel.eventLoop.makePromise(of: Void.self)
      // The event's own promise: a pipeline that is taken apart already fails it.
      channel.triggerUserOutboundEvent(ConnectionCare.Sent(count: count), promise: promise)
      // A server that is to end cuts off whoever does not take their answer.
      try await withTaskCancellationHandler {
        try await promise.futureResult.get()
      } onCancel: {
        channel.close(promise: nil)
      }
    }
  }

  package init(logger: Logger, sendContinue: @escaping @Sendable () -> Void = {}) {
    self.logger = logger
    self.sendContinue = sendContinue
    sent = { _ in }
  }
}
