import Testing

@testable import booth

/// Which of the machine's addresses guests' links begin with.
@Suite struct NetworkInterfaceTests {
  private let cable = NetworkInterface(name: "enp3s0", address: "192.168.1.5", defaultMetric: 100)
  private let radio = NetworkInterface(name: "wlp2s0", address: "10.0.0.7")

  private func best(_ interfaces: NetworkInterface...) -> String? {
    let found = NetworkInterface.best(of: interfaces)
    #expect(NetworkInterface.best(of: interfaces.reversed()) == found || interfaces.count < 2)
    return found
  }

  @Test func `a bridge of containers is never the guests' network, whatever it is called`() {
    for name in ["docker0", "podman0", "cni0", "br-1234", "incusbr0", "kitchen"] {
      let empty = NetworkInterface(name: name, address: "172.17.0.1", hasCarrier: false, isHardware: false)
      let full = NetworkInterface(name: name, address: "172.17.0.1", isHardware: false)
      #expect(best(empty) == nil)
      #expect(best(empty, cable) == cable.address && best(full, cable) == cable.address)
      #expect(best(full, radio) == radio.address, "though no route leads out by it")
    }
  }

  @Test func `of two networks it is the one by which the machine goes out, at the lower cost`() {
    #expect(best(radio, cable) == cable.address)
    var costly = radio
    costly.defaultMetric = 600
    #expect(best(costly, cable) == cable.address)
    costly.defaultMetric = 0
    #expect(best(costly, cable) == costly.address)
  }

  @Test func `a cable that is pulled, a tunnel and an address that nobody gave are not taken`() {
    var pulled = cable
    pulled.hasCarrier = false
    #expect(best(pulled, radio) == radio.address)
    let tunnel = NetworkInterface(
      name: "tun0", address: "10.8.0.2", isHardware: false, isPointToPoint: true, defaultMetric: 0)
    #expect(best(tunnel, radio) == radio.address)
    let modem = NetworkInterface(name: "ppp0", address: "100.64.0.9", isPointToPoint: true, defaultMetric: 0)
    #expect(best(modem, radio) == radio.address)
    let lonely = NetworkInterface(name: "eth1", address: "169.254.3.4", defaultMetric: 0)
    #expect(best(lonely) == nil && best(lonely, radio) == radio.address)
  }

  @Test func `a bridge over a real card is as good as the card, and in a container there is nothing better`() {
    let bridge = NetworkInterface(name: "br0", address: "192.168.1.9", isHardware: true, defaultMetric: 0)
    #expect(best(bridge, radio) == bridge.address)
    let inside = NetworkInterface(name: "eth0", address: "172.17.0.2", isHardware: false, defaultMetric: 0)
    #expect(best(inside) == inside.address)
  }

  @Test func `default routes are read as the kernel writes them`() {
    let routes = """
      Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
      enp3s0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
      wlp2s0\t00000000\t0100000A\t0003\t0\t0\t600\t00000000\t0\t0\t0
      wlp2s0\t00000000\t0100000A\t0003\t0\t0\t50\t00000000\t0\t0\t0
      tun0\t00000000\t00000000\t0001\t0\t0\t0\t00000080\t0\t0\t0
      docker0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
      gone\t00000000\t0101A8C0\t0002\t0\t0\t1\t00000000\t0\t0\t0
      """
    #expect(NetworkInterface.defaultMetrics(routes: routes) == ["enp3s0": 100, "wlp2s0": 50])
    #expect(NetworkInterface.defaultMetrics(routes: "").isEmpty)
  }
}
