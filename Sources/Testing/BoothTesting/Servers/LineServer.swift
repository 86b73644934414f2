import BoothSystem
import Glibc
import Synchronization

/// A server on a free port of the loopback that says lines, as daemons do that talk before they are asked: some at once,
/// some after the first line that it hears. One client at a time; it ends with ``stop()``, and with its last reference.
public final class LineServer: Sendable {
  public let port: Int
  private let sockets: ServerSockets
  private let lines = Mutex<[String]>([])

  /// - Parameters:
  ///   - greeting: sent when a client comes.
  ///   - answer: sent when it has said a line; nil: it is never answered.
  ///   - closes: ends the connection then; else the client ends it.
  public init(greeting: String, answer: @escaping @Sendable () -> String?, closes: Bool = false) throws {
    let listening = try RawServer.listen()
    port = listening.port
    sockets = ServerSockets(listening.listener)
    _ = OwnThread.start("line server") { [weak self, sockets] in
      while let client = sockets.accept() {
        Self.serve(client, greeting, answer, closes: closes) { line in self?.lines.withLock { $0.append(line) } }
        sockets.close(client)
      }
    }
  }

  deinit { stop() }

  /// The lines that clients have said.
  public var heard: [String] { lines.withLock { $0 } }

  /// Lets everybody go.
  public func stop() { sockets.stop() }

  private static func serve(
    _ client: Int32, _ greeting: String, _ answer: () -> String?, closes: Bool, _ heard: (String) -> Void
  ) {
    func say(_ text: String) {
      let bytes = Array(text.utf8)
      _ = bytes.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
    say(greeting)
    var (rest, piece) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    var isFirst = true
    while true {
      let count = recv(client, &piece, piece.count, 0)
      guard count > 0 else { return }
      rest += piece[..<count]
      while let end = rest.firstIndex(of: 0x0A) {
        heard(String(decoding: rest[..<end], as: UTF8.self))
        rest.removeFirst(end + 1)
        if isFirst, let text = answer() { say(text) }
        isFirst = false
        if closes { return }
      }
    }
  }
}
