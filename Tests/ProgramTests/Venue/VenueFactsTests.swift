import BoothSystem
import BoothTesting
import Testing

@testable import booth

/// What `booth venue check` makes of what it finds.
@Suite struct VenueFactsTests {
  private var facts: VenueFacts {
    VenueFacts(
      interfaces: [NetworkInterface(name: "eth0", address: "192.168.1.50")], probe: "http://probe.example/nm",
      uplink: .clear(date: 1_796_000_000), now: 1_796_000_010, isClockSet: false, linkBase: "http://192.168.1.50:8080",
      isLocalOnly: false, needsUplink: false, wifi: nil)
  }

  private func line(_ subject: String, _ change: (inout VenueFacts) -> Void) -> VenueLine? {
    var facts = facts
    change(&facts)
    return facts.lines.first { $0.subject == subject }
  }

  @Test func `all is well where all is well`() {
    #expect(facts.lines.map(\.subject) == ["network", "uplink", "names", "clock", "phones"])
    #expect(facts.lines.allSatisfy { $0.verdict == .fine })
  }

  @Test func `a login page is told from no uplink, and matters to every booth`() {
    let login = line("uplink") { $0.uplink = .replaced(status: 302, location: "http://10.0.0.1/login") }
    #expect(login?.verdict == .bad && login?.words.printed.contains("10.0.0.1/login") == true)
    let away = line("uplink") { $0.uplink = .unreachable("no connection came about in time") }
    #expect(away?.verdict == .warning, "its own gallery needs none")
    let needed = line("uplink") { ($0.uplink, $0.needsUplink) = (.noName, true) }
    #expect(needed?.verdict == .bad)
    #expect(line("names") { $0.uplink = .noName }?.verdict == .warning)
  }

  @Test func `a clock is held against the internet's, else against what the kernel says`() {
    let behind = line("clock") { $0.now -= 3700 }
    #expect(behind?.verdict == .bad && behind?.words.printed == "it is 61 minutes behind the internet's")
    #expect(line("clock") { $0.now += 90_000 }?.words.printed == "it is 25 hours ahead of the internet's")
    #expect(line("clock") { ($0.uplink, $0.now) = (.clear(date: nil), 1000) }?.verdict == .bad)
    #expect(line("clock") { $0.uplink = .noName }?.verdict == .warning)
    #expect(line("clock") { ($0.uplink, $0.isClockSet) = (.noName, true) }?.verdict == .fine)
  }

  @Test func `says what phones see, and when they see nothing`() {
    #expect(line("phones") { $0.isLocalOnly = true }?.verdict == .bad)
    #expect(
      line("network") { $0.interfaces = [NetworkInterface(name: "eth0", address: "169.254.3.4")] }?.verdict == .bad)
  }

  @Test func `its own Wi-Fi: no radio, one that cannot, what is missing, what systemd says`() {
    let wifi = VenueFacts.Wifi(name: "Anna & Ben", radios: ["wlan0"], canServe: true, unit: "active", missing: [])
    func line(_ change: (inout VenueFacts.Wifi) -> Void) -> VenueLine? {
      var wifi = wifi
      change(&wifi)
      return self.line("wifi") { $0.wifi = wifi }
    }
    #expect(line { _ in }?.verdict == .fine)
    #expect(line { $0.radios = [] }?.words.printed == "this machine has no Wi-Fi radio")
    #expect(line { $0.canServe = false }?.words.printed == "wlan0 cannot be an access point")
    #expect(line { $0.canServe = nil }?.verdict == .fine)
    #expect(line { $0.missing = ["hostapd"] }?.verdict == .bad)
    #expect(line { $0.unit = "failed" }?.verdict == .bad)
    #expect(line { $0.unit = nil }?.verdict == .warning)
    #expect(self.line("wifi") { ($0.wifi, $0.needsUplink) = (wifi, true) }?.verdict == .warning)
  }

  @Test func `reads the date of an answer`() {
    #expect(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
    for none in ["", "06 Nov 1994 08:49:37 GMT", "Sun, 06 Abc 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 +0100"] {
      #expect(HTTPDate.seconds(none) == nil)
    }
  }

  @Test func `asks a real server, and tells its page, another page, a redirect and none`() async throws {
    func asked(_ answer: String) async throws -> VenueFacts.Uplink {
      let server = try RawServer { exchange in
        exchange.send(answer)
        return false
      }
      defer { server.stop() }
      return await VenueLook.uplink("http://127.0.0.1:\(server.port)/nm")
    }
    let date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
    #expect(
      try await asked("HTTP/1.1 200 OK\r\n\(date)Content-Length: 25\r\n\r\nNetworkManager is online\n")
        == .clear(date: 784_111_777))
    #expect(
      try await asked("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nlogin") == .replaced(status: 200, location: nil))
    #expect(
      try await asked("HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/login\r\nContent-Length: 0\r\n\r\n")
        == .replaced(status: 302, location: "http://10.0.0.1/login"))
    let port = try RefusingPort()
    guard case .unreachable = await VenueLook.uplink("http://127.0.0.1:\(port.number)/nm") else {
      Issue.record("something answered")
      return
    }
    withExtendedLifetime(port) {}
  }
}
