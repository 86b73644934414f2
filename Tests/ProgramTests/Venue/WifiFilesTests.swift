import BoothCore
import Testing
import WebSupport

@testable import booth

@Suite struct WifiFilesTests {
  private func files(
    _ name: String = "Anna & Ben", _ password: String? = "dance-all-night", interface: String = "wlan0",
    country: String = "de", channel: Int = 6, address: String = "10.38.0.1/22"
  ) throws -> WifiFiles {
    try WifiFiles(
      wifi: WifiAccess(name: name, password: password), interface: interface, country: country, channel: channel,
      address: address)
  }

  @Test func `hostapd gets the name byte by byte, and the password`() throws {
    let text = try files().hostapd
    #expect(text.contains("\nssid2=416e6e6120262042656e\nutf8_ssid=1\n"))
    #expect(text.contains("\nwpa_passphrase=dance-all-night\n") && text.contains("\nap_isolate=1\n"))
    #expect(text.contains("\ncountry_code=DE\n"))
    #expect(try files("חתונה").hostapd.contains("\nssid2=d797d7aad795d7a0d794\n"))
    #expect(try !files("x", nil).hostapd.contains("wpa"))
  }

  @Test func `dnsmasq gives addresses of the network, itself as router, every name, and option 114 unasked`() throws {
    let text = try files().dnsmasq
    #expect(text.contains("\ndhcp-range=10.38.0.10,10.38.3.254,255.255.252.0,2h\n"))
    #expect(text.contains("\ndhcp-option-force=114,http://10.38.0.1/captive-portal/api\n"))
    #expect(text.contains("\naddress=/#/10.38.0.1\n") && text.contains("\ndhcp-lease-max=1000\n"))
    let small = try files(address: "192.168.7.65/26").dnsmasq
    #expect(small.contains("\ndhcp-range=192.168.7.74,192.168.7.126,255.255.255.192,2h\n"))
    #expect(small.contains("\ndhcp-lease-max=53\n"))
  }

  @Test func `the units get address, port and the hosts of links`() throws {
    let text = try files().environment(gallery: 8080, hosts: ["10.38.0.1", "photos.example"])
    #expect(
      text.contains("BOOTH_WIFI_ADDRESS=10.38.0.1/22\n") && text.contains("BOOTH_WIFI_HOSTS=10.38.0.1,photos.example\n")
    )
  }

  @Test(
    arguments: [
      "10.38.0.1", "10.38.0.2/22", "10.38.1.1/22", "8.8.8.1/24", "172.32.0.1/24", "10.38.0.1/8", "10.38.0.1/30",
      "10.38.0/22", "10.38.0.256/24", "10.38.0.+1/22", "", "/22",
    ])
  func `refuses an address that is none of a private network's first`(address: String) {
    #expect(throws: WifiFiles.Fault.self) { try files(address: address) }
  }

  @Test func `refuses interfaces, countries and channels that are none`() {
    for name in ["", "wlan0\ndriver=none", "a b", String(repeating: "w", count: 16)] {
      #expect(throws: WifiFiles.Fault.self) { try files(interface: name) }
    }
    for country in ["", "DEU", "d1"] { #expect(throws: WifiFiles.Fault.self) { try files(country: country) } }
    for channel in [0, 14, 36] { #expect(throws: WifiFiles.Fault.self) { try files(channel: channel) } }
  }

  @Test func `a sign says name and password in every language`() throws {
    let text = try WifiSign(WifiAccess(name: "<Anna>", password: "dance & all")).html.text
    #expect(text.contains("<h1>&lt;Anna&gt;</h1>") && text.contains("dance &amp; all"))
    #expect(text.contains("1. Mit unserem WLAN verbinden") && text.contains(#"<p lang="ar" dir="rtl">"#))
  }

  @Test func `tells from iw's list whether a radio can be an access point`() {
    let head = "Wiphy phy0\n\tSupported interface modes:\n\t\t * managed\n"
    #expect(RadioModes(head + "\t\t * AP\n\t\t * monitor\n\tBand 1:\n").canServe == true)
    #expect(RadioModes(head + "\t\t * AP/VLAN\n\t\t * monitor\n\tBand 1:\n\t\t * AP\n").canServe == false)
    #expect(RadioModes("command failed").canServe == nil)
  }
}
