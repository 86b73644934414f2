import BoothCore

/// What phones ask in a Wi-Fi that leads to the booth and nowhere else, and what they are told. A pure value.
///
/// A phone asks a known address of its maker's whether the internet is there. Until its owner has seen the booth's page it is sent to
/// that page, which the phone shows by itself. From then on it is told what it hopes for: otherwise it leaves the Wi-Fi again, or goes
/// on over its mobile network, where no link of the booth leads anywhere.
struct CaptivePortal: Sendable {
  enum Answer: Equatable, Sendable {
    /// The page that says what this Wi-Fi is for; `isOpen`: the owner has seen it before.
    case welcome(isOpen: Bool)
    case stylesheet
    /// What a phone's own question hopes for.
    case content(type: String, body: String)
    case noContent
    case redirect(String)
    /// RFC 8908.
    case state(isCaptive: Bool)
  }

  /// A phone that has seen the page is remembered so long: an evening.
  static let memory = Duration.seconds(12 * 3600)
  /// So many at most, the oldest of which are forgotten: as many as three Wi-Fis of this size hold.
  static let mostClients = 4096

  static let welcome = "/booth-welcome"
  static let on = "/booth-welcome/on"
  static let sheet = "/booth-welcome.css"
  static let api = "/captive-portal/api"

  /// The booth's address in its Wi-Fi: `http://10.38.0.1`.
  let base: String
  /// Where the gallery answers: `http://10.38.0.1:8080`.
  let gallery: String
  /// Hosts whose pages are the gallery's, in lower case: those that links begin with.
  let hosts: Set<String>
  private var open: [String: Instant] = [:]

  init(base: String, gallery: String, hosts: Set<String>) {
    self.base = base
    self.gallery = gallery
    self.hosts = hosts
  }

  /// What phones and computers ask, and what their makers answer. As of 2026: Android, ChromeOS (captiveportal sources of AOSP,
  /// NetworkMonitor), Apple ("Success" page of captive.apple.com), Windows (NCSI, Microsoft's documentation), Firefox
  /// (network.captive-portal-service), NetworkManager of GNOME, Debian and Ubuntu (connectivity.conf of their packages).
  private static func hope(_ host: String, _ path: String) -> Answer? {
    switch (host, path) {
    case (_, "/generate_204"), (_, "/gen_204"), (_, "/mobile/status.php"): .noContent
    case (_, "/hotspot-detect.html"), (_, "/library/test/success.html"), ("captive.apple.com", _):
      .content(
        type: "text/html", body: "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>")
    case (_, "/connecttest.txt"): .content(type: "text/plain", body: "Microsoft Connect Test")
    case (_, "/ncsi.txt"): .content(type: "text/plain", body: "Microsoft NCSI")
    case ("detectportal.firefox.com", "/canonical.html"):
      .content(
        type: "text/html",
        body: #"<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>"#)
    case ("detectportal.firefox.com", _): .content(type: "text/plain", body: "success\n")
    case ("nmcheck.gnome.org", _), ("network-test.debian.org", _):
      .content(type: "text/plain", body: "NetworkManager is online\n")
    case ("connectivity-check.ubuntu.com", _): .noContent
    case ("networkcheck.kde.org", _): .content(type: "text/plain", body: "OK\n")
    default: nil
    }
  }

  /// - Parameters:
  ///   - host: as the request says it, without its port.
  ///   - target: path and query.
  ///   - client: its address.
  mutating func answer(host: String, target: String, client: String, at now: Instant) -> Answer {
    let host = host.lowercased()
    let path = String(target.prefix { $0 != "?" })
    let isOpen = open[client].map { now - $0 < Self.memory } ?? false
    switch path {
    case Self.welcome: return .welcome(isOpen: isOpen)
    case Self.sheet: return .stylesheet
    case Self.api: return .state(isCaptive: !isOpen)
    case Self.on:
      remember(client, now)
      return .welcome(isOpen: true)
    default: break
    }
    // The gallery's own pages are there for everyone in this network; their links are the keys.
    if hosts.contains(host), path != "/" || isOpen { return .redirect(gallery + target) }
    if isOpen, let hope = Self.hope(host, path) { return hope }
    return .redirect(base + Self.welcome)
  }

  private mutating func remember(_ client: String, _ now: Instant) {
    open[client] = now
    guard open.count > Self.mostClients else { return }
    let kept = open.sorted { $0.value > $1.value }.prefix(Self.mostClients / 2)
    open = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }
}
