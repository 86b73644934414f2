import BoothCore
import Glibc
import NIOCore

/// A file that is on its way as an answer's body, part by part: so a client that takes little is seen to take something,
/// and a file that is cut short is seen before the system waits for bytes that never come.
///
/// Lives on its connection's event loop.
final class FileSending {
  /// The event by which a handler has a file sent; its promise is kept when the last byte has left for the kernel.
  struct Send: Sendable {
    var file: ObjectFile
    var range: Range<Int64>
  }

  /// The file is not what the client was promised.
  struct CutShortFault: Error {}

  /// A system call each; as much as the kernel takes of one that is slow.
  private static let partBytes: Int64 = 64 << 10

  private let file: ObjectFile
  private var rest: Range<Int64>
  private let handle: NIOFileHandle
  private let promise: EventLoopPromise<Void>
  private var watching: Scheduled<Void>?
  private var hasEnded = false
  /// Called with the bytes of each part when they are written, and when they have left.
  private let written: (Int) -> Void
  private let left: (Int) -> Void

  init(
    _ send: Send, _ promise: EventLoopPromise<Void>, written: @escaping (Int) -> Void, left: @escaping (Int) -> Void
  ) {
    file = send.file
    rest = send.range
    // The store's to close: it is given back below, never closed here.
    handle = NIOFileHandle(_deprecatedTakingOwnershipOfDescriptor: send.file.descriptor)
    self.promise = promise
    self.written = written
    self.left = left
  }

  func begin(_ context: ChannelHandlerContext) {
    sendNext(context)
    if !hasEnded { watch(context) }
  }

  /// Looks at the file while it is sent: the system keeps retrying to send bytes that a shortened file no longer has.
  private func watch(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((answer: self, context: context), eventLoop: context.eventLoop)
    watching = context.eventLoop.scheduleTask(in: .seconds(2)) {
      let (answer, context) = bound.value
      guard answer.isWhole else { return context.close(promise: nil) }
      answer.watch(context)
    }
  }

  /// Whether the file has all that is still to be sent.
  private var isWhole: Bool {
    var status = stat()
    return fstat(file.descriptor, &status) == 0 && Int64(status.st_size) >= rest.upperBound
  }

  /// Sends the next part, and what follows when it has left.
  private func sendNext(_ context: ChannelHandlerContext) {
    guard !rest.isEmpty else { return end(.success(())) }
    guard isWhole else { return end(.failure(CutShortFault())) }
    let part = rest.prefix(Int(Self.partBytes))
    rest = part.endIndex..<rest.upperBound
    let region = FileRegion(
      fileHandle: handle, readerIndex: Int(part.startIndex), endIndex: Int(part.endIndex))
    let sent = context.eventLoop.makePromise(of: Void.self)
    let bound = NIOLoopBound((answer: self, context: context), eventLoop: context.eventLoop)
    sent.futureResult.whenComplete { result in
      let (answer, context) = bound.value
      switch result {
      case .success:
        answer.left(part.count)
        answer.sendNext(context)
      case .failure(let error): answer.end(.failure(error))
      }
    }
    written(part.count)
    context.triggerUserOutboundEvent(FileSender.Part(region: region), promise: sent)
  }

  private func end(_ result: Result<Void, any Error>) {
    hasEnded = true
    watching?.cancel()
    watching = nil
    do { _ = try handle.takeDescriptorOwnership() } catch { assertionFailure("\(error)") }
    promise.completeWith(result)
  }
}
