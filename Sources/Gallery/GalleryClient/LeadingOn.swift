import BoothCore

/// Where a request goes that an answer leads on: what it carries is for the gallery alone.
enum LeadingOn {
  /// More than this is a circle.
  static let most = 3

  /// The address to send the same request to; nil where it must not be followed, or leads nowhere.
  ///
  /// The same host may be followed, and from `http` to `https` on it, as what makes connections safe does. A request that shows no
  /// token may also go to another host over `https`, as a bucket sends it to where it lies (S3's `TemporaryRedirect`), if
  /// it came over `https` itself: what answers in the clear may be anything, a network's login page for one.
  static func next(_ status: Int, _ location: String?, from url: String, showsToken: Bool) -> String? {
    guard [307, 308].contains(status), let location, !location.isEmpty,
      let here = parts(url), location.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    let address = location.hasPrefix("//") ? "\(here.scheme):\(location)" : location
    guard let there = parts(address) else {
      // A path of the same server.
      return location.hasPrefix("/") && !location.hasPrefix("//")
        ? "\(here.scheme)://\(here.authority)\(location)" : nil
    }
    do throws(WebAddress.Fault) { _ = try WebAddress(address) } catch { return nil }
    let isSame = there.scheme == here.scheme && there.authority == here.authority
    let isSafer = here.scheme == "http" && there.scheme == "https" && there.host == here.host
    let isElsewhere = !showsToken && here.scheme == "https" && there.scheme == "https"
    return isSame || isSafer || isElsewhere ? address : nil
  }

  private static func parts(_ url: String) -> (scheme: String, authority: String, host: String)? {
    guard let end = url.firstRange(of: "://") else { return nil }
    let scheme = url[..<end.lowerBound].lowercased()
    let authority = url[end.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
    // A name before the host is a password for a person.
    guard ["http", "https"].contains(scheme), !authority.isEmpty, !authority.contains("@") else { return nil }
    let port = scheme == "http" ? ":80" : ":443"
    let plain = authority.hasSuffix(port) ? String(authority.dropLast(port.count)) : authority
    let host = plain.hasPrefix("[") ? String(plain.prefix { $0 != "]" }) : String(plain.prefix { $0 != ":" })
    return (scheme, plain, host)
  }
}
