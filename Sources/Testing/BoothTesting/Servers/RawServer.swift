import BoothSystem
import Glibc

/// A server on a free port of the loopback that answers with whatever bytes a script sends, also such as no server should.
///
/// Each connection has a thread of its own, as scripts block. It ends with ``stop()``, and with its last reference.
public final class RawServer: Sendable {
  public let port: Int
  private let sockets: ServerSockets

  /// One request, and the connection to answer it on.
  public struct Exchange: Sendable {
    /// The request's line and headers, as they came.
    public let head: String
    public let body: [UInt8]
    fileprivate let socket: Int32

    public var method: String { String(head.prefix { $0 != " " }) }
    public var target: String { String(head.drop { $0 != " " }.dropFirst().prefix { $0 != " " }) }

    /// False when the client has gone.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          Glibc.send(socket, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }

    @discardableResult
    public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Says that nothing more comes, and takes what the client still sends: a connection that is closed with bytes unread
    /// takes the answer back (RST; RFC 9112, 9.6).
    public func finish() {
      shutdown(socket, Int32(SHUT_WR))
      var rest = [UInt8](repeating: 0, count: 65536)
      while recv(socket, &rest, rest.count, 0) > 0 {}
    }

    /// Waits until the client has gone, or so many seconds.
    public func untilGone(seconds: Int) { untilGone(milliseconds: seconds * 1000) }

    public func untilGone(milliseconds: Int) {
      // POLLRDHUP of poll.h.
      var waiting = pollfd(fd: socket, events: 0x2000, revents: 0)
      _ = poll(&waiting, 1, Int32(milliseconds))
    }
  }

  /// A socket that listens on a free port of loopback, and the port.
  static func listen() throws -> (listener: Int32, port: Int) {
    // A program that another test starts would have it, too, and the port would be taken for as long as that program runs.
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && Glibc.listen(listener, 128) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard listener >= 0, isListening else { throw UnavailableError(words: SystemWords.of(errno)) }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// - Parameters:
  ///   - limit: of how many bytes of a body are waited for before the script has its turn.
  ///   - answer: answers one request and says whether the connection goes on.
  public init(bodyBytes limit: Int = .max, _ answer: @escaping @Sendable (Exchange) -> Bool) throws {
    let listening = try Self.listen()
    port = listening.port
    sockets = ServerSockets(listening.listener)
    // The threads have the sockets only, and do not keep the server.
    Self.thread { [sockets] in
      while let socket = sockets.accept() {
        Self.thread {
          Self.serve(socket, limit, answer)
          sockets.close(socket)
        }
      }
    }
  }

  public struct UnavailableError: Error { public var words: String }

  deinit { stop() }

  /// Closes everything; scripts that send find their client gone.
  public func stop() { sockets.stop() }

  private static func serve(_ socket: Int32, _ limit: Int, _ answer: (Exchange) -> Bool) {
    // No thread is kept for longer.
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    while let exchange = request(socket, limit), answer(exchange) {}
  }

  private static func request(_ socket: Int32, _ limit: Int) -> Exchange? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    func more() -> Bool {
      let count = recv(socket, &piece, piece.count, 0)
      if count > 0 { bytes += piece.prefix(count) }
      return count > 0
    }
    var end: Int?
    while end == nil {
      end = bytes.indices.first { bytes[$0...].starts(with: "\r\n\r\n".utf8) }
      if end == nil, bytes.count > 1 << 20 || !more() { return nil }
    }
    guard let end else { return nil }
    let head = String(decoding: bytes[..<end], as: UTF8.self)
    let promised =
      head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
    let length = min(promised, limit)
    while bytes.count < end + 4 + length { if !more() { return nil } }
    return Exchange(head: head, body: Array(bytes[(end + 4)...].prefix(length)), socket: socket)
  }

  private static func thread(_ body: @escaping @Sendable () -> Void) {
    // Without one the connection is not answered, as by a server that hangs.
    _ = OwnThread.start("raw server", body)
  }
}
