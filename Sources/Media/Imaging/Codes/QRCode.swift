public import BoothCore
import CQREncode

/// A QR code of some text (ISO/IEC 18004), as dark and light modules. Made on any thread.
public struct QRCode: Sendable, Equatable {
  /// How much of the code may be covered or dirty: about 7, 15, 25 and 30 %.
  public enum Correction: String, Sendable, CaseIterable {
    case low, medium, quartile, high
  }

  /// What the standard asks to be kept light around the code, in modules.
  public static let standardQuietZone = 4

  /// Modules on each side, without a quiet zone: 21 to 177.
  public let side: Int
  private let dark: [Bool]

  /// Encodes the bytes of `text` in the smallest version that holds them.
  /// - Throws: ``ImageError`` `.tooLarge` for more than about 2900 bytes at `.low` and 1270 at `.high`.
  public init(_ text: String, correction: Correction = .medium) throws(ImageError) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else {
      throw ImageError(.unreadable, subject: "the QR code's text", detail: "is empty")
    }
    let level =
      switch correction {
      case .low: QR_ECLEVEL_L
      case .medium: QR_ECLEVEL_M
      case .quartile: QR_ECLEVEL_Q
      case .high: QR_ECLEVEL_H
      }
    guard let code = QRcode_encodeData(CInt(bytes.count), bytes, 0, level) else {
      throw ImageError(
        .tooLarge, subject: "the QR code's text",
        detail: "has \(bytes.count) bytes, more than any QR code holds at correction \(correction.rawValue)")
    }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    self.side = side
    // The lowest bit of a module's byte says dark (qrencode.h).
    dark = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Whether a module is dark; those outside of the code are light.
  public func isDark(_ x: Int, _ y: Int) -> Bool {
    x >= 0 && y >= 0 && x < side && y < side && dark[y * side + x]
  }

  /// The rows of the code with a light border of `quietZone` modules around; true is dark.
  public func modules(quietZone: Int = standardQuietZone) -> [[Bool]] {
    let range = -quietZone..<side + quietZone
    return range.map { y in range.map { x in isDark(x, y) } }
  }

  /// Draws the code, each module a square of `moduleSize` pixels, with its border.
  public func bitmap(
    moduleSize: Int, quietZone: Int = standardQuietZone, dark: RGBColor = .black, light: RGBColor = .white
  ) -> Bitmap {
    precondition(moduleSize > 0 && quietZone >= 0, "a module has at least one pixel, a quiet zone no negative width")
    let modules = (side + 2 * quietZone)
    var bitmap = Bitmap(size: PixelSize(width: modules * moduleSize, height: modules * moduleSize), color: light)
    for y in 0..<side {
      for x in 0..<side where isDark(x, y) {
        bitmap.fill(
          PixelRect(
            x: (x + quietZone) * moduleSize, y: (y + quietZone) * moduleSize, width: moduleSize, height: moduleSize),
          with: dark)
      }
    }
    return bitmap
  }

  /// The code as a PNG file.
  public func png(moduleSize: Int = 8, quietZone: Int = standardQuietZone) throws(ImageError) -> [UInt8] {
    try PNG.encode(bitmap(moduleSize: moduleSize, quietZone: quietZone))
  }
}
