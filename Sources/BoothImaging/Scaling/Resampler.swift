public import BoothCore

/// Scales pictures with a Lanczos-3 filter, rows first and columns after, in 32-bit floating point.
///
/// Both passes are plain loops over bytes or four-channel pixels, which the compiler turns into vector code for any
/// processor. Works on gamma-encoded values, as every photo program's default does.
public enum Resampler {
  /// Scales the part of `source` at `origin` with the given extent (in source pixels, fractions welcome) to `target`.
  /// What the filter needs from beyond the part it takes from the picture; beyond the picture's edge it takes nothing.
  public static func scale(
    _ source: Bitmap, originX: Double, originY: Double, width: Double, height: Double, to target: PixelSize
  ) -> Bitmap {
    precondition(target.width > 0 && target.height > 0, "a picture is scaled to at least one pixel, not \(target)")
    let columns = ResampleTaps(
      source: source.width, origin: originX, length: width, target: target.width, filter: .lanczos3)
    let rows = ResampleTaps(
      source: source.height, origin: originY, length: height, target: target.height, filter: .lanczos3)
    // Only the source columns that some output pixel asks for.
    let first = columns.starts.min() ?? 0
    let last = (columns.starts.max() ?? 0) + columns.count
    let pixels = [UInt32](unsafeUninitializedCapacity: target.area) { buffer, count in
      source.withPixels { pixels in
        fill(buffer, pixels, sourceWidth: source.width, from: first, to: last, columns, rows, target)
      }
      count = target.area
    }
    return Bitmap(size: target, pixels: pixels)
  }

  /// Scales the whole picture.
  public static func scale(_ source: Bitmap, to target: PixelSize) -> Bitmap {
    if source.size == target { return source }
    return scale(
      source, originX: 0, originY: 0, width: Double(source.width), height: Double(source.height), to: target)
  }

  /// Scales so that `target` is filled, cutting evenly what stands over at two sides (aspect fill).
  public static func fill(_ target: PixelSize, with source: Bitmap) -> Bitmap {
    let crop = FillCrop(of: source.size, filling: target)
    return scale(
      source, originX: crop.x, originY: crop.y, width: crop.width, height: crop.height, to: target)
  }

  private static func fill(
    _ target: UnsafeMutableBufferPointer<UInt32>, _ pixels: UnsafeBufferPointer<UInt32>, sourceWidth: Int,
    from first: Int, to last: Int, _ columns: ResampleTaps, _ rows: ResampleTaps, _ size: PixelSize
  ) {
    let channels = (last - first) * 4
    let bytes = UnsafeRawBufferPointer(pixels)
    guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    // One output row's worth of source pixels, scaled vertically; then the row scaled horizontally.
    withUnsafeTemporaryAllocation(of: Float.self, capacity: channels) { tall in
      withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: size.width) { wide in
        for y in 0..<size.height {
          blendRows(
            base + first * 4, strideBytes: sourceWidth * 4, start: rows.starts[y], count: rows.count,
            weights: rows.weights, at: y * rows.count, into: tall)
          guard let row = UnsafeRawPointer(tall.baseAddress) else { return }
          blendColumns(row, offset: first, columns, into: wide)
          store(wide, into: UnsafeMutableBufferPointer(rebasing: target[y * size.width..<(y + 1) * size.width]))
        }
      }
    }
  }

  /// Weighs `count` source rows, four at a time, into one row of floating-point channels.
  private static func blendRows(
    _ base: UnsafePointer<UInt8>, strideBytes: Int, start: Int, count: Int, weights: [Float], at offset: Int,
    into target: UnsafeMutableBufferPointer<Float>
  ) {
    var tap = 0
    while tap < count {
      // Taps past the last repeat it with weight zero.
      func row(_ index: Int) -> UnsafePointer<UInt8> { base + (start + min(tap + index, count - 1)) * strideBytes }
      func weight(_ index: Int) -> Float { tap + index < count ? weights[offset + tap + index] : 0 }
      let (a, b, c, d) = (row(0), row(1), row(2), row(3))
      let (wa, wb, wc, wd) = (weight(0), weight(1), weight(2), weight(3))
      if tap == 0 {
        for i in 0..<target.count {
          target[i] = wa * Float(a[i]) + wb * Float(b[i]) + wc * Float(c[i]) + wd * Float(d[i])
        }
      } else {
        for i in 0..<target.count {
          target[i] += wa * Float(a[i]) + wb * Float(b[i]) + wc * Float(c[i]) + wd * Float(d[i])
        }
      }
      tap += 4
    }
  }

  private static func blendColumns(
    _ row: UnsafeRawPointer, offset: Int, _ columns: ResampleTaps, into target: UnsafeMutableBufferPointer<SIMD4<Float>>
  ) {
    let count = columns.count
    columns.starts.withUnsafeBufferPointer { starts in
      columns.weights.withUnsafeBufferPointer { weights in
        for x in 0..<target.count {
          var sum = SIMD4<Float>.zero
          let pixels = row + (starts[x] - offset) * 16
          for tap in 0..<count {
            let pixel = pixels.loadUnaligned(fromByteOffset: tap * 16, as: SIMD4<Float>.self)
            sum += pixel * weights[x * count + tap]
          }
          target[x] = sum
        }
      }
    }
  }

  /// Rounds to bytes. Lanczos overshoots, so channels are held within 0 and their pixel's alpha (premultiplied).
  private static func store(
    _ row: UnsafeMutableBufferPointer<SIMD4<Float>>, into target: UnsafeMutableBufferPointer<UInt32>
  ) {
    for x in 0..<target.count {
      var pixel = row[x]
      let alpha = min(max(pixel.w, 0), 255)
      pixel.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
      // Adding 2^23 leaves the rounded whole number in the low bits of the floating-point number.
      let bits = unsafeBitCast(pixel + SIMD4(repeating: 8_388_608), to: SIMD4<UInt32>.self) & 255
      target[x] = bits.x | bits.y << 8 | bits.z << 16 | bits.w << 24
    }
  }
}

/// The centred part of a picture that has the proportions of what it shall fill, in fractions of pixels.
struct FillCrop {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  init(of source: PixelSize, filling target: PixelSize) {
    let (sw, sh) = (Double(source.width), Double(source.height))
    let (tw, th) = (Double(target.width), Double(target.height))
    width = min(sw, sh * tw / th)
    height = min(sh, sw * th / tw)
    x = (sw - width) / 2
    y = (sh - height) / 2
  }
}
