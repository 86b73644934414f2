import CLinux
import Glibc

/// One client of the control socket. A request at a time: while one is answered, or its answer waits to be read, nothing
/// more is read from the client, so a client can take no more memory than a request and an answer.
///
/// Lives on the server's thread.
final class ControlConnection {
  enum Step {
    case wait
    case request([UInt8])
    /// Said instead of an answer; the connection ends after it.
    case refuse(ControlResponse)
    case close
  }

  let id: UInt64
  let socket: Descriptor
  /// The handler at work for this client.
  var task: Task<Void, Never>?
  /// When the client last did something.
  private(set) var lastActive: ContinuousClock.Instant
  var closesAfterAnswer = false
  private var input: LineBuffer
  private var output: [UInt8] = []
  private var sent = 0

  init(id: UInt64, socket: Descriptor, requestBytes: Int, now: ContinuousClock.Instant) {
    self.id = id
    self.socket = socket
    input = LineBuffer(limit: requestBytes)
    lastActive = now
  }

  var isBusy: Bool { task != nil }
  var hasOutput: Bool { sent < output.count }

  /// What poll() is to watch for; a client that hangs up is always told.
  var events: Int16 { isBusy ? 0 : Int16(hasOutput ? POLLOUT : POLLIN) }

  /// Reads what has come, at most 64 KiB.
  func receive(now: ContinuousClock.Instant) -> Step {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = clinux_unix_receive(socket.number, &chunk, chunk.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR ? .wait : .close }
    if count == 0 { return .close }
    lastActive = now
    input.append(chunk[..<count])
    return next()
  }

  /// The next whole request of what was read already.
  func next() -> Step {
    switch input.next() {
    case .incomplete: .wait
    case .line(let line): .request(line)
    case .tooLong:
      .refuse(
        ControlResponse(
          ok: false, code: ControlResponse.badRequest, message: "a request may have at most \(input.limit) bytes"))
    }
  }

  func queue(_ line: [UInt8], now: ContinuousClock.Instant) {
    output = line
    sent = 0
    lastActive = now
  }

  /// Sends what the client takes at the moment.
  func flush(now: ContinuousClock.Instant) -> Step {
    while hasOutput {
      let count = output[sent...].withUnsafeBytes { clinux_unix_send(socket.number, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN ? .wait : .close
      }
      sent += count
      lastActive = now
    }
    output = []
    sent = 0
    return closesAfterAnswer ? .close : next()
  }
}
