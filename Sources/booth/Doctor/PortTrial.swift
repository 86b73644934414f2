import Glibc

/// Takes a port for a moment, as the gallery would.
struct PortTrial {
  /// What is in the way, and how to mend it; nil where the port is free.
  static func problem(host: String, port: Int) -> (words: String, remedy: String)? {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &list)
    guard code == 0, let place = list?.pointee else {
      return ("\(host) is no address of a machine: \(String(cString: gai_strerror(code)))", Self.remedyOfHost)
    }
    defer { freeaddrinfo(list) }
    let socket = socket(place.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return ("no socket: \(String(cString: strerror(errno)))", "see: ulimit -n") }
    defer { close(socket) }
    // As servers do: connections that have just ended do not hold the port.
    var yes: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(socket, place.ai_addr, place.ai_addrlen) != 0 else { return nil }
    switch errno {
    case EADDRINUSE:
      return (
        "port \(port) is in use by another program",
        "end that (`ss -ltnp` names it), or choose another: gallery.port or --gallery-port"
      )
    case EACCES, EPERM:
      return (
        "not permitted to listen on port \(port)",
        "choose one above 1023 (gallery.port), or give the service CAP_NET_BIND_SERVICE"
      )
    case EADDRNOTAVAIL: return ("this machine has no address \(host)", Self.remedyOfHost)
    default: return ("port \(port) on \(host): \(String(cString: strerror(errno)))", "choose another: gallery.port")
    }
  }

  private static let remedyOfHost = "gallery.host: expected an address of this machine, or 0.0.0.0 for all of them"
}
