import BoothCore

extension Bitmap {
  /// Lays a picture over this one, its middle at (`middleX`, `middleY`) and turned about it.
  ///
  /// Quarters are exact: every pixel is one of the picture's, at the nearest whole place. Other angles are interpolated
  /// by Catmull and Rom's cubics over 4×4 pixels, with edges smoothed over one pixel.
  mutating func paint(_ picture: Bitmap, turnedBy turn: Turn, middleX: Double, middleY: Double) {
    if let quarters = turn.quarters {
      let orientation: Orientation = [.upright, .turnRight, .upsideDown, .turnLeft][quarters]
      let turned = picture.turned(orientation)
      paint(
        turned, x: Int((middleX - Double(turned.width) / 2).rounded()),
        y: Int((middleY - Double(turned.height) / 2).rounded()))
      return
    }
    let (width, height) = (Double(picture.width), Double(picture.height))
    let reachX = (width * abs(turn.cosine) + height * abs(turn.sine)) / 2 + 1
    let reachY = (width * abs(turn.sine) + height * abs(turn.cosine)) / 2 + 1
    let bounds = PixelRect(
      x: Int((middleX - reachX).rounded(.down)), y: Int((middleY - reachY).rounded(.down)),
      width: Int((2 * reachX).rounded(.up)) + 1, height: Int((2 * reachY).rounded(.up)) + 1)
    guard let part = bounds.clipped(to: size) else { return }
    let canvasWidth = self.width
    withMutablePixels { target in
      CubicSampler.reading(picture) { sampler in
        guard let target = target.baseAddress else { return }
        for y in part.y..<part.y + part.height {
          // Where the first pixel of the row comes from, and the step from each to the next.
          var from = turn.undo(x: Double(part.x) + 0.5 - middleX, y: Double(y) + 0.5 - middleY)
          from.x += width / 2
          from.y += height / 2
          let row = target + y * canvasWidth
          for x in part.x..<part.x + part.width {
            let inside = min(from.x, from.y, width - from.x, height - from.y) + 0.5
            if inside > 0 {
              let pixel = sampler.pixel(at: from.x, from.y, share: min(inside, 1))
              row[x] = Bitmap.over(pixel, row[x])
            }
            from.x += turn.cosine
            from.y -= turn.sine
          }
        }
      }
    }
  }
}

extension Bitmap {
  /// What of this picture a picture of `size` would cover, its middle at (`middleX`, `middleY`) and turned about it: as
  /// seen from that picture, by the nearest pixels. Beyond the edge the outermost pixels go on.
  func part(of size: PixelSize, turnedBy turn: Turn, middleX: Double, middleY: Double) -> Bitmap {
    var part = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let at = turn.apply(
          x: Double(x) + 0.5 - Double(size.width) / 2, y: Double(y) + 0.5 - Double(size.height) / 2)
        let column = min(max(Int((middleX + at.x).rounded(.down)), 0), width - 1)
        let row = min(max(Int((middleY + at.y).rounded(.down)), 0), height - 1)
        part[x, y] = self[column, row]
      }
    }
    return part
  }
}

/// Reads a picture between its pixels. Beyond its edge the outermost pixels go on.
struct CubicSampler {
  private static let steps = 64
  /// Catmull and Rom's weights of four neighbours, for each of 64 places between the inner two.
  static let weights: [SIMD4<Float>] = (0...steps).map { step in
    let t = Float(step) / Float(steps)
    let (square, cube) = (t * t, t * t * t)
    return SIMD4(
      -0.5 * t + square - 0.5 * cube, 1 - 2.5 * square + 1.5 * cube, 0.5 * t + 2 * square - 1.5 * cube,
      -0.5 * square + 0.5 * cube)
  }

  let source: UnsafePointer<UInt32>
  let weights: UnsafePointer<SIMD4<Float>>
  let width: Int
  let height: Int

  /// - Parameters:
  ///   - x, y: from the picture's top left, not more than a pixel outside; the first pixel's middle is 0.5, 0.5.
  ///   - share: how much of the result there is, 0 to 1.
  @inline(__always)
  func pixel(at x: Double, _ y: Double, share: Double) -> UInt32 {
    // Positive, so that cutting the fraction off rounds down.
    let (shiftedX, shiftedY) = (x + 1.5, y + 1.5)
    let (left, top) = (Int(shiftedX), Int(shiftedY))
    let across = weights[Int((shiftedX - Double(left)) * Double(Self.steps) + 0.5)]
    let down = weights[Int((shiftedY - Double(top)) * Double(Self.steps) + 0.5)]
    let (column, row) = (left - 3, top - 3)
    var sum = SIMD4<Float>.zero
    if column >= 0, row >= 0, column + 3 < width, row + 3 < height {
      let start = row * width + column
      for line in 0..<4 {
        let at = start + line * width
        sum +=
          (channels(at) * across.x + channels(at + 1) * across.y + channels(at + 2) * across.z
            + channels(at + 3) * across.w) * down[line]
      }
    } else {
      for line in 0..<4 {
        let at = min(max(row + line, 0), height - 1) * width
        var mixed = SIMD4<Float>.zero
        for step in 0..<4 { mixed += channels(at + min(max(column + step, 0), width - 1)) * across[step] }
        sum += mixed * down[line]
      }
    }
    // Cubics overshoot: more than all of a pixel is all of it, in the same colour.
    let alpha = max(sum[Self.alpha], 0)
    if alpha > 255 { sum *= 255 / alpha }
    let most = min(alpha, 255)
    func byte(_ value: Float) -> UInt32 {
      // Adding 2^23 leaves the rounded whole number in the low bits of the floating-point number.
      (min(max(value, 0), most) * Float(share) + 8_388_608).bitPattern & 255
    }
    return byte(most) << 24 | byte(sum[Self.red]) << 16 | byte(sum[Self.green]) << 8 | byte(sum[Self.blue])
  }

  /// Lends a sampler of a picture.
  static func reading(_ picture: Bitmap, _ body: (CubicSampler) -> Void) {
    picture.withPixels { source in
      weights.withUnsafeBufferPointer { weights in
        guard let source = source.baseAddress, let weights = weights.baseAddress else { return }
        body(CubicSampler(source: source, weights: weights, width: picture.width, height: picture.height))
      }
    }
  }

  // Where the bytes of a pixel `0xAARRGGBB` stand in memory.
  private static let isLittle = 1.littleEndian == 1
  private static let alpha = isLittle ? 3 : 0
  private static let red = isLittle ? 2 : 1
  private static let green = isLittle ? 1 : 2
  private static let blue = isLittle ? 0 : 3

  /// The bytes of a pixel as they stand in memory.
  @inline(__always)
  private func channels(_ index: Int) -> SIMD4<Float> {
    SIMD4<Float>(UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<UInt8>.self))
  }
}
