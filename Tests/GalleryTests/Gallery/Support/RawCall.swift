import BoothTesting
import Glibc
import Testing

@testable import BoothStore

/// A connection that does what no proper client does. Its calls block, so they have threads of their own.
struct RawCall: Sendable {
  private static let lane = BlockingLane(threads: 16)
  private let socket: OpenFile

  /// - Parameter source: the last number of the client's address, `127.0.0.n`: all of them are this machine's.
  init(_ port: Int, from source: UInt32 = 1) async throws {
    socket = try await Self.lane.run {
      let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      try Self.bind(descriptor, to: source)
      try #require(Self.reach(descriptor, port))
      return OpenFile(descriptor, "socket")
    }
  }

  private static func bind(_ descriptor: Int32, to source: UInt32) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = (0x7F00_0000 | source).bigEndian
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(bound == 0)
  }

  /// Opens connections as fast as the system does and asks nothing, until the server ends. How many were let in.
  static func knock(_ port: Int, times: Int) async -> Int {
    await lane.run {
      var open: [OpenFile] = []
      for _ in 1...times {
        let socket = OpenFile(
          Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0), "socket")
        guard reach(socket.descriptor, port) else { break }
        open.append(socket)
      }
      return open.count
    }
  }

  static func reach(_ descriptor: Int32, _ port: Int) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  @discardableResult
  func send(_ text: String) async throws -> RawCall {
    let bytes = Array(text.utf8)
    try await Self.lane.run { [socket] in
      try #require(Glibc.send(socket.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    }
    return self
  }

  /// Says that no more will come, without closing.
  func finish() -> RawCall {
    shutdown(socket.descriptor, Int32(SHUT_WR))
    return self
  }

  /// The answer's first line, and the rest of its head read over.
  func firstLine() async -> String {
    await Self.lane.run { [socket] in
      var head = ""
      var byte: UInt8 = 0
      while !head.hasSuffix("\r\n\r\n"), recv(socket.descriptor, &byte, 1, 0) == 1 {
        head.unicodeScalars.append(UnicodeScalar(byte))
      }
      return head.split(separator: "\r\n").first.map(String.init) ?? ""
    }
  }

  /// What comes next, so many bytes at most; nil when the connection has ended.
  func piece(_ most: Int) async -> [UInt8]? {
    await Self.lane.run { [socket] in
      var buffer = [UInt8](repeating: 0, count: most)
      let count = recv(socket.descriptor, &buffer, most, 0)
      return count > 0 ? Array(buffer.prefix(count)) : nil
    }
  }

  /// Everything until the server closes, or breaks, the connection.
  func rest() async -> String {
    await Self.lane.run { [socket] in
      var all: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = recv(socket.descriptor, &buffer, buffer.count, 0)
        if count <= 0 { return String(answer: all) }
        all += buffer[..<count]
      }
    }
  }
}
