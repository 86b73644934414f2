import BoothTesting
import Cameras
import FoundationEssentials

/// A sysfs of files: a camera behind a hub, a webcam at a root port, and the hubs.
struct FakeUSB {
  let folder: TemporaryFolder
  var tree: USBTree { USBTree(sys: folder.path("sys"), nodes: folder.path("nodes")) }

  init() throws {
    folder = try TemporaryFolder()
    try put("usb1", bus: 1, number: 1, product: "root hub")
    try put("1-1", bus: 1, number: 2, product: "Hub")
    try put("1-1.2", bus: 1, number: 4, product: "Nikon DSC D3400", interface: "06")
    try put("1-3", bus: 1, number: 5, product: "HD Pro Webcam C920", interface: "0e")
    try text("sys/bus/usb/devices/1-1/1-1:1.0/1-1-port2/disable", "0")
    try text("sys/bus/usb/devices/usb1/1-0:1.0/usb1-port3/disable", "0")
    // As the kernel does it: the class's link leads to the interface.
    try text("dev/video0", "")
    try folder.put("sys/class/video4linux/video0/name", Array("C920".utf8))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("sys/class/video4linux/video0/device"),
      withDestinationPath: folder.path("sys/bus/usb/devices/1-3/1-3:1.0"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("dev/webcam"), withDestinationPath: folder.path("dev/video0"))
  }

  func put(_ place: String, bus: Int, number: Int, product: String, interface: String? = nil) throws {
    let path = "sys/bus/usb/devices/\(place)"
    try text("\(path)/busnum", "\(bus)")
    try text("\(path)/devnum", "\(number)")
    try text("\(path)/product", product)
    if let interface { try text("\(path)/\(place):1.0/bInterfaceClass", interface) }
  }

  func take(_ place: String) throws {
    try FileManager.default.removeItem(atPath: folder.path("sys/bus/usb/devices/\(place)"))
  }

  func text(_ name: String, _ text: String) throws { try folder.put(name, Array((text + "\n").utf8)) }

  func read(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }
}
