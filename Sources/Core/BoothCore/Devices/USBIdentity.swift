/// A USB device's vendor and product number.
public struct USBIdentity: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The maker's number, given out by the USB Implementers Forum: `0x046d` is Logitech.
  public var vendor: UInt16
  /// The maker's own number for the product.
  public var product: UInt16

  /// Takes both numbers, as the kernel reports them.
  public init(vendor: UInt16, product: UInt16) {
    self.vendor = vendor
    self.product = product
  }

  /// Reads `046d:082d`.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) }),
      let vendor = UInt16(parts[0], radix: 16),
      let product = UInt16(parts[1], radix: 16)
    else { return nil }
    self.init(vendor: vendor, product: product)
  }

  /// As profiles and `lsusb` write it: `046d:082d`.
  public var description: String { "\(Self.hex(vendor)):\(Self.hex(product))" }

  static func hex(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
