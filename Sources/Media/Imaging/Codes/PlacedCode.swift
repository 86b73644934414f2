import BoothCore

/// The code of a link in a box of a print: how large its modules can be.
struct PlacedCode {
  /// Smaller ones run into each other in a photo printer's ink, and phones cannot tell them apart.
  static let leastModule = 0.4

  let code: QRCode
  /// In whole pixels; 0 where the box is too small for any.
  let modulePixels: Int
  private let scale: PrintScale

  /// - Throws: ``ImageError`` `.tooLarge` for a link that no code can hold.
  init(_ link: String, in box: PixelSize, scale: PrintScale) throws(ImageError) {
    code = try QRCode(link, correction: .medium)
    self.scale = scale
    modulePixels = min(box.width, box.height) / Self.modules(code)
  }

  /// On each side, with the quiet zone.
  var modules: Int { Self.modules(code) }
  /// In millimetres.
  var moduleSide: Double { Double(modulePixels) * 25.4 / Double(scale.dpi) }
  /// The side of a box in which the modules would be large enough, in millimetres.
  var leastSide: Double {
    let pixels = (Self.leastModule * Double(scale.dpi) / 25.4).rounded(.up)
    return (pixels * Double(modules) * 25.4 / Double(scale.dpi)).rounded(.up)
  }

  private static func modules(_ code: QRCode) -> Int { code.side + 2 * QRCode.standardQuietZone }
}
