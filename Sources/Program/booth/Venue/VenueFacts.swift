import BoothSystem
import CommandSupport
import FoundationEssentials

/// What was found at a venue, for ``lines`` to judge. A pure value.
struct VenueFacts: Sendable {
  /// What the uplink's trial came to: a page that is known beforehand was asked for, in the clear, as a phone does it.
  enum Uplink: Equatable, Sendable {
    /// The page came; `date`: what its server's clock said, in seconds since 1970.
    case clear(date: Double?)
    /// Another answer came: something in between answers for others.
    case replaced(status: Int, location: String?)
    case noName
    case unreachable(String)
    /// No network at all.
    case unasked
  }

  /// What the booth's own Wi-Fi is like; nil where none is set.
  struct Wifi: Equatable, Sendable {
    var name: String
    /// The machine's radios.
    var radios: [String]
    /// Whether one can be an access point; nil where that could not be found out.
    var canServe: Bool?
    /// What systemd says of `booth-wifi.service`; nil where there is no systemd.
    var unit: String?
    /// Whether hostapd and dnsmasq are installed.
    var missing: [String]
  }

  var interfaces: [NetworkInterface]
  /// Where the page was asked for.
  var probe: String
  var uplink: Uplink
  /// By the machine's clock, when the answer came.
  var now: Double
  var isClockSet: Bool
  /// What guests' links begin with.
  var linkBase: String
  var isLocalOnly: Bool
  /// The gallery is elsewhere: guests get their photos only over the internet.
  var needsUplink: Bool
  var wifi: Wifi?
}

/// One line of `booth venue check`.
struct VenueLine: Encodable, Equatable, Sendable {
  var subject: String
  var verdict: Finding.Verdict
  var words: CommandText
  /// What to do, where something is to be done.
  var remedy: CommandText?
}

extension VenueFacts {
  /// How far two clocks may be apart: certificates and signatures allow no more than some minutes.
  private static let mostSkew = 60.0

  var lines: [VenueLine] { [network, uplinkLine, names, clock, phones] + (wifiLine.map { [$0] } ?? []) }

  private var network: VenueLine {
    let usable = interfaces.filter { $0.hasCarrier && !$0.address.hasPrefix("169.254.") }
    guard !usable.isEmpty else {
      return VenueLine(
        subject: "network", verdict: .bad, words: "this machine has no address in a network",
        remedy: "plug in a cable, join a Wi-Fi, or run the booth's own: booth venue wifi")
    }
    let list = usable.map { "\($0.address) (\($0.name))" }.joined(separator: ", ")
    return VenueLine(subject: "network", verdict: .fine, words: CommandText(advice: list))
  }

  private var uplinkLine: VenueLine {
    let without: (VenueLine) -> VenueLine = { line in
      var line = line
      if needsUplink { return line }
      line.verdict = .warning
      line.remedy = "the booth's own gallery needs none; guests' phones only have to be in the booth's network"
      return line
    }
    switch uplink {
    case .clear: return VenueLine(subject: "uplink", verdict: .fine, words: "the internet answers (\(advice: probe))")
    case .replaced(let status, let location):
      let place = location.map { ", and leads to \($0)" } ?? ""
      return VenueLine(
        subject: "uplink", verdict: .bad,
        words: "something in between answers in place of \(advice: probe) (status \(status)\(advice: place))",
        remedy:
          "this network has a login page: open it with a browser on this machine and sign in; uploads wait until then")
    case .noName:
      return without(
        VenueLine(
          subject: "uplink", verdict: .bad, words: "no name server answers for \(advice: probe)",
          remedy: "connect the machine to the internet; uploads wait until then"))
    case .unreachable(let words):
      return without(
        VenueLine(
          subject: "uplink", verdict: .bad, words: "\(advice: probe): \(advice: words)",
          remedy: "connect the machine to the internet; uploads wait until then"))
    case .unasked:
      return without(
        VenueLine(
          subject: "uplink", verdict: .bad, words: "not asked for, as there is no network",
          remedy: "connect the machine to the internet; uploads wait until then"))
    }
  }

