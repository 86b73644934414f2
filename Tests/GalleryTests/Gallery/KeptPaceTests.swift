import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import WebSupport

@Suite struct KeptPaceTests {
  @Test func `a connection whose body somebody watches by their own measure may be slow`() throws {
    let logger = Logger(label: "gallery") { _ in SwiftLogNoOpLogHandler() }
    let limits = ConnectionLimits(paceMilliseconds: 1000, leastBytes: 1000)
    for isKept in [false, true] {
      let channel = EmbeddedChannel(handler: ConnectionCare(gate: ConnectionGate(limits, logger: logger)))
      try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
      let request = HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/")
      try channel.writeInbound(HTTPRequestPart.head(request))
      try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "abc")))
      if isKept { channel.triggerUserOutboundEvent(ConnectionCare.KeptPace(), promise: nil) }
      for _ in 0..<3 {
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        if channel.isActive { try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "d"))) }
      }
      #expect(channel.isActive == isKept)
      _ = try channel.finish(acceptAlreadyClosed: true)
    }
  }
}
