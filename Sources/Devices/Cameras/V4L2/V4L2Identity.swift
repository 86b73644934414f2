public import BoothCore

/// Which device a video node belongs to, by what stays the same when it is plugged in again.
public struct V4L2Identity: Sendable, Equatable {
  /// Its vendor and product number; nil for a device that is on no USB.
  public var usb: USBIdentity?
  /// Several models of one batch have the same one, many have none.
  public var serial: String?
  /// Where it is plugged in: `1-2.4` on USB (bus, ports of the hubs on the way), the device's name elsewhere.
  public var place: String
  /// Of the device's several nodes, which.
  public var index: Int

  /// Takes the four as they are; `index` counts a device's nodes from 0.
  public init(usb: USBIdentity?, serial: String?, place: String, index: Int) {
    self.usb = usb
    self.serial = serial
    self.place = place
    self.index = index
  }

  /// `usb-046d:082d-1A2B3C4D-index0`, or with its place where it has no serial number.
  var name: String? { usb.map { "usb-\($0)-\(serial ?? place)-index\(index)" } }

  /// Of all nodes there are, the one that is this camera: by its serial number; else at the same place; else the only
  /// one of the same model, wherever it is plugged in now.
  func find(among nodes: [(node: String, identity: V4L2Identity)]) -> String? {
    let alike = nodes.filter { $0.identity.usb == usb && $0.identity.index == index && $0.identity.serial == serial }
    if let same = alike.first(where: { $0.identity.place == place }) { return same.node }
    return usb != nil && alike.count == 1 ? alike[0].node : nil
  }
}
