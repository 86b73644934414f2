/// Makes colour profiles, byte for byte.
enum ProfileBytes {
  static func profile(_ tags: [(String, [UInt8])], space: String = "RGB ") -> [UInt8] {
    var table = TestPhotos.big(tags.count, 4)
    var data: [UInt8] = []
    let start = 128 + 4 + tags.count * 12
    for (name, content) in tags {
      table += Array(name.utf8) + TestPhotos.big(start + data.count, 4) + TestPhotos.big(content.count, 4)
      data += content
    }
    let head =
      [UInt8](repeating: 0, count: 16) + Array(space.utf8) + Array("XYZ ".utf8) + [UInt8](repeating: 0, count: 12)
      + Array("acsp".utf8)
    return head + [UInt8](repeating: 0, count: 128 - head.count) + table + data
  }

  static func fixed(_ values: [Double]) -> [UInt8] {
    values.flatMap { TestPhotos.big(Int(($0 * 65_536).rounded()) & 0xFFFF_FFFF, 4) }
  }
  static func xyz(_ values: [Double]) -> [UInt8] { Array("XYZ \0\0\0\0".utf8) + fixed(values) }
  static var sRGBCurve: [UInt8] {
    Array("para\0\0\0\0\0\u{3}\0\0".utf8) + fixed([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
  }

  static func matrix(_ columns: [[Double]], _ curve: [UInt8]) -> [UInt8] {
    profile([
      ("rXYZ", xyz(columns[0])), ("gXYZ", xyz(columns[1])), ("bXYZ", xyz(columns[2])), ("rTRC", curve), ("gTRC", curve),
      ("bTRC", curve),
    ])
  }

  /// Display P3 as telephones write it.
  static var displayP3: [UInt8] {
    matrix([[0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407]], sRGBCurve)
  }
}
