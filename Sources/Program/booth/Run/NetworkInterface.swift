/// One of the machine's interfaces with an address, as far as it matters for where guests' phones reach the machine.
struct NetworkInterface: Equatable, Sendable {
  var name: String
  /// IPv4, in dots.
  var address: String
  /// Whether a cable, a radio or a bridge's port leads on; an empty bridge of containers has none.
  var hasCarrier = true
  /// Whether there is a card: its own, or one below it, as a bridge, a bond or a VLAN has.
  var isHardware = true
  /// Whether it leads to one other machine only, as tunnels and modems do.
  var isPointToPoint = false
  /// The metric of the default route over it, the lower the better; nil where there is none.
  var defaultMetric: Int?

  /// The address to which guests' links lead: the network that the machine itself goes out by, if that is a real one; else
  /// another real one; else what there is, as in a container. Interfaces that lead nowhere, and addresses that a card gives
  /// itself without a DHCP server (RFC 3927), are none.
  static func best(of interfaces: [NetworkInterface]) -> String? {
    let usable = interfaces.filter {
      $0.hasCarrier && !$0.address.hasPrefix("169.254.") && !$0.address.hasPrefix("127.")
    }
    // The first of equals, in the kernel's order.
    return usable.enumerated().min { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }?.element.address
  }

  private var rank: Int {
    let isReal = isHardware && !isPointToPoint
    // A metric of 0 is the best, and hardly any is above a million.
    guard let defaultMetric else { return isReal ? 2_000_000 : 6_000_000 }
    return (isReal ? 0 : 4_000_000) + min(max(defaultMetric, 0), 1_000_000)
  }

  /// The metrics of the default routes by interface, as `/proc/net/route` has them (proc(5)): a line each of name,
  /// destination, gateway, flags, …, metric, mask; destination and mask of a default route are 0.
  static func defaultMetrics(routes: String) -> [String: Int] {
    var metrics: [String: Int] = [:]
    for line in routes.split(separator: "\n").dropFirst() {
      let fields = line.split { $0 == "\t" || $0 == " " }
      // Bit 0 of the flags: the route is up.
      guard fields.count >= 8, fields[1] == "00000000", fields[7] == "00000000",
        let flags = Int(fields[3], radix: 16), flags & 1 != 0, let metric = Int(fields[6])
      else { continue }
      let name = String(fields[0])
      metrics[name] = min(metric, metrics[name] ?? .max)
    }
    return metrics
  }
}
