import BoothCore

/// What hostapd and dnsmasq are told for the booth's own Wi-Fi. A pure value.
struct WifiFiles: Sendable, Equatable {
  /// Why an address is none for a Wi-Fi, in words.
  struct Fault: Error, Equatable {
    let words: String
  }

  let wifi: WifiAccess
  /// The radio's name, such as `wlan0`.
  let interface: String
  /// ISO 3166-1, two letters: what radios may do differs by country.
  let country: String
  let channel: Int
  /// The booth's address, and how many bits of it name the network.
  let address: (octets: [UInt8], bits: Int)

  /// - Parameter address: such as `10.38.0.1/22`.
  init(wifi: WifiAccess, interface: String, country: String, channel: Int, address: String) throws(Fault) {
    guard (1...15).contains(interface.utf8.count),
      interface.unicodeScalars.allSatisfy({
        $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0))
      })
    else { throw Fault(words: "\"\(interface)\" is no interface: expected its name, such as wlan0") }
    let country = country.uppercased()
    guard country.utf8.count == 2, country.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw Fault(words: "\"\(country)\" is no country: expected two letters, such as DE")
    }
    guard (1...13).contains(channel) else {
      throw Fault(words: "channel \(channel): expected 1 to 13, which every phone has")
    }
    self.wifi = wifi
    self.interface = interface
    self.country = country
    self.channel = channel
    self.address = try Self.read(address)
  }

  static func == (a: WifiFiles, b: WifiFiles) -> Bool { a.hostapd == b.hostapd && a.dnsmasq == b.dnsmasq }

  private static func read(_ text: String) throws(Fault) -> (octets: [UInt8], bits: Int) {
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    let octets = halves[0].split(separator: ".", omittingEmptySubsequences: false).compactMap { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt8(part) : nil
    }
    guard halves.count == 2, octets.count == 4, let bits = Int(halves[1]), (16...26).contains(bits) else {
      throw Fault(words: "\"\(text)\": expected an address with its network's bits (16 to 26), such as 10.38.0.1/22")
    }
    // RFC 1918: what never is a host on the internet.
    let isPrivate =
      octets[0] == 10 || octets[0] == 172 && (16...31).contains(octets[1]) || octets[0] == 192 && octets[1] == 168
    guard isPrivate else {
      throw Fault(words: "\(text) is no private address: expected one in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16")
    }
    let number = octets.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let hosts = UInt32(1) << UInt32(32 - bits)
    guard number % hosts == 1 else {
      throw Fault(words: "\(text): expected the first address of its network, such as 10.38.0.1/22")
    }
    return (octets, bits)
  }

  private static func dotted(_ number: UInt32) -> String {
    [24, 16, 8, 0].map { "\(number >> $0 & 0xFF)" }.joined(separator: ".")
  }

  private var number: UInt32 { address.octets.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }

  /// `10.38.0.1`.
  var host: String { Self.dotted(number) }

  /// For hostapd 2.10; `hostapd.conf` of its documentation names all of it.
  var hostapd: String {
    var lines = [
      "# Made by `booth venue wifi`.",
      "interface=\(interface)", "driver=nl80211", "country_code=\(country)", "hw_mode=g", "channel=\(channel)",
      "ieee80211n=1", "wmm_enabled=1",
      // A name of any letters, as it is.
      "ssid2=\(Self.hex(wifi.name))", "utf8_ssid=1",
      // Guests' phones see the booth and not each other.
      "ap_isolate=1",
      // One that left without a word makes room after a while.
      "ap_max_inactivity=300",
    ]
    if wifi.password != nil {
      lines += [
        "auth_algs=1", "wpa=2", "wpa_key_mgmt=WPA-PSK", "rsn_pairwise=CCMP", "wpa_passphrase=\(wifi.password!)",
      ]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func hex(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// For dnsmasq 2.90; its manual page names all of it.
  var dnsmasq: String {
    let last = number - 1 + (UInt32(1) << UInt32(32 - address.bits)) - 2
    let mask = Self.dotted(UInt32.max << UInt32(32 - address.bits))
    let lines = [
      "# Made by `booth venue wifi`.",
      "interface=\(interface)", "bind-dynamic", "except-interface=lo", "no-hosts", "no-resolv", "dhcp-authoritative",
      "dhcp-range=\(Self.dotted(number + 9)),\(Self.dotted(last)),\(mask),2h",
      "dhcp-option=option:router,\(host)", "dhcp-option=option:dns-server,\(host)",
      // RFC 8910. Phones that do not ask for it are told as well: dnsmasq tells it only to those that ask.
      "dhcp-option-force=114,http://\(host)\(CaptivePortal.api)",
      // Every name leads to the booth: there is nothing else in this network.
      "address=/#/\(host)", "local-ttl=5",
      "dhcp-leasefile=/run/booth-wifi/leases", "dhcp-lease-max=\(min(1000, Int(last - number - 8)))",
    ]
    return lines.map { $0 + "\n" }.joined()
  }

  /// For the units.
  /// - Parameter gallery: the gallery's port.
  func environment(gallery: Int, hosts: [String]) -> String {
    [
      "# Made by `booth venue wifi`.", "BOOTH_WIFI_INTERFACE=\(interface)",
      "BOOTH_WIFI_ADDRESS=\(host)/\(address.bits)", "BOOTH_WIFI_HOST=\(host)", "BOOTH_WIFI_GALLERY_PORT=\(gallery)",
      "BOOTH_WIFI_HOSTS=\(hosts.joined(separator: ","))",
    ].map { $0 + "\n" }.joined()
  }
}