  private var names: VenueLine {
    switch uplink {
    case .clear, .replaced: VenueLine(subject: "names", verdict: .fine, words: "a name server answers")
    case .noName:
      VenueLine(
        subject: "names", verdict: needsUplink ? .bad : .warning, words: "no name can be looked up",
        remedy: "see that the network gives a name server (resolvectl, /etc/resolv.conf)")
    case .unreachable: VenueLine(subject: "names", verdict: .fine, words: "a name server answers, or is not needed")
    case .unasked: VenueLine(subject: "names", verdict: .warning, words: "not asked for, as there is no network")
    }
  }

  private var clock: VenueLine {
    if case .clear(let date?) = uplink, abs(date - now) > Self.mostSkew {
      let seconds = Int(min(abs(date - now), 1e12))
      let apart = seconds < 7200 ? "\(seconds / 60) minutes" : "\(seconds / 3600) hours"
      return VenueLine(
        subject: "clock", verdict: .bad, words: "it is \(apart) \(now < date ? "behind" : "ahead of") the internet's",
        remedy: "set it (timedatectl set-time), or run a time service such as systemd-timesyncd")
    }
    guard now >= 1_735_689_600 else {
      return VenueLine(
        subject: "clock", verdict: .bad, words: "it was never set", remedy: "set it: timedatectl set-time")
    }
    if case .clear(_?) = uplink {
      return VenueLine(subject: "clock", verdict: .fine, words: "within a minute of the internet's")
    }
    return isClockSet
      ? VenueLine(subject: "clock", verdict: .fine, words: "set by a time service")
      : VenueLine(
        subject: "clock", verdict: .warning, words: "no time service has set it since the start",
        remedy: "compare it with your own: timedatectl")
  }

  private var phones: VenueLine {
    guard !isLocalOnly else {
      return VenueLine(
        subject: "phones", verdict: .bad,
        words: "links begin with \(advice: linkBase), which opens on this machine only",
        remedy: "connect it to the guests' network, or set gallery.public_url")
    }
    if needsUplink {
      return VenueLine(
        subject: "phones", verdict: .fine,
        words: "links begin with \(advice: linkBase): phones need the internet, not this network")
    }
    return VenueLine(
      subject: "phones", verdict: .fine,
      words:
        "links begin with \(advice: linkBase): phones must be in this network, and it must let devices see each other",
      remedy: "open it on your own phone, in the guests' Wi-Fi")
  }

  private var wifiLine: VenueLine? {
    guard let wifi else { return nil }
    guard !needsUplink else {
      return VenueLine(
        subject: "wifi", verdict: .warning,
        words: "\(advice: wifi.name) leads to this machine only, and the gallery is elsewhere: its code is not shown",
        remedy: "take wifi.name out of the settings, or gallery.url")
    }
    guard let radio = wifi.radios.first else {
      return VenueLine(
        subject: "wifi", verdict: .bad, words: "this machine has no Wi-Fi radio",
        remedy: "plug one in that can be an access point, or bring a router")
    }
    guard wifi.canServe != false else {
      return VenueLine(
        subject: "wifi", verdict: .bad, words: "\(advice: radio) cannot be an access point",
        remedy: "use another radio, or bring a router")
    }
    guard wifi.missing.isEmpty else {
      return VenueLine(
        subject: "wifi", verdict: .bad, words: "\(advice: wifi.missing.joined(separator: " and ")) missing",
        remedy: "apt-get install hostapd dnsmasq-base")
    }
    switch wifi.unit {
    case "active":
      return VenueLine(subject: "wifi", verdict: .fine, words: "\(advice: wifi.name) is on the air (\(advice: radio))")
    case nil:
      return VenueLine(
        subject: "wifi", verdict: .warning,
        words: "whether \(advice: wifi.name) is on the air cannot be told without systemd")
    case let unit?:
      return VenueLine(
        subject: "wifi", verdict: .bad, words: "booth-wifi.service is \(advice: unit)",
        remedy: "systemctl start booth-wifi; what keeps it: journalctl -u booth-wifi")
    }
  }
}
