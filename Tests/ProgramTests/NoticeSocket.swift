import BoothTesting
import Glibc
import Synchronization
import Testing

@testable import CommandSupport

/// A service manager's socket, at a path or an abstract name, and what was sent to it.
final class NoticeSocket: Sendable {
  let path: String
  private let folder: TemporaryFolder
  private let descriptor: Int32
  private let heard = Mutex<[String]>([])

  init(isAbstract: Bool = false) throws {
    folder = try TemporaryFolder()
    path = isAbstract ? "@booth-test-\(getpid())-\(UInt32.random(in: 0 ... .max))" : folder.path + "/notify"
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { place in
      place.copyBytes(from: bytes)
      if isAbstract { place[0] = 0 }
    }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    try #require(code == 0)
  }

  deinit { close(descriptor) }

  /// All that was sent until now, one datagram after the other.
  var words: [String] {
    var bytes = [UInt8](repeating: 0, count: 256)
    return heard.withLock { heard in
      while case let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)), count > 0 {
        heard.append(String(decoding: bytes.prefix(count), as: UTF8.self))
      }
      return heard
    }
  }

  /// Goes on listening while `body` runs, as the kernel keeps few datagrams for who does not.
  func listen<Value: Sendable>(during body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let listener = Listener(self)
    try #require(listener.start())
    defer { listener.stop() }
    return try await body()
  }

  private final class Listener: Sendable {
    private let socket: NoticeSocket
    private let isOver = Atomic(false)

    init(_ socket: NoticeSocket) { self.socket = socket }

    func start() -> Bool {
      var id = pthread_t()
      let held = Unmanaged.passRetained(self)
      let code = pthread_create(
        &id, nil,
        { context in
          if let context { Unmanaged<Listener>.fromOpaque(context).takeRetainedValue().run() }
          return nil
        }, held.toOpaque())
      if code == 0 { pthread_detach(id) } else { held.release() }
      return code == 0
    }

    func stop() { isOver.store(true, ordering: .relaxed) }

    private func run() {
      while !isOver.load(ordering: .relaxed) {
        var waiting = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&waiting, 1, 200) > 0 { _ = socket.words }
      }
    }
  }
}
