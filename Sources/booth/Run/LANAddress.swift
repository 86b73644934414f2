import Glibc

/// Where other machines reach this one.
enum LANAddress {
  /// The IPv4 address of a network card that is up, or else of any interface that leads to other machines; nil where
  /// there is none.
  static func first() -> String? {
    let found = all()
    return (found.first { access("/sys/class/net/\($0.interface)/device", F_OK) == 0 } ?? found.first)?.address
  }

  /// Bridges and tunnels of containers, virtual machines and private networks: no guest's phone is there.
  private static let virtual = [
    "docker", "veth", "br-", "virbr", "vmnet", "lxc", "tun", "tap", "wg", "zt", "tailscale",
  ]

  private static func all() -> [(interface: String, address: String)] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: [(String, String)] = []
    var next = list
    while let interface = next?.pointee {
      defer { next = interface.ifa_next }
      let flags = Int32(bitPattern: interface.ifa_flags)
      guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
        let address = interface.ifa_addr, Int32(address.pointee.sa_family) == AF_INET
      else { continue }
      let name = String(cString: interface.ifa_name)
      guard !virtual.contains(where: name.hasPrefix), let text = text(of: address) else { continue }
      // What a card gives itself while nobody answers it (RFC 3927).
      guard !text.hasPrefix("169.254.") else { continue }
      found.append((name, text))
    }
    return found
  }

  private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
    var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
    let isWritten = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
      var raw = pointer.pointee.sin_addr
      return inet_ntop(AF_INET, &raw, &text, socklen_t(INET_ADDRSTRLEN)) != nil
    }
    return isWritten ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
