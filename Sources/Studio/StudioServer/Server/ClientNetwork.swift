import Glibc

/// As whom a client is counted: its IPv4 address, or its network of 64 bits, as a client can take any address of that.
enum ClientNetwork {
  static func name(_ address: String) -> String {
    var bytes = in6_addr()
    guard address.contains(":"), inet_pton(AF_INET6, String(address.prefix { $0 != "%" }), &bytes) == 1 else {
      return address
    }
    let parts = withUnsafeBytes(of: bytes) { Array($0) }
    // IPv4 in an IPv6 socket (RFC 4291, 2.5.5.2).
    if parts[..<10].allSatisfy({ $0 == 0 }), parts[10] == 0xFF, parts[11] == 0xFF {
      return parts[12...].map { "\($0)" }.joined(separator: ".")
    }
    if parts.dropLast().allSatisfy({ $0 == 0 }), parts.last == 1 { return "::1" }
    return stride(from: 0, to: 8, by: 2).map { String(Int(parts[$0]) << 8 | Int(parts[$0 + 1]), radix: 16) }
      .joined(separator: ":") + "::/64"
  }
}
