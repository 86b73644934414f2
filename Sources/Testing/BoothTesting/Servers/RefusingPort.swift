import Glibc

/// A port of loopback that refuses every connection for as long as this lives: it is bound, so that no other server can be given it, and
/// nothing listens. The port of a server that has ended is no such port: the system may give it to the next one.
///
/// It can be kept for one server that names it: nothing else is given it before that server starts, while it is away, and after it.
public final class RefusingPort: Sendable {
  public let number: Int
  private let descriptor: Int32

  /// - Parameter isForServer: a server that names the port and sets SO_REUSEADDR, as servers do, may listen there (socket(7)).
  /// - Throws: ``RefusingPort/Fault`` when the system has no socket or no port left.
  public init(isForServer: Bool = false) throws(Fault) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Fault(what: "socket", errno: errno) }
    var shared: Int32 = isForServer ? 1 : 0
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &shared, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
      }
    }
    guard result else {
      let number = errno
      close(descriptor)
      throw Fault(what: "bind", errno: number)
    }
    self.descriptor = descriptor
    number = Int(in_port_t(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }

  public struct Fault: Error {
    public let what: String
    public let errno: Int32
  }
}
