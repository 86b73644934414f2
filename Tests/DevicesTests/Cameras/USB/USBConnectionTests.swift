import BoothCore
import BoothTesting
import Cameras
import Testing

@Suite struct USBConnectionTests {
  private static let portFile = "sys/bus/usb/devices/1-1/1-1:1.0/1-1-port2/disable"

  @Test func `a video node, or a link to it, leads to its device`() throws {
    let usb = try FakeUSB()
    let device = try #require(usb.tree.device(behindVideo: usb.folder.path("dev/video0")))
    #expect(device.place == "1-3" && device.bus == 1 && device.number == 5)
    #expect(device.model == "HD Pro Webcam C920")
    #expect(usb.tree.device(behindVideo: usb.folder.path("dev/webcam")) == device)
    #expect(usb.tree.device(behindVideo: "/nowhere/video7") == nil)
  }

  @Test func `libgphoto2's ports lead to their devices`() throws {
    let usb = try FakeUSB()
    let tree = usb.tree
    #expect(tree.device(atGPhoto2Port: "usb:")?.place == "1-1.2", "the first that takes still pictures")
    #expect(tree.device(atGPhoto2Port: "usb:001,005")?.place == "1-3")
    #expect(tree.device(atGPhoto2Port: "usb:001,009") == nil)
  }

  @Test func `a kernel without USB has no devices`() throws {
    let folder = try TemporaryFolder()
    let tree = USBTree(sys: folder.path("sys"), nodes: folder.path("nodes"))
    #expect(tree.devices.isEmpty && tree.device(atGPhoto2Port: "usb:") == nil)
  }

  private func connection(_ usb: FakeUSB, _ power: PowerSwitch? = nil) -> USBConnection {
    USBConnection(subject: "camera", tree: usb.tree, power: power) { $0.device(atGPhoto2Port: "usb:001,004") }
  }

  @Test func `a camera that was plugged in again is known by its place`() throws {
    let usb = try FakeUSB()
    let connection = connection(usb)
    #expect(connection.look()?.number == 4)
    try usb.take("1-1.2")
    #expect(connection.look() == nil)
    try usb.put("1-1.2", bus: 1, number: 9, product: "Nikon DSC D3400", interface: "06")
    #expect(connection.look()?.number == 9)
  }

  @Test func `a reset says what keeps it from happening`() throws {
    let usb = try FakeUSB()
    let connection = connection(usb)
    // No node: the device went away between two looks.
    #expect(throws: CameraError.self) { try connection.resetNow() }
    // A node that is no USB device.
    try usb.text("nodes/001/004", "")
    let error = #expect(throws: CameraError.self) { try connection.resetNow() }
    #expect(error?.code == .failed && error?.detail.contains("resetting") == true)
    try usb.take("1-1.2")
    let gone = #expect(throws: CameraError.self) { try connection.resetNow() }
    #expect(gone?.code == .notFound)
  }

  @Test func `port power is switched off and on again, even while the camera is away`() throws {
    let usb = try FakeUSB()
    let connection = connection(usb, .usbPort(off: .zero))
    let unknown = try FakeUSB()
    try unknown.take("1-1.2")
    #expect(throws: CameraError.self, "never seen, so its port is not known") {
      try self.connection(unknown, .usbPort(off: .zero)).cutPowerNow()
    }
    connection.look()
    try usb.take("1-1.2")
    try connection.cutPowerNow()
    // "1", and then "0" over its first byte.
    #expect(try usb.read(Self.portFile).hasPrefix("0"))
    #expect(connection.powerWords?.contains("untested on hardware") == true)
  }

  @Test func `a port that cannot be switched says so`() throws {
    let usb = try FakeUSB()
    try usb.take("1-1/1-1:1.0")
    let error = #expect(throws: CameraError.self) { try connection(usb, .usbPort(off: .zero)).cutPowerNow() }
    #expect(error?.code == .unsupported && error?.detail.contains("relay") == true)
  }

  @Test func `a relay is switched by two commands, one after the other`() throws {
    let usb = try FakeUSB()
    let log = usb.folder.path("relay")
    func words(_ word: String) -> [String] { ["/bin/sh", "-c", "echo \(word) >> \(log)"] }
    try connection(usb, .command(off: words("off"), on: words("on"), pause: .zero)).cutPowerNow()
    #expect(try usb.read("relay") == "off\non\n")
  }

  @Test(arguments: [["/nowhere/relay"], ["relay"], [], ["/bin/sh", "-c", "exit 3"]])
  func `a relay's command that fails is told in words`(_ off: [String]) throws {
    let power = PowerSwitch.command(off: off, on: ["/bin/true"], pause: .zero)
    let error = #expect(throws: CameraError.self) { try connection(try FakeUSB(), power).cutPowerNow() }
    #expect(error?.code == .failed && error?.detail.contains("`") == true)
  }

  @Test func `without a switch there is no such rung`() async throws {
    let source = V4L2CameraSource(path: "/dev/null", logger: quiet)
    #expect(source.recovery.rungs == [.retry, .reopen], "it is no device on USB")
    let named = V4L2CameraSource(
      path: "/dev/v4l/by-id/usb-Some_Camera-video-index0", power: .command(off: [], on: []), logger: quiet)
    #expect(named.recovery.rungs == [.retry, .reopen, .resetUSB, .cutPower])
    let network = GPhoto2CameraSource(port: "ptpip:127.0.0.1:15740:15740", logger: quiet)
    #expect(network.recovery.rungs == [.retry, .release, .reopen])
    await #expect(throws: CameraError.self) { try await network.resetUSB() }
    await #expect(throws: CameraError.self) { try await network.cutPower() }
  }
}
