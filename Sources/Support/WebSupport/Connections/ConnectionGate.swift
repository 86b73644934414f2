import Glibc
package import Logging
package import NIOCore
import Synchronization

/// Lets connections in as far as the limits allow, for all of a server's.
package final class ConnectionGate: Sendable {
  package let limits: ConnectionLimits
  private let logger: Logger
  private let state: Mutex<State>

  private struct State {
    var open: OpenConnections
    var channels: [OpenConnections.ID: any Channel] = [:]
    var told: Set<OpenConnections.Verdict> = []
  }

  package init(_ limits: ConnectionLimits, logger: Logger) {
    self.limits = limits
    self.logger = logger
    state = Mutex(State(open: OpenConnections(limits)))
  }

  /// Whether a connection may stay; then it is to be released when it closes. Another one may be closed for it.
  package func admit(_ client: ClientAddress, _ channel: any Channel) -> Bool {
    let (verdict, isNews, gone) = state.withLock { state in
      // Each kind of refusal is told once, until everybody has gone.
      if state.open.isEmpty { state.told = [] }
      let verdict = state.open.admit(ObjectIdentifier(channel), from: client, at: .now())
      var gone: (any Channel)?
      switch verdict {
      case .admitted: state.channels[ObjectIdentifier(channel)] = channel
      case .admittedInsteadOf(let id):
        gone = state.channels.removeValue(forKey: id)
        state.channels[ObjectIdentifier(channel)] = channel
        return (verdict, false, gone)
      case .tooManyOfOne, .tooMany: return (verdict, state.told.insert(verdict).inserted, gone)
      }
      return (verdict, false, gone)
    }
    gone?.close(promise: nil)
    switch verdict {
    case .admitted, .admittedInsteadOf: return true
    case .tooManyOfOne:
      guard isNews else { break }
      logger.warning(
        "connections are refused: one address has too many",
        metadata: ["limit": "\(client == .own ? limits.own : limits.perAddress)"])
    case .tooMany:
      guard isNews else { break }
      logger.warning("connections are refused: there are too many", metadata: ["limit": "\(limits.total)"])
    }
    return false
  }

  /// How many connections are open.
  package var openConnections: Int { state.withLock { $0.channels.count } }

  /// Something came or went on a connection; `isBusy` while a request is being answered.
  package func note(_ channel: any Channel, isBusy: Bool) {
    state.withLock { $0.open.note(ObjectIdentifier(channel), isBusy: isBusy, at: .now()) }
  }

  package func release(_ channel: any Channel) {
    state.withLock { state in
      state.open.release(ObjectIdentifier(channel))
      state.channels[ObjectIdentifier(channel)] = nil
    }
  }
}

extension ClientAddress {
  /// Nil where the channel has no addresses: it is no socket of a network, or its client has gone already.
  package init?(_ channel: any Channel) {
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
