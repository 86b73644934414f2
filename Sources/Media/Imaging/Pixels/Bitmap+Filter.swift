public import BoothCore

extension Bitmap {
  /// Gives every pixel other colours; transparency stays, as channels stay within it.
  public mutating func apply(_ matrix: ColorMatrix) {
    let rows = [matrix.red, matrix.green, matrix.blue].map(FixedRow.init)
    let (red, green, blue) = (rows[0], rows[1], rows[2])
    withMutablePixels { pixels in
      for index in pixels.indices {
        let pixel = pixels[index]
        let alpha = Int32(truncatingIfNeeded: pixel >> 24)
        let (r, g, b) = (
          Int32(truncatingIfNeeded: pixel >> 16 & 255), Int32(truncatingIfNeeded: pixel >> 8 & 255),
          Int32(truncatingIfNeeded: pixel & 255)
        )
        let (newRed, newGreen) = (red.value(r, g, b, alpha), green.value(r, g, b, alpha))
        let newBlue = blue.value(r, g, b, alpha)
        pixels[index] =
          pixel & 0xFF00_0000 | UInt32(truncatingIfNeeded: newRed) << 16 | UInt32(truncatingIfNeeded: newGreen) << 8
          | UInt32(truncatingIfNeeded: newBlue)
      }
    }
  }
}

/// Gives opaque pixels the colours of a filter: to the bit what ``Bitmap/apply(_:)`` makes of them, so that
/// a live view looks as the composite will.
public struct PixelColors: Sendable {
  private let red: FixedRow
  private let green: FixedRow
  private let blue: FixedRow

  /// Nil for a filter that leaves colours alone.
  public init?(_ filter: PhotoFilter) {
    guard let matrix = filter.matrix else { return nil }
    red = FixedRow(matrix.red)
    green = FixedRow(matrix.green)
    blue = FixedRow(matrix.blue)
  }

  /// Changes `count` pixels, each `0xFFRRGGBB`, in place.
  public func apply(to pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    for index in 0..<count {
      let pixel = pixels[index]
      let (r, g, b) = (
        Int32(truncatingIfNeeded: pixel >> 16 & 255), Int32(truncatingIfNeeded: pixel >> 8 & 255),
        Int32(truncatingIfNeeded: pixel & 255)
      )
      pixels[index] =
        0xFF00_0000 | UInt32(truncatingIfNeeded: red.value(r, g, b, 255)) << 16
        | UInt32(truncatingIfNeeded: green.value(r, g, b, 255)) << 8
        | UInt32(truncatingIfNeeded: blue.value(r, g, b, 255))
    }
  }
}

/// A row of a colour matrix in 4096ths. Premultiplied channels are summed as they are; what is added is multiplied by
/// the pixel's alpha.
private struct FixedRow {
  private let red: Int32
  private let green: Int32
  private let blue: Int32
  private let constant: Int32

  init(_ row: SIMD4<Double>) {
    func fixed(_ number: Double, _ unit: Double) -> Int32 { Int32((min(max(number, -300), 300) * unit).rounded()) }
    red = fixed(row.x, 4096)
    green = fixed(row.y, 4096)
    blue = fixed(row.z, 4096)
    constant = fixed(row.w, 4096.0 / 255)
  }

  @inline(__always)
  func value(_ r: Int32, _ g: Int32, _ b: Int32, _ alpha: Int32) -> Int32 {
    let sum = (red &* r &+ green &* g &+ blue &* b &+ constant &* alpha &+ 2048) >> 12
    return min(max(sum, 0), alpha)
  }
}
