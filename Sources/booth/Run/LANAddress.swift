import Glibc

/// Where other machines reach this one.
enum LANAddress {
  /// The first IPv4 address of an interface that is up, not loopback and no container bridge; nil where there is none.
  static func first() -> String? {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return nil }
    defer { freeifaddrs(list) }
    var next = list
    while let interface = next?.pointee {
      defer { next = interface.ifa_next }
      let flags = Int32(bitPattern: interface.ifa_flags)
      guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
        let address = interface.ifa_addr, Int32(address.pointee.sa_family) == AF_INET
      else { continue }
      let name = String(cString: interface.ifa_name)
      guard !name.hasPrefix("docker"), !name.hasPrefix("veth"), !name.hasPrefix("br-") else { continue }
      var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
      let found = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
        var raw = pointer.pointee.sin_addr
        return inet_ntop(AF_INET, &raw, &text, socklen_t(INET_ADDRSTRLEN)) != nil
      }
      if found { return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) }
    }
    return nil
  }
}
