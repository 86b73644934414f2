import Glibc
import NIOPosix

/// The address of what is to be asked, and what lies there: where people give addresses, not all may be followed.
package struct PeerAddress: Sendable, Hashable {
  /// How far away what answers there is.
  package enum Reach: Sendable, Hashable {
    /// This very machine, by whatever address it calls itself.
    case thisMachine
    /// An address that machines have for themselves alone, where clouds keep their keys.
    case link
    /// No machine's: of groups of them, or reserved.
    case nowhere
    /// In a network of one's own.
    case ownNetwork
    case elsewhere
  }

  /// Four of IPv4, sixteen of IPv6, in the order of the network.
  package let bytes: [UInt8]

  /// - Parameter bytes: four or sixteen; an IPv4 address in IPv6's clothes is one of IPv4 (RFC 4291, 2.5.5.2).
  package init?(bytes: [UInt8]) {
    guard [4, 16].contains(bytes.count) else { return nil }
    let isMapped = bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    self.bytes = isMapped ? Array(bytes[12...]) : bytes
  }

  /// What stands for an address by itself, without being looked up, in all the ways in which the system takes it: numbers of one to
  /// four parts, in octal and hexadecimal too; of IPv6, with or without brackets and zone.
  package init?(literal: some StringProtocol) {
    let text = String(literal).filter { $0 != "[" && $0 != "]" }.prefix { $0 != "%" }
    let plain = String(text.hasSuffix(".") ? text.dropLast() : text)
    var four = in_addr()
    if !plain.contains(where: \.isWhitespace), inet_aton(plain, &four) == 1 {
      self.init(bytes: withUnsafeBytes(of: four.s_addr) { Array($0) })
      return
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, plain, &six) == 1 else { return nil }
    self.init(bytes: withUnsafeBytes(of: six) { Array($0) })
  }

  /// As it is written.
  package var text: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// What lies there, by the address alone.
  package var reach: Reach {
    if let inner = embedded {
      // Where it leads to is what counts; what leads to nothing special is itself.
      switch inner.reach {
      case .elsewhere: break
      case .thisMachine, .link, .nowhere, .ownNetwork: return inner.reach
      }
    }
    return bytes.count == 4 ? Self.reach(four: bytes) : Self.reach(six: bytes)
  }

  /// "IANA IPv4 Special-Purpose Address Registry".
  private static func reach(four bytes: [UInt8]) -> Reach {
    switch (bytes[0], bytes[1]) {
    // Linux connects 0.0.0.0 to itself.
    case (0, _), (127, _): .thisMachine
    case (169, 254): .link
    // Where Oracle's and Alibaba's machines ask for their keys.
    case (192, 0) where bytes[2] == 0: .link
    case (100, 100) where bytes[2] == 100 && bytes[3] == 200: .link
    case (224..., _): .nowhere
    case (10, _), (172, 16...31), (192, 168), (100, 64...127): .ownNetwork
    default: .elsewhere
    }
  }

  /// "IANA IPv6 Special-Purpose Address Registry".
  private static func reach(six bytes: [UInt8]) -> Reach {
    if bytes.dropLast().allSatisfy({ $0 == 0 }), bytes[15] < 2 { return .thisMachine }
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0x80...0xBF): return .link
    // Where Amazon's machines ask for their keys.
    case (0xFD, 0x00) where bytes[2] == 0x0E && bytes[3] == 0xC2: return .link
    case (0xFF, _): return .nowhere
    case (0xFC...0xFD, _), (0xFE, 0xC0...): return .ownNetwork
    default: return .elsewhere
    }
  }

  /// The IPv4 address that an IPv6 one leads on to: compatible (RFC 4291), translated (RFC 6052, RFC 8215), 6to4 (RFC 3056), Teredo
  /// (RFC 4380).
  private var embedded: PeerAddress? {
    guard bytes.count == 16 else { return nil }
    if bytes[..<12].allSatisfy({ $0 == 0 }), bytes[12...] != [0, 0, 0, 0], bytes[12...] != [0, 0, 0, 1] {
      return PeerAddress(bytes: Array(bytes[12...]))
    }
    if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B]) { return PeerAddress(bytes: Array(bytes[12...])) }
    if bytes.starts(with: [0x20, 0x02]) { return PeerAddress(bytes: Array(bytes[2..<6])) }
    if bytes.starts(with: [0x20, 0x01, 0x00, 0x00]) { return PeerAddress(bytes: bytes[12...].map { ~$0 }) }
    return nil
  }
}

extension PeerAddress {
  /// All addresses of a name, as the system knows them; of an address itself. Empty where nothing is known.
  package static func lookUp(_ name: String) async -> [PeerAddress] {
    if let literal = PeerAddress(literal: name) { return [literal] }
    do {
      return try await NIOThreadPool.singleton.runIfActive { ask(name) }
    } catch {
      // The program ends.
      return []
    }
  }

  private static func ask(_ name: String) -> [PeerAddress] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &first) == 0 else { return [] }
    defer { freeaddrinfo(first) }
    return sequence(first: first) { $0?.pointee.ai_next }.prefix { $0 != nil }
      .compactMap { $0?.pointee.ai_addr.flatMap { PeerAddress($0) } }
  }

  /// Addresses that this machine calls itself by.
  package static func own() -> Set<PeerAddress> {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    let all = sequence(first: first) { $0?.pointee.ifa_next }.prefix { $0 != nil }
    return Set(all.compactMap { $0?.pointee.ifa_addr.flatMap { PeerAddress($0) } })
  }

  private init?(_ address: UnsafePointer<sockaddr>) {
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      self.init(bytes: withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) })
    case AF_INET6:
      self.init(bytes: withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) })
    default: return nil
    }
  }
}
