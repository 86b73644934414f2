import Hummingbird
import Logging
import NIOCore

/// What a request comes with beside itself.
struct GalleryContext: InitializableFromSource, Sendable {
  typealias Source = ApplicationRequestContextSource

  let logger: Logger
  /// Tells a client that waits for it (`Expect: 100-continue`) to send its body.
  let sendContinue: @Sendable () -> Void

  init(source: ApplicationRequestContextSource) {
    logger = source.logger
    let channel = source.channel
    sendContinue = { channel.triggerUserOutboundEvent(ConnectionCare.Continue(), promise: nil) }
  }

  init(logger: Logger, sendContinue: @escaping @Sendable () -> Void = {}) {
    self.logger = logger
    self.sendContinue = sendContinue
  }
}
