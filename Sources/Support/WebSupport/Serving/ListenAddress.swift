/// Where a server listens, as it is written: `127.0.0.1:8090`, `[::1]:8090`, `:8090` or `8090` for this machine alone.
package struct ListenAddress: Equatable, Sendable {
  package var host: String
  /// 0 takes any that is free.
  package var port: Int

  package init?(_ text: String) {
    let colon = text.lastIndex(of: ":")
    let digits = colon.map { text[text.index(after: $0)...] } ?? text[...]
    guard digits.allSatisfy(\.isNumber), let port = Int(digits), (0...65535).contains(port) else { return nil }
    self.port = port
    var host = colon.map { text[..<$0] } ?? ""
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    self.host = host.isEmpty ? "127.0.0.1" : String(host)
  }

  /// Whether only this machine reaches it.
  package var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" || host == "localhost" }
}
