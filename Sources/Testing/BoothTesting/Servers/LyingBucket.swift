import Glibc
import Synchronization

/// A bucket's server with a bad line before it, for what no server does on demand: what it is asked reaches the server as it came, so that
/// all signatures hold, and of the answers some do not come as they were.
///
/// - Every third 412 becomes a 409, as Amazon's says of writes that come at once.
/// - The answer to every so many-th write that was carried out is lost.
public final class LyingBucket: Sendable {
  /// How often it has lied.
  public struct Lies: Sendable, Equatable {
    /// Failed conditions that it has called conflicts.
    public var conflicts = 0
    /// Answers to writes and deletions that were carried out.
    public var lost = 0
  }

  private struct State {
    var lies = Lies()
    var failures = 0
    var writes = 0
    var requests = 0
  }

  private final class Storage: Sendable { let state = Mutex(State()) }

  private let storage = Storage()
  private let server: RawServer

  /// - Parameters:
  ///   - port: the server's, on loopback.
  ///   - losing: of how many answers to writes one is lost.
  public init(before port: Int, losing: Int = 5) throws {
    server = try RawServer { [storage] exchange in
      guard let answer = Self.asked(port, exchange) else { return false }
      let status = Self.status(answer)
      let isWrite = ["PUT", "POST", "DELETE"].contains(exchange.method)
      let step = storage.state.withLock { state -> Step in
        state.requests += 1
        if status == 412 {
          state.failures += 1
          guard state.failures % 3 == 0 else { return .pass }
          state.lies.conflicts += 1
          return .conflict
        }
        guard isWrite, (200...299).contains(status) else { return .pass }
        state.writes += 1
        guard state.writes % losing == 0 else { return .pass }
        state.lies.lost += 1
        return .lose
      }
      switch step {
      case .pass: exchange.send(Self.closing(answer))
      case .conflict:
        let body = "<Error><Code>ConditionalRequestConflict</Code><Message>so it is</Message></Error>"
        exchange.send(
          "HTTP/1.1 409 Conflict\r\nContent-Type: application/xml\r\nConnection: close\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      case .lose: break
      }
      return false
    }
  }

  private enum Step { case pass, conflict, lose }

  /// `http://127.0.0.1:PORT`.
  public var endpoint: String { "http://127.0.0.1:\(server.port)" }

  public func stop() { server.stop() }

  public var lies: Lies { storage.state.withLock { $0.lies } }

  /// How much it was asked.
  public var requests: Int { storage.state.withLock { $0.requests } }

  /// What the server answers, to its last byte; nil where it does not.
  private static func asked(_ port: Int, _ exchange: RawServer.Exchange) -> [UInt8]? {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let isOpen = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isOpen else { return nil }
    // Its end shows that the answer is whole.
    let lines = exchange.head.split(separator: "\r\n").filter { !$0.lowercased().hasPrefix("connection:") }
    let request = Array((lines.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n").utf8) + exchange.body
    var sent = 0
    while sent < request.count {
      let count = request.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress! + sent, request.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return nil }
      sent += count
    }
    var answer: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(socket, &piece, piece.count, 0)
      guard count > 0 else { break }
      answer += piece.prefix(count)
      if isWhole(answer, exchange.method) { break }
    }
    return answer.isEmpty ? nil : answer
  }

  /// Whether a server that goes on with its connection has said all: the answer has the length that it says.
  private static func isWhole(_ answer: [UInt8], _ method: String) -> Bool {
    guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return false }
    let head = String(decoding: answer[..<end], as: UTF8.self).lowercased()
    if method == "HEAD" || head.hasPrefix("http/1.1 204") || head.hasPrefix("http/1.1 304") { return true }
    guard let length = head.split(separator: "\r\n").first(where: { $0.hasPrefix("content-length:") }) else {
      return false
    }
    return Int(length.dropFirst(15).drop { $0 == " " }).map { answer.count >= end + $0 } ?? false
  }

  /// The same with the word that no other answer follows on the connection.
  private static func closing(_ answer: [UInt8]) -> [UInt8] {
    guard let end = answer.firstRange(of: Array("\r\n".utf8))?.upperBound else { return answer }
    return answer[..<end] + Array("Connection: close\r\n".utf8) + answer[end...]
  }

  private static func status(_ answer: [UInt8]) -> Int {
    let line = String(decoding: answer.prefix { $0 != 0x0D }, as: UTF8.self)
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
