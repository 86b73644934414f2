import BoothCore
import FoundationEssentials
import Glibc

/// The service manager that started the program, where it wants to hear from it: systemd's protocol (sd_notify(3)),
/// datagrams of `NAME=value` lines to the socket in `NOTIFY_SOCKET`.
struct ServiceNotice: Sendable {
  /// Within which it wants to be told that the program lives, or nil where it does not.
  let watchdog: Duration?
  private let path: String

  /// Nil without a listener.
  init?(environment: [String: String]) {
    guard let path = environment["NOTIFY_SOCKET"], path.utf8.count > 1, path.utf8.count < 108,
      path.hasPrefix("/") || path.hasPrefix("@")
    else { return nil }
    self.path = path
    let isOurs = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    watchdog = isOurs ? environment["WATCHDOG_USEC"].flatMap(Int64.init).map { .microseconds($0) } : nil
  }

  /// The start may take so much longer than it has until now; never shorter than the unit's own deadline.
  func extendStart(by time: Duration) { notify("EXTEND_TIMEOUT_USEC=\(time.wholeNanoseconds / 1000)") }

  /// Sends `READY=1` or the like. One that is not heard harms nothing here: the manager has its own deadlines.
  func notify(_ words: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    // An abstract name begins with a zero byte.
    if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return }
    defer { close(socket) }
    let text = Array(words.utf8)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(socket, text, text.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), $0, length)
      }
    }
  }
}
