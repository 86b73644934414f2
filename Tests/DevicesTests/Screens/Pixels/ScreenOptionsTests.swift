import BoothCore
import Testing

@testable import Screens

/// What operators write, and what the kernel's messages say.
struct ScreenOptionsTests {
  @Test(arguments: [
    ("", ScreenOptions()), ("auto", ScreenOptions()), ("kms", ScreenOptions(kind: .card)),
    ("fb", ScreenOptions(kind: .frameBuffer)), ("/dev/fb1", ScreenOptions(kind: .frameBuffer, device: "/dev/fb1")),
    (
      "/dev/dri/by-path/platform-axi:gpu-card",
      ScreenOptions(kind: .card, device: "/dev/dri/by-path/platform-axi:gpu-card")
    ),
    (
      "kms HDMI-A-1 1920x1080@60",
      ScreenOptions(
        kind: .card, connector: "HDMI-A-1", mode: ModeRequest(size: PixelSize(width: 1920, height: 1080), hertz: 60))
    ),
    ("720x1280, dsi-1", ScreenOptions(kind: .card, connector: "dsi-1", mode: ModeRequest(text: "720x1280"))),
  ]) func `an operator's words are read`(_ text: String, _ options: ScreenOptions) throws {
    #expect(try ScreenOptions(words: text) == options)
  }

  @Test(arguments: ["kmss", "HDMI", "HDMI-A-x", "1920x", "kms beamer"])
  func `a word that means nothing is named`(_ text: String) throws {
    let fault = #expect(throws: ScreenFault.self) { try ScreenOptions(words: text) }
    #expect(fault?.detail.contains("“\(text.split(separator: " ").last ?? "")” is none of") == true)
  }

  @Test func `a frame buffer has no modes to choose from`() {
    #expect(throws: ScreenFault.self) { try ScreenOptions(words: "fb 1920x1080") }
  }

  @Test(arguments: [(11, "HDMI-A-1"), (16, "DSI-1"), (15, "Virtual-1"), (20, "USB-1"), (99, "Unknown-1")])
  func `connectors are called as the kernel calls them`(_ type: UInt32, _ name: String) {
    #expect(DisplayConnector.name(type: type, number: 1) == name)
    #expect(DisplayConnector.canBeName(name))
  }

  @Test func `a connector answers to what other programs call it`() {
    let connector = DisplayConnector(id: 1, name: "HDMI-A-2", status: .connected)
    for name in ["HDMI-A-2", "hdmi-a-2", "HDMI-2", "hdmi-2"] { #expect(connector.isCalled(name)) }
    for name in ["HDMI-A-1", "HDMI", "DSI-2", ""] { #expect(!connector.isCalled(name)) }
  }

  // MARK: Messages of the kernel

  private func bytes(_ words: String...) -> [UInt8] { words.flatMap { Array($0.utf8) + [0] } }

  @Test func `a message of a display is told from others`() {
    let event = UEvent(
      bytes(
        "change@/devices/platform/gpu/drm/card1", "ACTION=change", "DEVPATH=/devices/platform/gpu/drm/card1",
        "SUBSYSTEM=drm", "HOTPLUG=1", "CONNECTOR=33", "DEVNAME=dri/card1", "SEQNUM=2042"))
    #expect(event?.action == "change" && event?.path == "/devices/platform/gpu/drm/card1")
    #expect(event?.values["HOTPLUG"] == "1" && event?.concernsDisplays == true)
    #expect(UEvent(bytes("add@/devices/x/usb1", "SUBSYSTEM=usb"))?.concernsDisplays == false)
    #expect(UEvent(bytes("change@/devices/x"))?.concernsDisplays == false)
  }

  @Test func `what is no such message is none`() {
    #expect(UEvent([]) == nil)
    #expect(UEvent([0, 0]) == nil)
    #expect(UEvent(bytes("libudev", "SUBSYSTEM=drm")) == nil)
    #expect(UEvent(bytes("@/devices/x")) == nil)
    #expect(UEvent(bytes("user@host")) == nil)
    #expect(UEvent([0xFF, 0x40, 0x2F])?.values.isEmpty == true)
    #expect(UEvent(bytes("change@/a", "=1", "noequals", "A="))?.values == ["A": ""])
  }
}
