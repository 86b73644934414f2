/// A look that photos and films get on the composite, the film strip and the boomerang. The photos and clips themselves
/// stay as they were taken.
public enum PhotoFilter: String, Sendable, Codable, CaseIterable {
  /// Colours as they were taken.
  case none
  case blackAndWhite = "bw"
  case sepia
  /// Colour, with more red and less blue.
  case warm

  /// What guests get who choose nothing.
  static func unchosen(of filters: [PhotoFilter]) -> PhotoFilter {
    filters.contains(.none) ? .none : filters.first ?? .none
  }

  /// What it does to each pixel; nil leaves it alone.
  public var matrix: ColorMatrix? {
    switch self {
    case .none: nil
    // A tenth more contrast around the middle, as film has it: without, faces look flat beside their colours.
    case .blackAndWhite: .tint(shadow: (-12, -12, -12), light: (268, 268, 268))
    // From a dark brown to the cream of old paper.
    case .sepia: .tint(shadow: (24, 12, 2), light: (262, 243, 212))
    case .warm:
      ColorMatrix(
        red: SIMD4(1.06, 0.03, 0, 4), green: SIMD4(0.02, 1.00, 0, 1), blue: SIMD4(0, 0.04, 0.84, -2))
    }
  }
}

/// A transform of colours, one pixel after the other: each new channel is a weighted sum of the old ones and a constant.
public struct ColorMatrix: Sendable, Equatable {
  /// Weights of red, green and blue, and what is added, in 0 to 255.
  public var red: SIMD4<Double>
  /// The same for the new green.
  public var green: SIMD4<Double>
  /// The same for the new blue.
  public var blue: SIMD4<Double>

  /// Takes the rows as they are: the first three numbers weigh red, green and blue, the fourth is added.
  public init(red: SIMD4<Double>, green: SIMD4<Double>, blue: SIMD4<Double>) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Brightness by ITU-R BT.601, which is what JPEG and the booth's films call brightness.
  public static let brightness = SIMD4(0.299, 0.587, 0.114, 0)

  /// The colour after the transform: rounded, held within 0 to 255, and opaque whatever it was.
  public func applied(to color: RGBColor) -> RGBColor {
    let channels = SIMD4(Double(color.red), Double(color.green), Double(color.blue), 1)
    func sum(_ row: SIMD4<Double>) -> UInt8 { UInt8(min(max((row * channels).sum().rounded(), 0), 255)) }
    return RGBColor(red: sum(red), green: sum(green), blue: sum(blue))
  }

  /// Brightness alone, in colours from `shadow` (of black) to `light` (of white), 0 to 255 and a little beyond.
  static func tint(
    shadow: (red: Double, green: Double, blue: Double), light: (red: Double, green: Double, blue: Double)
  ) -> ColorMatrix {
    func row(_ shadow: Double, _ light: Double) -> SIMD4<Double> {
      brightness * ((light - shadow) / 255) + SIMD4(0, 0, 0, shadow)
    }
    return ColorMatrix(
      red: row(shadow.red, light.red), green: row(shadow.green, light.green), blue: row(shadow.blue, light.blue))
  }
}
