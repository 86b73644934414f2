package import AsyncHTTPClient
import BoothCore
import NIOHTTP1

/// Every request of every client of ours is made here, so that none goes without a name: what stands before many servers (Cloudflare's
/// integrity check, which is on unless a person turns it off) refuses clients that do not say what they are.
extension HTTPClientRequest {
  /// What the program calls itself: product, version and system (RFC 9110, 10.1.5).
  package static let programName = "booth/\(ProgramVersion.text) (Linux)"

  /// A request with the program's name, and with what it can read.
  /// - Parameter types: as `Accept` has them.
  package init(to url: String, accepting types: String = "*/*") {
    self.init(url: url)
    headers.add(name: "User-Agent", value: Self.programName)
    headers.add(name: "Accept", value: types)
  }

  /// For what is answered in JSON; what stands before a server may say in words why it does not let it through.
  package static let json = "application/json, */*;q=0.5"

  /// A request for a page as a guest's phone sends it, under our name as well: whatever lets phones through and refuses others, or
  /// the other way round, is found out by both.
  package init(asPhoneTo url: String) {
    self.init(url: url)
    headers.add(
      name: "User-Agent",
      value: "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Mobile \(Self.programName)")
    headers.add(name: "Accept", value: "text/html,application/xhtml+xml,*/*;q=0.8")
    headers.add(name: "Accept-Language", value: "en;q=0.8,*;q=0.5")
  }
}
