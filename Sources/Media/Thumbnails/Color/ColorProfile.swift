import Glibc

/// A colour profile (ICC.1:2010) of the simple kind: a curve for each of red, green and blue, and a matrix; or one curve for
/// grey. Cameras, telephones and screens have such; printers have tables, which are not read here.
struct ColorProfile {
  /// What a file's profile is.
  enum Kind {
    /// As good as sRGB: nothing needs to be done.
    case same
    case simple(ColorProfile)
    /// Of tables, or for inks.
    case tables
    /// Not a profile at all: what other programs do with such a file is to show it as it is.
    case nonsense
  }

  let isGrey: Bool
  /// Light of each value of a byte, for red, green and blue one after the other.
  let light: [Float]
  /// From there to sRGB's light, row by row.
  let matrix: [Float]

  static func read(_ bytes: [UInt8]) -> Kind {
    guard bytes.count >= 132, Array(bytes[36..<40]) == Array("acsp".utf8) else { return .nonsense }
    let space = String(decoding: bytes[16..<20], as: UTF8.self)
    let tags = ProfileTags(bytes)
    switch space {
    case "GRAY":
      guard let curve = tags.curve("kTRC") else { return .nonsense }
      return ColorProfile(isGrey: true, light: curve, matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1]).kind
    case "RGB ":
      guard let red = tags.xyz("rXYZ"), let green = tags.xyz("gXYZ"), let blue = tags.xyz("bXYZ"),
        let redCurve = tags.curve("rTRC"),
        let greenCurve = tags.curve("gTRC"), let blueCurve = tags.curve("bTRC")
      else { return ["A2B0", "A2B1", "A2B2"].contains(where: tags.has) ? .tables : .nonsense }
      let profile = ColorProfile(
        isGrey: false, light: redCurve + greenCurve + blueCurve, matrix: toSRGB(columns: [red, green, blue]))
      return profile.kind
    case "CMYK", "Lab ": return .tables
    default: return .nonsense
    }
  }

  /// Adobe RGB (1998), for cameras that say it in EXIF only: its gamma is 2 51/256, its colours are adapted to D50.
  static let adobeRGB = ColorProfile(
    isGrey: false,
    light: Array([[Float]](repeating: (0..<256).map { Float(pow(Double($0) / 255, 2.19921875)) }, count: 3).joined()),
    matrix: toSRGB(columns: [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]]))

  /// Colours of this profile as sRGB's.
  func converted(_ picture: PlanePicture) -> PlanePicture {
    let encode = Self.encoding
    if isGrey {
      let table = light.map { encode[Self.step($0)] }
      return PlanePicture(size: picture.size, grey: picture.y.map { table[Int($0)] })
    }
    return light.withUnsafeBufferPointer { light in
      picture.mapped { red, green, blue in
        Self.convert(SIMD3(light[Int(red)], light[256 + Int(green)], light[512 + Int(blue)]), matrix, encode)
      }
    }
  }

  /// The same of pixels as `0xAARRGGBB`.
  func convert(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    let encode = Self.encoding
    let (green, blue) = isGrey ? (0, 0) : (256, 512)
    light.withUnsafeBufferPointer { light in
      for index in pixels.indices {
        let pixel = pixels[index]
        let values = SIMD3(
          light[Int(pixel >> 16 & 255)], light[green + Int(pixel >> 8 & 255)], light[blue + Int(pixel & 255)])
        let (r, g, b) = Self.convert(values, matrix, encode)
        pixels[index] = pixel & 0xFF00_0000 | UInt32(r) << 16 | UInt32(g) << 8 | UInt32(b)
      }
    }
  }

  private static func convert(_ light: SIMD3<Float>, _ matrix: [Float], _ encode: [UInt8]) -> (UInt8, UInt8, UInt8) {
    func channel(_ row: Int) -> UInt8 {
      encode[step(matrix[row * 3] * light.x + matrix[row * 3 + 1] * light.y + matrix[row * 3 + 2] * light.z)]
    }
    return (channel(0), channel(1), channel(2))
  }

  private static let steps = 4096
  private static func step(_ light: Float) -> Int { Int(min(max(light, 0), 1) * Float(steps - 1) + 0.5) }

  /// sRGB's byte for each step of light (IEC 61966-2-1).
  private static let encoding: [UInt8] = (0..<steps).map { step in
    let light = Double(step) / Double(steps - 1)
    let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8(min(max(value * 255 + 0.5, 0), 255))
  }

  /// From columns in XYZ of D50 to sRGB's light: the inverse of sRGB's own columns, adapted by Bradford's matrix.
  static func toSRGB(columns: [[Double]]) -> [Float] {
    let inverse: [Double] = [
      3.1338561, -1.6168667, -0.4906146, -0.9787684, 1.9161415, 0.0334540, 0.0719453, -0.2289914, 1.4052427,
    ]
    var matrix: [Float] = []
    for row in 0..<3 {
      for column in columns {
        let sum = inverse[row * 3] * column[0] + inverse[row * 3 + 1] * column[1] + inverse[row * 3 + 2] * column[2]
        matrix.append(Float(sum))
      }
    }
    return matrix
  }

  /// Whether it changes any colour by more than two steps of 255.
  var kind: Kind {
    let values: [UInt8] = [0, 32, 64, 128, 192, 255]
    for red in values {
      for green in isGrey ? [red] : values {
        for blue in isGrey ? [red] : values {
          let (r, g, b) = Self.convert(
            SIMD3(light[Int(red)], light[(isGrey ? 0 : 256) + Int(green)], light[(isGrey ? 0 : 512) + Int(blue)]),
            matrix, Self.encoding)
          let far = max(abs(Int(r) - Int(red)), abs(Int(g) - Int(green)), abs(Int(b) - Int(blue)))
          if far > 2 { return .simple(self) }
        }
      }
    }
    return .same
  }
}

