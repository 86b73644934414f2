import BoothCore

/// Makes rows of pixels of planes whose colours are halved both ways, sixteen pixels at a time.
///
/// What colour adds to a pixel is worked out once for the four that share it, in 32nds, which leaves 16 bits enough for
/// the rest. Of full range the result is to the bit that of ``YUVMatrix/pixel(_:_:_:)``; of limited range it may be one
/// off, as brightness is rounded to 32nds, too.
struct RowPainter {
  /// What a row's colours add to red, green and blue.
  private var red: [Int16] = []
  private var green: [Int16] = []
  private var blue: [Int16] = []
  /// The row of colours that these are of.
  private var colors: UnsafePointer<UInt8>?
  private var matrix = YUVMatrix(.full)

  /// Makes ready for a picture of this width; its rows may be painted in any order.
  mutating func begin(_ matrix: YUVMatrix, width: Int) {
    self.matrix = matrix
    colors = nil
    let count = (width + 1) / 2
    guard red.count < count else { return }
    red = Array(repeating: 0, count: count)
    green = red
    blue = red
  }

  /// Paints a row of `width` pixels.
  /// - Parameters:
  ///   - luma: its brightness, `width` samples.
  ///   - u, v: its colours, half as many, rounded up.
  mutating func paint(
    _ luma: UnsafePointer<UInt8>, _ u: UnsafePointer<UInt8>, _ v: UnsafePointer<UInt8>, width: Int,
    into line: UnsafeMutablePointer<UInt32>
  ) {
    if colors != u { takeColors(u, v, count: (width + 1) / 2) }
    red.withUnsafeBufferPointer { red in
      green.withUnsafeBufferPointer { green in
        blue.withUnsafeBufferPointer { blue in
          guard let red = red.baseAddress, let green = green.baseAddress, let blue = blue.baseAddress else { return }
          var x = 0
          while x + 16 <= width {
            let light = matrix.light(Self.sixteen(luma + x))
            let half = x / 2
            Self.store(
              blue: light &+ Self.doubled(blue + half), green: light &+ Self.doubled(green + half),
              red: light &+ Self.doubled(red + half), to: line + x)
            x += 16
          }
          while x < width {
            line[x] = matrix.pixel(Int32(luma[x]), Int32(u[x / 2]), Int32(v[x / 2]))
            x += 1
          }
        }
      }
    }
  }

  private mutating func takeColors(_ u: UnsafePointer<UInt8>, _ v: UnsafePointer<UInt8>, count: Int) {
    colors = u
    let matrix = matrix
    red.withUnsafeMutableBufferPointer { red in
      for x in 0..<count { red[x] = matrix.red(v[x]) }
    }
    green.withUnsafeMutableBufferPointer { green in
      for x in 0..<count { green[x] = matrix.green(u[x], v[x]) }
    }
    blue.withUnsafeMutableBufferPointer { blue in
      for x in 0..<count { blue[x] = matrix.blue(u[x]) }
    }
  }

  @inline(__always) private static func sixteen(_ samples: UnsafePointer<UInt8>) -> SIMD16<UInt8> {
    UnsafeRawPointer(samples).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  /// Eight values, each twice.
  @inline(__always) private static func doubled(_ values: UnsafePointer<Int16>) -> SIMD16<Int16> {
    let eight = UnsafeRawPointer(values).loadUnaligned(as: SIMD8<Int16>.self)
    var both = SIMD16<Int16>()
    both.evenHalf = eight
    both.oddHalf = eight
    return both
  }

  /// Rounds 32nds and keeps them in bytes, and stores sixteen opaque pixels, `0xFFRRGGBB`.
  @inline(__always) private static func store(
    blue: SIMD16<Int16>, green: SIMD16<Int16>, red: SIMD16<Int16>, to line: UnsafeMutablePointer<UInt32>
  ) {
    @inline(__always) func byte(_ value: SIMD16<Int16>) -> SIMD16<UInt16> {
      let whole = (value &+ 16) &>> 5
      return SIMD16<UInt16>(
        truncatingIfNeeded: whole.clamped(lowerBound: .zero, upperBound: SIMD16(repeating: 255)))
    }
    // Little-endian: blue first.
    let low = byte(blue) | byte(green) &<< 8
    let high = byte(red) | SIMD16(repeating: 0xFF00)
    var halves = SIMD32<UInt16>()
    halves.evenHalf = low
    halves.oddHalf = high
    UnsafeMutableRawPointer(line).storeBytes(of: halves, as: SIMD32<UInt16>.self)
  }
}

extension YUVMatrix {
  /// Brightness in 32nds.
  @inline(__always) fileprivate func light(_ samples: SIMD16<UInt8>) -> SIMD16<Int16> {
    if black == 0 { return SIMD16<Int16>(truncatingIfNeeded: samples) &<< 5 }
    let light = (SIMD16<Int32>(truncatingIfNeeded: samples) &- black) &* luma
    return SIMD16<Int16>(truncatingIfNeeded: light &>> 11)
  }

  @inline(__always) fileprivate func red(_ v: UInt8) -> Int16 {
    Int16(truncatingIfNeeded: (redFromV &* (Int32(v) &- 128)) &>> 11)
  }

  @inline(__always) fileprivate func green(_ u: UInt8, _ v: UInt8) -> Int16 {
    Int16(truncatingIfNeeded: (0 &- greenFromU &* (Int32(u) &- 128) &- greenFromV &* (Int32(v) &- 128)) &>> 11)
  }

  @inline(__always) fileprivate func blue(_ u: UInt8) -> Int16 {
    Int16(truncatingIfNeeded: (blueFromU &* (Int32(u) &- 128)) &>> 11)
  }
}
