import BoothTesting
import Testing

@testable import Screens

/// What the kernel's files tell of displays.
struct DisplaySignsTests {
  private func signs(
    _ connectors: [String: String], cards: [String] = ["/dev/dri/card0", "/dev/dri/card1"],
    hasFrameBuffer: Bool = false, held: [String] = []
  ) throws -> DisplaySigns {
    let folder = try TemporaryFolder()
    for (name, status) in connectors { try folder.put("drm/\(name)/status", Array((status + "\n").utf8)) }
    try folder.put("drm/version", Array("drm 1.1.0".utf8))
    return ScreenDevices.signs(
      sysfs: folder.path + "/drm", cards: cards, hasFrameBuffer: hasFrameBuffer, isFree: { !held.contains($0) })
  }

  @Test func `a display that is plugged in, at whichever card`() throws {
    #expect(try signs(["card1-HDMI-A-1": "connected", "card1-HDMI-A-2": "disconnected"]) == .now)
    #expect(try signs(["card0-DSI-1": "disconnected", "card1-HDMI-A-1": "connected"]) == .now)
    #expect(try signs([:], hasFrameBuffer: true) == .now)
  }

  @Test func `a connector without a display, and a card that another program has`() throws {
    #expect(try signs(["card0-HDMI-A-1": "disconnected"]) == .later)
    #expect(try signs(["card0-VGA-1": "unknown"]) == .later)
    #expect(try signs(["card0-HDMI-A-1": "connected"], held: ["/dev/dri/card0"]) == .later)
  }

  @Test func `cards that only compute, connectors of cards that are not there, and none`() throws {
    #expect(try signs(["card0-Writeback-1": "unknown"]) == .nothing)
    #expect(try signs(["card10-HDMI-A-1": "connected"]) == .nothing)
    #expect(try signs(["card0-HDMI-A-1": "connected"], cards: []) == .nothing)
    #expect(try signs([:]) == .nothing)
  }

  @Test func `this machine is looked at`() {
    // Whatever there is, it is told without a card being opened.
    #expect([.nothing, .later, .now].contains(ScreenDevices.signs()))
  }
}
