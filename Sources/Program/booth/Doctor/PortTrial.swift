import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import Glibc

/// Takes a port for a moment, as the gallery would.
struct PortTrial {
  typealias Problem = (words: String, remedy: String)

  /// What is in the way, and how to mend it; nil where the port is free. A name server that does not answer is waited for as
  /// long as `patience`: its own is half a minute.
  /// - Parameter trial: blocks.
  static func problem(
    host: String, port: Int, patience: Duration = AskedGallery.connecting, clock: any BoothClock = SystemClock(),
    trial: @escaping @Sendable (String, Int) -> Problem? = tried
  ) async -> Problem? {
    let outcome = await withDeadline(clock.now + patience, clock) { () -> Problem? in
      await withCheckedContinuation { continuation in
        let code = OwnThread.start("port") { continuation.resume(returning: trial(host, port)) }
        if code != 0 { continuation.resume(returning: (OwnThread.refusal(code), "see: ulimit -u")) }
      }
    }
    switch outcome {
    case .returned(let problem): return problem
    case .missed:
      return (
        "\(host) is a name that no name server has answered for within \(patience.components.seconds) s", remedyOfHost
      )
    }
  }

  /// Blocks.
  static func tried(host: String, port: Int) -> Problem? {
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
    guard socket >= 0 else { return ("no socket: \(SystemWords.of(errno))", "see: ulimit -n") }
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
    default: return ("port \(port) on \(host): \(SystemWords.of(errno))", "choose another: gallery.port")
    }
  }

  private static let remedyOfHost = "gallery.host: expected an address of this machine, or 0.0.0.0 for all of them"
}
