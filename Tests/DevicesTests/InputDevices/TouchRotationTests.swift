import BoothCore
import Testing

@testable import InputDevices

/// Where a touch lands on a display that is mounted turned.
@Suite struct TouchRotationTests {
  private static let axes = TouchAxes(
    x: InputAxis(least: 0, most: 4095), y: InputAxis(least: 0, most: 4095), saysTouch: true)

  /// The display is turned by 90 degrees; a finger comes down in the upper left of the glass.
  private func point(_ devices: [PanelInputDevice]) throws -> PicturePoint {
    let input = StandInInput()
    var device = StandInInput.Device(facts: InputFacts(name: "touch", usb: nil, place: ""))
    device.axes = Self.axes
    input.plug("/dev/input/event0", device)
    let whole = PanelArea(left: 0, top: 0, right: 1, bottom: 1)
    let button = PanelButton(name: "start", touch: whole, actions: PanelActions(press: .press(.start)))
    let panel = InputDevices(
      PanelProfile(name: "touch", devices: devices, buttons: [button]), access: input, rotation: 90)
    var reports: [PanelContact] = []
    let now = Instant(nanoseconds: 7)
    panel.scan(at: now, into: &reports)
    input.send(
      "/dev/input/event0",
      [(3, 0, 0), (3, 1, 0), (1, 330, 1), (0, 0, 0)].map { InputEvent(type: $0.0, code: $0.1, value: $0.2, at: now) })
    _ = panel.drain(at: now, into: &reports)
    return try #require(reports.last?.point)
  }

  @Test func `a touch screen is turned as the display is, unless its profile says how`() throws {
    let turned = PicturePoint(x: 0, y: 1)
    #expect(try point([]) == turned)
    #expect(try point([PanelInputDevice(name: "touch", isGrabbed: true)]) == turned, "named, and nothing said of it")
    #expect(try point([PanelInputDevice(name: "touch", isGrabbed: true, rotation: 0)]) == PicturePoint(x: 0, y: 0))
  }
}