/// The tags of a profile.
private struct ProfileTags {
  let bytes: [UInt8]
  private var places: [String: Range<Int>] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    for index in 0..<min(number(128, 4) ?? 0, 100) {
      let at = 132 + index * 12
      guard let start = number(at + 4, 4), let count = number(at + 8, 4), start <= bytes.count,
        count <= bytes.count - start
      else { continue }
      places[String(decoding: bytes[at..<at + 4], as: UTF8.self)] = start..<start + count
    }
  }

  func has(_ tag: String) -> Bool { places[tag] != nil }

  private func number(_ at: Int, _ size: Int) -> Int? {
    guard at >= 0, at + size <= bytes.count else { return nil }
    return bytes[at..<at + size].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A fraction with a sign, in 1/65536.
  private func fixed(_ at: Int) -> Double? {
    number(at, 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
  }

  func xyz(_ tag: String) -> [Double]? {
    guard let place = places[tag], place.count >= 20 else { return nil }
    let values = (0..<3).compactMap { fixed(place.lowerBound + 8 + $0 * 4) }
    return values.count == 3 ? values : nil
  }

  /// Light of each value of a byte.
  func curve(_ tag: String) -> [Float]? {
    guard let place = places[tag], place.count >= 12 else { return nil }
    let at = place.lowerBound
    switch String(decoding: bytes[at..<at + 4], as: UTF8.self) {
    case "curv": return table(at + 8, place.upperBound)
    case "para": return parametric(at, place.upperBound)
    default: return nil
    }
  }

  /// Nothing is the identity, one number a gamma, more a table.
  private func table(_ at: Int, _ end: Int) -> [Float]? {
    guard let count = number(at, 4), count <= 65_536, at + 4 + count * 2 <= end else { return nil }
    if count == 0 { return (0..<256).map { Float($0) / 255 } }
    let values = (0..<count).compactMap { number(at + 4 + $0 * 2, 2) }
    if count == 1 { return (0..<256).map { Float(pow(Double($0) / 255, Double(values[0]) / 256)) } }
    return (0..<256).map { value in
      let place = Double(value) / 255 * Double(count - 1)
      let low = min(Int(place), count - 2)
      let part = place - Double(low)
      return Float((Double(values[low]) * (1 - part) + Double(values[low + 1]) * part) / 65_535)
    }
  }

  /// ICC.1, 10.16: functions 0 to 4.
  private func parametric(_ at: Int, _ end: Int) -> [Float]? {
    guard let function = number(at + 8, 2), let count = [0: 1, 1: 3, 2: 4, 3: 5, 4: 7][function],
      at + 12 + count * 4 <= end
    else {
      return nil
    }
    let p = (0..<count).compactMap { fixed(at + 12 + $0 * 4) }
    func power(_ base: Double) -> Double { pow(max(base, 0), p[0]) }
    return (0..<256).map { value in
      let x = Double(value) / 255
      let y =
        switch function {
        case 0: power(x)
        case 1: p[1] * x + p[2] >= 0 ? power(p[1] * x + p[2]) : 0
        case 2: p[1] * x + p[2] >= 0 ? power(p[1] * x + p[2]) + p[3] : p[3]
        case 3: x >= p[4] ? power(p[1] * x + p[2]) : p[3] * x
        default: x >= p[4] ? power(p[1] * x + p[2]) + p[5] : p[3] * x + p[6]
        }
      return y.isFinite ? Float(y) : 0
    }
  }
}
