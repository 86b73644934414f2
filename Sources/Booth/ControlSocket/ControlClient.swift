import BoothSystem
import CLinux
import FoundationEssentials
import Glibc

/// Asks a running booth over its control socket.
public struct ControlClient: Sendable {
  /// The booth's control socket.
  public let path: String
  /// The longest answer it reads, in bytes.
  private let responseBytes = 17 << 20

  /// Names the socket; nothing is opened before ``send(_:timeout:)``, and no booth need be running.
  public init(path: String) { self.path = path }

  /// Sends one request on a connection of its own and waits for the answer, on a thread of its own.
  /// - Throws: `notRunning`, `denied`, `timedOut`, `tooLarge`, `badAnswer`; each says what to do.
  public func send(_ request: ControlRequest, timeout: Duration) async throws(ControlError) -> ControlResponse {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<ControlResponse, ControlError>, Never>) in
      let fault = OwnThread.start("control call") {
        let result = Result { () throws(ControlError) in try sendBlocking(request, timeout: timeout) }
        continuation.resume(returning: result)
      }
      if fault != 0 { continuation.resume(returning: .failure(.system(path, "starting a thread", fault))) }
    }
    return try result.get()
  }

  /// As ``send(_:timeout:)``, on the calling thread.
  func sendBlocking(_ request: ControlRequest, timeout: Duration) throws(ControlError) -> ControlResponse {
    let deadline = ContinuousClock.now + timeout
    let line = try encoded(request)
    let socket = try connect(timeout: timeout)
    try write(line, to: socket, deadline: deadline)
    let answer = try readLine(from: socket, deadline: deadline)
    do {
      return try JSONValue.decoder.decode(ControlResponse.self, from: Data(answer))
    } catch {
      throw ControlError(
        .badAnswer, subject: path, detail: "what answered on \(path) is no booth, or one of another version")
    }
  }

  private func encoded(_ request: ControlRequest) throws(ControlError) -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = [UInt8](try JSONValue.encoder.encode(request))
    } catch {
      throw ControlError(.failed, subject: path, detail: "the request cannot be written as JSON")
    }
    let limit = ControlLimits().requestBytes
    guard bytes.count <= limit else {
      throw ControlError(
        .tooLarge, subject: path, detail: "the request has \(bytes.count) bytes; at most \(limit) are taken")
    }
    return bytes + [0x0A]
  }

  private func connect(timeout: Duration) throws(ControlError) -> Descriptor {
    let place: SocketPlace
    do {
      place = try SocketPlace(path: path)
    } catch {
      if error.code == .noFolder { throw .notRunning(path) }
      throw error
    }
    let number = clinux_unix_socket()
    guard number >= 0 else { throw .system(path, "making a socket") }
    let socket = Descriptor(number)
    // connect() waits only where the booth's queue of new clients is full, and no longer than this.
    let left = max(timeout, .milliseconds(1))
    var limit = timeval(
      tv_sec: Int(left.components.seconds), tv_usec: Int(left.components.attoseconds / 1_000_000_000_000))
    guard setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size)) == 0 else {
      throw .system(path, "setting a time limit")
    }
    while clinux_unix_connect(number, place.folder.number, place.name) != 0 {
      switch errno {
      case EINTR: continue
      case ENOENT, ECONNREFUSED, ENOTSOCK: throw .notRunning(path)
      case EACCES, EPERM: throw try denied(place)
      case EAGAIN: throw timedOut()
      default: throw .system(path, "connecting")
      }
    }
    guard let peer = SocketPeer(of: number) else { throw .system(path, "asking who answers") }
    guard peer.mayAnswer(consoleOf: geteuid()) else {
      throw ControlError(
        .denied, subject: path,
        detail: "permission denied: the booth on \(path) belongs to uid \(peer.user), you are uid \(geteuid())")
    }
    return socket
  }

  private func denied(_ place: SocketPlace) throws(ControlError) -> ControlError {
    guard let owner = try place.occupant()?.st_uid else { return .notRunning(path) }
    return ControlError(
      .denied, subject: path,
      detail: "permission denied: the booth on \(path) belongs to uid \(owner), you are uid \(geteuid()); "
        + "ask as that user: sudo -u '#\(owner)' …")
  }

  private func timedOut() -> ControlError {
    ControlError(.timedOut, subject: path, detail: "the booth on \(path) did not answer in time")
  }

  /// A booth that hangs up while we write has said why; so that is no error here.
  private func write(_ line: [UInt8], to socket: Descriptor, deadline: ContinuousClock.Instant) throws(ControlError) {
    var sent = 0
    while sent < line.count {
      let count = line[sent...].withUnsafeBytes { clinux_unix_send(socket.number, $0.baseAddress, $0.count) }
      if count >= 0 {
        sent += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: try wait(for: POLLOUT, on: socket, deadline: deadline)
      case EPIPE, ECONNRESET: return
      default: throw .system(path, "sending")
      }
    }
  }

  private func readLine(from socket: Descriptor, deadline: ContinuousClock.Instant) throws(ControlError) -> [UInt8] {
    var buffer = LineBuffer(limit: responseBytes)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      switch buffer.next() {
      case .line(let line): return line
      case .tooLong:
        throw ControlError(.tooLarge, subject: path, detail: "the answer is longer than \(responseBytes) bytes")
      case .incomplete: break
      }
      let count = clinux_unix_receive(socket.number, &chunk, chunk.count)
      if count > 0 {
        buffer.append(chunk[..<count])
      } else if count == 0 || errno == ECONNRESET {
        throw ControlError(.badAnswer, subject: path, detail: "the booth on \(path) hung up without an answer")
      } else if errno == EAGAIN {
        try wait(for: POLLIN, on: socket, deadline: deadline)
      } else if errno != EINTR {
        throw .system(path, "receiving")
      }
    }
  }

  private func wait(for event: Int32, on socket: Descriptor, deadline: ContinuousClock.Instant) throws(ControlError) {
    let left = deadline - ContinuousClock.now
    guard left > .zero else { throw timedOut() }
    let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
    var watched = pollfd(fd: socket.number, events: Int16(event), revents: 0)
    guard poll(&watched, 1, Int32(clamping: milliseconds + 1)) >= 0 || errno == EINTR else {
      throw .system(path, "waiting")
    }
  }
}
