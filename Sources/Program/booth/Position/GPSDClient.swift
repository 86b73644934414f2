import BoothCore
import Glibc
import NIOPosix
import Synchronization

/// Why no position is known, as a sentence.
public struct GPSDFault: Error, Equatable, Sendable, CustomStringConvertible {
  public var description: String

  /// - Parameter description: a sentence, with what to do.
  public init(_ description: String) { self.description = description }
}

/// Asks a gpsd what its receivers say: lines of JSON over TCP, as `gpsd_json(5)` has them. Never waits for long: it is given
/// up after its time, whatever the name server, the daemon or the receiver do.
public struct GPSDClient: Sendable {
  public let host: String
  /// gpsd's own, unless another is named.
  public let port: String

  /// gpsd's, from `/etc/services`.
  public static let usualPort = "2947"

  /// Reads `HOST`, `HOST:PORT`, `[ADDRESS]:PORT` or a bare IPv6 address.
  public init(_ address: String) throws(GPSDFault) {
    let fault = GPSDFault("\"\(address)\" is no address of a gpsd; expected HOST:PORT, as localhost:\(Self.usualPort)")
    var (name, port) = (address[...], Substring(Self.usualPort))
    if address.first == "[", let end = address.firstIndex(of: "]") {
      name = address[address.index(after: address.startIndex)..<end]
      let rest = address[address.index(after: end)...]
      guard rest.isEmpty || rest.first == ":" else { throw fault }
      if !rest.isEmpty { port = rest.dropFirst() }
    } else if address.count(where: { $0 == ":" }) == 1, let colon = address.firstIndex(of: ":") {
      (name, port) = (address[..<colon], address[address.index(after: colon)...])
    }
    guard !name.isEmpty, !name.contains(where: \.isWhitespace), let number = UInt16(port), number > 0 else {
      throw fault
    }
    host = String(name)
    self.port = String(number)
  }

  /// For sentences.
  public var address: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Has it watch, and gives line after line to `take` until that has its value.
  /// - Returns: the value; nil where the time was over, or the daemon ended it, before.
  /// - Throws: ``GPSDFault`` if nothing answers there.
  public func ask<Value: Sendable>(
    within limit: Duration = .seconds(3), _ take: @escaping @Sendable ([UInt8]) -> Value?
  ) async throws(GPSDFault) -> Value? {
    let box = GPSDWaiter<Value>()
    let silent = GPSDFault("\(address) has not answered within \(Int(limit.inSeconds.rounded(.up))) s; is it a gpsd?")
    let result = await withCheckedContinuation { continuation in
      box.begin(continuation)
      NIOThreadPool.singleton.submit { _ in box.end(converse(until: .now + limit, take, silent: silent)) }
      // Asking a server of names cannot be stopped.
      Task {
        try await Task.sleep(for: limit + .milliseconds(500))
        box.end(.failure(silent))
      }
    }
    return try result.get()
  }

  /// On a thread that may block.
  private func converse<Value>(
    until end: ContinuousClock.Instant, _ take: ([UInt8]) -> Value?, silent: GPSDFault
  ) -> Result<Value?, GPSDFault> {
    let socket: LineSocket
    do throws(GPSDFault) { socket = try LineSocket(self, until: end) } catch { return .failure(error) }
    defer { socket.close() }
    guard socket.send(Array("?WATCH={\"enable\":true,\"json\":true};\n".utf8)) else { return .failure(silent) }
    var hasAnswered = false
    while let line = socket.line(until: end) {
      hasAnswered = true
      if let value = take(line) { return .success(value) }
    }
    return hasAnswered ? .success(nil) : .failure(silent)
  }
}

/// The waiters, told once.
private final class GPSDWaiter<Value: Sendable>: Sendable {
  private let continuation = Mutex<CheckedContinuation<Result<Value?, GPSDFault>, Never>?>(nil)

  func begin(_ waiting: CheckedContinuation<Result<Value?, GPSDFault>, Never>) {
    continuation.withLock { $0 = waiting }
  }

  func end(_ result: Result<Value?, GPSDFault>) {
    let waiting = continuation.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    waiting?.resume(returning: result)
  }
}

/// A connection that sends and receives lines, each wait up to a moment. One thread.
private final class LineSocket {
  private let descriptor: Int32
  private var rest: [UInt8] = []
  /// Longer ones are no report: gpsd's are of 10240 bytes at most.
  private static let longestLine = 65_536

  init(_ client: GPSDClient, until end: ContinuousClock.Instant) throws(GPSDFault) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(client.host, client.port, &hints, &found)
    guard code == 0 else {
      throw GPSDFault("\(client.address): \(String(cString: gai_strerror(code))); name the host that runs gpsd")
    }
    defer { freeaddrinfo(found) }
    var last = ENOENT
    var next = found
    while let one = next?.pointee {
      next = one.ai_next
      let descriptor = socket(
        one.ai_family, one.ai_socktype | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue), one.ai_protocol)
      guard descriptor >= 0 else { continue }
      if Glibc.connect(descriptor, one.ai_addr, one.ai_addrlen) == 0 {
        self.descriptor = descriptor
        return
      }
      last = errno
      if last == EINPROGRESS {
        last = ETIMEDOUT
        if Self.wait(descriptor, POLLOUT, until: end) {
          var size = socklen_t(MemoryLayout<Int32>.size)
          getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &last, &size)
          if last == 0 {
            self.descriptor = descriptor
            return
          }
        }
      }
      Glibc.close(descriptor)
    }
    throw GPSDFault(
      "no gpsd answers at \(client.address) (\(String(cString: strerror(last)))); start it, or name another with --gpsd"
    )
  }

  func close() { Glibc.close(descriptor) }

  private static func wait(_ descriptor: Int32, _ what: Int32, until end: ContinuousClock.Instant) -> Bool {
    while true {
      let left = (end - .now).inSeconds
      guard left > 0 else { return false }
      var entry = pollfd(fd: descriptor, events: Int16(what), revents: 0)
      let answer = poll(&entry, 1, Int32((left * 1000).rounded(.up)))
      if answer < 0, errno == EINTR { continue }
      return answer > 0
    }
  }

  /// A few bytes, which fit into any socket's buffer.
  func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      == bytes.count
  }

  /// The next line without its end; nil when the time is over or the other side has ended it.
  func line(until end: ContinuousClock.Instant) -> [UInt8]? {
    while true {
      if let newline = rest.firstIndex(of: 0x0A) {
        let line = Array(rest[..<newline])
        rest.removeFirst(newline + 1)
        return line.last == 0x0D ? Array(line.dropLast()) : line
      }
      guard rest.count <= Self.longestLine, Self.wait(descriptor, POLLIN, until: end) else { return nil }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &piece, piece.count, 0)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return nil }
      rest += piece[..<count]
    }
  }
}
