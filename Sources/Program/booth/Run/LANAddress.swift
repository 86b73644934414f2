import FoundationEssentials
import Glibc

/// Where other machines reach this one.
enum LANAddress {
  /// The IPv4 address that guests' links begin with if none was named; nil where there is none. See
  /// ``NetworkInterface/best(of:)``.
  static func first() -> String? { NetworkInterface.best(of: all()) }

  /// Reads the kernel's interfaces anew.
  static func all() -> [NetworkInterface] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    let metrics = NetworkInterface.defaultMetrics(routes: text("/proc/net/route") ?? "")
    var found: [NetworkInterface] = []
    var next = list
    while let interface = next?.pointee {
      defer { next = interface.ifa_next }
      let flags = Int32(bitPattern: interface.ifa_flags)
      guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
        let address = interface.ifa_addr, Int32(address.pointee.sa_family) == AF_INET, let text = text(of: address)
      else { continue }
      let name = String(cString: interface.ifa_name)
      found.append(
        NetworkInterface(
          name: name, address: text, hasCarrier: hasCarrier(name), isHardware: isHardware(name),
          isPointToPoint: flags & Int32(IFF_POINTOPOINT) != 0, defaultMetric: metrics[name]))
    }
    return found
  }

  /// `carrier` is 1 or 0 of an interface that is up (the kernel's Documentation/ABI/testing/sysfs-class-net); what has no such
  /// file is believed to lead on.
  private static func hasCarrier(_ name: String) -> Bool {
    text("/sys/class/net/\(name)/carrier").map { $0.hasPrefix("1") } ?? true
  }

  /// A card has `device`; what lies over others has a link `lower_…` to each of them.
  private static func isHardware(_ name: String, depth: Int = 0) -> Bool {
    let folder = "/sys/class/net/\(name)"
    if access(folder + "/device", F_OK) == 0 { return true }
    guard depth < 4, let entries = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return false }
    return entries.contains { $0.hasPrefix("lower_") && isHardware(String($0.dropFirst(6)), depth: depth + 1) }
  }

  private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
    var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
    let isWritten = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
      var raw = pointer.pointee.sin_addr
      return inet_ntop(AF_INET, &raw, &text, socklen_t(INET_ADDRSTRLEN)) != nil
    }
    return isWritten ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
