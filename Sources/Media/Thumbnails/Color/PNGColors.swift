import Glibc
import ImageMetadata

/// What a PNG picture says of its colours before its pixels (PNG's third edition, 4.3 and 11.3.2): code points (`cICP`) before a profile
/// (`iCCP`), that before "these are sRGB's" (`sRGB`), that before an exponent and primaries (`gAMA`, `cHRM`).
struct PNGColors {
  /// How many parts are looked at.
  private static let mostParts = 256
  /// A profile that libraries read themselves: all of what stands in `iCCP`, unpacked.
  private(set) var profile: [UInt8]?
  /// What libraries do not see to; nil where it changes nothing, or nothing is said.
  private(set) var simple: ColorProfile?

  /// - Parameter most: a profile is not larger, in bytes.
  static func read(_ file: PhotoFileReader, upTo most: Int) throws(PhotoFileReader.ReadError) -> PNGColors {
    var colors = PNGColors()
    var parts: [String: [UInt8]] = [:]
    var at = 8
    for _ in 0..<mostParts {
      guard at + 12 <= file.count else { break }
      let head = try file.read(at: at, count: 8)
      guard head.count == 8 else { break }
      let length = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
      let kind = String(decoding: head[4..<8], as: UTF8.self)
      if kind == "IDAT" || kind == "IEND" { break }
      if ["cICP", "iCCP", "sRGB", "gAMA", "cHRM"].contains(kind), parts[kind] == nil, length <= most,
        at + 12 + length <= file.count
      {
        parts[kind] = try file.read(at: at + 8, count: length)
      }
      at += 12 + length
    }
    if let packed = parts["iCCP"], case let unpacked = PNGProfile.unpacked(packed, upTo: most), !unpacked.isEmpty {
      colors.profile = unpacked
    }
    if let points = parts["cICP"], let known = codePoints(points) {
      colors.simple = known
    } else if colors.profile == nil, parts["sRGB"] == nil {
      colors.simple = measured(parts["gAMA"], parts["cHRM"])
    }
    return colors
  }

  private static func number(_ bytes: [UInt8], _ at: Int) -> Double {
    Double(bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) })
  }

  /// gAMA's exponent is that of encoding, in 1/100000; one that is near to sRGB's 1/2.2 is taken for sRGB's own curve, as libpng does.
  private static func measured(_ gamma: [UInt8]?, _ primaries: [UInt8]?) -> ColorProfile? {
    var curve: (Double) -> Double = srgb
    if let gamma, gamma.count == 4, case let value = number(gamma, 0) / 100_000, (0.01...10).contains(value),
      abs(value * 2.2 - 1) > 0.05
    {
      curve = { pow($0, 1 / value) }
    } else if primaries == nil {
      return nil
    }
    var columns: [[Double]]?
    if let primaries, primaries.count == 32 {
      let xy = (0..<4).map { (number(primaries, $0 * 8) / 100_000, number(primaries, $0 * 8 + 4) / 100_000) }
      columns = ColorProfile.columns(white: xy[0], xy[1], xy[2], xy[3])
    }
    return ColorProfile.simple(curve: curve, columns: columns)
  }

  /// ITU-T H.273's numbers of primaries and curves, as far as pictures have them that are not brighter than white: others are shown as
  /// they are.
  private static func codePoints(_ bytes: [UInt8]) -> ColorProfile?? {
    guard bytes.count == 4, bytes[2] == 0 else { return nil }
    let columns: [[Double]]?
    switch bytes[0] {
    case 1: columns = nil
    case 9: columns = ColorProfile.columns(white: d65, (0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
    case 11: columns = ColorProfile.columns(white: (0.314, 0.351), (0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
    case 12: columns = ColorProfile.columns(white: d65, (0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
    default: return nil
    }
    switch bytes[1] {
    case 1, 6, 13, 14, 15: return .some(ColorProfile.simple(curve: srgb, columns: columns))
    case 4: return .some(ColorProfile.simple(curve: { pow($0, 2.2) }, columns: columns))
    case 5: return .some(ColorProfile.simple(curve: { pow($0, 2.8) }, columns: columns))
    case 8: return .some(ColorProfile.simple(curve: { $0 }, columns: columns))
    default: return nil
    }
  }

  private static let d65 = (0.3127, 0.3290)

  /// IEC 61966-2-1.
  private static func srgb(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}

extension ColorProfile {
  /// Of one curve for all, and of primaries in XYZ of D50 where they are not sRGB's; nil where it changes nothing.
  static func simple(curve: (Double) -> Double, columns: [[Double]]?) -> ColorProfile? {
    let light = (0..<256).map { Float(curve(Double($0) / 255)) }
    let profile = ColorProfile(
      isGrey: false, light: light + light + light, matrix: columns.map(toSRGB) ?? [1, 0, 0, 0, 1, 0, 0, 0, 1])
    guard case .simple(let changing) = profile.kind else { return nil }
    return changing
  }

  /// Primaries by their places in CIE's diagram, as columns in XYZ of D50 (adapted by Bradford's matrix); nil for such as span nothing.
  static func columns(
    white: (Double, Double), _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double)
  ) -> [[Double]]? {
    func xyz(_ place: (Double, Double)) -> [Double]? {
      guard place.1 > 0.0001, place.0 >= 0, place.0 + place.1 <= 1.0001 else { return nil }
      return [place.0 / place.1, 1, (1 - place.0 - place.1) / place.1]
    }
    guard let r = xyz(red), let g = xyz(green), let b = xyz(blue), let w = xyz(white) else { return nil }
    // How much of each makes white.
    func determinant(_ a: [Double], _ b: [Double], _ c: [Double]) -> Double {
      a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) + c[0] * (a[1] * b[2] - a[2] * b[1])
    }
    let whole = determinant(r, g, b)
    guard abs(whole) > 1e-6 else { return nil }
    let shares = [determinant(w, g, b) / whole, determinant(r, w, b) / whole, determinant(r, g, w) / whole]
    let cone: [[Double]] = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    let back: [[Double]] = [
      [0.9869929, -0.1470543, 0.1599627], [0.4323053, 0.5183603, 0.0492912], [-0.0085287, 0.0400428, 0.9684867],
    ]
    func times(_ matrix: [[Double]], _ value: [Double]) -> [Double] {
      matrix.map { row in row[0] * value[0] + row[1] * value[1] + row[2] * value[2] }
    }
    let (from, to) = (times(cone, w), times(cone, [0.96422, 1, 0.82521]))
    guard from.allSatisfy({ abs($0) > 1e-6 }) else { return nil }
    return zip([r, g, b], shares).map { column, share in
      let seen = times(cone, column.map { $0 * share })
      return times(back, (0..<3).map { seen[$0] * to[$0] / from[$0] })
    }
  }
}
