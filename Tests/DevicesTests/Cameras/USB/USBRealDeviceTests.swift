import BoothCore
import Cameras
import Glibc
import Testing

/// A device that may be reset, by what it calls itself: set by `Scripts/lab/usb-reset`.
private let model = getenv("BOOTH_USB_MODEL").map { String(cString: $0) }

/// The reset on the kernel's own USB. Skipped where no device is named; see `Scripts/lab/usb-reset`.
@Suite(
  "USB reset on a real device", .serialized, .timeLimit(.minutes(15)),
  .enabled(if: model != nil, "no device: BOOTH_USB_MODEL is not set. Scripts/lab/usb-reset runs this in a guest"))
struct USBRealDeviceTests {
  private func find(_ tree: USBTree) -> USBDevice? { tree.devices.first { $0.model == model } }

  @Test func `the device is reset thrice, and is where it was`() throws {
    let before = try #require(find(USBTree()), "no device calls itself so: \(USBTree().devices)")
    let connection = USBConnection(subject: "test", tree: USBTree(), power: nil) { tree in
      tree.devices.first { $0.model == model }
    }
    for _ in 0..<3 { try connection.resetNow() }
    #expect(find(USBTree())?.place == before.place)
    print("reset thrice: \(before.model) at \(before.place), \(connection.resetWords)")
  }
}
