import Glibc
import Logging
import NIOCore
import Synchronization

/// Lets connections in as far as the limits allow, for all of a server's.
final class ConnectionGate: Sendable {
  let limits: ConnectionLimits
  private let logger: Logger
  private let state: Mutex<(open: OpenConnections, told: Set<OpenConnections.Verdict>)>

  init(_ limits: ConnectionLimits, logger: Logger) {
    self.limits = limits
    self.logger = logger
    state = Mutex((OpenConnections(limits), []))
  }

  /// Whether a connection may stay; then it is to be released when it closes.
  func admit(_ client: ClientAddress) -> Bool {
    let (verdict, isNews) = state.withLock { state in
      // Each kind of refusal is told once, until everybody has gone.
      if state.open.isEmpty { state.told = [] }
      let verdict = state.open.admit(client)
      return (verdict, verdict != .admitted && state.told.insert(verdict).inserted)
    }
    guard isNews else { return verdict == .admitted }
    switch verdict {
    case .admitted: break
    case .tooManyOfOne:
      logger.warning(
        "connections are refused: one address has too many",
        metadata: ["limit": "\(client == .own ? limits.own : limits.perAddress)"])
    case .tooMany:
      logger.warning("connections are refused: there are too many", metadata: ["limit": "\(limits.total)"])
    }
    return false
  }

  func release(_ client: ClientAddress) { state.withLock { $0.open.release(client) } }
}

extension ClientAddress {
  /// Nil where the channel has no addresses: it is no socket of a network, or its client has gone already.
  init?(_ channel: any Channel) {
    guard let here = channel.localAddress.flatMap(Self.bytes), let there = channel.remoteAddress.flatMap(Self.bytes)
    else { return nil }
    self = here == there ? .own : .network(there.count == 4 ? there : Array(there.prefix(8)))
  }

  /// The address's bytes in the order of the network; an IPv4 address in IPv6's clothes is one of IPv4
  /// (`::ffff:192.0.2.1`, RFC 4291, 2.5.5.2).
  private static func bytes(_ address: SocketAddress) -> [UInt8]? {
    let family =
      switch address {
      case .v4: AF_INET
      case .v6: AF_INET6
      case .unixDomainSocket: AF_UNIX
      }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard let text = address.ipAddress, inet_pton(family, text, &bytes) == 1 else { return nil }
    if family == AF_INET { return Array(bytes.prefix(4)) }
    let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    return isMapped ? Array(bytes.suffix(4)) : bytes
  }
}
