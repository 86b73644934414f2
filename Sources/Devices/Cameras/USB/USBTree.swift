import FoundationEssentials
import Glibc

/// What the kernel says of USB. Reads a few small files each time it is asked; never blocks on a device.
public struct USBTree: Sendable {
  private let sys: String
  private let nodes: String

  /// - Parameters:
  ///   - sys: where sysfs is.
  ///   - nodes: the folder of the devices' nodes.
  public init(sys: String = "/sys", nodes: String = "/dev/bus/usb") {
    self.sys = sys
    self.nodes = nodes
  }

  private var folder: String { "\(sys)/bus/usb/devices" }

  /// Every device but the root hubs, in the order of their places.
  public var devices: [USBDevice] {
    names(in: folder).filter { !$0.contains(":") && $0.contains("-") }.compactMap { device("\(folder)/\($0)", $0) }
  }

  /// The device that a video node, or a link to one in `/dev/v4l`, belongs to; nil if it is on no USB.
  public func device(behindVideo path: String) -> USBDevice? {
    guard let node = Self.real(path)?.split(separator: "/").last else { return nil }
    guard var place = Self.real("\(sys)/class/video4linux/\(node)/device") else { return nil }
    // Up from the interface to the device.
    while place.count > 1 {
      if let name = place.split(separator: "/").last, let found = device(place, String(name)) { return found }
      place = place.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
    }
    return nil
  }

  /// The device at one of libgphoto2's ports: `usb:001,004`, or `usb:` for the first that takes still pictures.
  public func device(atGPhoto2Port port: String) -> USBDevice? {
    if port == "usb:" { return devices.first { takesStills($0) } }
    return devices.first { $0.gphoto2Port == port }
  }

  /// The device that is plugged in at a place such as `1-1.2` now; nil if none is.
  public func device(at place: String) -> USBDevice? { device("\(folder)/\(place)", place) }

  /// The device's node, which a program that may write it can reset the device through.
  func node(of device: USBDevice) -> String { "\(nodes)/\(device.node)" }

  /// The file that switches the port a device is plugged into, where hub and kernel (6.0 and newer) have one.
  /// Documentation/ABI/testing/sysfs-bus-usb, `…/<hub>-port<N>/disable`.
  func portSwitch(at place: String) -> String? {
    let path: String
    if let dot = place.lastIndex(of: ".") {
      let hub = place[..<dot]
      path = "\(folder)/\(hub)/\(hub):1.0/\(hub)-port\(place[place.index(after: dot)...])/disable"
    } else if let dash = place.firstIndex(of: "-") {
      let bus = place[..<dash]
      path = "\(folder)/usb\(bus)/\(bus)-0:1.0/usb\(bus)-port\(place[place.index(after: dash)...])/disable"
    } else {
      return nil
    }
    return access(path, F_OK) == 0 ? path : nil
  }

  /// USB interface class 6, still image.
  private func takesStills(_ device: USBDevice) -> Bool {
    names(in: "\(folder)/\(device.place)").contains {
      $0.hasPrefix("\(device.place):") && text("\(folder)/\(device.place)/\($0)/bInterfaceClass") == "06"
    }
  }

  private func device(_ path: String, _ place: String) -> USBDevice? {
    guard let bus = text("\(path)/busnum").flatMap({ Int($0) }),
      let number = text("\(path)/devnum").flatMap({ Int($0) })
    else { return nil }
    let ids = [text("\(path)/idVendor"), text("\(path)/idProduct")].compactMap { $0 }.joined(separator: ":")
    return USBDevice(place: place, bus: bus, number: number, model: text("\(path)/product") ?? ids)
  }

  private func names(in path: String) -> [String] {
    // No such folder: the kernel has no USB.
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  private func text(_ path: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    let text = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  static func real(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
