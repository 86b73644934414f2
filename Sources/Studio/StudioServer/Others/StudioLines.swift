import AsyncHTTPClient
import Documents
import FoundationEssentials
import HTTPClientSupport
import NIOCore
import StudioModel
import Synchronization

/// Connections to studios of other machines, at addresses that people give.
///
/// An address is looked at before anything is sent to it, and what is looked at is what is connected to: a name that leads
/// elsewhere a moment later leads nowhere. Nothing of this machine, nor of a link alone, is reached through here, so that no page
/// tells what answers there; and nothing goes in the clear but within a network of one's own. No redirect is followed.
package final class StudioLines: Sendable {
  /// Why nothing is connected to.
  enum LineFault: Error, Sendable, Equatable, CustomStringConvertible {
    case unknownName
    case forbidden(String)
    case inTheClear(String)

    var description: String {
      switch self {
      case .unknownName: "no name server knows it"
      case .forbidden(let address):
        "\(address) is of this machine, or of a link alone; studio.booths_here: \"on\" allows this machine's"
      case .inTheClear(let address): "\(address) is in no network of one's own: use https"
      }
    }
  }

  private struct Line {
    var address: PeerAddress
    var client: HTTPClient
    var since: ContinuousClock.Instant
  }

  /// After so long a name is looked up again.
  private static let memory = Duration.seconds(60)
  /// More hosts are not kept; connections to the others are made anew.
  private static let most = 200

  private let allowsThisMachine: Bool
  private let lookUp: @Sendable (String) async -> [PeerAddress]
  private let own: @Sendable () -> Set<PeerAddress>
  private let lines = Mutex<[String: Line]>([:])

  /// - Parameter allowsThisMachine: a booth, and the studio beside it, may be on this machine, too.
  package convenience init(allowsThisMachine: Bool) {
    self.init(allowsThisMachine: allowsThisMachine, lookUp: PeerAddress.lookUp, own: PeerAddress.own)
  }

  init(
    allowsThisMachine: Bool, lookUp: @escaping @Sendable (String) async -> [PeerAddress],
    own: @escaping @Sendable () -> Set<PeerAddress>
  ) {
    self.allowsThisMachine = allowsThisMachine
    self.lookUp = lookUp
    self.own = own
  }

  deinit {
    for line in lines.withLock({ Array($0.values) }) { line.client.end() }
  }

  /// What a request to an origin goes over.
  /// - Parameter origin: scheme, host and port, as a ``WebOrigin`` has them.
  func client(for origin: String) async throws(LineFault) -> HTTPClient {
    let host = Self.host(of: origin)
    let known = lines.withLock { $0[origin] }
    if let known, ContinuousClock.now - known.since < Self.memory { return known.client }
    let address = try choose(await lookUp(host), isPlain: origin.hasPrefix("http://"), preferring: known?.address)
    if let known, known.address == address {
      lines.withLock { $0[origin]?.since = .now }
      return known.client
    }
    let made = Self.client(host, at: address)
    let (client, gone) = lines.withLock { lines -> (HTTPClient, [HTTPClient]) in
      // Of two who look at once, both take the first one's.
      if let first = lines[origin], first.address == address { return (first.client, [made]) }
      var gone = [lines.updateValue(Line(address: address, client: made, since: .now), forKey: origin)?.client]
      if lines.count > Self.most,
        let oldest = lines.filter({ $0.key != origin }).min(by: { $0.value.since < $1.value.since })
      {
        gone.append(lines.removeValue(forKey: oldest.key)?.client)
      }
      return (made, gone.compactMap { $0 })
    }
    for client in gone { client.end() }
    return client
  }

  /// It does not answer there: the name is looked up again next time.
  func failed(_ origin: String) { lines.withLock { $0[origin]?.since -= Self.memory } }

  /// One of a name's addresses that may be connected to.
  func choose(_ found: [PeerAddress], isPlain: Bool, preferring known: PeerAddress? = nil) throws(LineFault)
    -> PeerAddress
  {
    guard let first = found.first else { throw .unknownName }
    let own = own()
    func reach(_ address: PeerAddress) -> PeerAddress.Reach { own.contains(address) ? .thisMachine : address.reach }
    // One that is forbidden forbids the name: no booth has such a one as well.
    for address in found {
      switch reach(address) {
      case .thisMachine where !allowsThisMachine, .link, .nowhere: throw .forbidden(address.text)
      case .thisMachine, .ownNetwork, .elsewhere: continue
      }
    }
    let chosen = known.flatMap { found.contains($0) ? $0 : nil } ?? found.first { $0.bytes.count == 4 } ?? first
    if isPlain, reach(chosen) == .elsewhere { throw .inTheClear(chosen.text) }
    return chosen
  }

  /// `example.org` of `https://example.org:8443`, `::1` of `http://[::1]:80`.
  static func host(of origin: String) -> String {
    let authority = origin.firstRange(of: "://").map { origin[$0.upperBound...] } ?? origin[...]
    guard authority.hasPrefix("[") else { return String(authority.prefix { $0 != ":" }) }
    return String(authority.dropFirst().prefix { $0 != "]" })
  }

  private static func client(_ host: String, at address: PeerAddress) -> HTTPClient {
    var difference = HTTPClient.Difference()
    difference.addresses = [host: address.text, "[\(host)]": address.text]
    return .program(connect: .seconds(5), difference)
  }
}
