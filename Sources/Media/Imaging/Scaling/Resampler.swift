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
    let bytes = UnsafeRawBufferPointer(pixels)
    guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    // One output row's worth of source pixels, scaled vertically; then the row scaled horizontally.
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: last - first) { tall in
      withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: size.width) { wide in
        let starts = columns.starts.map { $0 - first }
        tall.withMemoryRebound(to: Float.self) { channels in
          for y in 0..<size.height {
            blendRows(
              base + first * 4, strideBytes: sourceWidth * 4, start: rows.starts[y], count: rows.count,
              weights: rows.weights, at: y * rows.count, into: channels)
            guard let row = UnsafeRawPointer(channels.baseAddress), let line = target.baseAddress else { return }
            columns.weights.withUnsafeBufferPointer { weights in
              starts.withUnsafeBufferPointer { starts in
                blendColumns(
                  row.assumingMemoryBound(to: SIMD4<Float>.self), starts.baseAddress!, weights.baseAddress!,
                  count: columns.count, into: wide)
              }
            }
            wide.withMemoryRebound(to: Float.self) { wide in
              store(wide, into: UnsafeMutableRawPointer(line + y * size.width).assumingMemoryBound(to: UInt8.self))
            }
          }
        }
      }
    }
    limitToAlpha(target)
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
    _ row: UnsafePointer<SIMD4<Float>>, _ starts: UnsafePointer<Int>, _ weights: UnsafePointer<Float>, count: Int,
    into target: UnsafeMutableBufferPointer<SIMD4<Float>>
  ) {
    var weight = weights
    for x in 0..<target.count {
      var pixel = row + starts[x]
      let end = pixel + count
      var sum = SIMD4<Float>.zero
      while pixel < end {
        sum += pixel.pointee * weight.pointee
        pixel += 1
        weight += 1
      }
      target[x] = sum
    }
  }

  /// Rounds to bytes, held within 0 and 255: Lanczos overshoots.
  private static func store(_ row: UnsafeMutableBufferPointer<Float>, into target: UnsafeMutablePointer<UInt8>) {
    for i in 0..<row.count {
      // Adding 2^23 leaves the rounded whole number in the low bits of the floating-point number.
      target[i] = UInt8(truncatingIfNeeded: (min(max(row[i], 0), 255) + 8_388_608).bitPattern)
    }
  }

  /// Holds each channel within its pixel's alpha, as premultiplied pixels must be.
  private static func limitToAlpha(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    for index in pixels.indices {
      let pixel = pixels[index]
      let alpha = pixel >> 24
      if alpha == 255 { continue }
      pixels[index] =
        alpha << 24 | min(pixel >> 16 & 255, alpha) << 16 | min(pixel >> 8 & 255, alpha) << 8 | min(pixel & 255, alpha)
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

  /// The same of a framing's part, in a decoding of its picture that may be smaller than stored.
  init(of framing: Framing, in decoded: PixelSize, filling target: PixelSize) {
    guard !framing.isWhole else {
      self.init(of: decoded, filling: target)
      return
    }
    self.init(of: framing.part.size, filling: target)
    x += Double(framing.part.x)
    y += Double(framing.part.y)
    self = times(
      Double(decoded.width) / Double(framing.sensor.width), Double(decoded.height) / Double(framing.sensor.height))
  }
}
