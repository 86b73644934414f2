import BoothCore
import BoothTesting
import Glibc
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Gallery
@testable import WebSupport

/// What a client that takes its answer slowly costs, and when it is given up.
@Suite struct `An answer's next piece` {
  private let channel = EmbeddedChannel()

  private func serve(_ limits: ConnectionLimits = ConnectionLimits()) throws {
    let logger = Logger(label: "gallery") { _ in SwiftLogNoOpLogHandler() }
    try channel.pipeline.syncOperations.addHandler(ConnectionCare(gate: ConnectionGate(limits, logger: logger)))
    try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 1)).wait()
    try ask()
  }

  private func ask(_ headers: HTTPFields = [:]) throws {
    try channel.writeInbound(
      HTTPRequestPart.head(
        HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/", headerFields: headers)))
    try channel.writeInbound(HTTPRequestPart.end(nil))
  }

  private func write(_ count: Int) {
    channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: count)), promise: nil)
  }

  /// The count of pieces that were waited for and have left.
  private final class Left { var count = 0 }

  private func wait(for count: Int64, _ left: Left) {
    let promise = channel.eventLoop.makePromise(of: Void.self)
    let bound = NIOLoopBound(left, eventLoop: channel.eventLoop)
    promise.futureResult.whenSuccess { bound.value.count += 1 }
    channel.triggerUserOutboundEvent(ConnectionCare.Sent(count: count), promise: promise)
  }

  @Test func `waits until the last one has left`() throws {
    try serve()
    let left = Left()
    channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
    write(100)
    wait(for: 100, left)
    #expect(left.count == 0)
    channel.flush()
    #expect(left.count == 1)
    // Asked for before its piece comes by, as the two come from different threads.
    wait(for: 200, left)
    #expect(left.count == 1)
    write(100)
    channel.flush()
    #expect(left.count == 2)
    // Each answer is counted anew.
    channel.write(HTTPResponsePart.end(nil), promise: nil)
    try ask()
    channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
    wait(for: 100, left)
    #expect(left.count == 2)
    write(100)
    channel.flush()
    #expect(left.count == 3)
    _ = try channel.finish(acceptAlreadyClosed: true)
  }

  @Test func `is sent whole, in slices of which each counts`() throws {
    try serve()
    channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
    let left = Left()
    wait(for: 100_000, left)
    write(100_000)
    channel.flush()
    #expect(left.count == 1)
    var counts: [Int] = []
    while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
      if case .body(let slice) = part { counts.append(slice.readableBytes) }
    }
    #expect(counts.reduce(0, +) == 100_000 && counts.allSatisfy { $0 <= 16 << 10 })
    _ = try channel.finish(acceptAlreadyClosed: true)
  }

  @Test func `is not waited for when the client has gone`() throws {
    try serve()
    channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
    write(100)
    let promise = channel.eventLoop.makePromise(of: Void.self)
    channel.triggerUserOutboundEvent(ConnectionCare.Sent(count: 100), promise: promise)
    channel.close(promise: nil)
    #expect(throws: (any Error).self) { try promise.futureResult.wait() }
    let late = channel.eventLoop.makePromise(of: Void.self)
    channel.triggerUserOutboundEvent(ConnectionCare.Sent(count: 1), promise: late)
    #expect(throws: (any Error).self) { try late.futureResult.wait() }
    // Nor when the pipeline is taken apart.
    channel.embeddedEventLoop.run()
    let later = channel.eventLoop.makePromise(of: Void.self)
    channel.triggerUserOutboundEvent(ConnectionCare.Sent(count: 1), promise: later)
    #expect(throws: (any Error).self) { try later.futureResult.wait() }
  }

  @Test func `that is not taken for a minute ends the connection, and one that is taken slowly does not`() throws {
    try serve(ConnectionLimits(sendMilliseconds: 60_000, leastSentBytes: 50))
    channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
    for _ in 0..<5 {
      write(50)
      channel.flush()
      write(1)
      channel.embeddedEventLoop.advanceTime(by: .seconds(60))
      #expect(channel.isActive)
    }
    channel.embeddedEventLoop.advanceTime(by: .seconds(60))
    #expect(!channel.isActive)
    _ = try channel.finish(acceptAlreadyClosed: true)
  }

  @Test(arguments: ["Via", "Forwarded", "X-Forwarded-For", "X-Real-IP", "HTTP/1.0", ""])
  func `that a proxy does not take for an hour is waited for, as its client may be slow`(_ sign: String) throws {
    try serve(ConnectionLimits(sendMilliseconds: 60_000, proxySendMilliseconds: 2 * 3_600_000))
    if sign == "HTTP/1.0" { channel.pipeline.fireUserInboundEventTriggered(OldClients.Asks()) }
    try ask(HTTPField.Name(sign).map { sign == "HTTP/1.0" ? [:] : [$0: "192.0.2.1"] } ?? [:])
    channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
    write(50)
    channel.embeddedEventLoop.advanceTime(by: .hours(1))
    #expect(channel.isActive == !sign.isEmpty)
    channel.embeddedEventLoop.advanceTime(by: .hours(1))
    #expect(!channel.isActive)
    _ = try channel.finish(acceptAlreadyClosed: true)
  }

  @Test func `of which a part has left counts for that part`() {
    var pace = AnswerPace()
    pace.began()
    pace.written(64_000)
    #expect(pace.look(atLeast: 4096, unsent: 64_000) == .stalled)
    #expect(pace.look(atLeast: 4096, unsent: 59_904) == .moving)
    #expect(pace.look(atLeast: 4096, unsent: 56_000) == .stalled)
    pace.left(64_000)
    #expect(pace.look(atLeast: 4096, unsent: 0) == .idle)
  }

  @Test func `is read by the gallery itself where the connection cannot send files`() throws {
    try serve()
    channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
    let folder = try TemporaryFolder()
    try folder.put("picture", Array("a picture".utf8))
    let descriptor = open(folder.path("picture"), O_RDONLY)
    defer { close(descriptor) }
    let info = ObjectInfo(key: try objectKey("picture"), sizeBytes: 9, contentType: "image/jpeg", etag: "1")
    let promise = channel.eventLoop.makePromise(of: Void.self)
    let file = ObjectFile(info: info, descriptor: descriptor) { _ in ByteStream { $0.finish() } }
    channel.triggerUserOutboundEvent(FileSending.Send(file: file, range: 0..<9), promise: promise)
    let error = #expect(throws: ChannelError.self) { try promise.futureResult.wait() }
    #expect(error == .operationUnsupported)
    #expect(fcntl(descriptor, F_GETFD) >= 0, "whose file it is closes it")
    _ = try channel.finish(acceptAlreadyClosed: true)
  }
}
