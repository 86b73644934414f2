package import BoothCore
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
  /// Has the system send a range of a file as the answer's body, or as what comes next of it. Throws when the client has
  /// gone, or when the file is no longer what it was; false, with nothing sent, where the connection cannot send files.
  package let sendFile: @Sendable (ObjectFile, Range<Int64>) async throws -> Bool

  /// Closes the connection, whatever is on its way: for a client that has stalled.
  package let close: @Sendable () -> Void

  /// The receiver of the body watches its pace by its own measure: the connection no longer does, until the request's
  /// end.
  package let keepsPace: @Sendable () -> Void

  /// The address at the other end, without its port; nil where there is none.
  package let remoteAddress: String?

  package init(source: ApplicationRequestContextSource) {
    logger = source.logger
    let channel = source.channel
    remoteAddress = channel.remoteAddress?.ipAddress
    sendContinue = { channel.triggerUserOutboundEvent(ConnectionCare.Continue(), promise: nil) }
    close = { channel.close(promise: nil) }
    keepsPace = { channel.triggerUserOutboundEvent(ConnectionCare.KeptPace(), promise: nil) }
    sent = { try await Self.send(ConnectionCare.Sent(count: $0), channel) }
    sendFile = { file, range in
      do {
        try await Self.send(FileSending.Send(file: file, range: range), channel)
        return true
      } catch ChannelError.operationUnsupported {
        return false
      }
    }
  }

  /// Until the connection has done it.
  private static func send(_ event: some Sendable, _ channel: any Channel) async throws {
    let promise = channel.eventLoop.makePromise(of: Void.self)
    // The event's own promise: a pipeline that is taken apart already fails it.
    channel.triggerUserOutboundEvent(event, promise: promise)
    // A server that is to end cuts off clients that do not take their answer.
    try await withTaskCancellationHandler {
      try await promise.futureResult.get()
    } onCancel: {
      channel.close(promise: nil)
    }
  }

  package init(logger: Logger, sendContinue: @escaping @Sendable () -> Void = {}) {
    self.logger = logger
    remoteAddress = nil
    self.sendContinue = sendContinue
    close = {}
    keepsPace = {}
    sent = { _ in }
    sendFile = { _, _ in false }
  }
}
