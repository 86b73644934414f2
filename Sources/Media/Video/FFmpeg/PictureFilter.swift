import BoothCore

/// A colour matrix in the numbers of limited-range YUV (ITU-R BT.601, as everything here is), in 4096ths.
struct PictureFilter {
  /// Of the new Y, U and V: weights of Y, U and V, and what is added.
  private let rows: [SIMD4<Int32>]

  /// Nil where nothing changes.
  init?(_ filter: PhotoFilter) {
    guard let matrix = filter.matrix else { return nil }
    // RGB of 0 to 255 from Y, U and V as they are stored.
    let scale = 255.0 / 219
    let red = SIMD4(scale, 0, 1.402 * 255 / 224, 0)
    let green = SIMD4(scale, -0.344136 * 255 / 224, -0.714136 * 255 / 224, 0)
    let blue = SIMD4(scale, 1.772 * 255 / 224, 0, 0)
    let sources = [red, green, blue].map { row -> SIMD4<Double> in
      var row = row
      row.w = -16 * row.x - 128 * (row.y + row.z)
      return row
    }
    func through(_ row: SIMD4<Double>) -> SIMD4<Double> {
      var sum = sources[0] * row.x
      sum += sources[1] * row.y
      sum += sources[2] * row.z
      sum.w += row.w
      return sum
    }
    let (newRed, newGreen, newBlue) = (through(matrix.red), through(matrix.green), through(matrix.blue))
    // And back: brightness, and the differences of blue and red from it.
    var luma = newRed * 0.299
    luma += newGreen * 0.587
    luma += newBlue * 0.114
    let y = luma * (219.0 / 255)
    let u = (newBlue - luma) * (224.0 / 255 / 1.772)
    let v = (newRed - luma) * (224.0 / 255 / 1.402)
    rows = [(y, 16.0), (u, 128), (v, 128)].map { row, zero in
      var row = row
      row.w += zero
      return SIMD4<Int32>((row * 4096).rounded(.toNearestOrEven))
    }
  }

  /// Changes a picture's colours in place; each pair of colour samples goes by the mean brightness of its four pixels.
  func apply(to picture: Picture) {
    let (luma, blue, red) = (picture.plane(0), picture.plane(1), picture.plane(2))
    let (forY, forU, forV) = (rows[0], rows[1], rows[2])
    for row in 0..<picture.size.height / 2 {
      let upper = luma.bytes + 2 * row * luma.strideBytes
      let lower = upper + luma.strideBytes
      let (blueRow, redRow) = (blue.bytes + row * blue.strideBytes, red.bytes + row * red.strideBytes)
      for column in 0..<picture.size.width / 2 {
        let (u, v) = (Int32(blueRow[column]), Int32(redRow[column]))
        let (a, b) = (Int32(upper[2 * column]), Int32(upper[2 * column + 1]))
        let (c, d) = (Int32(lower[2 * column]), Int32(lower[2 * column + 1]))
        // What the colours add to each of the four.
        let part = forY.y &* u &+ forY.z &* v &+ forY.w &+ 2048
        func bright(_ value: Int32) -> UInt8 {
          UInt8(truncatingIfNeeded: min(max((forY.x &* value &+ part) >> 12, 16), 235))
        }
        upper[2 * column] = bright(a)
        upper[2 * column + 1] = bright(b)
        lower[2 * column] = bright(c)
        lower[2 * column + 1] = bright(d)
        let mean = (a &+ b &+ c &+ d &+ 2) >> 2
        blueRow[column] = Self.colour(forU, mean, u, v)
        redRow[column] = Self.colour(forV, mean, u, v)
      }
    }
  }

  @inline(__always)
  private static func colour(_ row: SIMD4<Int32>, _ y: Int32, _ u: Int32, _ v: Int32) -> UInt8 {
    let sum = (row.x &* y &+ row.y &* u &+ row.z &* v &+ row.w &+ 2048) >> 12
    return UInt8(truncatingIfNeeded: min(max(sum, 16), 240))
  }
}
